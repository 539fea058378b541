// Takes the first verb of an order that is legal. Which verbs there are stands under "What it was asked last".

import { Bot, isMain, run } from "#infoset";

const ORDER = {
  colonizers: ["build", "keep", "omnium"],
  catan: ["city", "settlement", "buy_dev", "road", "roll"],
  crossfire: ["move"],
};

export class MyBot extends Bot {
  /** Answers a list with one choice, and a joint order with one for each slot. */
  decide(turn) {
    if (turn.isProduct) return turn.slots.map(({ options }) => this.choose(turn, options));
    return this.choose(turn, turn.actions);
  }

  /** The position of the option to take. */
  choose({ game }, options) {
    for (const verb of ORDER[game] ?? []) {
      const found = options.findIndex((option) => option[0] === verb);
      if (found >= 0) return found;
    }
    return Math.floor(this.rng() * options.length);
  }
}

if (isMain(import.meta)) await run(MyBot);
