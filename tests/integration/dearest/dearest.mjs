// Takes the last action, says what it thinks of each, and gives one wrong answer. Told to, it asserts a decision instead.

import { assertDecision, Bot, run } from "../../../clients/javascript/src/node.js";

class Dearest extends Bot {
  decide(turn) {
    if (turn.isProduct) return turn.slots.map(({ options }) => options.length - 1);
    turn.weigh(turn.actions.map((_, at) => (at === 0 ? null : at)));
    return turn.decision === 3 ? 999 : turn.actions.length - 1;
  }
}

const [word, file, ply, index] = process.argv.slice(2);
if (word === "assert") await assertDecision(Dearest, file, Number(ply), Number(index));
else await run(Dearest);
