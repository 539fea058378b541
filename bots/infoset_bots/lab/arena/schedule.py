"""Who meets whom on which seats under which deal: pure arithmetic, the same for equal plans.

A *lineup* is who sits at a table, a *seating* one order of it on the seats, a *deal* the seed of the
cards and dice. Without `duplicate` every match has a deal of its own and the seatings take turns, or
are drawn at random. With it a deal is played under all seatings of its lineup, one *block* of matches.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from infoset.errors import CommandError
from infoset_bots.lab.arena.plan import Plan
from infoset_games.rng import Rng

MAX_SEATINGS: Final = 720  # of one deal
MAX_LINEUPS: Final = 100_000
RANDOM: Final = "random"
SEATINGS: Final = ("auto", "rotations", "all", RANDOM)

Seating = tuple[str, ...]  # labels by seat
Item = TypeVar("Item")


@dataclass(frozen=True)
class Job:
    """One match to play. `number` counts from 0 over the run; `seating` counts within the deal."""

    number: int
    deal: int
    seating: int
    seed: str
    seats: Seating


class Schedule:
    """The matches of a plan, by number. Any match can be asked for; none depends on another's result."""

    def __init__(self, plan: Plan, seats: int) -> None:
        """Raises CommandError where the plan asks for blocks too large, or of no certain seatings."""
        if plan.duplicate and plan.seatings == RANDOM:
            raise CommandError(
                "--seatings random: expected no blocks of one deal, as it makes none"
            )
        self.plan = plan
        given = [entry.label for entry in plan.entries]
        if plan.ab is None:
            groups = [
                [all_seatings(lineup, plan.seatings)]
                for lineup in shuffled(lineups(given, seats), Rng(plan.seed, "lineups"))
            ]
        else:
            groups = [[halves(given[0], given[1], seats)]]
        self._tables = [seating for group in groups for seating in group]
        self.block = len(self._tables[0]) if plan.duplicate else 1
        self.matches = math.ceil(plan.matches / self.block) * self.block

    def job(self, number: int) -> Job:
        """Match `number`."""
        deal, seating = divmod(number, self.block)
        if self.plan.duplicate:
            table = self._tables[deal % len(self._tables)]
            seats = table[seating]
        else:
            # All lineups in turn first, then the next seating of each.
            turn, lineup = divmod(number, len(self._tables))
            table = self._tables[lineup]
            seats = table[turn % len(table)]
            if self.plan.seatings == RANDOM:
                seats = tuple(shuffled(seats, Rng(self.plan.seed, "seating", str(number))))
        return Job(number, deal, seating, f"{self.plan.seed}:{deal}", seats)

    def jobs(self, without: frozenset[int] | set[int] = frozenset()) -> Iterator[Job]:
        """All matches in order, except those whose numbers are in `without`."""
        for number in range(self.matches):
            if number not in without:
                yield self.job(number)


def lineups(given: Sequence[str], seats: int) -> list[Seating]:
    """Who sits at a table, so that over all lineups every given entry has the same number of seats.

    More entries than seats: every choice of them. Fewer: each entry several times, and who has one
    seat more takes turns.
    """
    if len(given) >= seats:
        if math.comb(len(given), seats) > MAX_LINEUPS:
            raise CommandError(
                f"{len(given)} bots make more than {MAX_LINEUPS} different tables of {seats}; "
                "play fewer bots at a time"
            )
        return list(dict.fromkeys(itertools.combinations(given, seats)))
    each, more = divmod(seats, len(given))
    full = tuple(given) * each
    if more == 0:
        return [full]
    return [(*full, *extra) for extra in itertools.combinations(given, more)]


def all_seatings(lineup: Seating, how: str = "auto") -> list[Seating]:
    """The seatings of a lineup, each once.

    `rotations`: every entry on every seat once, neighbours kept. `all`: every distinct order. `auto`:
    every distinct order for at most two different entries, else rotations. `random`: the one that
    every match shuffles anew.
    """
    if how == RANDOM:
        return [lineup]
    if how == "all" or (how == "auto" and len(set(lineup)) <= 2):
        return distinct_orders(lineup)
    return list(dict.fromkeys(lineup[i:] + lineup[:i] for i in range(len(lineup))))


def distinct_orders(lineup: Seating) -> list[Seating]:
    """Every distinct order of a lineup. Raises CommandError if there are more than MAX_SEATINGS."""
    count = math.factorial(len(lineup))
    for label in set(lineup):
        count //= math.factorial(lineup.count(label))
    if count > MAX_SEATINGS:
        raise CommandError(f"{count} seatings of one deal: at most {MAX_SEATINGS}; use rotations")
    return list(_orders(tuple(dict.fromkeys(lineup)), lineup))


def halves(a: str, b: str, seats: int) -> list[Seating]:
    """Every seating of A and B with as many seats for one as for the other over all of them."""
    few = seats // 2
    seatings = distinct_orders((a,) * (seats - few) + (b,) * few)
    if seats % 2:
        seatings += distinct_orders((a,) * few + (b,) * (seats - few))
    return seatings


def shuffled(items: Sequence[Item], rng: Rng) -> list[Item]:
    """The items in random order: so a short run of many lineups, for one, is no alphabetical one."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = int(rng.below(i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def _orders(labels: Sequence[str], left: Sequence[str]) -> Iterator[Seating]:
    if not left:
        yield ()
        return
    for label in labels:
        if label in left:
            rest = list(left)
            rest.remove(label)
            for order in _orders(labels, rest):
                yield (label, *order)
