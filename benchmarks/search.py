"""How fast the searches are at the first decision of Colonizers, as ratios of contenders measured side by side.

    python benchmarks/search.py [--rounds 7]

Every round gives each contender one turn, in CPU time; the medians over the rounds are printed. What
cannot be measured here (nothing compiled, no g++) is said first.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import infoset_bots
import infoset_games
from infoset_bots.search import ismcts as ismcts_module
from infoset_bots.search.decision import Decision, Question
from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.maxn import maxn
from infoset_bots.search.mo_ismcts import mo_ismcts
from infoset_bots.search.monte_carlo import monte_carlo
from infoset_bots.search.playout import Playout
from infoset_bots.search.rewards import Rewards
from infoset_bots.search.simulator import CHOICES, LUCK, WORLD, LocalSimulator
from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.evaluation import ColonyWorth
from infoset_games.colonizers.policies import RulesOfThumb
from infoset_games.colonizers.state import ColonizersState
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out, policy_rollouts

TWIN = Path(__file__).parent / "cpp" / "ismcts.cpp"
FLAGS = ["-std=c++17", "-O3", "-march=native", "-ffp-contract=off"]  # fused sums round otherwise
SEED = "benchmark"
ORDER = 123  # of the colonists in the first round
CHECKED = 40
MOST_MILLISECONDS = 10.0  # a compiled decision of 200 iterations
MOST_TWIN_RATIO = 2.2  # its time divided by that of C++

POLICIES: list[Policy] = [RulesOfThumb()] * 4


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the searches on Colonizers.")
    parser.add_argument("--rounds", type=int, default=7, help="turns of each contender")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(measure(slowly=True)))
        return
    with tempfile.TemporaryDirectory() as folder:
        report(arguments.rounds, Path(folder))


def is_compiled() -> bool:
    return not str(ismcts_module.__file__).endswith(".py")


def report(rounds: int, folder: Path) -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, {rounds} rounds")
    if not is_compiled():
        print("MISSING: the searches run uncompiled; install with a C compiler to measure them")
    pure = copy_without_extensions(folder)
    twin = build_twin(folder)
    if twin is not None:
        check_twin(twin)
    ours: list[dict[str, float]] = []
    uncompiled: list[dict[str, float]] = []
    twins: list[dict[str, float]] = []
    for _ in range(rounds):
        ours.append(measure(slowly=not is_compiled()))
        if is_compiled():
            uncompiled.append(measure_uncompiled(pure))
        if twin is not None:
            twins.append(measure_twin(twin))
    print("\nmilliseconds (median): the first decision, and one playout of the heuristic policy")
    for name in ours[0]:
        line = f"  {name:22}{statistics.median(each[name] for each in ours):10.4f}"
        if uncompiled:
            line += f"   uncompiled / it = {ratio(name, uncompiled, ours):5.1f}"
        if twins and name in twins[0]:
            line += f"   it / C++ = {ratio(name, ours, twins):.2f}"
        print(line)
    judge("ismcts, 200 iterations", ours, twins)


def judge(name: str, ours: list[dict[str, float]], twins: list[dict[str, float]]) -> None:
    """Compares with the targets, which are meant for compiled searches."""
    milliseconds = statistics.median(each[name] for each in ours)
    verdicts = [("milliseconds", milliseconds, MOST_MILLISECONDS)]
    if twins:
        verdicts.append(("times C++", ratio(name, ours, twins), MOST_TWIN_RATIO))
    for what, value, most in verdicts:
        verdict = "met" if value <= most else "MISSED" if is_compiled() else "not judged"
        print(f"{name}: {value:.2f} {what} (target at most {most:g}: {verdict})")


def ratio(name: str, above: list[dict[str, float]], below: list[dict[str, float]]) -> float:
    """The median over the rounds."""
    return statistics.median(
        one[name] / other[name] for one, other in zip(above, below, strict=True)
    )


def measure(*, slowly: bool) -> dict[str, float]:
    """Milliseconds by contender; `slowly` with fewer repetitions."""
    question, playout = first_question(), Playout(RulesOfThumb(), Rewards(), ColonyWorth())
    start = first_state()
    searches: dict[str, Callable[[int], Decision]] = {
        "ismcts, 200 iterations": lambda seed: ismcts(LocalSimulator(question, playout, seed)),
        "mo_ismcts, 200": lambda seed: mo_ismcts(LocalSimulator(question, playout, seed)),
        "monte_carlo, 50 worlds": lambda seed: monte_carlo(LocalSimulator(question, playout, seed)),
        "maxn, 10 worlds": lambda seed: maxn(question, Rng(str(seed)), ColonyWorth()),
    }
    times: dict[str, float] = {}
    for name, search in searches.items():
        repetitions = 1 if slowly else 40
        begin = time.process_time()
        for seed in range(repetitions):
            search(seed)
        times[name] = (time.process_time() - begin) / repetitions * 1e3
    playouts = 30 if slowly else 4000
    begin = time.process_time()
    policy_rollouts(start, POLICIES, playouts, Rng(SEED, "playouts"))
    times["playout"] = (time.process_time() - begin) / playouts * 1e3
    return times


def first_state() -> ColonizersState:
    """Seat 0 is about to pick its first colonist."""
    game = Colonizers()
    state = game.start(game.deal(Rng(SEED, "deal")))
    state.move(ORDER)
    return state


def first_question() -> Question:
    return Question(Colonizers(), first_state().observe(0), 0)


def copy_without_extensions(folder: Path) -> Path:
    """A folder to import uncompiled rules and searches from."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for package in (infoset_games, infoset_bots):
        source = Path(str(package.__file__)).parent
        shutil.copytree(source, folder / "pure" / source.name, ignore=ignored)
    return folder / "pure"


