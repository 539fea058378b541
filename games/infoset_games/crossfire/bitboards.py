"""Sets of squares in machine words, for what is done thousands of times for one world. Compiled.

A set is so many words of a vector as `Geometry.words` says, from some index on; each has as many whole rows of the
board as there is room for, so that a step to the side never leads from one word into another. A number of Python's
(geometry.py) holds the same set, but an operation with it takes hundreds of times as long as one with a word.
"""

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.bits import count_bits, lowest_place
from infoset_games.crossfire.geometry import DOWN, LEFT, RIGHT, UP, Geometry


def no_sets(geometry: Geometry, count: i64) -> vec[i64]:
    """So many empty sets."""
    return vec[i64]([0] * int(count * geometry.words))


def write_set(geometry: Geometry, sets: vec[i64], at: i64, squares: int) -> None:
    """Adds the squares of a number to the set that begins at `at`."""
    for word in range(geometry.words):
        if squares == 0:
            return
        sets[at + word] |= i64(squares & geometry.word_mask)
        squares >>= geometry.word_squares


def read_set(geometry: Geometry, sets: vec[i64], at: i64) -> int:
    """The set that begins at `at` as a number."""
    squares = 0
    for word in range(geometry.words - 1, -1, -1):
        squares = squares << geometry.word_squares | int(sets[at + word])
    return squares


def holds(geometry: Geometry, sets: vec[i64], at: i64, square: i64) -> bool:
    """Is a square in the set that begins at `at`?"""
    return sets[at + geometry.word_of[square]] & geometry.bit_of[square] != 0


def put(geometry: Geometry, sets: vec[i64], at: i64, square: i64) -> None:
    """Adds a square to the set that begins at `at`."""
    sets[at + geometry.word_of[square]] |= geometry.bit_of[square]


def is_empty(sets: vec[i64], at: i64, words: i64) -> bool:
    for word in range(at, at + words):
        if sets[word]:
            return False
    return True


def size_of(sets: vec[i64], at: i64, words: i64) -> i64:
    """How many squares so many words hold."""
    size: i64 = 0
    for word in range(at, at + words):
        if sets[word]:
            size += count_bits(sets[word])
    return size


def nth_square(geometry: Geometry, sets: vec[i64], at: i64, index: i64) -> i64:
    """The square at `index` of the set that begins at `at`, ascending."""
    for word in range(geometry.words):
        left = sets[at + word]
        size = count_bits(left)
        if index < size:
            while index > 0:
                left &= left - 1
                index -= 1
            return word * geometry.word_squares + lowest_place(left)
        index -= size
    raise AssertionError("the set has no so many squares")


def step_set(geometry: Geometry, sets: vec[i64], at: i64, direction: i64) -> None:
    """Replaces the set that begins at `at` by the next squares; what leaves the board is gone."""
    words = geometry.words
    if direction == RIGHT:
        for word in range(at, at + words):
            sets[word] = (sets[word] & geometry.not_last) << 1
    elif direction == LEFT:
        for word in range(at, at + words):
            sets[word] = (sets[word] & geometry.not_first) >> 1
    elif direction == UP:
        for word in range(at, at + words - 1):
            from_below = (sets[word + 1] & geometry.first_row) << geometry.rest_bits
            sets[word] = sets[word] >> geometry.row_bits | from_below
        sets[at + words - 1] >>= geometry.row_bits
    else:
        assert direction == DOWN
        for word in range(at + words - 1, at, -1):
            from_above = sets[word - 1] >> geometry.rest_bits
            sets[word] = (sets[word] & geometry.rest_rows) << geometry.row_bits | from_above
        sets[at] = (sets[at] & geometry.rest_rows) << geometry.row_bits
        sets[at + words - 1] &= geometry.board[words - 1]


def widened(geometry: Geometry, sets: vec[i64], at: i64, word: i64) -> i64:
    """One word of the set that begins at `at` with all neighbours of its squares."""
    here = sets[at + word]
    found = here | (here & geometry.not_last) << 1 | (here & geometry.not_first) >> 1
    found |= here >> geometry.row_bits | (here & geometry.rest_rows) << geometry.row_bits
    if word + 1 < geometry.words:
        found |= (sets[at + word + 1] & geometry.first_row) << geometry.rest_bits
    if word > 0:
        found |= sets[at + word - 1] >> geometry.rest_bits
    return found & geometry.board[word]
