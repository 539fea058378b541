#!/usr/bin/env node
// Step 6 of 12, Crossfire: the same, counting units alive, and squares in view with an enemy.
//
//     node cookbook/crossfire/06_evaluation.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { Lookahead } from "../recipes/sampling.mjs";

class Player extends Lookahead {
  worlds = 3;

  /**
   * @override
   * @param {import("../../src/index.js").Turn} _
   * @param {any} observation
   */
  worth(_, observation) {
    const seen = observation.seen.at(-1) ?? [];
    return observation.units.filter((/** @type {number[]} */ unit) => unit[3]).length + 0.1 * seen.length;
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
