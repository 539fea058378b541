"""How fast the rules of Colonizers are, as ratios of contenders measured side by side.

    python benchmarks/rules.py [--rounds 7]

Every round gives each contender one turn, in CPU time; the medians over the rounds are printed. What
cannot be measured here (no compiled rules, no g++, no pyspiel) is said first.
"""

import argparse
import importlib
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import infoset_games
from infoset_games.build_info import is_compiled, stale_modules
from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import OVER
from infoset_games.rng import Rng
from infoset_games.rollout import random_rollout, random_rollouts

TWIN = Path(__file__).parent / "cpp" / "colonizers.cpp"
FLAGS = ["-std=c++17", "-O3", "-march=native"]
SEED = "benchmark"
FAST_GAMES = 20_000  # a turn of a compiled contender
SLOW_GAMES = 60  # a turn of the uncompiled one
CHECKED_GAMES = 200
LEAST_ROLLOUT_RATIO = 20.0  # compiled to uncompiled
LEAST_TWIN_RATIO = 0.6  # compiled to C++


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the rules of Colonizers.")
    parser.add_argument("--rounds", type=int, default=7, help="turns of each contender")
    parser.add_argument("--rollouts", type=int, help=argparse.SUPPRESS)  # the uncompiled child
    arguments = parser.parse_args()
    if arguments.rollouts is not None:
        print(json.dumps(rollouts_per_second(arguments.rollouts)))
        return
    with tempfile.TemporaryDirectory() as folder:
        report(arguments.rounds, Path(folder))


def report(rounds: int, folder: Path) -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, {rounds} rounds")
    if not is_compiled():
        print("MISSING: the rules run uncompiled; install with a C compiler to measure them")
    for module in stale_modules():
        print(f"WARNING: {module} has changed since it was compiled")
    report_rollouts(rounds, folder)
    report_steps(rounds)


# Random rollouts.


def report_rollouts(rounds: int, folder: Path) -> None:
    uncompiled = copy_without_extensions(folder)
    twin = build_twin(folder)
    if twin is not None:
        check_twin(twin)
    speeds: dict[str, list[float]] = {"here": [], "uncompiled": [], "twin": []}
    for _ in range(rounds):
        speeds["here"].append(rollouts_per_second(FAST_GAMES if is_compiled() else SLOW_GAMES))
        if is_compiled():
            speeds["uncompiled"].append(uncompiled_rollouts_per_second(uncompiled))
        if twin is not None:
            speeds["twin"].append(twin_rollouts_per_second(twin))
    print("\nrandom rollouts per second (median)")
    name = "compiled" if is_compiled() else "uncompiled"
    print(f"  {name:28}{statistics.median(speeds['here']):12,.0f}")
    if is_compiled():
        print_ratio("the same source uncompiled", speeds, "uncompiled", LEAST_ROLLOUT_RATIO)
    if twin is not None:
        print_ratio("C++ twin, -O3 -march=native", speeds, "twin", LEAST_TWIN_RATIO)


def print_ratio(name: str, speeds: dict[str, list[float]], other: str, least: float) -> None:
    """A contender and the median over the rounds of our speed divided by its."""
    ratio = statistics.median(
        ours / theirs for ours, theirs in zip(speeds["here"], speeds[other], strict=True)
    )
    speed = statistics.median(speeds[other])
    verdict = "met" if ratio >= least or not is_compiled() else "MISSED"
    print(f"  {name:28}{speed:12,.0f}   ours / it = {ratio:.2f} (target {least:g}: {verdict})")


def rollouts_per_second(games: int) -> float:
    state, rng = first_state()
    begin = time.process_time()
    random_rollouts(state, games, rng)
    return games / (time.process_time() - begin)


def first_state() -> tuple[ColonizersState, Rng]:
    """The start of the benchmark's play and the stream its rollouts take."""
    game = Colonizers()
    return game.start(game.deal(Rng(SEED, "deal"))), Rng(SEED, "rollouts")


def copy_without_extensions(folder: Path) -> Path:
    """A folder to import an uncompiled `infoset_games` from."""
    source = Path(infoset_games.__file__).parent
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(source, folder / "pure" / "infoset_games", ignore=ignored)
    return folder / "pure"


def uncompiled_rollouts_per_second(path: Path) -> float:
    done = subprocess.run(
        [sys.executable, __file__, "--rollouts", str(SLOW_GAMES)],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout))


def build_twin(folder: Path) -> Path | None:
    compiler = shutil.which("g++")
    if compiler is None:
        print("MISSING: g++, so no comparison with C++")
        return None
    program = folder / "twin"
    subprocess.run([compiler, *FLAGS, "-o", str(program), str(TWIN)], check=True)
    return program


