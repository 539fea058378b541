"""How fast research environments are, as ratios to PettingZoo's connect four, measured side by side.

    python benchmarks/environments.py [--rounds 5] [--steps 3000]

Random masked play through PettingZoo's AEC interface: `last`, a draw from the mask, `step`; the Gymnasium and
the parallel form of the same games behind it, and the batch of plays beside the one play of Gymnasium. A step is one
action number of one agent, in the parallel form one row for every agent; a step of a batch counts once for each play.
Every round gives each contender one turn, in CPU time of one core; the medians over the rounds are printed. Of a batch that
several processes share it is the CPU time of ours and of the busiest of the others: what they take where each has a core.
What cannot be measured here is said first.
"""

import argparse
import os
import platform
import random
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from infoset_bots.adapters.batch import InfosetBatchEnv, draw_legal
from infoset_bots.adapters.gymnasium import InfosetSeatEnv
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.pettingzoo_parallel import InfosetParallelEnv
from infoset_games.build_info import is_compiled, stale_modules
from infoset_games.game import Game
from infoset_games.registry import known_games, make_game

YARDSTICK: Final = "connect four (PettingZoo)"
TARGET: Final = 5_000  # steps a second of each game, one agent at a time
ONE_SEAT: Final = "one seat (Gymnasium)"
PLACES: Final = 64  # plays of a batch
SYNC: Final = f"{PLACES} of these (SyncVectorEnv)"
BATCH: Final = f"one seat, {PLACES} plays"
LONGER: Final = 4  # turns of a batch, in steps
SHARED_PLACES: Final = 512  # plays of a batch that several processes share
SHARED_LONGER: Final = 32


@dataclass(frozen=True)
class Contender:
    """Plays `steps * longer` steps when called with `steps`."""

    run: Callable[[int], None]
    longer: int = 1
    clock: Callable[[], float] = time.process_time

    def rate(self, steps: int) -> float:
        """Steps a second."""
        begun = self.clock()
        self.run(steps)
        return steps * self.longer / (self.clock() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the research environments.")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each contender")
    parser.add_argument("--steps", type=int, default=3_000, help="steps of one turn")
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count(),
        help="processes that share a batch; 1: none do",
    )
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {arguments.rounds} rounds")
    if not is_compiled():
        print("MISSING: the rules run uncompiled; install with a C compiler to measure them")
    for module in stale_modules():
        print(f"WARNING: {module} has changed since it was compiled")
    workers = arguments.workers
    if workers > 1 and not Path("/proc/self/schedstat").exists():
        print("MISSING: batches that processes share: only Linux tells what each has used")
        workers = 1
    contenders = {**connect_four(), **ours(workers)}
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(arguments.rounds):
        for name, contender in contenders.items():
            rates[name].append(contender.rate(arguments.steps))
    report({name: statistics.median(found) for name, found in rates.items()})


def connect_four() -> dict[str, Contender]:
    """The yardstick, where it can be imported."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import connect_four_v3  # type: ignore[import-untyped]
    except ImportError as error:
        print(f"MISSING: {YARDSTICK}: {error}")
        return {}
    env = connect_four_v3.env()
    return {YARDSTICK: Contender(partial(one_at_a_time, env))}


def ours(workers: int) -> dict[str, Contender]:
    """Every registered game in every form."""
    found: dict[str, Contender] = {}
    for name in known_games():
        game = make_game(name)
        seat = partial(one_seat, InfosetSeatEnv(game))
        forms = {
            "one agent at a time": Contender(partial(one_at_a_time, InfosetEnv(game))),
            ONE_SEAT: Contender(seat),
            SYNC: Contender(partial(many_at_once, gymnasiums_own(game)), LONGER),
            BATCH: Contender(partial(many_at_once, InfosetBatchEnv(game, PLACES)), LONGER),
            "all agents at once": Contender(partial(all_at_once, InfosetParallelEnv(game))),
        }
        if workers > 1:
            forms[shared_by(workers)] = shared(game, workers)
        found |= {f"{name}, {form}": contender for form, contender in forms.items()}
    return found


def shared(game: Game, workers: int) -> Contender:
    """A batch of these processes."""
    before = set(active_children())
    env = InfosetBatchEnv(game, SHARED_PLACES, workers=workers)
    pids = [process.pid for process in set(active_children()) - before]
    play = partial(many_at_once, env, longer=SHARED_LONGER)
    return Contender(play, SHARED_LONGER, lambda: time.process_time() + max(map(used_by, pids)))


def used_by(pid: int | None) -> float:
    """The CPU seconds of a process, as Linux tells them."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def shared_by(workers: int) -> str:
    return f"one seat, {SHARED_PLACES} plays, {workers} processes"


def gymnasiums_own(game: Game) -> SyncVectorEnv:
    """Single environments, stepped one after another."""
    makers = [partial(InfosetSeatEnv, game)] * PLACES
    return SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)


def one_at_a_time(env: Any, steps: int) -> None:
    """PettingZoo's loop, over as many plays as it takes."""
    seed = 0
    while True:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps -= 1
            if not steps:
                return


def one_seat(env: Any, steps: int) -> None:
    """Gymnasium's loop."""
    observation, _ = env.reset(seed=0)
    for _ in range(steps):
        action = env.action_space.sample(observation["action_mask"])
        observation, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            observation, _ = env.reset()


def many_at_once(env: Any, steps: int, longer: int = LONGER) -> None:
    """The loop of a vector environment. A turn is longer, since one of `steps` would be over at once."""
    rng = np.random.default_rng(0)
    observations, _ = env.reset(seed=0)
    for _ in range(steps * longer // env.num_envs):
        observations, *_ = env.step(draw_legal(observations["action_mask"], rng))


def all_at_once(env: Any, steps: int) -> None:
    """PettingZoo's loop for all agents."""
    draws = random.Random(0)
    observations, _ = env.reset(seed=0)
    for _ in range(steps):
        rows = {agent: row_of(observations[agent]["action_mask"], draws) for agent in env.agents}
        observations, *_ = env.step(rows)
        if not env.agents:
            observations, _ = env.reset()


def row_of(masks: tuple[Any, ...], draws: random.Random) -> list[int]:
    """A random legal row. Drawing it from the space would cost more than the step."""
    return [draws.choice(mask.nonzero()[0].tolist()) for mask in masks]


def report(rates: dict[str, float]) -> None:
    yardstick = rates.get(YARDSTICK)
    for name, rate in rates.items():
        beside = f"{rate / yardstick:6.2f} of connect four" if yardstick else ""
        short = f"  below {TARGET}" if "one agent" in name and rate < TARGET else ""
        if BATCH in name:
            one, many = (rate / rates[name.replace(BATCH, other)] for other in (ONE_SEAT, SYNC))
            short = f"  {one:.1f} of one play, {many:.1f} of {PLACES} in a SyncVectorEnv"
        if "processes" in name:
            one = rate / rates[f"{name.partition(',')[0]}, {ONE_SEAT}"]
            short = f"  {one:.1f} of one play"
        print(f"{name:47} {rate:9,.0f} steps/s {beside}{short}")


if __name__ == "__main__":
    main()
