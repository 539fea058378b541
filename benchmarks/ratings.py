"""Whether ratings are honest, and what pairing is worth, by matches between bots whose strengths are known.

python -m benchmarks.ratings coverage [--reps 12] [--bots 24]     how often intervals of two sigmas hold the truth
python -m benchmarks.ratings pairing [--reps 6] [--bots 40]       how many matches the order of the best takes
python -m benchmarks.ratings fit [--reps 100]                     how often strengths are said not to explain results

Each run prints its seeds: repetition r of a row draws everything from `numpy.random.default_rng([SEED, r])`. Coverage
of 0.954 is due. Its standard error stands behind it: intervals of one repetition have the same matches behind them.
"""

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tests.server.contests.ladder.rating.truth import (
    coverage,
    field_of,
    neighbour_tables,
    paired_tables,
    play,
    random_tables,
)

from infoset_server.contests.ladder.rating import Fit, Outcome, fit
from infoset_server.contests.ladder.rating.transitivity import oddities_of
from infoset_server.contests.ladder.tables import MISFIT, SCALE

Vector = NDArray[np.float64]
Meet = Callable[[Vector, int, int, np.random.Generator, float], list[Outcome]]

SEED: Final = 18
BEST: Final = 10
GAMES: Final = (5, 20, 60, 200)
BISECTIONS: Final = 18
TRIALS: Final = 1_500  # matches by which a threshold is found
MEETINGS: Final[dict[str, Meet]] = {
    "anybody": lambda truth, size, games, rng, near: random_tables(
        truth, size, games, rng, threshold=near
    ),
    "neighbours": neighbour_tables,
    "the ladder's": paired_tables,
}


@dataclass(frozen=True)
class World:
    """One row of the coverage table."""

    meet: str
    size: int
    ties: float  # share of results in which somebody is level with somebody
    spread: float  # of true strengths, in logits


WORLDS: Final = (
    *(
        World("anybody", size, 0.0, spread)
        for size in (2, 4)
        for spread in (0.3, 0.8, 1.5, 3.0, 4.0)
    ),
    *(World("anybody", 2, 0.39, spread) for spread in (0.3, 0.8, 1.5, 3.0)),
    *(World("anybody", 2, 0.75, spread) for spread in (0.3, 0.8)),
    *(World("anybody", 4, 0.75, spread) for spread in (0.3, 0.8, 1.5, 3.0)),
    *(World("neighbours", 2, 0.0, spread) for spread in (0.3, 0.8, 3.0)),
    World("neighbours", 2, 0.39, 0.8),
    *(World("neighbours", 4, 0.0, spread) for spread in (0.8, 3.0)),
    *(World("the ladder's", 2, 0.0, spread) for spread in (0.8, 3.0)),
    World("the ladder's", 2, 0.39, 0.8),
    World("the ladder's", 4, 0.75, 0.8),
)


def threshold_for(world: World, bots: int) -> float:
    """The threshold that brings so many ties."""
    if not world.ties:
        return 0.0
    low, high = 0.0, 30.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        rng = np.random.default_rng(SEED)
        truth = rng.normal(0, world.spread, bots)
        outcomes = MEETINGS["neighbours" if world.meet == "neighbours" else "anybody"](
            truth, world.size, TRIALS * world.size // bots, rng, middle
        )
        share = np.mean([len(set(outcome.places)) < world.size for outcome in outcomes])
        low, high = (middle, high) if share < world.ties else (low, middle)
    return (low + high) / 2


def held(world: World, games: int, reps: int, bots: int) -> tuple[float, float]:
    """The share of intervals that hold the truth, and its standard error."""
    threshold = threshold_for(world, bots)
    shares = []
    for rep in range(reps):
        rng = np.random.default_rng([SEED, rep])
        truth = rng.normal(0, world.spread, bots)
        outcomes = MEETINGS[world.meet](truth, world.size, games, rng, threshold)
        shares.append(coverage(fit(field_of(bots), outcomes), truth))
    return float(np.mean(shares)), float(np.std(shares) / math.sqrt(reps))


def tell_coverage(asked: argparse.Namespace) -> None:
    """A row for each world, a column for each number of matches."""
    print(f"{asked.bots} bots, {asked.reps} repetitions, seed {SEED}")
    columns = " | ".join(f"{games} games" for games in GAMES)
    print(f"| who meets | seats | ties | spread | {columns} |")
    print("| --- " * (4 + len(GAMES)) + "|")
    for world in WORLDS:
        if asked.meet in (None, world.meet):
            cells = []
            for games in GAMES:
                if games > asked.games:
                    cells.append("")
                    continue
                share, error = held(world, games, asked.reps, asked.bots)
                cells.append(f"{share:.3f} +-{error:.3f}")
            print(
                f"| {world.meet} | {world.size} | {world.ties:.0%} | {world.spread} | "
                + " | ".join(cells)
                + " |",
                flush=True,
            )


