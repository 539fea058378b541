"""How fast the rules of Catan are, as ratios of contenders measured side by side.

    python benchmarks/catan.py [--rounds 7] [--catanatron PYTHON]

Random games of four seats on one core, in CPU time: the rules as installed, the same source uncompiled,
and the package Catanatron (3.2, of PyPI) in a process of its own. It knows no trade between players, so
ours are counted without and, for what it is worth, with it. Every round gives each contender one turn; the
medians over the rounds are printed. What cannot be measured here is said first.
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

import infoset_games
from infoset_games.build_info import is_compiled, stale_modules
from infoset_games.catan import Catan
from infoset_games.catan.legality import legal_codes
from infoset_games.catan.policies import Greedy, RandomByKind
from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out, random_rollout

PEER = Path(__file__).parent / "peers" / "catanatron_games.py"
SEED = "benchmark"
FAST_GAMES = 1_000  # a turn of a compiled contender
SLOW_GAMES = 20  # a turn of an uncompiled one
CALLS = 20_000
LEAST_RATIO = 20.0  # ours to Catanatron's, without trade
MIDDLE = 500  # plies into a game where single calls are measured
NO_TRADE = {"max_offers": 0, "trade_menu": "none"}

Figures = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the rules of Catan.")
    parser.add_argument("--rounds", type=int, default=7, help="turns of each contender")
    parser.add_argument(
        "--catanatron", default=sys.executable, help="a Python that can import catanatron"
    )
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(our_figures(SLOW_GAMES)))
        return
    with tempfile.TemporaryDirectory() as folder:
        report(arguments.rounds, arguments.catanatron, Path(folder))


def report(rounds: int, catanatron: str, folder: Path) -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, {rounds} rounds")
    if not is_compiled():
        print("MISSING: the rules run uncompiled; install with a C compiler to measure them")
    for module in stale_modules():
        print(f"WARNING: {module} has changed since it was compiled")
    has_peer = not subprocess.run(
        [catanatron, "-c", "import catanatron"], check=False, capture_output=True
    ).returncode
    if not has_peer:
        print("MISSING: catanatron (pip install catanatron, or --catanatron PYTHON)")
    pure = copy_without_extensions(folder)
    found: dict[str, list[Figures]] = {"ours": [], "uncompiled": [], "catanatron": []}
    for _ in range(rounds):
        found["ours"].append(our_figures(FAST_GAMES if is_compiled() else SLOW_GAMES))
        if is_compiled():
            found["uncompiled"].append(
                child([sys.executable, __file__, "--child"], {"PYTHONPATH": str(pure)})
            )
        if has_peer:
            found["catanatron"].append(child([catanatron, str(PEER), str(SLOW_GAMES)], {}))
    print_figures({name: figures for name, figures in found.items() if figures})
    if has_peer:
        ratio = ratio_of(found, "catanatron", "random games/s")
        verdict = "met" if ratio >= LEAST_RATIO else "MISSED"
        print(f"\nours / catanatron: {ratio:.1f} random games (target {LEAST_RATIO:g}: {verdict})")
        for what, call in (("copy", "copy us"), ("list of legal actions", "legal us")):
            times = 1 / ratio_of(found, "catanatron", call)
            print(f"a {what} takes theirs {times:.0f} times as long")
    if is_compiled():
        print(f"compiled / uncompiled: {ratio_of(found, 'uncompiled', 'random games/s'):.1f}")


def ratio_of(found: dict[str, list[Figures]], other: str, figure: str) -> float:
    """The median over the rounds of our figure divided by another's."""
    pairs = zip(found["ours"], found[other], strict=True)
    return statistics.median(ours[figure] / theirs[figure] for ours, theirs in pairs)


def print_figures(found: dict[str, list[Figures]]) -> None:
    names = list(found)
    print(f"\n{'median':28}" + "".join(f"{name:>14}" for name in names))
    for figure in found["ours"][0]:
        row = f"{figure:28}"
        for name in names:
            values = [figures[figure] for figures in found[name] if figure in figures]
            row += f"{statistics.median(values):14,.2f}" if values else f"{'-':>14}"
        print(row)


def child(command: list[str], environment: dict[str, str]) -> Figures:
    """The figures of a contender that needs another process."""
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def copy_without_extensions(folder: Path) -> Path:
    """A folder to import an uncompiled `infoset_games` from, with what it needs to be imported."""
    source = Path(infoset_games.__file__).parent
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(source, folder / "pure" / "infoset_games", ignore=ignored)
    return folder / "pure"


# Ours.


def our_figures(games: int) -> Figures:
    figures = {"random games/s": games_per_second(Catan(**NO_TRADE), games)}
    figures["random, with trade"] = games_per_second(Catan(), max(1, games // 10))
    figures["thesis' random games/s"] = games_per_second(Catan(), games // 4, RandomByKind())
    figures["greedy games/s"] = games_per_second(Catan(), games, Greedy())
    return figures | our_calls(games * CALLS // FAST_GAMES)


def games_per_second(game: Catan, games: int, policy: Policy | None = None) -> float:
    rng = Rng(SEED)
    states = [game.start(game.deal(rng)) for _ in range(games)]
    begin = time.process_time()
    for state in states:
        if policy is None:
            random_rollout(state, rng)
        else:
            play_out(state, [policy] * 4, rng)
    return games / (time.process_time() - begin)


def our_calls(times: int) -> Figures:
    game, state = Catan(), middle_of_a_game()
    rng = Rng(SEED, "calls")
    seat = int(state.mover())
    view = state.observe(seat)
    return {
        "copy us": microseconds(state.copy, times),
        "legal us": microseconds(lambda: legal_codes(state, seat), times),
        "observe us": microseconds(lambda: state.observe(seat), times),
        "determinize us": microseconds(lambda: game.determinize(view, rng), times),
        "write_observation us": microseconds(lambda: game.write_observation(view), times // 10),
    }


def middle_of_a_game() -> CatanState:
    """A position of the main phase, where most can be done."""
    game, rng = Catan(**NO_TRADE), Rng(SEED, "middle")
    state = game.start(game.deal(rng))
    play_out(state, [RandomByKind()] * 4, rng, horizon=MIDDLE)
    while state.mover() == CHANCE or state.kind(0) != "main":
        play_out(state, [RandomByKind()] * 4, rng, horizon=1)
    return state


def microseconds(call: Callable[[], object], times: int) -> float:
    begin = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - begin) / times * 1e6


if __name__ == "__main__":
    main()
