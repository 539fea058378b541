// A match that is only looked at, as a game's view wants it: nothing to decide.
import { linesUpTo } from "../model/tape.js";
import { nameOf } from "../model/naming.js";
import { merged } from "./merged.js";

/** `at` is the number of a frame. `known` is what the server says of the game, if there is one. */
export function seenTable(tape, at, view, known) {
  const { start } = tape;
  const { obs, items } = tape.frames[at];
  const seat = view.startsWith("seat:") ? Number(view.slice(5)) : -1;
  const over = at === tape.frames.length - 1 ? tape.over : null;
  return quietTable({ start, obs, items, seat, over, lines: linesUpTo(tape, at) }, known);
}

/** A position at which whoever looks has nothing to decide: how the match began, what `seat` sees, what has just happened. */
export function quietTable({ start, obs, items, seat, over = null, lines = [] }, known) {
  const seats = start.players;
  return {
    game: start.game,
    obs: merged(start.game, obs),
    consts: start.consts ?? known?.consts ?? {},
    options: start.options ?? {},
    decision: null,
    sealed: null,
    draft: {},
    prepare: () => {},
    last: items,
    seat,
    seats,
    name: (one) => nameOf(seats, one),
    act: () => {},
    send: () => {},
    sendAll: () => {},
    isBusy: false,
    problem: null,
    over,
    match: { lines: { value: lines }, isPlayer: false },
  };
}
