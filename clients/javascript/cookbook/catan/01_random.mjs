#!/usr/bin/env node
// Step 1 of 12, Catan: any legal action.
//
//     node cookbook/catan/01_random.mjs --seek catan

import { Bot, run } from "../../src/node.js";

class Player extends Bot {
  /** @param {import("../../src/index.js").Turn} turn */
  decide(turn) {
    return turn.randomAnswer(this.rng);
  }
}

await run(Player);
