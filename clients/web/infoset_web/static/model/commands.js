// The organiser's commands as data: their names and their arguments. Sends nothing. What they are called, what they are for
// and what a field wants is in the catalogues, by the name of the command and the label of the field.

import { wireName } from "./naming.js";
import { say } from "../words/words.js";

const text = (name, label = name, more = {}) => ({ name, label, kind: "text", ...more });
const number = (name, label = name, more = {}) => ({ name, label, kind: "number", ...more });
const choice = (name, label, choices) => ({ name, label, kind: "choice", choices });
const lines = (name, label) => ({ name, label, kind: "lines", optional: true });
const on = (name, label = name) => ({ name, label, kind: "switch" });
const bot = (name, label = name, more = {}) => ({ name, label, kind: "bot", ...more });
const program = (name, label, more = {}) => ({ name, label, kind: "json", example: '{"label": "new", "spec": "ismcts"}', ...more });
const optional = { optional: true };

const ROLES = ["player", "organiser", "admin"];
const room = text("room", "room", optional);
const user = text("user");
const someUser = text("user", "user", optional);
const classroom = text("name", "class");
const ladder = text("ladder");
const entry = bot("entry");
const tournament = text("tournament");
const entrant = bot("entrant");
const table = text("table");
const round = number("round", "round", optional);
const isPublic = on("public");
const match = text("match");
const test = text("test");

