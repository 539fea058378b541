#!/usr/bin/env node
// Step 12 of 12, Crossfire: the same for as long as the clock allows.
//
//     node cookbook/crossfire/12_clock.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { OnTheClock } from "../recipes/trees.mjs";

class Player extends OnTheClock {
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
