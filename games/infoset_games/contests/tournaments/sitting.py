"""What happens at one table: its matches, who sits where next, when it is decided, and what it is worth. Pure.

Everybody moves on by a seat after each match, so that after as many matches as seats all have sat everywhere.
Of two who meet the table is decided when nobody can catch up. Where it must be known who goes on and points do
not tell, extra matches follow, and at last the seeds decide.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from infoset_games.contests.series import MOST_EXTRA, SIDES
from infoset_games.contests.tournaments.scoring import (
    BERSERK,
    NOTHING,
    Points,
    places_by,
    points_for,
)
from infoset_games.contests.tournaments.table import Draw


@dataclass(frozen=True)
class Terms:
    """How a table is played: the number of seats and matches, and the points for each place and for a bye."""

    seats: int
    scale: Points
    best_of: int = 1
    bye: Fraction = Fraction(1)
    most_extra: int = MOST_EXTRA

    def __post_init__(self) -> None:
        """Raises ValueError naming the field that is wrong."""
        if self.seats < SIDES:
            raise ValueError(f"seats: expected at least {SIDES}, got {self.seats}")
        if self.best_of < 1:
            raise ValueError(f"best_of: expected at least 1, got {self.best_of}")
        if len(self.scale) != self.seats or list(self.scale) != sorted(self.scale, reverse=True):
            raise ValueError(f"points: expected {self.seats}, one for each place, none growing")


@dataclass(frozen=True)
class Played:
    """A match: its id, who sat where, the places by seat, and the entrants who went berserk."""

    match: str
    seating: tuple[int, ...]
    places: tuple[int, ...]
    berserk: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """The only entrant on the first place; None where several share it."""
        return self.seating[self.places.index(1)] if self.places.count(1) == 1 else None


@dataclass(frozen=True)
class Sitting:
    """The state of a table.

    `absent` are entrants who did not come, or gave up: they have lost what is not played yet, and come behind
    all others; of these, `left` are absent for nothing but having left the tournament. `ruling` are the places of the entrants as the organiser has ruled; nothing else counts then.
    """

    draw: Draw
    terms: Terms
    played: tuple[Played, ...] = ()
    absent: frozenset[int] = frozenset()
    ruling: tuple[int, ...] | None = None
    left: frozenset[int] = frozenset()

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants who meet at this table."""
        return self.draw.entrants

    @property
    def best_of(self) -> int:
        """How many matches are played here, without extra ones."""
        return self.draw.best_of or self.terms.best_of

    @property
    def is_bye(self) -> bool:
        """Whether the only entrant has no opponent."""
        return self.draw.is_bye

    @property
    def here(self) -> tuple[int, ...]:
        """The entrants who are not absent."""
        return tuple(one for one in self.entrants if one not in self.absent)

    @cached_property
    def is_decided(self) -> bool:
        """Is nothing left to be played?"""
        if self.is_bye or self.ruling is not None or len(self.here) <= 1:
            return True
        left = self.best_of - len(self.played)
        if left > 0:
            return len(self.entrants) == SIDES and self._lead() > left * self._most()
        return not self._is_open_who_advances() or -left >= self.terms.most_extra

    def after(self, match: Played) -> "Sitting":
        """The sitting after a match; one that is known already changes nothing. Raises ValueError."""
        if any(match.match == known.match for known in self.played):
            return self
        if self.is_decided:
            raise ValueError(f"table {self.draw.name} is decided")
        if sorted(match.seating) != sorted(self.entrants):
            raise ValueError(f"seating: expected the entrants of table {self.draw.name}")
        if len(match.places) != len(match.seating):
            raise ValueError("places: expected one for each seat")
        return replace(self, played=(*self.played, match))

    def without(self, entrant: int) -> "Sitting":
        """The sitting where an entrant is absent from now on. Raises ValueError."""
        if entrant not in self.entrants:
            raise ValueError(f"entrant {entrant} is not at table {self.draw.name}")
        return replace(self, absent=self.absent | {entrant})

    def deserted(self, entrant: int) -> "Sitting":
        """The sitting where an entrant who has left is absent; one who did not come before stays so. Raises ValueError."""
        if entrant in self.absent:
            return self
        return replace(self.without(entrant), left=self.left | {entrant})

    def with_back(self, entrant: int) -> "Sitting":
        """The sitting where an entrant who had left is here after all."""
        mine = self.left & {entrant}
        return replace(self, absent=self.absent - mine, left=self.left - mine)

    def ruled(self, places: tuple[int, ...]) -> "Sitting":
        """The sitting as the organiser rules: the places of its entrants. Raises ValueError."""
        if self.is_bye:
            raise ValueError(f"table {self.draw.name} is a bye: there is nothing to rule")
        if len(places) != len(self.entrants) or places != places_by(places):
            expected = f"one for each of {len(self.entrants)} entrants, as in 1 2 2 4"
            raise ValueError(f"places: expected {expected}")
        return replace(self, ruling=places)

    def anew(self) -> "Sitting":
        """The sitting as it was drawn: nothing that was played counts."""
        return replace(self, played=(), absent=frozenset(), ruling=None, left=frozenset())

    def next_seating(self) -> tuple[int, ...]:
        """Who sits where in the next match."""
        shift = len(self.played) % len(self.entrants)
        return self.entrants[shift:] + self.entrants[:shift]

    def points(self) -> dict[int, Fraction]:
        """What each entrant has from here for the standings."""
        return dict(self._points)

    @cached_property
    def _points(self) -> dict[int, Fraction]:
        if self.is_bye:
            return {self.entrants[0]: self.terms.bye}
        worth = points_for(self.places(), self.terms.scale)
        is_absent = self.absent if self.ruling is None else frozenset()
        extra = self.berserk_points()
        return {
            one: NOTHING if one in is_absent else points + extra[one]
            for one, points in zip(self.entrants, worth, strict=True)
        }

    def berserk_points(self) -> dict[int, Fraction]:
        """The part of the points that is for matches won berserk: one for each, none where the organiser has ruled.

        They say nothing of the places here.
        """
        extra = dict.fromkeys(self.entrants, NOTHING)
        if self.ruling is None:
            for match in self.played:
                if match.winner is not None and match.winner in match.berserk:
                    extra[match.winner] += BERSERK
        return extra

    def match_points(self) -> dict[int, Fraction]:
        """The points of each entrant in the matches played here."""
        sums = dict.fromkeys(self.entrants, NOTHING)
        for match in self.played:
            for one, points in zip(match.seating, self._match_worth(match), strict=True):
                sums[one] += points
        return sums

    def places(self) -> tuple[int, ...]:
        """The places of the entrants, who may share one."""
        return self._places

    @cached_property
    def _places(self) -> tuple[int, ...]:
        if self.ruling is not None:
            return self.ruling
        sums = self.match_points()
        return places_by([(one in self.absent, -sums[one]) for one in self.entrants])

    def order(self) -> tuple[int, ...]:
        """The entrants, best first: by place, by matches won, by seed."""
        won = self.matches_won()
        keys = {
            one: (place, -won[one], one)
            for one, place in zip(self.entrants, self.places(), strict=True)
        }
        return tuple(sorted(self.entrants, key=keys.__getitem__))

    def advancing(self) -> tuple[int, ...]:
        """Who goes on from here, best first; of two who are both absent, too."""
        return self.order()[: self.draw.advance]

    def matches_won(self) -> dict[int, int]:
        """How many matches each entrant has won alone."""
        won = dict.fromkeys(self.entrants, 0)
        for match in self.played:
            if match.winner is not None:
                won[match.winner] += 1
        return won

    def _match_worth(self, match: Played) -> Points:
        return points_for(match.places, self.terms.scale)

    def _most(self) -> Fraction:
        """By how much a match can bring one of two nearer to the other."""
        return self.terms.scale[0] - self.terms.scale[-1]

    def _lead(self) -> Fraction:
        sums = self.match_points().values()
        return max(sums) - min(sums)

    def _is_open_who_advances(self) -> bool:
        """Do the last who would go on and the first who would not share a place?"""
        if not 0 < self.draw.advance < len(self.entrants):
            return False
        places = sorted(self.places())
        return places[self.draw.advance - 1] == places[self.draw.advance]
