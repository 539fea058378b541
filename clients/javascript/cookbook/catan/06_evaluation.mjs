#!/usr/bin/env node
// Step 6 of 12, Catan: the same, counting points, roads and cards.
//
//     node cookbook/catan/06_evaluation.mjs --seek catan

import { chooseCatan } from "../../samples/greedy/catan.mjs";
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
    return 2 * me.points + 0.2 * me.roads.length + 0.1 * me.cards;
  }

  /**
   * @override
   * @param {import("../../src/index.js").Turn<any, any>} turn
   */
  guess(turn) {
    return chooseCatan(turn);
  }
}

await run(Player);
