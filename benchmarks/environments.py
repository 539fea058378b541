"""How fast research environments are, as ratios to PettingZoo's connect four, measured side by side.

    python benchmarks/environments.py [--rounds 5] [--steps 3000]

Random masked play through PettingZoo's AEC interface: `last`, a draw from the mask, `step`; the Gymnasium and
the parallel form of the same games behind it. A step is one action number of one agent, in the parallel form
one row for every agent. Every round gives each contender one turn, in CPU time of one core; the medians over the
rounds are printed. What cannot be measured here is said first.
"""

import argparse
import platform
import random
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any, Final

from infoset_bots.adapters.gymnasium import InfosetSeatEnv
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.pettingzoo_parallel import InfosetParallelEnv
from infoset_games.build_info import is_compiled, stale_modules
from infoset_games.registry import known_games, make_game

YARDSTICK: Final = "connect four (PettingZoo)"
TARGET: Final = 5_000  # steps a second of each game, one agent at a time

Contender = Callable[[int], None]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the research environments.")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each contender")
    parser.add_argument("--steps", type=int, default=3_000, help="steps of one turn")
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {arguments.rounds} rounds")
    if not is_compiled():
        print("MISSING: the rules run uncompiled; install with a C compiler to measure them")
    for module in stale_modules():
        print(f"WARNING: {module} has changed since it was compiled")
    contenders = {**connect_four(), **ours()}
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(arguments.rounds):
        for name, run in contenders.items():
            rates[name].append(rate_of(run, arguments.steps))
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
    return {YARDSTICK: lambda steps: one_at_a_time(env, steps)}


def ours() -> dict[str, Contender]:
    """Every registered game in every form."""
    found: dict[str, Contender] = {}
    for name in known_games():
        game = make_game(name)
        forms = (
            ("one agent at a time", InfosetEnv(game), one_at_a_time),
            ("one seat (Gymnasium)", InfosetSeatEnv(game), one_seat),
            ("all agents at once", InfosetParallelEnv(game), all_at_once),
        )
        for form, env, play in forms:
            found[f"{name}, {form}"] = bound(play, env)
    return found


def bound(play: Callable[[Any, int], None], env: Any) -> Contender:
    return lambda steps: play(env, steps)


def rate_of(run: Contender, steps: int) -> float:
    """Steps a second."""
    begun = time.process_time()
    run(steps)
    return steps / (time.process_time() - begun)


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
        print(f"{name:40} {rate:9,.0f} steps/s {beside}{short}")


if __name__ == "__main__":
    main()
