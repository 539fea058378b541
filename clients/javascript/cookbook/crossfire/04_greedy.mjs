#!/usr/bin/env node
// Step 4 of 12, Crossfire: fires along a line with an enemy in view, else goes to the middle.
//
//     node cookbook/crossfire/04_greedy.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { Bot, run } from "../../src/node.js";

class Player extends Bot {
  /** @param {import("../../src/index.js").Turn<any, any>} turn */
  decide(turn) {
    return chooseCrossfire(turn);
  }
}

await run(Player);
