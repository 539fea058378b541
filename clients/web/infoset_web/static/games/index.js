// Which view belongs to which game: one of the page's, one that the game brings (plugged.js), or that of any game.
import * as catan from "./catan/view.js";
import * as colonizers from "./colonizers/view.js";
import * as crossfire from "./crossfire/view.js";
import { pluggedView, viewCame } from "./plugged.js";

const VIEWS = { catan, colonizers, crossfire };

/** `{Board, Actions, words, actionWords, choiceWords, status, Aside?, keys?, ...}` of a game (docs/game-views.md). */
export const viewOf = (game) => VIEWS[game] ?? pluggedView(game);

/** Resolves when `viewOf` has the view that stays. */
export const viewIsThere = async (game) => (game in VIEWS ? undefined : viewCame(game));
