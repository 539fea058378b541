#!/usr/bin/env node
// Step 5 of 12, Crossfire: tries each action for one ply in sampled worlds, and counts units alive.
//
//     node cookbook/crossfire/05_lookahead.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { Lookahead } from "../recipes/sampling.mjs";

class Player extends Lookahead {
  worlds = 2;

  /**
   * @override
   * @param {import("../../src/index.js").Turn} _
   * @param {any} observation
   */
  worth(_, observation) {
    return observation.units.filter((/** @type {number[]} */ unit) => unit[3]).length;
  }

  /**
   * @override
   * @param {import("../../src/index.js").Turn<any, any>} turn
   */
  guess(turn) {
    return chooseCrossfire(turn);
  }
}

await run(Player);
