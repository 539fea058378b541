#!/usr/bin/env node
// Step 10 of 12, Crossfire: looks further ahead, in a tree for each of a few worlds, which then vote.
//
//     node cookbook/crossfire/10_tree.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { TreePerWorld } from "../recipes/trees.mjs";

class Player extends TreePerWorld {
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