def measure_uncompiled(pure: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, __file__, "--child"],
        env={**os.environ, "PYTHONPATH": f"{pure}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
        check=True,
    )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def build_twin(folder: Path) -> Path | None:
    compiler = shutil.which("g++")
    if compiler is None:
        print("MISSING: g++, so no comparison with C++")
        return None
    program = folder / "twin"
    subprocess.run([compiler, *FLAGS, "-o", str(program), str(TWIN)], check=True)
    return program


def run_twin(program: Path, mode: str, repetitions: int) -> str:
    """Playouts from the stream "twin", or the searches of the seeds 0, 1, 2, ..."""
    streams = [Rng(SEED, "twin")]
    if mode in ("trees", "searches"):
        labels = (WORLD, LUCK, CHOICES)
        streams = [Rng(str(seed), label) for seed in range(repetitions) for label in labels]
    words = [word for rng in streams for word in (rng.a, rng.b, rng.c, rng.d)]
    return subprocess.run(
        [str(program), mode, str(repetitions)],
        input=" ".join(str(int(n)) for n in [*first_state().deck_cards(), ORDER, *words]),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def measure_twin(program: Path) -> dict[str, float]:
    times: dict[str, float] = {}
    for name, mode, repetitions in (
        ("ismcts, 200 iterations", "searches", 100),
        ("playout", "playouts", 20_000),
    ):
        seconds = float(run_twin(program, mode, repetitions).split()[1])
        times[name] = seconds / repetitions * 1e3
    return times


def check_twin(program: Path) -> None:
    """Raises if the twin does not make exactly our playouts and trees: then a comparison means nothing."""
    rng = Rng(SEED, "twin")
    for line in run_twin(program, "plies", CHECKED).splitlines():
        state = first_state()
        plies = int(play_out(state, POLICIES, rng))
        result = state.result()
        assert result is not None
        compare(line, [plies, *(int(score) for score in result.scores)])
    playout = Playout(RulesOfThumb(), Rewards(), ColonyWorth())
    trees = CHECKED if is_compiled() else 4
    for seed, line in enumerate(run_twin(program, "trees", trees).splitlines()):
        found = ismcts(LocalSimulator(first_question(), playout, seed))
        compare(line, [arm.visits for arm in found.arms])
    print(f"the C++ twin makes the same {CHECKED} playouts and {trees} trees")


def compare(line: str, ours: list[int]) -> None:
    if ours != [int(number) for number in line.split()]:
        raise AssertionError(f"the C++ twin differs: {line}, ours is {ours}")


if __name__ == "__main__":
    main()
