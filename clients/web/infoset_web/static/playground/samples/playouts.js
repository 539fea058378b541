// Has the server play every action out at random, in worlds that could be the real one, and takes the best on average.

import { Bot, isMain, run } from "#infoset";

const WORLDS = 8; // in which each action is played out
const PLIES = 400; // after which a playout ends

export class MyBot extends Bot {
  async decide(turn) {
    if (turn.n === 1 || turn.isProduct) return turn.randomAnswer(this.rng);
    const first = turn.actions.map((_, index) => ({ index }));
    const { rows } = await turn.remote.rollout({ first, k: WORLDS, horizon: PLIES });
    const values = first.map(({ index }) => rows.find((row) => row.first.index === index)?.mean[turn.seat] ?? -1);
    const best = values.indexOf(Math.max(...values));
    turn.weigh(values);
    turn.remark(`expects ${values[best].toFixed(2)}`); // its owner reads that in the replay
    return best;
  }
}

if (isMain(import.meta)) await run(MyBot);
