// Steps 10 to 12: players without rules that search trees; the server draws the worlds and takes the steps.

import { answer, policyFor, tell, Trying } from "./sampling.mjs";

/** @typedef {import("../../src/index.js").Turn<any, any>} Turn */
/** @typedef {import("../../src/wire.js").SimOut} SimOut */
/** @typedef {import("./sampling.mjs").First} First */
/** @typedef {{name: string, first?: First}} Choice an action: what it is called in every world, and in this one */
/** @typedef {{root: Node, w: string}} Start a world, and the tree that is searched in it */
/** @typedef {{w: string, seat: number, choices: Choice[], path: Node[]}} Walk where an iteration is */

/** @type {Choice} to choose nothing: the policy plays on */
const PLAY_ON = { name: "play on" };
const TRIES_OF_EACH = 4; // at least, on average, of what may be chosen at the root

/** What is known about a choice: how often it was legal and tried, and what each seat got. */
class Node {
  offered = 0;
  tried = 0;
  /** @type {number[]} */
  totals = [];
  /** @type {Map<string, Node>} */
  children = new Map();

  /** @param {Choice[]} [lookedAt] always the same at the root, and of joint orders, or none would be tried twice */
  constructor(lookedAt) {
    this.lookedAt = lookedAt;
  }

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
    const mean = (this.totals[seat] ?? 0) / this.tried;
    return mean + curiosity * Math.sqrt(Math.log(this.offered) / this.tried);
  }

  /** @param {readonly number[]} returns */
  add(returns) {
    returns.forEach((value, seat) => (this.totals[seat] = (this.totals[seat] ?? 0) + value));
  }
}

/**
 * Step 11: one tree over many worlds (single-observer ISMCTS). Each iteration walks down in a world of its own.
 *
 * P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", 2012.
 *
 * A request takes a step of many walks. What one of them goes through counts as tried, for nothing yet, so that the
 * others rather try something else.
 */
export class OneTree extends Trying {
  iterations = 180; // or more where there is much to choose from
  batches = 8; // iterations of a batch go side by side
  depth = 6; // choices in the tree; behind them the policy plays on
  horizon = 200;
  curiosity = 0.7;
  policy = "heuristic";

