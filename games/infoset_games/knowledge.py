"""What a seat may conclude of what it does not see, with chances. Knows no game, no match and no wire.

The descriptor of a game (descriptor.py) names it in the field `knowledge`, for instance
`"hexes_game.knowledge:HexKnowledge"`: a class that is called without arguments and is a Knowledge. A game without one
tells nothing. Whatever is told follows from an observation, and from worlds that were drawn of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from infoset_games.core import Json, State
from infoset_games.descriptor import Descriptor, descriptor_of, make_part
from infoset_games.game import Game

Z: Final = 1.959964  # of the normal distribution, for 95 %
DIGITS: Final = 4  # of a chance in writing

What = tuple[Json, ...]  # the name of something hidden, as an action is written: ("resource", 2)
Held = Mapping[int, Mapping[What, int]]  # by seat how many of each there are in a world; no zeros


@dataclass(frozen=True)
class Fact:
    """How likely it is that a seat has at least one of something."""

    what: What
    chance: float
    mean: float | None = None  # how many of it are to be expected, where there can be several
    interval: tuple[float, float] | None = (
        None  # of `chance`, 95 %; None where it was counted exactly
    )
    is_sure: bool = (
        False  # it follows from what was seen: drawing worlds did not just never miss it
    )

    def to_plain(self) -> dict[str, Json]:
        """As it goes over the wire."""
        plain: dict[str, Json] = {"what": list(self.what), "chance": round(self.chance, DIGITS)}
        if self.mean is not None:
            plain["mean"] = round(self.mean, DIGITS)
        if self.interval is not None:
            plain["low"], plain["high"] = (round(end, DIGITS) for end in self.interval)
        if self.is_sure:
            plain["sure"] = True
        return plain


@dataclass(frozen=True)
class Whole:
    """Everything of one kind that a seat may hide, together: numbers as the game counts them."""

    counts: tuple[int, ...]
    chance: float

    def to_plain(self) -> dict[str, Json]:
        """As it goes over the wire."""
        return {"counts": list(self.counts), "chance": round(self.chance, DIGITS)}


@dataclass(frozen=True)
class SeatFacts:
    """What is known of one seat: the likeliest facts first; `wholes` only where they are few."""

    seat: int
    facts: tuple[Fact, ...]
    wholes: tuple[Whole, ...] = ()

    def to_plain(self) -> dict[str, Json]:
        """As it goes over the wire."""
        plain: dict[str, Json] = {
            "seat": self.seat,
            "facts": [fact.to_plain() for fact in self.facts],
        }
        if self.wholes:
            plain["wholes"] = [whole.to_plain() for whole in self.wholes]
        return plain


@dataclass(frozen=True)
class Outcome:
    """One thing that may come of an action; `gains` are numbers by seat, as the game counts them."""

    what: What
    chance: float
    gains: tuple[tuple[int, ...], ...] = ()

    def to_plain(self) -> dict[str, Json]:
        """As it goes over the wire."""
        plain: dict[str, Json] = {"what": list(self.what), "chance": round(self.chance, DIGITS)}
        if self.gains:
            plain["gains"] = [list(row) for row in self.gains]
        return plain


@dataclass(frozen=True)
class Effect:
    """What may come of an action, written as `what` of a fact is; all its outcomes, counted exactly."""

    action: What
    outcomes: tuple[Outcome, ...]

    def to_plain(self) -> dict[str, Json]:
        """As it goes over the wire."""
        return {
            "action": list(self.action),
            "outcomes": [outcome.to_plain() for outcome in self.outcomes],
        }


class Knowledge:
    """What one game can tell; as it stands nothing. A game overrides `counted`, or `needs_worlds` with `held`."""

    needs_worlds: bool = False  # are chances estimated in worlds? Else `counted` tells all

    def counted(self, game: Game, view: Any) -> list[SeatFacts]:
        """What follows exactly from the observation `view` of a seat, of all others."""
        return []

    def held(self, game: Game, view: Any, world: State) -> Held:
        """What the other seats have in `world`, a position in which a seat has the observation `view`.

        A server looks at worlds that were drawn of `view`, where `needs_worlds`; `infoset worlds` looks at what was true, too.
        """
        return {}

    def sure(self, game: Game, view: Any) -> Mapping[int, frozenset[What]]:
        """By seat what is certain of it by what was seen, whatever worlds are drawn."""
        return {}

    def effects(self, game: Game, view: Any) -> list[Effect]:
        """What may come of actions that the seat or others can take, counted exactly from `view`."""
        return []


@dataclass
class Tally:
    """Counts over worlds. Two tallies of different worlds can be added."""

    worlds: int = 0
    counts: dict[int, dict[What, list[int]]] = field(
        default_factory=dict
    )  # [worlds with it, how many in all]

    def add(self, held: Held) -> None:
        """Takes in a world."""
        self.worlds += 1
        for seat, things in held.items():
            rows = self.counts.setdefault(seat, {})
            for what, count in things.items():
                row = rows.setdefault(what, [0, 0])
                row[0] += 1
                row[1] += count

    def to_plain(self) -> list[list[Json]]:
        """As rows `[seat, what, worlds, number]`, to be added elsewhere."""
        return [
            [seat, list(what), *row]
            for seat, rows in self.counts.items()
            for what, row in rows.items()
        ]

    def take(self, worlds: int, rows: Iterable[list[Json]]) -> None:
        """Takes in so many worlds of which another tally wrote `rows`."""
        self.worlds += worlds
        for seat, what, hits, number in rows:
            row = self.counts.setdefault(seat, {}).setdefault(tuple(what), [0, 0])
            row[0] += hits
            row[1] += number

    def facts(self, sure: Mapping[int, frozenset[What]]) -> list[SeatFacts]:
        """What the worlds say, and what is `sure` anyway."""
        return [
            SeatFacts(seat, tuple(sorted(self._facts_of(seat, sure), key=likeliest_first)))
            for seat in sorted({*self.counts, *sure})
        ]

    def _facts_of(self, seat: int, sure: Mapping[int, frozenset[What]]) -> list[Fact]:
        known = sure.get(seat, frozenset())
        found = [Fact(what, 1.0, is_sure=True) for what in known]
        for what, (hits, _) in self.counts.get(seat, {}).items():
            if what not in known:
                share = hits / self.worlds
                found.append(Fact(what, share, interval=interval_of(hits, self.worlds)))
        return found


def likeliest_first(fact: Fact) -> tuple[float, str]:
    """To sort by, in an order that does not depend on how facts were found."""
    return -fact.chance, repr(fact.what)


def interval_of(hits: float, draws: int) -> tuple[float, float]:
    """The 95 % interval of a chance that came true in `hits` of `draws` (Wilson's)."""
    share, square = hits / draws, Z * Z
    middle = (share + square / (2 * draws)) / (1 + square / draws)
    half = (
        Z * sqrt(share * (1 - share) / draws + square / (4 * draws * draws)) / (1 + square / draws)
    )
    return max(0.0, middle - half), min(1.0, middle + half)


def knowledge_of(game: str, descriptor: Descriptor | None = None) -> Knowledge:
    """What a game can tell; `descriptor` None takes the installed one. Raises BrokenPartError."""
    return make_part(game, "knowledge", Knowledge, Knowledge, descriptor)


def has_knowledge(game: str) -> bool:
    """Does an installed game tell anything?"""
    known = descriptor_of(game)
    return known is not None and bool(known.knowledge)
