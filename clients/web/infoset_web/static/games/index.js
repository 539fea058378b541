// Which view belongs to which game. A game without one of its own is played with that of any game.
import * as any from "./any/view.js";
import * as catan from "./catan/view.js";
import * as colonizers from "./colonizers/view.js";
import * as crossfire from "./crossfire/view.js";

const VIEWS = { catan, colonizers, crossfire };

/** `{Board, Actions, words, status, Aside?, keys?}` of a game. */
export const viewOf = (game) => VIEWS[game] ?? any;
