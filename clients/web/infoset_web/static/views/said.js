// Actions in the words of their game.
import { actionWords } from "../games/any/view.js";

/** An action in the words of its game, where that can say it without the question. */
export function saidOf(view, action, asked) {
  try {
    return view.choiceWords?.(action, asked) ?? actionWords(action);
  } catch {
    return actionWords(action);
  }
}
