// The organiser's commands as data: their names, their arguments, and what they are for. Sends nothing.

const text = (name, words, more = {}) => ({ name, words, kind: "text", ...more });
const number = (name, words, more = {}) => ({ name, words, kind: "number", ...more });
const choice = (name, words, choices, more = {}) => ({ name, words, kind: "choice", choices, ...more });
const room = text("room", "room; empty for all, if you are an administrator", { optional: true });
const user = text("user", "name or id");
const tournament = text("tournament", "id of the tournament");
const entrant = text("entrant", "name in the tables, or number from 1");
const table = text("table", "name of the table, as in R2.1");
const isPublic = { name: "public", words: "only what everybody may know", kind: "switch" };

export const GROUPS = {
  Event: [
    { name: "announce", about: "Shows a text to everybody.", fields: [text("text", "the text"), room] },
    { name: "open", about: "Lets matches begin, and frozen ones go on.", fields: [room] },
    { name: "close", about: "Begins no new matches; those that run are played to their end.", fields: [room] },
    { name: "freeze", about: "Begins no new matches, and time stands still in those that run.", fields: [room] },
    { name: "re-run", about: "Plays a match again with another deal.", fields: [text("match", "id of the match")] },
    { name: "export", about: "The record of a match, as a file.", fields: [text("match", "id of the match")] },
    {
      name: "slow",
      about: "Matches whose answers took long.",
      fields: [number("minutes", "minutes back", { value: 5 })],
      looks: true,
    },
  ],
  People: [
    {
      name: "users",
      about: "Who has an account.",
      fields: [{ name: "guests", words: "guests, too", kind: "switch" }],
      looks: true,
    },
    {
      name: "add-user",
      about: "A new account.",
      fields: [text("name", "name"), choice("role", "role", ["player", "organiser", "admin"])],
    },
    {
      name: "set-role",
      about: "Somebody becomes a player, organiser or admin.",
      fields: [user, choice("role", "role", ["player", "organiser", "admin"])],
    },
    { name: "remove-user", about: "Deletes an account and all that is its.", fields: [user], isGrave: true },
    { name: "mute", about: "No chat.", fields: [user, number("minutes", "minutes, or empty", { optional: true })] },
    { name: "unmute", about: "Chat again.", fields: [user] },
    {
      name: "ban",
      about: "Keeps out and throws out.",
      fields: [
        text("user", "name or id", { optional: true }),
        text("address", "address or range", { optional: true }),
        number("minutes", "minutes, or empty", { optional: true }),
        text("reason", "why", { optional: true }),
      ],
    },
    {
      name: "unban",
      about: "Lets in again.",
      fields: [text("user", "name or id", { optional: true }), text("address", "address or range", { optional: true })],
    },
    { name: "bans", about: "Who is kept out.", fields: [], looks: true },
    { name: "tokens", about: "What lets somebody in.", fields: [user], looks: true },
    {
      name: "add-token",
      about: "A new token; it is shown once.",
      fields: [user, text("label", "label", { optional: true }), number("days", "days", { optional: true })],
    },
    {
      name: "add-key",
      about: "A public key with which somebody logs in without sending a secret.",
      fields: [
        user,
        text("key", "the public key, as it was printed"),
        text("label", "label", { optional: true }),
        number("days", "days", { optional: true }),
      ],
    },
    { name: "revoke-token", about: "It works no more.", fields: [text("id", "id of the token")] },
    { name: "revoke-tokens", about: "None of somebody's works any more.", fields: [user], isGrave: true },
  ],
  Classes: [
    { name: "classes", about: "All classes.", fields: [], looks: true },
    {
      name: "add-class",
      about: "A class with pupils under made-up names.",
      fields: [text("name", "name of the class"), number("pupils", "how many", { value: 24 })],
    },
    {
      name: "add-pupils",
      about: "More of them, by number or by name.",
      fields: [
        text("name", "name of the class"),
        number("pupils", "how many under made-up names", { optional: true }),
        { name: "names", words: "names, one a line", kind: "lines", optional: true },
      ],
    },
    {
      name: "remove-pupil",
      about: "Deletes the account of one.",
      fields: [text("name", "name of the class"), text("pupil", "name or id of the pupil")],
      isGrave: true,
    },
    { name: "pupils", about: "Who is in it.", fields: [text("name", "name of the class")], looks: true },
    {
      name: "cards",
      about: "Cards to print and cut up.",
      fields: [text("name", "name of the class"), text("pupil", "only this pupil", { optional: true })],
    },
    {
      name: "open-class",
      about: "One code for the blackboard.",
      fields: [text("name", "name of the class"), number("minutes", "minutes", { value: 45 })],
    },
    { name: "close-class", about: "The code works no more.", fields: [text("name", "name of the class")] },
    { name: "allow-chat", about: "The class may chat.", fields: [text("name", "name of the class")] },
    { name: "forbid-chat", about: "It may not.", fields: [text("name", "name of the class")] },
    {
      name: "remove-class",
      about: "Deletes the class and all that is its.",
      fields: [text("name", "name of the class")],
      isGrave: true,
    },
  ],
  Bots: [
    { name: "add-bot", about: "An account for a bot.", fields: [text("name", "name")] },
    { name: "disable-bot", about: "It plays no more.", fields: [text("bot", "name")] },
    { name: "enable-bot", about: "It may play again.", fields: [text("bot", "name")] },
  ],
  Ladders: [
    { name: "ladders", about: "All ladders.", fields: [], looks: true },
    {
      name: "ladder",
      about: "Opens, pauses, freezes or closes one.",
      fields: [text("ladder", "name of the ladder"), choice("state", "from now on it is", ["open", "paused", "frozen", "closed"])],
    },
    { name: "load-ladders", about: "Reads the files of ladders again.", fields: [] },
    { name: "entries", about: "Who is on it.", fields: [text("ladder", "name of the ladder")], looks: true },
    {
      name: "entry-log",
      about: "What is noted for the owner of an entry.",
      fields: [text("ladder", "name of the ladder"), text("entry", "id of the entry")],
      looks: true,
    },
    {
      name: "bench",
      about: "An entry plays no more.",
      fields: [
        text("ladder", "name of the ladder"),
        text("entry", "id of the entry"),
        text("reason", "why", { optional: true }),
      ],
    },
    {
      name: "unbench",
      about: "It may again.",
      fields: [text("ladder", "name of the ladder"), text("entry", "id of the entry")],
    },
    {
      name: "seasons",
      about: "Its seasons, and who was first.",
      fields: [text("ladder", "name of the ladder")],
      looks: true,
    },
    {
      name: "end-season",
      about: "Ends the season that is on; another begins.",
      fields: [text("ladder", "name of the ladder")],
      isGrave: true,
    },
    {
      name: "batch",
      about: "An entry plays so many matches.",
      fields: [
        text("ladder", "name of the ladder"),
        text("entry", "name or id of the entry"),
        { name: "against", words: "entries at the same table, one a line; empty for anybody", kind: "lines", optional: true },
        number("matches", "how many", { value: 20 }),
      ],
    },
    {
      name: "batches",
      about: "Matches that were asked for, and how far they have come.",
      fields: [text("ladder", "name of the ladder")],
      looks: true,
    },
    {
      name: "cancel-batch",
      about: "Begins no more matches of a batch.",
      fields: [text("ladder", "name of the ladder"), text("batch", "id of the batch")],
    },
  ],
  Tournaments: [
    { name: "tournaments", about: "All of them.", fields: [], looks: true },
    {
      name: "tournament-create",
      about: "A new one, from a file that was kept or changed by hand.",
      fields: [{ name: "file", words: "the text of the file", kind: "long" }],
    },
    { name: "tournament-open", about: "Shows it, and lets it start when its time comes.", fields: [tournament] },
    {
      name: "tournament-enter",
      about: "Enters somebody.",
      fields: [
        tournament,
        text("user", "name or id", { optional: true }),
        text("bot", "bot", { optional: true }),
        text("classroom", "a whole class", { optional: true }),
        text("name", "name in the tables", { optional: true }),
      ],
    },
    { name: "tournament-start", about: "Begins.", fields: [tournament] },
    { name: "tournament-pause", about: "Draws no further tables.", fields: [tournament] },
    { name: "tournament-resume", about: "Goes on.", fields: [tournament] },
    {
      name: "tournament-release",
      about: "Shows results up to a round; all of them without one.",
      fields: [tournament, number("round", "round", { optional: true })],
    },
    {
      name: "tournament-schedule",
      about: "All tables, or those of a round.",
      fields: [tournament, number("round", "round", { optional: true }), isPublic],
      looks: true,
    },
    { name: "tournament-standings", about: "Who is ahead.", fields: [tournament, isPublic], looks: true },
    { name: "tournament-teams", about: "How its teams stand.", fields: [tournament, isPublic], looks: true },
    {
      name: "tournament-crosstable",
      about: "Who made how many points against whom.",
      fields: [tournament, isPublic],
      looks: true,
    },
    { name: "tournament-bracket", about: "The bracket of a knock-out.", fields: [tournament, isPublic], looks: true },
    {
      name: "tournament-export",
      about: "Everything, as a file.",
      fields: [tournament, choice("form", "form of the file", ["json", "trf", "csv"]), isPublic],
      looks: true,
    },
    { name: "tournament-forfeit", about: "Somebody loses a table.", fields: [tournament, table, entrant] },
    {
      name: "tournament-withdraw",
      about: "Somebody leaves; what is not decided is lost.",
      fields: [tournament, entrant],
      isGrave: true,
    },
    {
      name: "tournament-rule",
      about: "Says how a table ended.",
      fields: [tournament, table, { name: "places", words: "places of its entrants, as in 1 2", kind: "numbers" }],
    },
    {
      name: "tournament-replay",
      about: "A table is played again; what happened there does not count.",
      fields: [tournament, table],
      isGrave: true,
    },
    {
      name: "tournament-adjust",
      about: "Gives points; negative ones are taken.",
      fields: [tournament, entrant, number("points", "points"), text("reason", "why")],
    },
    {
      name: "tournament-remove",
      about: "Deletes it with all its results.",
      fields: [tournament],
      isGrave: true,
    },
  ],
  "A-B tests": [
    { name: "ab-tests", about: "Yours, in the order of the queue.", fields: [], looks: true },
    {
      name: "ab-submit",
      about: "Is A better than B? Programs with files of their own are sent by `infoset ab submit`.",
      fields: [
        { name: "a", words: 'A, as {"label": "new", "spec": "ismcts"}', kind: "json" },
        { name: "b", words: "B, or empty", kind: "json", optional: true },
        text("against", "name of a release, where B is empty", { optional: true }),
        text("game", "game"),
        text("title", "title", { optional: true }),
        number("max_blocks", "deals at most", { value: 3000 }),
        number("priority", "priority, above 0 for administrators", { value: 0 }),
        { name: "private", words: "only for you", kind: "switch" },
      ],
    },
    {
      name: "ab-show",
      about: "Where a test stands, or what its programs wrote.",
      fields: [text("test", "id of the test"), { name: "log", words: "what was written", kind: "switch" }],
      looks: true,
    },
    { name: "ab-stop", about: "Plays it no further.", fields: [text("test", "id of the test")], isGrave: true },
    {
      name: "ab-priority",
      about: "Lets it be played before others, or after them.",
      fields: [text("test", "id of the test"), number("priority", "from -10 to 10")],
    },
    {
      name: "ab-release",
      about: "Keeps a program as the newest of its name.",
      fields: [
        text("name", "name"),
        text("game", "game"),
        { name: "side", words: 'the program, as {"label": "new", "spec": "ismcts"}', kind: "json" },
      ],
    },
  ],
  Audit: [
    {
      name: "audit",
      about: "What was done, by whom.",
      fields: [number("number", "how many", { value: 50 })],
      looks: true,
    },
  ],
};

const READ = {
  number: Number,
  lines: (value) =>
    value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  numbers: (value) => value.split(/[\s,]+/).filter(Boolean).map(Number),
};

/** What a field holds that nobody has touched. */
const EMPTY = { switch: () => false, choice: ({ choices }) => choices[0] };

/** The body of a command from what stands in its form: empty optional fields are left out. */
export function bodyOf(command, values) {
  const body = {};
  for (const field of command.fields) {
    const value = values[field.name] ?? field.value ?? EMPTY[field.kind]?.(field) ?? "";
    if (value === "" && field.optional) continue;
    body[field.name] = READ[field.kind]?.(value) ?? value;
  }
  return body;
}
