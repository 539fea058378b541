#!/usr/bin/env node
// Plays any game at random: the smallest bot there is.
//
//     node samples/random_bot.mjs --seek colonizers --games 10

import { Bot, run } from "../src/node.js";

class RandomBot extends Bot {
  /** @param {import("../src/index.js").Turn} turn */
  decide(turn) {
    return turn.randomAnswer(this.rng);
  }
}

await run(RandomBot);
