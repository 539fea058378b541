// A new ladder of a class that was filled in as a form, as what the server is asked for (docs/ladder.md). Sends nothing.
import { idOf } from "./tournament_file.js";

/** Times for a decision, in milliseconds. */
export const TIMES = [5_000, 20_000, 90_000];

/** What ratings of a season rest on, and how many days it may last; 0 where its teacher ends it. */
export const SEASONS = ["off", "carried", "fresh"];
export const SEASON_DAYS = [0, 7, 14, 28];

/**
 * The body of `class-ladder`. `hosted` are the bots of the server that play along, each on at most `copies` seats of a table;
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
