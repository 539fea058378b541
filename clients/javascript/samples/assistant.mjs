#!/usr/bin/env node
// An assistant for every game: shows the clock and suggests what a greedy player would do.
//
//     infoset assist --code ac_... -- node clients/javascript/samples/assistant.mjs

import { Assistant, runAssistant } from "../src/node.js";
import { chooseGreedily } from "./greedy/choose.mjs";

class GreedyAdvice extends Assistant {
  /** @param {import("../src/index.js").Turn} turn */
  everyTurn(turn) {
    this.log(`you have ${turn.n ?? "very many"} ways to answer`);
    this.suggest([chooseGreedily(turn)], { text: "what a greedy player would do" });
  }

  /** @param {number} seconds */
  everySecond(seconds) {
    const left = this.leftMs === null ? "no hurry" : `${Math.round(this.leftMs / 1000)} s`;
    this.draw.table({ asked: this.turn?.kind ?? "nobody asks you", "time left": left, played: `${seconds} s` });
  }
}

await runAssistant(GreedyAdvice);
