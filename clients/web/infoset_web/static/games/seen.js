// A match that is seen again, as a game's view wants it: nothing to decide, positions from a tape.
import { linesUpTo } from "../model/tape.js";
import { nameOf } from "../model/naming.js";
import { merged } from "./merged.js";

/** `at` is the number of a frame. `known` is what the server says of the game, if there is one. */
export function seenTable(tape, at, view, known) {
  const { start } = tape;
  const frame = tape.frames[at];
  const seats = start.players;
  const seat = view.startsWith("seat:") ? Number(view.slice(5)) : -1;
  const lines = { value: linesUpTo(tape, at) };
  return {
    game: start.game,
    obs: merged(start.game, frame.obs),
    consts: start.consts ?? known?.consts ?? {},
    options: start.options ?? {},
    decision: null,
    sealed: null,
    draft: {},
    prepare: () => {},
    last: frame.items,
    seat,
    seats,
    name: (one) => nameOf(seats, one),
    act: () => {},
    send: () => {},
    sendAll: () => {},
    isBusy: false,
    problem: null,
    over: at === tape.frames.length - 1 ? tape.over : null,
    match: { lines, isPlayer: false },
  };
}
