#!/usr/bin/env node
// Step 5 of 12, Colonizers: tries each action for one ply in sampled worlds, and counts points.
//
//     node cookbook/colonizers/05_lookahead.mjs --seek colonizers

import { chooseColonizers } from "../../samples/greedy/colonizers.mjs";
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
    return chooseColonizers(turn);
  }
}

await run(Player);