def well_ordered(fitted: Fit, truth: Vector) -> float:
    """Of all pairs with one of the best, the share put in the right order."""
    best = np.argsort(-truth)[:BEST]
    pairs = [
        (one, other)
        for one, other in combinations(range(len(truth)), 2)
        if one in best or other in best
    ]
    right = [
        (fitted.strengths[one] > fitted.strengths[other]) == (truth[one] > truth[other])
        for one, other in pairs
    ]
    return float(np.mean(right))


def tell_pairing(asked: argparse.Namespace) -> None:
    """Random tables with all matches beside the ladder's with two thirds of them."""
    print(f"{asked.bots} bots, {asked.reps} repetitions, seed {SEED}; the best are {BEST}")
    print("| seats | spread | who meets | games each | right order of the best | +- points |")
    print("| --- " * 6 + "|")
    for size, spread in ((4, 0.8), (2, 0.8), (2, 2.0)):
        for meet, games in (("anybody", 60), ("anybody", 40), ("the ladder's", 40)):
            rows = [
                _season(meet, size, spread, games, asked.bots, rep) for rep in range(asked.reps)
            ]
            order, margin = np.mean(rows, axis=0)
            error = np.std([row[0] for row in rows]) / math.sqrt(asked.reps)
            print(
                f"| {size} | {spread} | {meet} | {games} | {order:.3f} +-{error:.3f} | {margin:.0f} |",
                flush=True,
            )


def _season(
    meet: str, size: int, spread: float, games: int, bots: int, rep: int
) -> tuple[float, float]:
    """How well the best are ordered, and the mean half interval in points."""
    rng = np.random.default_rng([SEED, rep])
    truth = rng.normal(0, spread, bots)
    fitted = fit(field_of(bots), MEETINGS[meet](truth, size, games, rng, 0.0)).centred()
    return well_ordered(fitted, truth), float(2 * SCALE * fitted.sigmas.mean())


def circle(games: int, edge: float, rng: np.random.Generator) -> list[Outcome]:
    """Rock, paper, scissors: 0 beats 1 beats 2 beats 0 with this chance, and all are as good against six others."""
    outcomes = []
    for _ in range(9 * games // 2):
        one, other = (int(bot) for bot in rng.choice(9, 2, replace=False))
        chance = 0.5
        if one < 3 and other < 3:
            chance = edge if (other - one) % 3 == 1 else 1 - edge
        places = (1, 2) if rng.random() < chance else (2, 1)
        outcomes.append(Outcome((one, other), places))
    return outcomes


def misfits(bots: int, outcomes: Sequence[Outcome]) -> set[int]:
    """Of whom it is said that strengths do not explain their results."""
    oddities = oddities_of(fit(field_of(bots), outcomes), outcomes)
    chances = {bot: oddities.chance(bot) for bot in range(bots)}
    return {bot for bot, chance in chances.items() if chance is not None and chance * bots < MISFIT}


def tell_fit(asked: argparse.Namespace) -> None:
    """False alarms where strengths say all, and alarms where they do not."""
    print(
        f"{asked.reps} repetitions, seed {SEED}; an alarm is a table with somebody who does not fit"
    )
    for size, threshold in ((2, 0.0), (2, 0.9), (4, 0.0), (4, 1.0)):
        alarms = 0
        for rep in range(asked.reps):
            rng = np.random.default_rng([SEED, rep])
            truth = rng.normal(0, 0.8, 12)
            outcomes = [
                play(
                    truth,
                    [int(one) for one in rng.choice(12, size, replace=False)],
                    rng,
                    threshold=threshold,
                )
                for _ in range(12 * 100 // size)
            ]
            alarms += bool(misfits(12, outcomes))
        print(f"strengths say all, {size} seats, threshold {threshold}: {alarms / asked.reps:.2f}")
    for edge in (0.6, 0.7, 0.8, 0.9):
        found = [
            misfits(9, circle(200, edge, np.random.default_rng([SEED, rep])))
            for rep in range(asked.reps)
        ]
        told = np.mean([len(one & {0, 1, 2}) / 3 for one in found])
        others = np.mean([len(one - {0, 1, 2}) / 6 for one in found])
        print(
            f"circle of three, {edge} each, 200 games: told {told:.2f}, of the others {others:.2f}"
        )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("coverage", "pairing", "fit"))
    parser.add_argument("--reps", type=int, default=12)
    parser.add_argument("--bots", type=int, default=24)
    parser.add_argument("--meet", choices=sorted(MEETINGS), help="only these rows of coverage")
    parser.add_argument("--games", type=int, default=max(GAMES), help="most games of coverage")
    asked = parser.parse_args()
    tell = {"coverage": tell_coverage, "pairing": tell_pairing, "fit": tell_fit}
    tell[asked.what](asked)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
