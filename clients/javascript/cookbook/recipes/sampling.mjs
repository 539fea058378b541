// Steps 5 to 9: players without rules, whose actions the server tries in worlds it samples for them.

import { Bot } from "../../src/node.js";

/** @typedef {import("../../src/index.js").Turn<any, any>} Turn */
/** @typedef {{index: number} | {picks: number[]}} First what a request calls an action */

const JOINT_ORDERS = 12; // tried where there are too many for all

/**
 * The actions to look at: all of a list, or a random handful of joint orders.
 * @param {Turn} turn
 * @param {() => number} rng
 * @returns {First[]}
 */
export function candidates(turn, rng) {
  if (!turn.isProduct) return turn.actions.map((_, index) => ({ index }));
  const draw = () => turn.slots.map(({ options }) => Math.floor(rng() * options.length));
  return Array.from({ length: JOINT_ORDERS }, () => ({ picks: draw() }));
}

/**
 * The same, with the guess of a rule of thumb in front: of equals the first one is taken.
 * @param {Turn} turn
 * @param {() => number} rng
 * @param {import("../../src/turn.js").Answer | undefined} guess
 * @returns {First[]}
 */
function withGuess(turn, rng, guess) {
  const others = candidates(turn, rng);
  if (guess === undefined) return others;
  const choice = turn.readAnswer(guess);
  if ("picks" in choice) return [{ picks: [...choice.picks] }, ...others];
  if (!("index" in choice)) return others;
  return [choice, ...others.filter((first) => !("index" in first) || first.index !== choice.index)];
}

/**
 * An action as `decide` returns it.
 * @param {First} first
 */
export function answer(first) {
  return "picks" in first ? first.picks : first.index;
}

/**
 * The named policy where the server has it for this game, else the one that every game has.
 * @param {Turn} turn
 * @param {string} wanted
 */
export function policyFor(turn, wanted) {
  const { policies = [] } = turn.match.compute;
  return policies.includes(wanted) ? wanted : "random";
}

/** Tries actions; `guess` is what a rule of thumb would do, done unless something looks better. */
export class Trying extends Bot {
  /**
   * @param {Turn} _turn
   * @returns {import("../../src/turn.js").Answer | undefined}
   */
  guess(_turn) {
    return undefined;
  }

  /**
   * The actions to try, the guess first.
   * @param {Turn} turn
   */
  lookedAt(turn) {
    return withGuess(turn, this.rng, this.guess(turn));
  }
}

/** Steps 5 and 6: looks at the position after each action, in a few worlds, with `worth` for eyes. */
export class Lookahead extends Trying {
  worlds = 3;

  /** @param {Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const firsts = this.lookedAt(turn);
    const { worlds } = await turn.remote.determinize({ k: this.worlds });
    const totals = firsts.map(() => 0);
    for (const { w } of worlds) {
      const jobs = firsts.map((first) => ({ w, acts: [first], keep: false }));
      const { results } = await turn.remote.simulate(jobs, { want: ["obs"], view: turn.seat });
      results.forEach((end, number) => (totals[number] += this.worthOf(turn, end)));
    }
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
  playouts = 2; // of each action in each world
  horizon = 200; // plies
  policy = "random";

  /** @param {Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const rows = await this.tryOut(turn, this.lookedAt(turn), this.worlds, this.playouts);
    const [best] = rows.sort((a, b) => b.mean[turn.seat] - a.mean[turn.seat]);
    return best?.first === undefined ? turn.fallback : answer(/** @type {First} */ (best.first));
  }

  /**
   * The means behind these first actions.
   * @param {Turn} turn
   * @param {First[]} first
   * @param {number} k
   * @param {number} n
   */
  async tryOut(turn, first, k, n) {
    const policy = policyFor(turn, this.policy);
    const fields = { first, k, n, policy, horizon: this.horizon };
    return (await turn.remote?.rollout(fields))?.rows ?? [];
  }
}

/** Step 9: shares playouts out by upper confidence bounds (UCB1): more for actions that look good. */
export class Bandit extends Playouts {
  rounds = 6; // after all actions had their first turn
  share = 3; // actions that take part in each round
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
    for (let round = 0; round <= this.rounds; round += 1) {
      const rows = await this.tryOut(turn, playing.map(({ first }) => first), 2, 1);
      rows.forEach((row, number) => {
        playing[number].tried += row.n;
        playing[number].total += row.n * row.mean[turn.seat];
      });
      const tried = arms.reduce((sum, arm) => sum + arm.tried, 1);
      const bound = (/** @type {typeof arms[0]} */ arm) =>
        arm.tried === 0
          ? Infinity
          : arm.total / arm.tried + this.curiosity * Math.sqrt(Math.log(tried) / arm.tried);
      playing = [...arms].sort((a, b) => bound(b) - bound(a)).slice(0, this.share);
    }
    const best = arms.reduce((most, arm) => (arm.tried > most.tried ? arm : most));
    return answer(best.first);
  }
}
