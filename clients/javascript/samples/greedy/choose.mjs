// The greedy answer for whatever game is played; at random where there are no rules for it.

import { chooseCatan } from "./catan.mjs";
import { chooseColonizers } from "./colonizers.mjs";
import { chooseCrossfire } from "./crossfire.mjs";

/** @type {Record<string, (turn: import("../../src/index.js").Turn<any, any>) => import("../../src/turn.js").Answer>} */
const RULES = { catan: chooseCatan, colonizers: chooseColonizers, crossfire: chooseCrossfire };

/** @param {import("../../src/index.js").Turn<any, any>} turn */
export function chooseGreedily(turn) {
  return Object.hasOwn(RULES, turn.game) ? RULES[turn.game](turn) : turn.randomAnswer();
}
