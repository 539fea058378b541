// A ladder of a class that was filled in as a form, new or changed, as what the server is asked for (docs/ladder.md). Sends nothing.
import { idOf } from "./tournament_file.js";

/** Times for a decision, in milliseconds. */
export const TIMES = [5_000, 20_000, 90_000];

/** What ratings of a season rest on, and how many days it may last; 0 where its teacher ends it. */
export const SEASONS = ["off", "carried", "fresh"];
export const SEASON_DAYS = [0, 7, 14, 28];

/**
 * The body of `class-ladder`. `hosted` are the bots of the server, and of its teacher, that play along, each on at most `copies` seats of a table;
 * with `uploads`, so do bots that the class has uploaded.
 */
export const writeClassLadder = ({ title, classroom, game, options, hosted, uploads, copies, time, talk, seasons, days }) => ({
  ladder: idOf(title, "ladder"),
  classroom: classroom.trim(),
  game,
  title: title.trim(),
  options,
  hosted,
  uploads,
  copies: Number(copies),
  move_ms: Number(time),
  talk,
  seasons,
  season_days: seasons !== "off" && Number(days) ? Number(days) : null,
});

/** The fields of the form from the rows of `ladder-file`. */
export function readClassLadder(rows) {
  const { season_days: days, move_ms: time, ...fields } = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  return { ...fields, days, time };
}

const WRITTEN = {
  title: (form) => form.title.trim(),
  hosted: (form) => [...form.hosted].sort(),
  uploads: (form) => form.uploads,
  copies: (form) => Number(form.copies),
  matches: (form) => Number(form.matches),
  per_hour: (form) => Number(form.per_hour),
  entry_per_hour: (form) => Number(form.entry_per_hour),
  seasons: (form) => form.seasons,
  season_days: (form) => (form.seasons === "off" ? 0 : Number(form.days)),
  move_ms: (form) => Number(form.time),
  talk: (form) => form.talk,
  options: (form) => form.options,
};

/** Of the body of `change-ladder` what is otherwise in `form` than it was `before`. */
export function changesOf(before, form) {
  const fields = Object.entries(WRITTEN).map(([name, write]) => [name, write(before), write(form)]);
  const changed = fields.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is));
  return Object.fromEntries(changed.map(([name, , is]) => [name, is]));
}
