"""How fast Crossfire is: the compiled rules beside the same source uncompiled, measured side by side.

    python benchmarks/crossfire.py [--rounds 5]

Every round gives each contender one turn, in CPU time; the medians over the rounds are printed, and the
median of the ratios. Then what a decision of the search player takes, over the decisions of whole plays.
What cannot be measured here (no compiled rules) is said first.
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
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import infoset_games
from infoset_bots.search.decision import Question
from infoset_bots.search.decoupled_uct import DecoupledUct
from infoset_bots.search.playout import Playout
from infoset_bots.search.rewards import Rewards
from infoset_bots.search.simulator import LocalSimulator
from infoset_bots.search.simultaneous import ITERATIONS, SimultaneousSearch
from infoset_games.build_info import is_compiled, stale_modules
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.policies import Survivor
from infoset_games.crossfire.state import CrossfireState
from infoset_games.evaluation import PointsEvaluation
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.rng import Rng
from infoset_games.rollout import policy_rollouts, random_rollouts

SEED = "benchmark"
PRESETS = ("mini", "standard", "large")
PLAYS = 200  # random plays in a turn; the heuristic takes a tenth
WORLDS = 60  # worlds in a turn, over all positions of a play
DEALS = 10
LEAST_ROUNDS_RATIO = 10.0  # rounds of random play, compiled to uncompiled
SEARCHED_PLAYS = 3
MOST_DECISION_MS = 80.0  # of nineteen decisions in twenty on the standard board, compiled


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Crossfire.")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each contender")
    parser.add_argument("--turn", nargs="+", help=argparse.SUPPRESS)  # boards of the child
    arguments = parser.parse_args()
    if arguments.turn:
        print(json.dumps(take_turn(arguments.turn)))
        return
    print(f"Python {platform.python_version()}, {platform.machine()}, {arguments.rounds} rounds")
    if not is_compiled():
        print("MISSING: the rules run uncompiled; install with a C compiler to compare them")
    for module in stale_modules():
        print(f"WARNING: {module} has changed since it was compiled")
    with tempfile.TemporaryDirectory() as folder:
        report(arguments.rounds, copy_without_extensions(Path(folder)))
    report_search()


def report(rounds: int, pure: Path) -> None:
    """Prints what each contender does in a second, and how many times more ours does."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(take_turn())
        theirs.append(take_turn_of(pure))
    print(f"\n{'per second (median)':32}{'here':>12}{'uncompiled':>12}{'ratio':>8}")
    for name in ours[0]:
        ratio = statistics.median(a[name] / b[name] for a, b in zip(ours, theirs, strict=True))
        here, there = (statistics.median(turn[name] for turn in all_) for all_ in (ours, theirs))
        print(f"  {name:30}{here:12,.0f}{there:12,.0f}{ratio:8.1f}{verdict(name, ratio)}")


def report_search() -> None:
    """Prints what decisions of the search player take."""
    print(f"\n{'milliseconds of a decision':32}{'median':>12}{'19 of 20':>12}{'longest':>12}")
    for preset in PRESETS:
        times = sorted(decision_times(Crossfire(preset=preset)))
        usual = times[int(0.95 * len(times))]
        line = f"  {preset}, {ITERATIONS} iterations"
        print(f"{line:32}{statistics.median(times):12.0f}{usual:12.0f}{times[-1]:12.0f}", end="")
        kept = "met" if usual <= MOST_DECISION_MS else "MISSED"
        is_judged = preset == "standard" and is_compiled()
        print(f"  (target {MOST_DECISION_MS:g}: {kept})" if is_judged else "")


def decision_times(game: Crossfire, plays: int = SEARCHED_PLAYS) -> list[float]:
    """CPU time in ms of every decision of a seat that searches, against the heuristic."""
    playout = Playout(Survivor(), Rewards(), PointsEvaluation())
    times: list[float] = []
    for play in range(plays if is_compiled() else 1):
        state = game.start(game.deal(Rng(SEED, "search", str(play))))
        rng = Rng(SEED, "others", str(play))
        while state.to_act():
            joint = {seat: Survivor().choose(state, seat, rng) for seat in state.to_act()}
            if 0 in joint:
                begin = time.process_time()
                simulator = LocalSimulator(Question(game, state.observe(0), 0), playout, len(times))
                search = SimultaneousSearch(simulator, DecoupledUct(simulator.choices()))
                joint[0] = search.decide().action
                times.append((time.process_time() - begin) * 1e3)
            state.apply(joint)
    return times


def verdict(name: str, ratio: float) -> str:
    """Whether a promised ratio was kept."""
    if name != "standard: random rounds" or not is_compiled():
        return ""
    kept = "met" if ratio >= LEAST_ROUNDS_RATIO else "MISSED"
    return f"  (target {LEAST_ROUNDS_RATIO:g}: {kept})"


def take_turn(presets: Sequence[str] = PRESETS) -> dict[str, float]:
    """Everything that is measured, once, per second of CPU time."""
    found: dict[str, float] = {}
    for preset in presets:
        game = Crossfire(preset=preset)
        start = game.start(game.deal(Rng(SEED)))
        random_rollouts(start, 5, Rng(SEED, "warm"))  # makes the tables of the board
        plays = PLAYS if is_compiled() else PLAYS // 10
        rounds = rounds_of(start, plays)
        few = plays // 10
        careful: list[Policy] = [Survivor(), Survivor()]
        work: dict[str, tuple[int, Callable[[], object]]] = {
            "random rounds": (rounds, partial(random_rollouts, start, plays, Rng(SEED))),
            "plays of the heuristic": (
                few,
                partial(policy_rollouts, start, careful, few, Rng(SEED)),
            ),
            "deals": (DEALS, partial(draw_deals, game)),
        }
        for name, (count, call) in work.items():
            found[f"{preset}: {name}"] = per_second(count, call)
        found[f"{preset}: worlds"] = worlds_per_second(game, start)
    return found


def draw_deals(game: Crossfire) -> None:
    for number in range(DEALS):
        game.deal(Rng(SEED, str(number)))


def rounds_of(start: CrossfireState, plays: int) -> int:
    """How many rounds the random plays of a turn have, those included that are played at once."""
    rng, rounds = Rng(SEED), 0
    for _ in range(plays):
        state = start.copy()
        random_rollouts_of_one(state, rng)
        rounds += state.round() - 1
    return rounds


def random_rollouts_of_one(state: CrossfireState, rng: Rng) -> None:
    while state.to_act():
        state.apply({seat: state.legal(seat).draw(rng) for seat in state.to_act()})


def worlds_per_second(game: Crossfire, start: CrossfireState) -> float:
    """Worlds drawn for seat 0 at every decision of a random play."""
    state, rng = start.copy(), Rng(SEED, "worlds")
    views = []
    while state.to_act():
        state.apply({seat: RandomPolicy().choose(state, seat, rng) for seat in state.to_act()})
        if state.to_act():
            views.append(state.observe(0))
    times = max(1, WORLDS // len(views))
    return per_second(
        times * len(views),
        lambda: [game.determinize(view, rng) for view in views for _ in range(times)],
    )


def per_second(count: int, work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return count / (time.process_time() - begin)


def copy_without_extensions(folder: Path) -> Path:
    """A folder to import an uncompiled `infoset_games` from."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(Path(infoset_games.__file__).parent, folder / "infoset_games", ignore=ignored)
    return folder


def take_turn_of(pure: Path, presets: Sequence[str] = PRESETS) -> dict[str, float]:
    """A turn of the uncompiled source, in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--turn", *presets],
        env={**os.environ, "PYTHONPATH": str(pure)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
