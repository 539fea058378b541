#!/usr/bin/env node
// Plays any game without knowing its rules: the server plays every action out, the best mean is taken.
//
//     node samples/monte_carlo_bot.mjs --seek colonizers

import { Bot, run } from "../src/node.js";

const WORLDS = 8; // to try every action in
const PLAYOUTS = 2; // of each action in each world
const MAX_MS = 2000;
const CANDIDATES = 8; // joint orders tried where there are too many for all

class MonteCarloBot extends Bot {
  /** @param {import("../src/index.js").Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const first = turn.isProduct ? this.candidates(turn) : "all";
    const { rows } = await turn.remote.rollout({ k: WORLDS, first, n: PLAYOUTS, max_ms: MAX_MS });
    const [best] = rows.sort((a, b) => b.mean[turn.seat] - a.mean[turn.seat]);
    return best?.first?.picks ?? best?.first?.index ?? turn.randomAnswer(this.rng);
  }

  /** @param {import("../src/index.js").Turn} turn */
  candidates(turn) {
    const draw = () => turn.slots.map(({ options }) => Math.floor(this.rng() * options.length));
    return Array.from({ length: CANDIDATES }, () => ({ picks: draw() }));
  }
}

await run(MonteCarloBot);