export const GROUPS = {
  event: [
    { name: "announce", fields: [text("text"), room] },
    { name: "open", fields: [room] },
    { name: "close", fields: [room] },
    { name: "freeze", fields: [room] },
    { name: "re-run", fields: [match] },
    { name: "end-match", fields: [match], isGrave: true },
    { name: "export", fields: [match] },
    { name: "slow", fields: [number("minutes", "minutes-back", { value: 5 })], looks: true },
  ],
  people: [
    { name: "users", fields: [on("guests")], looks: true },
    { name: "add-user", fields: [text("name"), choice("role", "role", ROLES)] },
    { name: "set-role", fields: [user, choice("role", "role", ROLES)] },
    { name: "rename", fields: [user, text("name", "name-new")] },
    { name: "remove-user", fields: [user], isGrave: true },
    { name: "mute", fields: [user, number("minutes", "minutes", optional)] },
    { name: "unmute", fields: [user] },
    {
      name: "ban",
      fields: [
        someUser,
        text("address", "address", optional),
        number("minutes", "minutes", optional),
        text("reason", "reason", optional),
      ],
    },
    { name: "unban", fields: [someUser, text("address", "address", optional)] },
    { name: "bans", fields: [], looks: true },
    { name: "tokens", fields: [user], looks: true },
    { name: "add-token", fields: [user, text("label", "label", optional), number("days", "days", optional)] },
    {
      name: "add-key",
      fields: [user, text("key"), text("label", "label", optional), number("days", "days", optional)],
    },
    { name: "revoke-token", fields: [text("id", "token")] },
    { name: "revoke-tokens", fields: [user], isGrave: true },
  ],
  classes: [
    { name: "classes", fields: [], looks: true },
    { name: "add-class", fields: [classroom, number("pupils", "pupils", { value: 24 })] },
    { name: "add-pupils", fields: [classroom, number("pupils", "pupils-made-up", optional), lines("names", "names")] },
    { name: "remove-pupil", fields: [classroom, text("pupil")], isGrave: true },
    { name: "pupils", fields: [classroom], looks: true },
    { name: "cards", fields: [classroom, text("pupil", "pupil-only", optional), on("everybody")] },
    { name: "open-class", fields: [classroom, number("minutes", "minutes-open", { value: 45 })] },
    { name: "close-class", fields: [classroom] },
    { name: "allow-chat", fields: [classroom] },
    { name: "forbid-chat", fields: [classroom] },
    { name: "keep-class", fields: [classroom] },
    { name: "rename-class", fields: [classroom, text("new_name", "name-new")] },
    { name: "remove-class", fields: [classroom], isGrave: true, isAnnounced: true },
  ],
  bots: [
    { name: "add-bot", fields: [text("name")] },
    { name: "disable-bot", fields: [bot("bot")] },
    { name: "enable-bot", fields: [bot("bot")] },
  ],
  ladders: [
    { name: "ladders", fields: [], looks: true },
    { name: "ladder-file", fields: [ladder], looks: true },
    { name: "ladder", fields: [ladder, choice("state", "state", ["open", "paused", "frozen", "closed"])] },
    { name: "remove-ladder", fields: [ladder], isGrave: true, isAnnounced: true },
    { name: "load-ladders", fields: [] },
    { name: "entries", fields: [ladder], looks: true },
    { name: "entry-log", fields: [ladder, entry], looks: true },
    { name: "bench", fields: [ladder, entry, text("reason", "reason", optional)] },
    { name: "unbench", fields: [ladder, entry] },
    {
      name: "ladder-results",
      fields: [ladder, bot("entry", "entry-only", optional), number("number", "number", { value: 50 })],
      looks: true,
    },
    { name: "annul", fields: [ladder, match, text("reason", "reason-shown")], isGrave: true },
    { name: "reinstate", fields: [ladder, match] },
    { name: "seasons", fields: [ladder], looks: true },
    { name: "end-season", fields: [ladder], isGrave: true },
    { name: "batch", fields: [ladder, entry, lines("against", "against"), number("matches", "matches", { value: 20 })] },
    { name: "batches", fields: [ladder], looks: true },
    { name: "cancel-batch", fields: [ladder, text("batch")] },
  ],
  tournaments: [
    { name: "tournaments", fields: [], looks: true },
    { name: "tournament-create", fields: [{ name: "file", label: "file", kind: "long" }] },
    { name: "tournament-open", fields: [tournament] },
    {
      name: "tournament-enter",
      fields: [
        tournament,
        someUser,
        bot("bot", "bot", optional),
        text("classroom", "classroom", optional),
        text("name", "name-shown", optional),
      ],
    },
    { name: "tournament-start", fields: [tournament] },
    { name: "tournament-pause", fields: [tournament] },
    { name: "tournament-resume", fields: [tournament] },
    {
      name: "tournament-pace",
      fields: [tournament, number("tables", "tables-at-once", optional), number("parallel", "parallel", optional)],
    },
    { name: "tournament-release", fields: [tournament, round] },
    { name: "tournament-schedule", fields: [tournament, round, isPublic], looks: true },
    { name: "tournament-standings", fields: [tournament, isPublic], looks: true },
    { name: "tournament-teams", fields: [tournament, isPublic], looks: true },
    { name: "tournament-crosstable", fields: [tournament, isPublic], looks: true },
    { name: "tournament-bracket", fields: [tournament, isPublic], looks: true },
    {
      name: "tournament-export",
      fields: [tournament, choice("form", "form", ["json", "trf", "csv"]), isPublic],
      looks: true,
    },
    { name: "tournament-forfeit", fields: [tournament, table, entrant] },
    { name: "tournament-withdraw", fields: [tournament, entrant], isGrave: true },
    { name: "tournament-readmit", fields: [tournament, entrant] },
    { name: "tournament-rule", fields: [tournament, table, { name: "places", label: "places", kind: "numbers" }] },
    { name: "tournament-replay", fields: [tournament, table], isGrave: true },
    { name: "tournament-adjust", fields: [tournament, entrant, number("points"), text("reason")] },
    { name: "tournament-remove", fields: [tournament], isGrave: true },
  ],
  abtests: [
    { name: "ab-tests", fields: [], looks: true },
    {
      name: "ab-submit",
      fields: [
        program("a", "program-a"),
        program("b", "program-b", optional),
        text("against", "release-against", optional),
        text("game"),
        text("title", "title", optional),
        number("max_blocks", "deals", { value: 3000 }),
        number("priority", "priority", { value: 0 }),
        on("private"),
      ],
    },
    { name: "ab-show", fields: [test, on("log", "written")], looks: true },
    { name: "ab-stop", fields: [test], isGrave: true },
    { name: "ab-priority", fields: [test, number("priority", "priority-range")] },
    { name: "ab-release", fields: [text("name"), text("game"), program("side", "program")] },
  ],
  audit: [{ name: "audit", fields: [number("number", "number", { value: 50 })], looks: true }],
};

const linesOf = (value) =>
  value
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** What stands in a field as the server takes it; `bots` are the names of those of the server. May throw an Error with words. */
const READ = {
  number: (value) => Number(value),
  lines: (value, { bots }) => linesOf(value).map((line) => wireName(line, bots)),
  numbers: (value) => value.split(/[\s,]+/).filter(Boolean).map(Number),
  bot: (value, { bots }) => wireName(value, bots),
  json: (value, { field }) => {
    try {
      return JSON.parse(value);
    } catch {
      throw new Error(say("console-not-json", { field: say(`console-field-${field.label}`, { example: field.example }) }));
    }
  },
};

/** What a field holds that nobody has touched. */
const EMPTY = { switch: () => false, choice: ({ choices }) => choices[0] };

/** The body of a command from what stands in its form: empty optional fields are left out. Throws an Error for what is no value. */
export function bodyOf(command, values, bots = []) {
  const body = {};
  for (const field of command.fields) {
    const value = values[field.name] ?? field.value ?? EMPTY[field.kind]?.(field) ?? "";
    if (value === "" && field.optional) continue;
    body[field.name] = READ[field.kind]?.(value, { field, bots }) ?? value;
  }
  return body;
}