  /** @param {Turn} turn */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const root = new Node(this.choices(turn));
    for (let batch = 0; batch < this.batches; batch += 1) await this.grow(turn, root);
    return this.mostTried(turn, [root]);
  }

  /**
   * A batch of iterations, each in a world of its own.
   * @param {Turn} turn
   * @param {Node} root
   */
  async grow(turn, root) {
    const worlds = (await turn.remote?.determinize({ k: this.batch(root) }))?.worlds ?? [];
    await this.iterate(turn, worlds.map(({ w }) => ({ root, w })));
  }

  /**
   * What is looked at first.
   * @param {Turn} turn
   * @returns {Choice[]}
   */
  choices(turn) {
    return this.lookedAt(turn).map((first) => ({ name: JSON.stringify(first), first }));
  }

  /**
   * Iterations of a batch in a tree: what was tried once or twice only was counted by chance.
   * @param {Node} root
   */
  batch({ lookedAt = [] }) {
    return Math.ceil(Math.max(this.iterations, TRIES_OF_EACH * lookedAt.length) / this.batches);
  }

  /**
   * Down to choices that are new, on by the policy, and back up with what came of it.
   * @param {Turn} turn
   * @param {Start[]} starts
   */
  async iterate(turn, starts) {
    /** @type {Walk[]} */
    let walks = starts.map(({ root, w }) => ({ w, seat: turn.seat, choices: root.lookedAt ?? [], path: [root] }));
    for (let depth = 1; walks.length > 0; depth += 1) {
      const jobs = walks.map((walk) => this.step(turn, walk, depth >= this.depth));
      const sims = await turn.remote?.simulate(jobs, { want: ["keys", "returns"] });
      walks = walks.filter((walk, number) => this.goesOn(turn, walk, sims?.results[number]));
    }
  }

  /**
   * The next step of a walk. At a choice that is new, or the last one, the policy plays on and there are returns.
   * @param {Turn} turn
   * @param {Walk} walk
   * @param {boolean} isLast
   * @returns {import("../../src/wire.js").SimJob}
   */
  step(turn, walk, isLast) {
    const { first, node } = this.select(walk);
    const isNew = node.tried === 0;
    node.tried += 1;
    walk.path.push(node);
    const policy = policyFor(turn, this.policy);
    const job = { w: walk.w, acts: first === undefined ? [] : [first], fill: policy };
    return isNew || isLast || first === undefined ? { ...job, policy, horizon: this.horizon } : job;
  }

  /**
   * The choice to go on with: a new one while few were tried, else the most promising.
   *
   * Below the root not everything is tried: most is played once, and badly, before anything is played well
   * (progressive widening: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).
   * @param {Walk} walk
   */
  select({ path, seat, choices }) {
    const arms = choices.map(({ name, first }) => ({ first, node: path[path.length - 1].child(name) }));
    arms.forEach(({ node }) => (node.offered += 1));
    const tried = arms.filter(({ node }) => node.tried > 0);
    const width = path.length === 1 ? Infinity : 1 + Math.sqrt(tried.reduce((sum, { node }) => sum + node.tried, 0));
    if (tried.length < Math.min(width, arms.length)) {
      const fresh = arms.filter(({ node }) => node.tried === 0);
      return fresh[tried.length > 0 ? Math.floor(this.rng() * fresh.length) : 0];
    }
    const bounds = tried.map(({ node }) => node.bound(seat, this.curiosity));
    return tried[bounds.indexOf(Math.max(...bounds))];
  }

  /**
   * Takes in how a step ended; false where the walk ends with it.
   * @param {Turn} turn
   * @param {Walk} walk
   * @param {SimOut | undefined} end
   */
  goesOn(turn, walk, end) {
    const { returns } = end ?? {};
    if (returns !== undefined) {
      walk.path.forEach((node) => node.add(returns));
      return false;
    }
    const toAct = end?.to_act ?? [];
    walk.seat = toAct.includes(turn.seat) ? turn.seat : toAct[0];
    walk.choices = this.choicesAt(walk.path[walk.path.length - 1], walk.seat, end);
    if (end?.w !== undefined && walk.choices.length > 0) {
      walk.w = end.w;
      return true;
    }
    walk.path.slice(1).forEach((node) => (node.tried -= 1)); // the budget is spent: it has seen nothing
    return false;
  }

  /**
   * What is looked at where a step ended, and first of all to let the policy play on.
   * @param {Node} node
   * @param {number} seat
   * @param {SimOut | undefined} end
   * @returns {Choice[]}
   */
  choicesAt(node, seat, end) {
    const count = end?.n ?? 0;
    if (end?.keys === undefined) {
      node.lookedAt ??= Array.from({ length: count && this.jointOrders }, () => {
        const index = Math.floor(this.rng() * count);
        return { name: `${seat}:${index}`, first: { index } };
      });
      return [PLAY_ON, ...node.lookedAt.filter(({ first }) => first !== undefined && "index" in first && first.index < count)];
    }
    /** @type {Map<string, Choice>} */
    const meanings = new Map([[PLAY_ON.name, PLAY_ON]]);
    end.keys.forEach((key, index) => {
      const name = `${seat}:${key}`;
      if (!meanings.has(name)) meanings.set(name, { name, first: { index } }); // of equal actions the first
    });
    return [...meanings.values()];
  }

  /**
   * The action that was tried most, in all trees together; tells what each has brought on average.
   * @param {Turn} turn
   * @param {Node[]} roots
   */
  mostTried(turn, roots) {
    /** @type {Map<string, {first: First, tried: number, total: number}>} */
    const votes = new Map();
    for (const [name, node] of roots.flatMap((root) => [...root.children])) {
      const { first, tried, total } = votes.get(name) ?? { first: JSON.parse(name), tried: 0, total: 0 };
      votes.set(name, { first, tried: tried + node.tried, total: total + (node.totals[turn.seat] ?? 0) });
    }
    const arms = [...votes.values()];
    tell(turn, arms.map(({ first, tried, total }) => ({ first, value: total / tried })));
    const [best] = arms.sort((a, b) => b.tried - a.tried);
    return best === undefined || best.tried === 0 ? turn.fallback : answer(best.first);
  }
}

/** Step 10: a tree for each of a few worlds, searched as if it were open; they vote. */
export class TreePerWorld extends OneTree {
  worlds = 4;
  iterations = 40; // in each, or more where there is much to choose from

  /**
   * @override
   * @param {Turn} turn
   */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const { worlds } = await turn.remote.determinize({ k: this.worlds });
    const choices = this.choices(turn);
    const trees = worlds.map(({ w }) => ({ root: new Node(choices), w }));
    for (let batch = 0; batch < this.batches; batch += 1) {
      const starts = trees.flatMap((tree) => Array.from({ length: this.batch(tree.root) }, () => tree));
      await this.iterate(turn, starts);
    }
    return this.mostTried(turn, trees.map(({ root }) => root));
  }
}

/** Step 12: as many iterations as the clock allows, and no more: a share of the time that is left. */
export class OnTheClock extends OneTree {
  batches = 80; // at most
  iterations = 2000;
  share = 0.1; // of the time left
  usualMs = 1000; // where there is no clock

  /**
   * @override
   * @param {Turn} turn
   */
  async decide(turn) {
    if (turn.n === 1 || turn.remote === undefined) return turn.fallback;
    const end = performance.now() + Math.min(this.usualMs, this.share * (turn.deadlineMs ?? Infinity));
    const root = new Node(this.choices(turn));
    for (let batch = 0; batch < this.batches && performance.now() < end; batch += 1) await this.grow(turn, root);
    return this.mostTried(turn, [root]);
  }
}
