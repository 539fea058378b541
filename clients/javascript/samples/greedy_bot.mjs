#!/usr/bin/env node
// Plays by a few rules of thumb, others for each game; they are in the folder greedy/.
//
//     node samples/greedy_bot.mjs --seek catan

import { Bot, run } from "../src/node.js";
import { chooseGreedily } from "./greedy/choose.mjs";

class GreedyBot extends Bot {
  /** @param {import("../src/index.js").Turn} turn */
  decide(turn) {
    return chooseGreedily(turn);
  }
}

await run(GreedyBot);
