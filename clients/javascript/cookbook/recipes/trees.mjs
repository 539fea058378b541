// Steps 10 to 12: players without rules that search trees; the server draws the worlds and takes the steps.

import { answer, policyFor, Trying } from "./sampling.mjs";

/** @typedef {import("../../src/index.js").Turn<any, any>} Turn */
/** @typedef {import("./sampling.mjs").First} First */

/** What is known about a choice: how often it was legal and tried, and what each seat got. */
class Node {
  offered = 0;
  tried = 0;
  /** @type {number[]} */
  totals = [];
  /** @type {Map<string, Node>} */
  children = new Map();
  /** @type {First[] | undefined} which joint orders are looked at here */
  chosen = undefined;

  /** @param {string} name */
  child(name) {
    const found = this.children.get(name) ?? new Node();
    this.children.set(name, found);
    return found;
  }

  /**
   * The upper confidence bound for a seat; what is rarely legal is not held against it.
   * @param {number} seat
   * @param {number} curiosity
   */
  bound(seat, curiosity) {
    if (this.tried === 0) return Infinity;
    const mean = (this.totals[seat] ?? 0) / this.tried;
    return mean + curiosity * Math.sqrt(Math.log(this.offered) / this.tried);
  }

  /** @param {readonly number[]} returns */
  add(returns) {
    this.tried += 1;
    returns.forEach((value, seat) => (this.totals[seat] = (this.totals[seat] ?? 0) + value));
  }
}

/**
 * Step 11: one tree over many worlds (single-observer ISMCTS). Each iteration walks down in a world of its own.
 *
 * P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", 2012.
 */
export class OneTree extends Trying {
  iterations = 16;
  depth = 3; // choices in the tree; behind them the policy plays on
  horizon = 200;
  curiosity = 0.7;
  policy = "heuristic";

  /** @param {Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const root = new Node();
    const { worlds } = await turn.remote.determinize({ k: this.iterations });
    for (const { w } of worlds) await this.iterate(turn, root, w);
    return this.mostTried(turn, [root]);
  }

  /**
   * Down to a choice that is new, on by the policy, and back up with what came of it.
   * @param {Turn} turn
   * @param {Node} root
   * @param {string} world
   */
  async iterate(turn, root, world) {
    const path = [root];
    /** @type {{w: string, seat: number, firsts: First[]}} */
    let place = { w: world, seat: turn.seat, firsts: this.look(root, this.lookedAt(turn)) };
    for (let depth = 0; ; depth += 1) {
      const { first, node } = this.select(path[path.length - 1], place.seat, place.firsts);
      path.push(node);
      const isLast = node.tried === 0 || depth + 1 >= this.depth;
      const end = await this.walk(turn, place.w, first, isLast);
      if (end === undefined) return; // the budget is spent, or the decision is closed
      if (end.returns !== undefined) return path.forEach((visited) => visited.add(end.returns ?? []));
      const { w, to_act: toAct = [], n = 0 } = end;
      if (w === undefined || toAct.length !== 1 || n === 0) return;
      place = { w, seat: toAct[0], firsts: Array.from({ length: n }, (_, index) => ({ index })) };
    }
  }

  /**
   * The joint orders that are looked at in a node: always the same, or none would be tried twice.
   * @param {Node} node
   * @param {First[]} firsts
   */
  look(node, firsts) {
    node.chosen ??= firsts;
    return node.chosen;
  }

  /**
   * @param {Node} node
   * @param {number} seat
   * @param {First[]} firsts
   */
  select(node, seat, firsts) {
    const arms = firsts.map((first) => ({ first, node: node.child(JSON.stringify(first)) }));
    arms.forEach((arm) => (arm.node.offered += 1));
    const bounds = arms.map((arm) => arm.node.bound(seat, this.curiosity));
    const most = Math.max(...bounds);
    const best = arms.filter((_, number) => bounds[number] === most);
    return best[Math.floor(this.rng() * best.length)];
  }

  /**
   * One step in a world; with `isLast` the policy plays on and there are returns.
   * @param {Turn} turn
   * @param {string} w
   * @param {First} first
   * @param {boolean} isLast
   */
  async walk(turn, w, first, isLast) {
    const policy = policyFor(turn, this.policy);
    const job = isLast ? { w, acts: [first], policy, horizon: this.horizon } : { w, acts: [first] };
    const sims = await turn.remote?.simulate([job], { want: ["legal"] });
    return sims?.results[0];
  }

  /**
   * The action that was tried most, in all trees together.
   * @param {Turn} turn
   * @param {Node[]} roots
   */
  mostTried(turn, roots) {
    /** @type {Map<string, number>} */
    const votes = new Map();
    for (const root of roots) {
      for (const [name, { tried }] of root.children) votes.set(name, (votes.get(name) ?? 0) + tried);
    }
    const [best] = [...votes].sort(([, a], [, b]) => b - a);
    return best === undefined || best[1] === 0 ? turn.fallback : answer(JSON.parse(best[0]));
  }
}

/** Step 10: a tree for each of a few worlds, searched as if it were open; they vote. */
export class TreePerWorld extends OneTree {
  worlds = 3;
  iterations = 6; // in each

  /**
   * @override
   * @param {Turn} turn
   */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const { worlds } = await turn.remote.determinize({ k: this.worlds });
    const roots = worlds.map(() => new Node());
    for (const [number, { w }] of worlds.entries()) {
      for (let round = 0; round < this.iterations; round += 1) await this.iterate(turn, roots[number], w);
    }
    return this.mostTried(turn, roots);
  }
}

/** Step 12: as many iterations as the clock allows, and no more: a share of the time that is left. */
export class OnTheClock extends OneTree {
  batch = 8; // iterations between two looks at the clock
  batches = 4; // at most
  share = 0.1; // of the time left
  usualMs = 1000; // where there is no clock

  /**
   * @override
   * @param {Turn} turn
   */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const end = performance.now() + Math.min(this.usualMs, this.share * (turn.deadlineMs ?? Infinity));
    const root = new Node();
    for (let done = 0; done < this.batches && performance.now() < end; done += 1) {
      const { worlds } = await turn.remote.determinize({ k: this.batch });
      for (const { w } of worlds) await this.iterate(turn, root, w);
    }
    return this.mostTried(turn, [root]);
  }
}
