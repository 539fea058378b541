#!/usr/bin/env node
// Step 11 of 12, Crossfire: one tree over many worlds, so that it never acts as if it knew what it cannot: ISMCTS.
//
//     node cookbook/crossfire/11_ismcts.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { OneTree } from "../recipes/trees.mjs";

class Player extends OneTree {
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
