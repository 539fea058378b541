// Steps 5 to 9: players without rules, whose actions the server tries in worlds it samples for them.

import { Bot } from "../../src/node.js";

/** @typedef {import("../../src/index.js").Turn<any, any>} Turn */
/** @typedef {import("../../src/turn.js").Answer} Answer */
/** @typedef {{index: number} | {picks: number[]}} First what a request calls an action */

/**
 * The actions to look at, the guess of a rule of thumb first: all of a list, or some joint orders.
 * @param {Turn} turn
 * @param {() => number} rng
 * @param {number} limit
 * @param {Answer | undefined} guess
 * @returns {First[]}
 */
function candidates(turn, rng, limit, guess) {
  const choice = guess === undefined ? undefined : turn.readAnswer(guess);
  if (turn.isProduct) {
    return jointOrders(turn, rng, limit, choice !== undefined && "picks" in choice ? choice.picks : undefined);
  }
  const everything = turn.actions.map((_, index) => ({ index }));
  if (choice === undefined || !("index" in choice)) return everything;
  return [{ index: choice.index }, ...everything.filter(({ index }) => index !== choice.index)];
}

/**
 * At most `limit` joint orders: the guess and what differs from it in one slot, else any.
 *
 * Of orders drawn at random nearly all are bad in some slot, and that hides what is good in another.
 * @param {Turn} turn
 * @param {() => number} rng
 * @param {number} limit
 * @param {readonly number[] | undefined} guess
 * @returns {First[]}
 */
function jointOrders(turn, rng, limit, guess) {
  const below = (/** @type {number} */ count) => Math.floor(rng() * count);
  const any = () => turn.slots.map(({ options }) => below(options.length));
  const orders = [guess === undefined ? any() : [...guess]];
  while (orders.length < limit) {
    const picks = guess === undefined ? any() : [...guess];
    const slot = below(picks.length);
    picks[slot] = below(turn.slots[slot].options.length);
    orders.push(picks);
  }
  const different = new Map(orders.map((picks) => [picks.join(), { picks }]));
  return [...different.values()];
}

/**
 * An action as `decide` returns it.
 * @param {First} first
 */
export function answer(first) {
  return "picks" in first ? first.picks : first.index;
}

/**
 * Do both name the same action?
 * @param {First} first
 * @param {import("../../src/wire.js").ActRef} [other]
 */
function same(first, other) {
  return "index" in first ? first.index === other?.index : first.picks.join() === other?.picks?.join();
}

/**
 * The named policy where the server has it for this game, else the one that every game has.
 * @param {Turn} turn
 * @param {string} wanted
 */
export function policyFor(turn, wanted) {
  const { policies = [] } = turn.match.compute;
  return Array.isArray(policies) && policies.includes(wanted) ? wanted : "random";
}

/**
 * Notes for the trace what some actions were found to be worth; of joint orders nothing.
 * @param {Turn} turn
 * @param {readonly {first?: import("../../src/wire.js").ActRef, value: number}[]} found
 */
export function tell(turn, found) {
  const values = new Map(found.map(({ first, value }) => [first?.index, value]));
  turn.weigh(turn.actions.map((_, index) => values.get(index) ?? null));
}

/** Tries actions; `guess` is what a rule of thumb would do, done unless something looks better. */
export class Trying extends Bot {
  jointOrders = 24; // tried where there are too many for all

  /**
   * @param {Turn} _turn
   * @returns {Answer | undefined}
   */
  guess(_turn) {
    return undefined;
  }

  /**
   * The actions to try, the guess first.
   * @param {Turn} turn
   */
  lookedAt(turn) {
    return candidates(turn, this.rng, this.jointOrders, this.guess(turn));
  }
}

/** Steps 5 and 6: looks at the position after each action, in a few worlds, with `worth` for eyes. */
export class Lookahead extends Trying {
  worlds = 4;

