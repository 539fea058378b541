#!/usr/bin/env node
// Step 4 of 12, Colonizers: keeps and builds the most valuable module, draws only with a small hand.
//
//     node cookbook/colonizers/04_greedy.mjs --seek colonizers

import { chooseColonizers } from "../../samples/greedy/colonizers.mjs";
import { Bot, run } from "../../src/node.js";

class Player extends Bot {
  /** @param {import("../../src/index.js").Turn<any, any>} turn */
  decide(turn) {
    return chooseColonizers(turn);
  }
}

await run(Player);