def run_twin(program: Path, mode: str, games: int) -> str:
    state, rng = first_state()
    words = [str(int(word)) for word in (rng.a, rng.b, rng.c, rng.d)]
    return subprocess.run(
        [str(program), mode, str(games), *words],
        input=" ".join(str(card) for card in state.deck_cards()),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def check_twin(program: Path) -> None:
    """Raises if the twin does not play exactly our games: then a comparison means nothing."""
    start, rng = first_state()
    for line in run_twin(program, "games", CHECKED_GAMES).splitlines():
        state = start.copy()
        plies = int(random_rollout(state, rng))
        result = state.result()
        assert result is not None
        ours = [plies, *(int(score) for score in result.scores)]
        if ours != [int(number) for number in line.split()]:
            raise AssertionError(f"the C++ twin plays another game: {line}, ours is {ours}")
    print(f"the C++ twin plays the same {CHECKED_GAMES} games")


def twin_rollouts_per_second(program: Path) -> float:
    return FAST_GAMES / float(run_twin(program, "time", FAST_GAMES).split()[2])


# Single calls from Python.


def report_steps(rounds: int) -> None:
    contenders: dict[str, Callable[[], Iterator[tuple[str, float]]]] = {"ours": our_calls}
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("MISSING: pyspiel, so no comparison with OpenSpiel (pip install open_spiel)")
    else:
        contenders["leduc_poker of OpenSpiel"] = lambda: spiel_calls(pyspiel)
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for name, calls in contenders.items():
            for call, microseconds in calls():
                times.setdefault((name, call), []).append(microseconds)
    print("\nmicroseconds per call from Python (median)")
    for (name, call), values in times.items():
        print(f"  {name:28}{call:20}{statistics.median(values):8.3f}")
    if len(contenders) > 1:
        ratio = statistics.median(
            theirs / ours
            for ours, theirs in zip(
                times["ours", "step"], times["leduc_poker of OpenSpiel", "step"], strict=True
            )
        )
        print(
            f"  a step of leduc_poker takes {ratio:.1f} times as long as one of ours (target 2.5)"
        )


def our_calls() -> Iterator[tuple[str, float]]:
    game = Colonizers()
    start, rng = first_state()
    choices = random.Random(1)
    yield "step", microseconds_per_step(start.copy, lambda state: play(state, rng, choices), 200)
    middle = start.copy()
    for _ in range(150):
        is_chance = middle.mover() < 0
        middle.move(
            middle.sample_chance(rng)
            if is_chance
            else middle.legal_item(rng.below(middle.legal_size()))
        )
    view = middle.observe(1)
    yield "copy", microseconds(middle.copy)
    yield "observe", microseconds(lambda: middle.observe(1))
    yield "determinize", microseconds(lambda: game.determinize(view, rng))
    yield "write_observation", microseconds(lambda: game.write_observation(view), 2_000)


def play(state: ColonizersState, rng: Rng, choices: random.Random) -> int:
    """A random game through the public calls, as a program in Python would play it."""
    steps = 0
    while True:
        mover = state.mover()
        if mover == OVER:
            return steps
        if mover < 0:
            state.move(state.sample_chance(rng))
        else:
            space = state.legal(mover)
            state.move(space.item(int(choices.random() * space.size)))
        steps += 1


def spiel_calls(pyspiel: Any) -> Iterator[tuple[str, float]]:
    game = pyspiel.load_game("leduc_poker")
    choices = random.Random(1)
    step = microseconds_per_step(
        game.new_initial_state, lambda state: spiel_play(state, choices), 8_000
    )
    yield "step", step
    state = game.new_initial_state()
    yield "clone", microseconds(state.clone)


def spiel_play(state: Any, choices: random.Random) -> int:
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.legal_actions()  # all equally likely in this game
            state.apply_action(outcomes[int(choices.random() * len(outcomes))])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(choices.random() * len(actions))])
        steps += 1
    return steps


def microseconds_per_step(
    new: Callable[[], Any], play_out: Callable[[Any], int], games: int
) -> float:
    """The states are made beforehand: games of different length compare by their steps alone."""
    states = [new() for _ in range(games)]
    begin = time.process_time()
    steps = sum(play_out(state) for state in states)
    return (time.process_time() - begin) / steps * 1e6


def microseconds(call: Callable[[], object], times: int = 20_000) -> float:
    begin = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - begin) / times * 1e6


if __name__ == "__main__":
    main()