  /** @param {Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const firsts = this.lookedAt(turn);
    const { worlds } = await turn.remote.determinize({ k: this.worlds });
    const totals = firsts.map(() => 0);
    for (const { w } of worlds) {
      const equal = { luck: 0, keep: false }; // the same luck for all, or the luckiest would win
      const jobs = firsts.map((first) => ({ w, acts: [first], ...equal }));
      const { results } = await turn.remote.simulate(jobs, { want: ["obs", "returns"], view: turn.seat });
      results.forEach((end, number) => (totals[number] += this.worthOf(turn, end)));
    }
    tell(turn, firsts.map((first, number) => ({ first, value: totals[number] / worlds.length })));
    return answer(firsts[totals.indexOf(Math.max(...totals))]);
  }

  /**
   * @param {Turn} turn
   * @param {import("../../src/wire.js").SimOut} end
   */
  worthOf(turn, end) {
    if (end.returns !== undefined) return 100 * end.returns[turn.seat];
    return end.obs === undefined ? 0 : this.worth(turn, end.obs);
  }

  /**
   * What a position is worth to the seat: the part that a step fills in.
   * @param {Turn} _turn
   * @param {any} _observation
   * @returns {number}
   */
  worth(_turn, _observation) {
    return 0;
  }
}

/** Steps 7 and 8: every action is played out by `policy`, all in one request: flat Monte Carlo. */
export class Playouts extends Trying {
  worlds = 8;
  horizon = 200; // plies
  policy = "random";

  /** @param {Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const rows = await this.tryOut(turn, this.lookedAt(turn), this.worlds);
    tell(turn, rows.map(({ first, mean }) => ({ first, value: mean[turn.seat] })));
    const [best] = rows.sort((a, b) => b.mean[turn.seat] - a.mean[turn.seat]);
    return best?.first === undefined ? turn.fallback : answer(/** @type {First} */ (best.first));
  }

  /**
   * The means behind these first actions, one playout of each in each of `k` worlds.
   * @param {Turn} turn
   * @param {First[]} first
   * @param {number} k
   */
  async tryOut(turn, first, k) {
    const policy = policyFor(turn, this.policy);
    const fields = { first, k, policy, horizon: this.horizon };
    return (await turn.remote?.rollout(fields))?.rows ?? [];
  }
}

/** Step 9: shares playouts out by upper confidence bounds (UCB1): more for actions that look good. */
export class Bandit extends Playouts {
  tries = 160;
  share = 4; // actions that take part in a round, after all had their first turn
  worlds = 4; // in which these are tried in a round
  curiosity = 0.7;

  /**
   * @override
   * @param {Turn} turn
   */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const firsts = this.lookedAt(turn);
    const arms = firsts.map((first) => ({ first, tried: 0, total: 0 }));
    let playing = arms;
    for (let tried = 0; tried < this.tries; ) {
      const rows = await this.tryOut(turn, playing.map(({ first }) => first), tried === 0 ? 1 : this.worlds);
      const done = rows.reduce((sum, row) => sum + row.n, 0);
      if (done === 0) break; // the budget is spent
      tried += done;
      for (const row of rows) {
        const arm = playing.find(({ first }) => same(first, row.first));
        if (arm === undefined) continue;
        arm.tried += row.n;
        arm.total += row.n * row.mean[turn.seat];
      }
      playing = this.mostPromising(arms, tried);
    }
    tell(turn, arms.map(({ first, tried, total }) => ({ first, value: total / tried })));
    const best = arms.reduce((most, arm) => (arm.tried > most.tried ? arm : most));
    return answer(best.first);
  }

  /**
   * Those with the highest upper confidence bounds: a good mean, or few tries.
   * @param {{first: First, tried: number, total: number}[]} arms
   * @param {number} tried all together
   */
  mostPromising(arms, tried) {
    const bounds = new Map(
      arms.map((arm) => {
        const spread = Math.sqrt(Math.log(tried) / arm.tried);
        return [arm, arm.tried === 0 ? Infinity : arm.total / arm.tried + this.curiosity * spread];
      }),
    );
    const sorted = [...arms].sort((a, b) => (bounds.get(b) ?? 0) - (bounds.get(a) ?? 0));
    return sorted.slice(0, this.share);
  }
}
