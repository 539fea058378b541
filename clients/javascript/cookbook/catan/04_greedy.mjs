#!/usr/bin/env node
// Step 4 of 12, Catan: builds and robs where the dice fall most often.
//
//     node cookbook/catan/04_greedy.mjs --seek catan

import { chooseCatan } from "../../samples/greedy/catan.mjs";
import { Bot, run } from "../../src/node.js";

class Player extends Bot {
  /** @param {import("../../src/index.js").Turn<any, any>} turn */
  decide(turn) {
    return chooseCatan(turn);
  }
}

await run(Player);
