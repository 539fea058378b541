#!/usr/bin/env node
// Step 8 of 12, Crossfire: the playouts are played by rules of thumb instead of at random.
//
//     node cookbook/crossfire/08_policy.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { Playouts } from "../recipes/sampling.mjs";

class Player extends Playouts {
  policy = "heuristic";
  horizon = 60; // to the end: the server has no eye for positions of Crossfire

  /**
   * @override
   * @param {import("../../src/index.js").Turn<any, any>} turn
   */
  guess(turn) {
    return chooseCrossfire(turn);
  }
}

await run(Player);
