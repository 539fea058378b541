#!/usr/bin/env node
// Step 9 of 12, Crossfire: more playouts for actions that look good, fewer for the others (UCB1).
//
//     node cookbook/crossfire/09_bandit.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { Bandit } from "../recipes/sampling.mjs";

class Player extends Bandit {
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
