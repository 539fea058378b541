// The recipes of the cookbook in a world of one move: do they find the action that wins?

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bandit, Lookahead, Playouts } from "../cookbook/recipes/sampling.mjs";
import { OnTheClock, OneTree, TreePerWorld } from "../cookbook/recipes/trees.mjs";
import { Turn } from "../src/turn.js";

const ACTIONS = 40; // more than a tree of few iterations can try
const BEST = 23;
const FALLBACK = 0;

/** A server's thinking, which tells what is wanted and nothing else. The seat wins by action BEST alone. */
class Thinking {
  /** @param {number} seat */
  constructor(seat) {
    this.seat = seat;
    this.wins = (/** @type {any} */ first) => (first.index === BEST ? 1 : -1);
  }

  /** @param {any} fields */
  async determinize({ k = 1 }) {
    return { worlds: Array.from({ length: k }, (_, number) => ({ w: `w_${number}` })) };
  }

  /** @param {any[]} jobs @param {any} fields */
  async simulate(jobs, { want = ["legal"] } = {}) {
    return { results: jobs.map((job) => this.#end(job, want)) };
  }

  /**
   * A world is called by its number, and behind a first action by that, too: what comes later changes nothing.
   * @param {any} job @param {string[]} want
   */
  #end({ w, acts: [first], policy }, want) {
    const [world, begun = first.index] = w.split("+");
    const worth = this.wins({ index: Number(begun) });
    const returns = want.includes("returns") && { returns: this.#returns(worth) };
    if (policy !== undefined) return { status: "ok", ...returns };
    const told = { obs: { points: worth }, keys: [7, 7, 5] };
    const wanted = Object.fromEntries(Object.entries(told).filter(([name]) => want.includes(name)));
    return { status: "ok", w: `${world}+${begun}`, to_act: [1 - this.seat], n: 3, ...wanted };
  }

  /** @param {any} fields */
  async rollout({ first, k }) {
    const row = (/** @type {any} */ one) => ({ first: one, n: k, mean: this.#returns(this.wins(one)) });
    return { rows: first.map(row) };
  }

  /** @param {number} own */
  #returns(own) {
    return this.seat === 0 ? [own, -own] : [-own, own];
  }
}

/** @param {number} seat */
function question(seat) {
  const match = /** @type {any} */ ({ seat, compute: { policies: ["random"] } });
  const actions = Array.from({ length: ACTIONS }, (_, number) => ["go", number]);
  const asked = { decision: 1, kind: "go", n: ACTIONS, legal: { actions }, fallback: FALLBACK };
  return new Turn(match, asked, {}, [], /** @type {any} */ (new Thinking(seat)));
}

class Looking extends Lookahead {
  /** @override @param {any} _ @param {any} observation */
  worth(_, { points }) {
    return points;
  }
}

class Hurried extends OnTheClock {
  batches = 8; // so that no clock decides
  iterations = 180;
  usualMs = Infinity;
}

class Patient extends TreePerWorld {
  worlds = 3;
}

for (const recipe of [Looking, Playouts, Bandit, Patient, OneTree, Hurried]) {
  test(`${recipe.name} finds the action that wins`, async () => {
    for (const seat of [0, 1]) {
      const asked = question(seat);
      assert.equal(await new recipe().decide(asked), BEST);
      const known = asked.values.map((value) => value ?? -Infinity);
      assert.equal(known.indexOf(Math.max(...known)), BEST, "its trace tells why");
    }
  });
}

test("a tree that cannot try anything leaves the decision to the fallback", async () => {
  const asked = question(0);
  const spent = async (/** @type {any[]} */ jobs) => ({ results: jobs.map(() => ({ status: "budget" })) });
  Object.assign(/** @type {any} */ (asked.remote), { simulate: spent });
  assert.equal(await new OneTree().decide(asked), FALLBACK);
});
