// Colonizers by one rule: keep and build the most valuable module, collect Omnium for it.

/** @typedef {import("../../src/games/colonizers.js").Observation} Observation */
/** @typedef {import("../../src/games/colonizers.js").Action} Action */
/** @typedef {import("../../src/games/colonizers.js").Consts} Consts */

const ENOUGH_CARDS = 1;

/**
 * @param {import("../../src/index.js").Turn<Observation, Action>} turn
 * @returns {import("../../src/turn.js").Answer}
 */
export function chooseColonizers(turn) {
  const { observation, match } = turn;
  const { modules } = /** @type {Consts} */ (match.consts);
  if (turn.kind === "draw" && turn.n === 2) {
    return observation.players[turn.seat].hand.length < ENOUGH_CARDS ? ["draw"] : ["omnium"];
  }
  const cards = [...turn.actionsWith("keep"), ...turn.actionsWith("build")];
  const best = cards.sort((a, b) => modules[b[1]].value - modules[a[1]].value)[0];
  return best ?? turn.actions[0];
}
