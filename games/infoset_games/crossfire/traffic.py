"""How the set of states of one unit grows in a round, between others that go their ways. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.bitboards import holds, no_sets, put, step_set, widened
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, Geometry, opposite
from infoset_games.crossfire.stage import LEAVING, SLIDING
from infoset_games.crossfire.whereabouts import MOTIONS, Whereabouts

# The sets of Traffic in words (bitboards.py); those with a direction by that.
BUSY: Final = 0  # units with a path are here after the movement
FULL: Final = 1  # anybody is, own units included
SHUT: Final = 2  # nobody can have come here
BARRED: Final = 3  # leaving here would change places with another
HELD: Final = 7  # whoever wants to leave here cannot
QUIET: Final = 11  # whoever is idle here can fire, and nobody sees it
STAYS: Final = 12  # whoever is idle here may stay
TRAFFIC_SETS: Final = 13


@final
class Traffic:
    """What the other units leave to one in a round."""

    def __init__(
        self, geometry: Geometry, before: vec[i64], after: vec[i64], sets: vec[i64]
    ) -> None:
        """`before` and `after` are the grounds of the stages in which units move, and in which the round ends."""
        self.geometry = geometry
        self.before = before
        self.after = after
        self.sets = sets

    def copy(self) -> "Traffic":
        return Traffic(self.geometry, self.before, self.after, self.sets[:])

    def has(self, kind: i64, square: i64) -> bool:
        """Is a square in this set?"""
        return holds(self.geometry, self.sets, kind * self.geometry.words, square)

    def add(self, kind: i64, square: i64) -> None:
        put(self.geometry, self.sets, kind * self.geometry.words, square)

    def can_leave(self, square: i64, direction: i64) -> bool:
        """Can somebody go from here to the next square without changing places with another?"""
        leaving = (LEAVING + direction) * self.geometry.words
        return holds(self.geometry, self.before, leaving, square) and not self.has(
            BARRED + direction, square
        )

    def slides(self, square: i64, direction: i64) -> bool:
        """Does a unit go on from here after the round?"""
        sliding = (SLIDING + direction) * self.geometry.words
        return holds(self.geometry, self.after, sliding, square)

    def explains(self, square: i64) -> bool:
        """Is there a MOVE that ends on the square where it began?"""
        for direction in range(i64(DIRECTIONS)):
            if self.has(HELD + direction, square):
                return True
        return False

    def add_end(self, square: i64) -> None:
        """One more unit is here after the movement."""
        self.add(BUSY, square)
        self.add(FULL, square)
        self.add(SHUT, square)

    def add_standing(self, square: i64) -> None:
        """One more unit did not move: it holds whoever would come here."""
        for direction in range(i64(DIRECTIONS)):
            behind = self.geometry.neighbour(square, opposite(direction))
            if behind != OUTSIDE:
                self.add(HELD + direction, behind)
                self.add(STAYS, behind)

    def add_passage(self, source: i64, square: i64) -> None:
        """One more unit came from `source` to `square`: nobody goes the other way."""
        for direction in range(i64(DIRECTIONS)):
            if self.geometry.neighbour(square, direction) == source:
                self.add(BARRED + direction, square)


def neighbourhoods(geometry: Geometry, reach: list[Whereabouts]) -> vec[i64]:
    """By unit the set of the squares within two steps of any other, given where each may have been."""
    words = geometry.words
    count: i64 = len(reach)
    wide = no_sets(geometry, count)
    once = no_sets(geometry, 1)  # within two steps of somebody
    twice = no_sets(geometry, 1)  # of two
    for unit in range(count):
        narrow = reach[unit].union()
        wider = no_sets(geometry, 1)
        for word in range(words):
            wider[word] = widened(geometry, narrow, 0, word)
        for word in range(words):
            widest = widened(geometry, wider, 0, word)
            wide[unit * words + word] = widest
            twice[word] |= once[word] & widest
            once[word] |= widest
    for unit in range(count):
        for word in range(words):
            at = unit * words + word
            wide[at] = twice[word] | once[word] & ~wide[at]
    return wide


def advanced(where: Whereabouts, traffic: Traffic, near: vec[i64], at: i64) -> Whereabouts:
    """Where a unit may be after the movement of a round, before reduction and lasers.

    Whoever is on the squares of `near`, from `at` on, may have been stopped by some other enemy unit.
    """
    geometry = where.geometry
    words = geometry.words
    old, sets = where.sets, traffic.sets
    before, after = traffic.before, traffic.after
    new = no_sets(geometry, MOTIONS)
    for word in range(words):
        new[word] = old[word] & (sets[STAYS * words + word] | near[at + word])
    for direction in range(i64(DIRECTIONS)):
        moving = (1 + direction) * words
        held = (HELD + direction) * words
        barred = (BARRED + direction) * words
        leaving = (LEAVING + direction) * words
        for word in range(words):
            states = old[moving + word]
            new[word] |= states & (sets[held + word] | near[at + word])
            sources = (old[word] | states) & before[leaving + word]
            new[moving + word] = sources & ~sets[barred + word]
        step_set(geometry, new, moving, direction)
        sliding = (SLIDING + direction) * words
        for word in range(words):
            arrivals = new[moving + word] & ~sets[SHUT * words + word]
            going_on = arrivals & after[sliding + word]
            new[moving + word] = going_on
            new[word] |= arrivals ^ going_on
    for word in range(words):
        new[word] &= ~sets[FULL * words + word]
    return Whereabouts(geometry, new)
