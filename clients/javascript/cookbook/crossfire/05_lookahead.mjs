#!/usr/bin/env node
// Step 5 of 12, Crossfire: tries each action for one ply in sampled worlds, and knows who has won.
//
//     node cookbook/crossfire/05_lookahead.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { Lookahead } from "../recipes/sampling.mjs";

class Player extends Lookahead {
  /**
   * @override
   * @param {import("../../src/index.js").Turn<any, any>} turn
   */
  guess(turn) {
    return chooseCrossfire(turn);
  }
}

await run(Player);
