// Steps 2 to 4: players that look at the actions, then at what their seat knows. They look no ply ahead.

import { Bot } from "../../src/node.js";

/** @typedef {import("../../src/index.js").Turn<any, any>} Turn */
/** @typedef {any[]} Action */

/**
 * The position of an option that is worth most, any of them at random.
 * @param {readonly number[]} worths
 * @param {() => number} rng
 */
function anyOfTheBest(worths, rng) {
  const most = Math.max(...worths);
  const best = worths.flatMap((value, index) => (value === most ? [index] : []));
  return best[Math.floor(rng() * best.length)];
}

/** Answers a list with one choice, and a joint order with one for each slot. */
export class ByOption extends Bot {
  /** @param {Turn} turn */
  decide(turn) {
    if (!turn.isProduct) return this.choose(turn, turn.actions, "");
    return turn.slots.map(({ name, options }) => this.choose(turn, options, name));
  }

  /**
   * The position of the option to take. What listed actions are worth is noted for the trace.
   * @param {Turn} turn
   * @param {readonly Action[]} actions
   * @param {string} slot
   */
  choose(turn, actions, slot) {
    const worths = actions.map((action) => this.worth(turn, action, slot));
    if (!turn.isProduct) turn.weigh(worths);
    return anyOfTheBest(worths, this.rng);
  }

  /**
   * How good an option looks: the part that a step fills in. `slot` is empty where actions are listed.
   * @param {Turn} _turn
   * @param {Action} _action
   * @param {string} _slot
   * @returns {number}
   */
  worth(_turn, _action, _slot) {
    return 0;
  }
}

/** Anything at random, rather than doing nothing: `idle` are the verbs that do nothing. */
export class NeverWaste extends ByOption {
  /** @type {readonly string[]} */
  idle = [];

  /**
   * @override
   * @param {Turn} _
   * @param {Action} action
   * @returns {number}
   */
  worth(_, action) {
    return this.idle.includes(action[0]) ? 0 : 1;
  }
}

/** The first verb of `order` that is legal; where none is, anything but `idle` ones. */
export class InOrder extends NeverWaste {
  /** @type {readonly string[]} */
  order = [];

  /**
   * @override
   * @param {Turn} turn
   * @param {Action} action
   */
  worth(turn, action) {
    const place = this.order.indexOf(action[0]);
    return place < 0 ? super.worth(turn, action) : 1 + this.order.length - place;
  }
}
