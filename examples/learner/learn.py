"""Learns to play one seat of a game against one of its policies, and says how well.

    python learn.py --minutes 60                         Colonizers against `heuristic`
    python learn.py --game catan --opponents random
    infoset arena learned=bot.py:weights=learned.npz heuristic --matches 400

The seats are learnt together: each is a quarter of the plays. Evaluated on plays of seeds that it never learnt from.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
from network import Network
from ppo import Learner, Settings

from infoset_bots.adapters.batch import InfosetBatchEnv, draw_legal
from infoset_games.game import Game
from infoset_games.policies import Policy
from infoset_games.policy_registry import UnknownPolicyError, make_policy
from infoset_games.registry import UnknownGameError, make_game

UNSEEN: Final = 1_000_000_000  # seeds from here on are for evaluation
LOOKS: Final = 50  # random steps of every play, to see how large its inputs are


def main(words: list[str] | None = None) -> int:
    """The command. Returns its exit code."""
    parser = argparse.ArgumentParser(description="Learn to play a game.")
    parser.add_argument("--game", default="colonizers")
    parser.add_argument("--opponents", default="heuristic", help="a policy, or random")
    parser.add_argument("--minutes", type=minutes, default=60.0)
    parser.add_argument("--updates", type=count, default=1_000_000, help="at most")
    parser.add_argument("--plays", type=count, default=256, help="at the same time")
    parser.add_argument("--hidden", type=count, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learned.npz"))
    parser.add_argument("--evaluate", type=count, default=2_000, metavar="PLAYS")
    asked = parser.parse_args(words)
    try:
        game = make_game(asked.game)
        policy = make_policy(game.name, asked.opponents)
        env = InfosetBatchEnv(game, asked.plays, seat=cycle_of(game, asked.plays), opponents=policy)
    except (UnknownGameError, UnknownPolicyError, ValueError) as error:
        parser.error(str(error))
    if not asked.out.parent.is_dir():  # what cannot be saved need not be learnt
        parser.error(f"--out: expected a file in a folder that there is, got {asked.out}")
    network = Network(
        env.encoding.cells, env.encoding.actions, asked.hidden, np.random.default_rng(asked.seed)
    )
    look_around(network, env, asked.seed)
    learner = Learner(env, network, Settings(), asked.seed)
    learn(learner, asked.minutes, asked.updates)
    network.save(asked.out, env.encoding)
    mean, margin = evaluate(network, game, policy, asked.evaluate, asked.seed)
    say(
        f"return {mean:+.3f} +- {margin:.3f} over {asked.evaluate} plays (95 %); 0 is as good as they are"
    )
    return 0


def count(text: str) -> int:
    """A whole number from 1, as an argument."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {number}")
    return number


def minutes(text: str) -> float:
    """A time that is some, as an argument."""
    if not (number := float(text)) > 0:
        raise argparse.ArgumentTypeError(f"expected more than 0, got {text}")
    return number


def cycle_of(game: Game, plays: int) -> list[int]:
    """Which seat learns in which play: each as often."""
    return [place % game.seats for place in range(plays)]


def look_around(network: Network, env: InfosetBatchEnv, seed: int) -> None:
    """Scales the inputs by those of plays at random."""
    rng = np.random.default_rng(seed)
    shown, _ = env.reset(seed=seed)
    rows = []
    for _ in range(LOOKS):
        rows.append(shown["observation"])
        shown, *_ = env.step(draw_legal(shown["action_mask"], rng))
    network.look_at(np.concatenate(rows))


def learn(learner: Learner, duration_min: float, updates: int) -> None:
    """Until the time is over, with a rate that falls to nothing; tells how it goes."""
    begun = told = time.monotonic()
    steps = learner.settings.steps * learner.env.num_envs
    for update in range(1, updates + 1):
        passed = max((time.monotonic() - begun) / (60 * duration_min), (update - 1) / updates)
        if passed >= 1:
            break
        learner.update(learner.settings.rate * (1 - passed))
        if time.monotonic() - told >= 60 or update == updates:
            told = time.monotonic()
            mean = float(np.mean(learner.returns)) if learner.returns else float("nan")
            learner.returns.clear()
            say(f"{(told - begun) / 60:6.1f} min  {update * steps:12,} steps  return {mean:+.3f}")


def evaluate(
    network: Network, game: Game, policy: Policy, plays: int, seed: int
) -> tuple[float, float]:
    """The mean return of whole plays, each seat as often, with its margin of 95 %."""
    places = min(plays, 64 * game.seats)
    seeds = itertools.count(UNSEEN + seed)
    env = InfosetBatchEnv(game, places, seat=cycle_of(game, places), opponents=policy, seeds=seeds)
    shown, _ = env.reset()
    left = np.full(
        places, -(-plays // places)
    )  # so many of each place count: quick plays no more often
    found: list[float] = []
    while left.any():
        logs, _, _ = network.forward(network.scale(shown["observation"]), shown["action_mask"])
        shown, rewards, ended, cut, _ = env.step(logs.argmax(axis=1))
        over = (ended | cut) & (left > 0)
        found += rewards[over].tolist()
        left[over] -= 1
    return float(np.mean(found)), 1.96 * float(np.std(found)) / len(found) ** 0.5


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
