"""Learns to play one seat of a game against one of its policies, and says how well.

    python learn.py --minutes 60                         Colonizers against `heuristic`
    python learn.py --game catan --option target=8 --opponents random
    python learn.py --updates 200                        the same weights from the same seed
    python learn.py --start learned.npz                  goes on with them
    infoset arena learned=bot.py:weights=learned.npz heuristic --matches 400

The seats are learnt together: each is a quarter of the plays. Evaluated on plays of seeds that it never learnt from.
Ctrl-C ends the learning early; what was learnt is saved and evaluated.
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

from infoset.errors import CommandError
from infoset.game_options import read_options
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
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--opponents", default="heuristic", help="a policy, or random")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=minutes, default=60.0)
    length.add_argument("--updates", type=count, help="so many, however long they take")
    parser.add_argument("--plays", type=count, default=256, help="at the same time")
    parser.add_argument("--hidden", type=count, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, metavar="FILE", help="weights to go on with")
    parser.add_argument("--out", type=Path, default=Path("learned.npz"))
    parser.add_argument(
        "--evaluate",
        type=count,
        default=2_000,
        metavar="PLAYS",
        help="at least so many, to say how well",
    )
    asked = parser.parse_args(words)
    try:
        check_folder(asked.out)  # what cannot be saved need not be learnt
        game = make_game(asked.game, read_options(asked.game, asked.option))
        policy = make_policy(game.name, asked.opponents)
        env = InfosetBatchEnv(game, asked.plays, seat=cycle_of(game, asked.plays), opponents=policy)
        network = first_network(env, asked.start, asked.hidden, asked.seed)
    except (CommandError, OSError, UnknownGameError, UnknownPolicyError, ValueError) as error:
        parser.error(str(error))
    learner = Learner(env, network, Settings(), asked.seed)
    try:
        learn(learner, asked.minutes, asked.updates)
    except KeyboardInterrupt:
        say("stopped")
    network.save(asked.out, env.encoding)
    mean, margin, plays = evaluate(network, game, policy, asked.evaluate, asked.seed)
    say(f"return {mean:+.3f} +- {margin:.3f} over {plays} plays (95 %); 0 is as good as they are")
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


def check_folder(out: Path) -> None:
    """Raises ValueError where a file cannot be written for want of a folder."""
    if not out.parent.is_dir():
        raise ValueError(f"--out: expected a file in a folder that there is, got {out}")


def first_network(env: InfosetBatchEnv, start: Path | None, hidden: int, seed: int) -> Network:
    """What learning begins with: weights of a file, or drawn ones. Raises OSError, and ValueError for other weights."""
    if start is not None:
        return Network.load(start, env.encoding)
    rng = np.random.default_rng(seed)
    network = Network(env.encoding.cells, env.encoding.actions, hidden, rng)
    look_around(network, env, seed)
    return network


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


def learn(learner: Learner, duration_min: float, updates: int | None) -> None:
    """Until the time is over or the updates are done, with a rate that falls to nothing; tells how it goes.

    With `updates` the time has no part in it, so that a run can be repeated.
    """
    begun = told = time.monotonic()
    steps = learner.settings.steps * learner.env.num_envs
    for update in itertools.count(1):
        if updates is None:
            passed = (time.monotonic() - begun) / (60 * duration_min)
        else:
            passed = (update - 1) / updates
        if passed >= 1:
            break
        learner.update(learner.settings.rate * (1 - passed))
        if time.monotonic() - told >= 60 or update == updates:
            told = time.monotonic()
            mean = (
                f"return {np.mean(learner.returns):+.3f}" if learner.returns else "no play is over"
            )
            learner.returns.clear()
            say(f"{(told - begun) / 60:6.1f} min  {update * steps:12,} steps  {mean}")


def evaluate(
    network: Network, game: Game, policy: Policy, plays: int, seed: int
) -> tuple[float, float, int]:
    """The mean return of whole plays, each seat as often, its margin of 95 %, and how many plays: at least `plays`."""
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
    count = len(found)
    spread = float(np.std(found, ddof=1)) if count > 1 else np.inf  # one play tells nothing of it
    return float(np.mean(found)), 1.96 * spread / count**0.5, count


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
