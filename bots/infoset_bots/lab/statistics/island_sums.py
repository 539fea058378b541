"""Dice, robber, resources and trades of a series of Catan, by bot and in all. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from infoset.extras import needs
from infoset_bots.lab.statistics.island import SUMS, IslandTale, SeatTale
from infoset_bots.lab.statistics.sources import Played
from infoset_games.catan.cards import KNIGHT, RESOURCE_NAMES, VICTORY

WAYS: Final = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # out of 36, by sum from 2


@dataclass(frozen=True)
class Dice:
    """How often each sum from 2 to 12 fell, how often it should have, and the p-value of Pearson's test."""

    observed: list[int]
    expected: list[float]
    p: float | None


@dataclass(frozen=True)
class IslandRow:
    """Means of one bot for a seat and match, by the names of `MEASURES`; shares of turns in `held_*`."""

    bot: str
    seats: int
    means: dict[str, float]
    held_road: float
    held_army: float


@dataclass(frozen=True)
class IslandSums:
    """A series of Catan."""

    dice: Dice
    bots: list[IslandRow]


Measure = Callable[[SeatTale], float]


def produced(resource: int) -> Measure:
    """Cards of a resource from hexes."""
    return lambda seat: float(seat.produced[resource])


MEASURES: Final[dict[str, Measure]] = {
    **{name: produced(resource) for resource, name in enumerate(RESOURCE_NAMES)},
    "blocked": lambda seat: float(seat.blocked),
    "stolen": lambda seat: float(seat.stolen),
    "lost": lambda seat: float(seat.lost),
    "discarded": lambda seat: float(seat.discarded),
    "robber moves": lambda seat: float(seat.robber_moves),
    "offers": lambda seat: float(seat.offers),
    "deals": lambda seat: float(seat.deals),
    "bank trades": lambda seat: float(seat.bank_trades),
    "cards bought": lambda seat: float(seat.bought),
    "knights": lambda seat: float(seat.played[KNIGHT]),
    "other cards": lambda seat: float(sum(seat.played[KNIGHT + 1 : VICTORY])),
}


def sum_up(bots: Sequence[str], told: Sequence[Played], *, by_deal: bool) -> IslandSums:
    """The figures of matches that were told. Raises MissingExtraError without SciPy.

    Where a deal is played several times (`by_deal`) its dice count once: they fall alike each time.
    """
    tales = [
        (match.record.bots, match.tale.island)
        for match in told
        if match.tale is not None and match.tale.island is not None
    ]
    thrown = {
        match.record.deal if by_deal else match.record.match: match.tale.island.dice
        for match in reversed(told)
        if match.tale is not None and match.tale.island is not None
    }
    counts = [sum(dice[number] for dice in thrown.values()) for number in range(SUMS)]
    return IslandSums(judge_dice(counts), [_row(bot, tales) for bot in bots])


def judge_dice(observed: list[int]) -> Dice:
    """Are they two fair dice? No test without at least 5 expected of each sum."""
    rolls = sum(observed)
    expected = [rolls * ways / 36 for ways in WAYS]
    if min(expected) < 5:
        return Dice(observed, expected, None)
    try:
        from scipy.stats import chisquare
    except ImportError:
        raise needs("the test of the dice", "lab") from None
    return Dice(observed, expected, float(chisquare(observed, expected).pvalue))


def _row(bot: str, tales: Sequence[tuple[list[str], IslandTale]]) -> IslandRow:
    seats = [
        (island, island.seats[seat])
        for bots, island in tales
        for seat, label in enumerate(bots)
        if label == bot
    ]
    turns = sum(island.turns for island, _ in seats)
    return IslandRow(
        bot,
        len(seats),
        {
            name: sum(measure(seat) for _, seat in seats) / len(seats) if seats else 0.0
            for name, measure in MEASURES.items()
        },
        sum(seat.held_road for _, seat in seats) / turns if turns else 0.0,
        sum(seat.held_army for _, seat in seats) / turns if turns else 0.0,
    )
