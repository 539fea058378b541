"""Where one unseen unit may be, as sets of squares by motion. Compiled."""

from collections.abc import Iterable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.bitboards import (
    holds,
    is_empty,
    no_sets,
    nth_square,
    put,
    read_set,
    size_of,
)
from infoset_games.crossfire.geometry import DIRECTIONS, Geometry
from infoset_games.crossfire.units import IDLE

MOTIONS: Final = 1 + DIRECTIONS


@final
class Whereabouts:
    """The states a unit may be in: a set of squares for IDLE, then one for each direction in which it slides.

    `sets` are words (bitboards.py). The function that has made one may change it; shared ones stay as they are.
    """

    def __init__(self, geometry: Geometry, sets: vec[i64]) -> None:
        self.geometry = geometry
        self.sets = sets

    def __reduce__(self) -> tuple[object, ...]:
        return unpickled, (self.geometry, list(self.sets))

    def copy(self) -> "Whereabouts":
        return Whereabouts(self.geometry, self.sets[:])

    def at(self, motion: i64) -> i64:
        """Where the set of a motion begins."""
        return (motion - IDLE) * self.geometry.words

    def has(self, square: i64, motion: i64) -> bool:
        """Is this state among them?"""
        return holds(self.geometry, self.sets, self.at(motion), square)

    def covers(self, square: i64) -> bool:
        """May the unit be here, whatever it does?"""
        return self.word(self.geometry.word_of[square]) & self.geometry.bit_of[square] != 0

    def word(self, word: i64) -> i64:
        """One word of the set of squares where the unit may be, whatever it does."""
        words = self.geometry.words
        sets = self.sets
        return (
            sets[word]
            | sets[words + word]
            | sets[2 * words + word]
            | sets[3 * words + word]
            | sets[4 * words + word]
        )

    def squares(self) -> int:
        """The set of squares (geometry.py) where the unit may be, whatever it does there."""
        return read_set(self.geometry, self.union(), 0)

    def union(self) -> vec[i64]:
        """The same in words."""
        found = no_sets(self.geometry, 1)
        for word in range(self.geometry.words):
            found[word] = self.word(word)
        return found

    def size(self) -> i64:
        """How many states there are."""
        return size_of(self.sets, 0, len(self.sets))

    def is_empty(self) -> bool:
        return is_empty(self.sets, 0, len(self.sets))

    def nth(self, motion: i64, index: i64) -> i64:
        """The square of the state at `index` among those with a motion."""
        return nth_square(self.geometry, self.sets, self.at(motion), index)

    # Changes.

    def cut(self, squares: vec[i64], at: i64) -> None:
        """Leaves the states on some squares only."""
        words = self.geometry.words
        for motion in range(i64(MOTIONS)):
            for word in range(words):
                self.sets[motion * words + word] &= squares[at + word]

    def cut_out(self, squares: vec[i64], at: i64) -> None:
        """Leaves the states on other squares only."""
        words = self.geometry.words
        for motion in range(i64(MOTIONS)):
            for word in range(words):
                self.sets[motion * words + word] &= ~squares[at + word]

    def keep(self, other: "Whereabouts") -> None:
        """Leaves the states that are in the other, too."""
        for word in range(len(self.sets)):
            self.sets[word] &= other.sets[word]

    def settle(self) -> None:
        """Leaves the states at rest."""
        for word in range(self.geometry.words, len(self.sets)):
            self.sets[word] = 0

    def rouse(self) -> None:
        """Leaves the states in motion."""
        for word in range(self.geometry.words):
            self.sets[word] = 0


def unpickled(geometry: Geometry, sets: Iterable[i64]) -> Whereabouts:
    """The states of these words, for pickle; see pickling.py."""
    return Whereabouts(geometry, vec[i64](sets))


def nowhere(geometry: Geometry) -> Whereabouts:
    """No state at all."""
    return Whereabouts(geometry, no_sets(geometry, MOTIONS))


def only(geometry: Geometry, square: i64, motion: i64) -> Whereabouts:
    """One state."""
    where = nowhere(geometry)
    put(geometry, where.sets, where.at(motion), square)
    return where
