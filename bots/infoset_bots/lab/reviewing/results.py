"""Results of bots with and without luck, from the luck of their matches. Pure."""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean as mean
from typing import Final

from infoset_bots.lab.arena.intervals import least_possible
from infoset_bots.lab.arena.record import rank_points
from infoset_bots.lab.reviewing.adjusting import Adjusted, adjust
from infoset_bots.lab.reviewing.luck import Luck

FORMAT: Final = 1  # of the JSON form; another number is not read


@dataclass(frozen=True)
class LuckSettings:
    """How luck is measured. Equal ones measure equal replays alike.

    With `playouts` positions are worth the mean reward of so many, by `policy` ("": the game's best) and
    for `horizon` plies (0: to the end); without, what the game's evaluation says. `outcomes` is how many
    ways of chance are compared at most.
    """

    playouts: int
    policy: str
    horizon: int
    outcomes: int
    seed: str


@dataclass(frozen=True)
class Measured:
    """One match that is over: by seat who played, what came of it, and how lucky that was."""

    match: int
    unit: int
    bots: list[str]
    places: list[int]
    scores: list[float]
    luck: Luck


@dataclass(frozen=True)
class AdjustedRow:
    """One bot by one measure: `rank` (points from 0, last, to 1, first), `win` (with any seat), `points` (by the rules)."""

    bot: str
    measure: str
    result: Adjusted


@dataclass(frozen=True)
class AdjustedResults:
    """Everything that is reported."""

    game: str
    settings: LuckSettings
    rows: list[AdjustedRow]
    matches: list[Measured]
    format: int = FORMAT


Value = Callable[[Measured, Sequence[int]], float]  # of the seats that a bot has in a match
Measure = tuple[Value, float, float]  # and what it is at least and at most


def rank_of(match: Measured, seats: Sequence[int]) -> float:
    """Their mean rank points."""
    points = rank_points(match.places)
    return mean([points[seat] for seat in seats])


def win_of(match: Measured, seats: Sequence[int]) -> float:
    """Did one of them win? A shared win counts in parts."""
    won = sum(match.places[seat] == 1 for seat in seats)
    return won / match.places.count(1)


def points_of(match: Measured, seats: Sequence[int]) -> float:
    """Their mean points by the rules."""
    return mean([match.scores[seat] for seat in seats])


def adjusted_results(
    game: str, settings: LuckSettings, found: Sequence[Measured]
) -> AdjustedResults:
    """All figures. Matches may come in any order."""
    matches = sorted(found, key=lambda one: one.match)
    measures: dict[str, Measure] = {"rank": (rank_of, 0, 1), "win": (win_of, 0, 1)}
    if all(match.scores for match in matches):
        least = least_possible(score for match in matches for score in match.scores)
        measures["points"] = (points_of, least, math.inf)
    bots = dict.fromkeys(bot for match in matches for bot in match.bots)
    rows = [
        AdjustedRow(bot, name, adjusted_of(bot, matches, measure))
        for bot in bots
        for name, measure in measures.items()
    ]
    return AdjustedResults(game, settings, rows, matches)


def adjusted_of(bot: str, matches: Sequence[Measured], measure: Measure) -> Adjusted:
    """The mean over units of what a bot has in a match."""
    value, least, most = measure
    values: dict[int, list[float]] = defaultdict(list)
    lucks: dict[int, list[list[float]]] = defaultdict(list)
    for match in matches:
        seats = [seat for seat, name in enumerate(match.bots) if name == bot]
        if seats:
            values[match.unit].append(value(match, seats))
            kinds = (match.luck.deal, match.luck.play)
            lucks[match.unit].append([mean([kind[seat] for seat in seats]) for kind in kinds])
    return adjust(
        [mean(found) for found in values.values()],
        [[mean(kind) for kind in zip(*found, strict=True)] for found in lucks.values()],
        least=least,
        most=most,
    )
