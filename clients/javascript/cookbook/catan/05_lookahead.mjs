#!/usr/bin/env node
// Step 5 of 12, Catan: tries each action for one ply in sampled worlds, and counts points.
//
//     node cookbook/catan/05_lookahead.mjs --seek catan

import { chooseCatan } from "../../samples/greedy/catan.mjs";
import { run } from "../../src/node.js";
import { Lookahead } from "../recipes/sampling.mjs";

class Player extends Lookahead {
  /**
   * @override
   * @param {import("../../src/index.js").Turn} turn
   * @param {any} observation
   */
  worth(turn, observation) {
    return observation.players[turn.seat].points;
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
