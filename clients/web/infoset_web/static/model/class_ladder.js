// A new ladder of a class that was filled in as a form, as what the server is asked for (docs/ladder.md). Sends nothing.
import { idOf } from "./tournament_file.js";

/** Times for a decision, in milliseconds. */
export const TIMES = [5_000, 20_000, 90_000];

/** The body of `class-ladder`. `hosted` are the bots of the server that play along, each on at most `copies` seats of a table. */
export const writeClassLadder = ({ title, classroom, game, options, hosted, copies, time, talk }) => ({
  ladder: idOf(title, "ladder"),
  classroom: classroom.trim(),
  game,
  title: title.trim(),
  options,
  hosted,
  copies: Number(copies),
  move_ms: Number(time),
  talk,
});
