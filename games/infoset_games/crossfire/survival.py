"""From where a lone unit can outlive the reductions until nine squares are left. Compiled.

Searches backwards over (square, motion, round), as sets. A unit can hold still only against an
obstacle: that it might fire instead, or be blocked, is not counted on.

Every map that is drawn asks for it, so its sets are no ints but words of 64 bits, each with as many whole rows of
the board as there is room for.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.bits import bit
from infoset_games.crossfire.geometry import DIRECTIONS, DOWN, LEFT, RIGHT, UP, geometry_of
from infoset_games.crossfire.stage import PERIOD
from infoset_games.crossfire.terrain import PASSABLE, SLIPPERY

MOTIONS: Final = 1 + DIRECTIONS  # idle, then by direction


@final
class Survival:
    """By round: the squares on which an idle unit, or one in motion, can still survive."""

    def __init__(self, size: i64, terrain: bytes) -> None:
        """`terrain` is that of the whole map (terrain.py)."""
        self.size: i64 = size
        self.last_round = int(PERIOD * (size // 2 - 1))
        geometry = geometry_of(int(size))
        self.lines: i64 = geometry.lines  # rows in a word
        self.words: i64 = geometry.words
        self.word_of = geometry.word_of
        self.bit_of = geometry.bit_of
        rounds: i64 = self.last_round
        self.sets = vec[i64]([0] * int((rounds + 1) * MOTIONS * self.words))
        stages = size // 2
        # By reductions and word; those with a direction by that, too.
        self._passable = vec[i64]([0] * int(stages * self.words))
        self._slippery = vec[i64]([0] * int(stages * self.words))
        self._walled = vec[i64]([0] * int(stages * self.words))
        self._leaving = vec[i64]([0] * int(stages * DIRECTIONS * self.words))
        self._read(terrain, stages)
        for reductions in range(stages):
            self._find_ways(reductions)
        last = (stages - 1) * self.words
        for motion in range(i64(MOTIONS)):
            for word in range(self.words):
                self.sets[self._at(rounds, motion) + word] = self._passable[last + word]
        for number in range(rounds, 0, -1):
            self._step_back(number)

    def is_safe(self, square: i64, motion: i64, number: i64) -> bool:
        """Can a unit in this state after round `number` survive? Beyond the last round: yes."""
        if number > self.last_round:
            return True
        word = self.sets[self._at(number, motion + 1) + self.word_of[square]]
        return word & self.bit_of[square] != 0

    def resting(self, number: i64) -> int:
        """The set of the squares (geometry.py) on which an idle unit can survive after round `number`."""
        squares = 0
        for word in range(self.words):
            rows = int(self.sets[self._at(number, 0) + word])
            squares |= rows << int(word * self.lines * self.size)
        return squares

    def _at(self, number: i64, motion: i64) -> i64:
        """Where the words of a set begin."""
        return (number * MOTIONS + motion) * self.words

    def _read(self, terrain: bytes, stages: i64) -> None:
        """Which squares can be entered, and are slippery, after each number of reductions."""
        size = self.size
        for row in range(size):
            at = row // self.lines
            for column in range(size):
                code = i64(terrain[row * size + column])
                if not PASSABLE[code]:
                    continue
                square = bit(row % self.lines * size + column)
                ring = min(min(row, size - 1 - row), min(column, size - 1 - column))
                for reductions in range(min(ring + 1, stages)):
                    self._passable[reductions * self.words + at] |= square
                    if SLIPPERY[code] and ring > reductions:  # the outermost ring is dry
                        self._slippery[reductions * self.words + at] |= square

    def _find_ways(self, reductions: i64) -> None:
        """From where the next square in each direction can be entered, and where it cannot."""
        first = reductions * self.words
        for direction in range(i64(DIRECTIONS)):
            inside = self._inside(direction)
            for word in range(self.words):
                passable = self._passable[first + word]
                leaving = self._sources(self._passable, first, direction, word) & inside & passable
                self._leaving[(reductions * DIRECTIONS + direction) * self.words + word] = leaving
                self._walled[first + word] |= passable & ~leaving

    def _inside(self, direction: i64) -> i64:
        """Of each row in a word the columns that a unit can leave in a direction."""
        row = bit(self.size) - 1
        if direction == RIGHT:
            row >>= 1
        elif direction == LEFT:
            row -= 1
        rows: i64 = 0
        for line in range(self.lines):
            rows |= row << (line * self.size)
        return rows

    def _sources(self, targets: vec[i64], first: i64, direction: i64, word: i64) -> i64:
        """One word of the squares whose next ones are `targets`, which begin at `first`; perhaps with some outside."""
        here = targets[first + word]
        if direction == RIGHT:
            return here >> 1
        if direction == LEFT:
            return here << 1
        size = self.size
        rest = (self.lines - 1) * size  # bits of all rows but one
        if direction == UP:
            above = targets[first + word - 1] >> rest if word > 0 else 0
            return (here & (bit(rest) - 1)) << size | above
        assert direction == DOWN
        below = targets[first + word + 1] if word + 1 < self.words else 0
        return here >> size | (below & (bit(size) - 1)) << rest

    def _step_back(self, number: i64) -> None:
        """From what is safe after round `number` to what is safe before it."""
        words = self.words
        sets = self.sets
        before = (number - 1) // PERIOD
        after = number // PERIOD
        resting = self._at(number, 0)
        rested = self._at(number - 1, 0)
        for word in range(words):
            sets[rested + word] = self._walled[before * words + word] & sets[resting + word]
        arrivals = vec[i64]([0] * int(words))
        for direction in range(i64(DIRECTIONS)):
            moving = self._at(number, 1 + direction)
            moved = self._at(number - 1, 1 + direction)
            leaving = (after * DIRECTIONS + direction) * words
            for word in range(words):
                sliding = self._leaving[leaving + word] & self._slippery[after * words + word]
                arrivals[word] = sets[resting + word] & ~sliding | sets[moving + word] & sliding
            leaving = (before * DIRECTIONS + direction) * words
            for word in range(words):
                sources = self._sources(arrivals, 0, direction, word)
                sources &= self._leaving[leaving + word]
                sets[moved + word] = sources
                sets[rested + word] |= sources
