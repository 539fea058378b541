#!/usr/bin/env node
// Step 6 of 12, Colonizers: the same, counting points, Omnium and cards.
//
//     node cookbook/colonizers/06_evaluation.mjs --seek colonizers

import { chooseColonizers } from "../../samples/greedy/colonizers.mjs";
import { run } from "../../src/node.js";
import { Lookahead } from "../recipes/sampling.mjs";

class Player extends Lookahead {
  worlds = 8;

  /**
   * @override
   * @param {import("../../src/index.js").Turn} turn
   * @param {any} observation
   */
  worth(turn, observation) {
    const me = observation.players[turn.seat];
    return me.points + 0.5 * me.omnium + 0.5 * me.hand.length;
  }

  /**
   * @override
   * @param {import("../../src/index.js").Turn<any, any>} turn
   */
  guess(turn) {
    return chooseColonizers(turn);
  }
}

await run(Player);
