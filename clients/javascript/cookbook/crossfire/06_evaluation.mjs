#!/usr/bin/env node
// Step 6 of 12, Crossfire: the same, with an eye for units in danger.
//
//     node cookbook/crossfire/06_evaluation.mjs --seek crossfire

import { chooseCrossfire } from "../../samples/greedy/crossfire.mjs";
import { run } from "../../src/node.js";
import { Lookahead } from "../recipes/sampling.mjs";

const WORTH_OF_KING = 3; // in units
const IN_SIGHT = 0.7; // what is left of a unit's worth in a row or column with an enemy in view

class Player extends Lookahead {
  worlds = 8;

  /**
   * @override
   * @param {import("../../src/index.js").Turn} turn
   * @param {import("../../src/games/crossfire.js").Observation} observation
   */
  worth(turn, { units, king, seen, fallen }) {
    const { size } = /** @type {import("../../src/games/crossfire.js").Consts} */ (turn.match.consts);
    const enemies = seen.at(-1) ?? [];
    const isInSight = (/** @type {number} */ square) =>
      enemies.some((enemy) => enemy % size === square % size || Math.floor(enemy / size) === Math.floor(square / size));
    const own = units.map(([square, , , alive], unit) => {
      const whole = unit === king ? WORTH_OF_KING : 1;
      return !alive ? 0 : isInSight(square) ? IN_SIGHT * whole : whole;
    });
    const destroyed = fallen.map((squares) => squares.length - 1); // behind the number of the round
    return [...own, ...destroyed].reduce((sum, worth) => sum + worth, 0);
  }

  /**
   * @override
   * @param {import("../../src/index.js").Turn<any, any>} turn
   */
  guess(turn) {
    return chooseCrossfire(turn);
  }
}

await run(Player);
