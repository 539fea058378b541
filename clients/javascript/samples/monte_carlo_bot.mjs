#!/usr/bin/env node
// Plays any game without knowing its rules: the server plays every action out, the best mean is taken.
//
//     node samples/monte_carlo_bot.mjs --seek colonizers

import { Bot, run } from "../src/node.js";

const WORLDS = 8; // to try every action in, at most
const PLAYOUTS = 2; // of each action in each world
const MAX_MS = 2000;
const CANDIDATES = 8; // joint orders tried where there are too many for all
const DECISIONS = 200; // of a long match: each may spend this share of the units that are left for it

class MonteCarloBot extends Bot {
  worlds = WORLDS;

  /** @param {import("../src/index.js").Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const first = turn.isProduct ? this.candidates(turn) : "all";
    const { rows, budget } = await turn.remote.rollout({ k: this.worlds, first, n: PLAYOUTS, max_ms: MAX_MS });
    this.pace(budget);
    const means = new Map(rows.map((row) => [row.first?.index, row.mean[turn.seat]]));
    turn.weigh(turn.actions.map((_, index) => means.get(index) ?? null)); // for --trace
    const [best] = rows.sort((a, b) => b.mean[turn.seat] - a.mean[turn.seat]);
    return best?.first?.picks ?? best?.first?.index ?? turn.randomAnswer(this.rng);
  }

  /**
   * Tries fewer worlds where decisions cost more than the match has units for, and more again.
   * @param {import("../src/wire.js").Budget} budget
   */
  pace({ used, left_game: left = Infinity }) {
    const share = left / DECISIONS;
    if (used > share) this.worlds = Math.max(1, Math.floor(this.worlds / 2));
    else if (used < share / 4) this.worlds = Math.min(WORLDS, this.worlds * 2);
  }

  /** @param {import("../src/index.js").Turn} turn */
  candidates(turn) {
    const draw = () => turn.slots.map(({ options }) => Math.floor(this.rng() * options.length));
    return Array.from({ length: CANDIDATES }, () => ({ picks: draw() }));
  }
}

await run(MonteCarloBot);
