#!/usr/bin/env node
// Step 3 of 12, Crossfire: goes to the middle, which is flooded last, and never fires.
//
//     node cookbook/crossfire/03_order.mjs --seek crossfire

import { approachMiddle } from "../../samples/greedy/crossfire.mjs";
import { Bot, run } from "../../src/node.js";

class Player extends Bot {
  /** @param {import("../../src/index.js").Turn<any, any>} turn */
  decide(turn) {
    return approachMiddle(turn);
  }
}

await run(Player);
