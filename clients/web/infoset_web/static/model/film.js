// A finished match in one file that a page can show by itself, without rules and without a server. Draws nothing.
import { tapeOf } from "./tape.js";
import { say } from "../words/words.js";

const FORM = "infoset-film/1";
const RECORD = "infoset-record/1";
export const MOST_BYTES = 128 * 1024 * 1024;
const VIEW = /^(all|public|seat:\d{1,2})$/;

/** The text of a film: the entries of the replay in the form `frames`, by view. */
export const filmText = (replay, entries) => JSON.stringify({ form: FORM, replay, views: entries });

/** The views of a match that are worth keeping, the one that shows most first. */
export const viewsOf = (players) => ["all", "public", ...players.map((_, seat) => `seat:${seat}`)];

/** The match of which a text is the record; undefined where it is none. A record needs the rules to be seen. */
export function matchOfRecord(text) {
  const [line] = text.slice(0, 1_000_000).split("\n", 1);
  const head = parsed(line);
  return head?.form === RECORD ? String(head.match_id ?? "") : undefined;
}

/** `{replay, tapes}`, tapes by view. Throws an Error for a text that is no film, saying what was expected where. */
export function readFilm(text) {
  const film = parsed(text);
  if (film?.form !== FORM) throw new Error(say("sharing-wants-form", { form: FORM }));
  if (typeof film.replay !== "string" || !/^[\w.-]{1,80}$/.test(film.replay)) throw new Error(say("sharing-wants-match", { field: "replay" }));
  if (!isObject(film.views)) throw new Error(say("sharing-wants-object", { field: "views" }));
  const names = Object.keys(film.views);
  if (!names.length || !names.every((name) => VIEW.test(name))) throw new Error(say("sharing-wants-views", { field: "views" }));
  return { replay: film.replay, tapes: Object.fromEntries(names.map((name) => [name, readTape(name, film.views[name])])) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isCount = (value) => Number.isInteger(value) && value >= 0;

const CHECKS = {
  match_start: {
    game: (value) => typeof value === "string",
    players: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one?.name === "string"),
  },
  snapshot: { ver: isCount, obs: isObject },
  events: { ver: isCount, items: (value) => Array.isArray(value) && value.every((one) => typeof one?.e === "string") },
  match_over: { places: (value) => Array.isArray(value) && value.every(isCount), scores: Array.isArray },
};

function readTape(view, entries) {
  if (!Array.isArray(entries)) throw new Error(say("sharing-wants-list", { field: `views.${view}` }));
  entries.forEach((entry, i) => {
    for (const [name, isFit] of Object.entries(CHECKS[entry?.type] ?? {}))
      if (!isFit(entry[name]))
        throw new Error(say("sharing-wants-value", { field: `views.${view}[${i}].${name}`, type: entry.type }));
  });
  const tape = tapeOf(entries.filter(isObject));
  if (!tape.start || !tape.frames.length || !tape.frames.every(({ obs }) => isObject(obs)))
    throw new Error(say("sharing-wants-beginning", { field: `views.${view}` }));
  return tape;
}
