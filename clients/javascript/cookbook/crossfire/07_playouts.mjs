#!/usr/bin/env node
// Step 7 of 12, Crossfire: every action is played on at random by the server for two rounds: flat Monte Carlo.
//
//     node cookbook/crossfire/07_playouts.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { Playouts } from "../recipes/sampling.mjs";

class Player extends Playouts {
  horizon = 2; // rounds: what chance does later is noise

  /**
   * @override
   * @param {import("../../src/index.js").Turn<any, any>} turn
   */
  guess(turn) {
    return chooseCrossfire(turn);
  }
}

await run(Player);
