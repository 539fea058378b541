"""Squares, directions, symmetries and sets of squares on a square board. Compiled; knows no terrain.

A square is the number `row * size + column`, row 0 on top. A set of squares is an int with bit
`square` set: Python's own numbers hold any board and cost the same compiled or not. Inner loops have the same sets in
words of the machine (bitboards.py).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

UP: Final = 0
RIGHT: Final = 1
DOWN: Final = 2
LEFT: Final = 3
DIRECTIONS: Final = 4
DIRECTION_NAMES: Final = ("up", "right", "down", "left")
OPPOSITE: Final = (DOWN, LEFT, UP, RIGHT)

HALF_TURN: Final = 0
LEFT_RIGHT: Final = 1
TOP_BOTTOM: Final = 2
DIAGONAL: Final = 3
ANTIDIAGONAL: Final = 4
SYMMETRY_NAMES: Final = ("half_turn", "left_right", "top_bottom", "diagonal", "antidiagonal")
TURNED: Final = (  # by symmetry and direction: the direction as the image sees it
    (DOWN, LEFT, UP, RIGHT),
    (UP, LEFT, DOWN, RIGHT),
    (DOWN, RIGHT, UP, LEFT),
    (LEFT, DOWN, RIGHT, UP),
    (RIGHT, UP, LEFT, DOWN),
)

WORD_BITS: Final = 63  # of a machine word, its sign left out

LEAST_SIZE: Final = 5
MOST_SIZE: Final = 21
OUTSIDE: Final = -1


@final
class Geometry:
    """What follows from the size of a board alone; one object per size, see `geometry_of`."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = size * size
        self.centre = self.count // 2
        # Sets in words have as many whole rows in each as there is room for (bitboards.py).
        lines = WORD_BITS // size
        self.lines: i64 = lines
        self.words: i64 = (size + lines - 1) // lines
        self.full = (1 << self.count) - 1
        self.row_bits: i64 = size
        self.rest_bits: i64 = (lines - 1) * size  # all rows of a word but one
        self.word_squares = lines * size
        self.word_mask = (1 << lines * size) - 1
        self.first_row: i64 = (1 << size) - 1
        self.rest_rows: i64 = (1 << (lines - 1) * size) - 1
        columns = sum([1 << line * size for line in range(lines)])
        self.not_first: i64 = self.word_mask & ~columns
        self.not_last: i64 = self.word_mask & ~(columns << size - 1)
        self.board = vec[i64](  # the set of all squares
            [
                self.full >> word * lines * size & self.word_mask
                for word in range((size + lines - 1) // lines)
            ]
        )
        squares = range(self.count)
        self.rows = vec[i64]([square // size for square in squares])
        self.columns = vec[i64]([square % size for square in squares])
        self.word_of = vec[i64]([square // (lines * size) for square in squares])
        self.bit_of = vec[i64]([1 << square % (lines * size) for square in squares])
        self.rings = vec[i64]([ring_of(square, size) for square in squares])
        self.images = vec[i64](  # at symmetry * count + square
            [
                image_of(symmetry, square, size)
                for symmetry in range(len(SYMMETRY_NAMES))
                for square in squares
            ]
        )
        self.neighbours = vec[i64](  # at direction * count + square; OUTSIDE beyond the edge
            [
                neighbour_of(square, direction, size)
                for direction in range(DIRECTIONS)
                for square in range(self.count)
            ]
        )
        self.outside: list[int] = []  # by number of rings: the squares of the outermost ones
        for rings in range(size // 2 + 2):
            self.outside.append(
                set_of([square for square in range(self.count) if self.ring(square) < rings])
            )
        first_column = 0
        for row in range(size):
            first_column |= 1 << row * size
        self.not_first_column = self.full & ~first_column
        self.not_last_column = self.full & ~(first_column << size - 1)
        self.near: list[int] = []  # by square: itself and the neighbours
        self.around: list[int] = []  # by square: everything within distance 3
        for square in range(self.count):
            near = self.grown(1 << square)
            self.near.append(near)
            self.around.append(self.grown(self.grown(near)))

    def __reduce__(self) -> tuple[object, ...]:
        return geometry_of, (self.size,)

    def neighbour(self, square: i64, direction: i64) -> i64:
        """The next square in `direction`, or OUTSIDE."""
        return self.neighbours[direction * self.count + square]

    def shifted(self, squares: int, direction: int) -> int:
        """The next squares of a whole set; what leaves the board is gone."""
        if direction == UP:
            return squares >> self.size
        if direction == RIGHT:
            return (squares & self.not_last_column) << 1
        if direction == DOWN:
            return (squares << self.size) & self.full
        return (squares & self.not_first_column) >> 1

    def grown(self, squares: int) -> int:
        """A set and all its neighbours."""
        return (
            squares
            | squares >> self.size
            | (squares << self.size) & self.full
            | (squares & self.not_last_column) << 1
            | (squares & self.not_first_column) >> 1
        )

    def ring(self, square: i64) -> i64:
        """How many rings lie outside a square: 0 on the circumference."""
        return self.rings[square]

    def distance(self, square: i64, other: i64) -> i64:
        """The Manhattan distance."""
        rows = self.rows[square] - self.rows[other]
        columns = self.columns[square] - self.columns[other]
        return (rows if rows >= 0 else -rows) + (columns if columns >= 0 else -columns)

    def image(self, symmetry: i64, square: i64) -> i64:
        """The square that a symmetry of the board exchanges with `square`."""
        return self.images[symmetry * self.count + square]

    def name(self, square: int) -> str:
        """A square as people say it."""
        return square_name(square, self.size)


def opposite(direction: i64) -> i64:
    """Where OPPOSITE leads, for inner loops."""
    return direction ^ 2


def column_name(column: i64) -> str:
    """A column as people say it: `A` for the leftmost."""
    return chr(ord("A") + column)


def square_name(square: i64, size: i64) -> str:
    """A square as people say it: the column as a letter, the row from 1 at the top, `A1` to `U21`."""
    return f"{column_name(square % size)}{square // size + 1}"


def neighbour_of(square: i64, direction: i64, size: i64) -> i64:
    """The next square in `direction` on a board of this size, or OUTSIDE."""
    column = square % size
    if direction == UP:
        return square - size if square >= size else OUTSIDE
    if direction == RIGHT:
        return square + 1 if column < size - 1 else OUTSIDE
    if direction == DOWN:
        return square + size if square < size * (size - 1) else OUTSIDE
    return square - 1 if column > 0 else OUTSIDE


def ring_of(square: i64, size: i64) -> i64:
    """How many rings of a board of this size lie outside a square."""
    row, column = square // size, square % size
    return min(min(row, size - 1 - row), min(column, size - 1 - column))


def image_of(symmetry: i64, square: i64, size: i64) -> i64:
    """The square that a symmetry of a board of this size exchanges with `square`."""
    last = size - 1
    row, column = square // size, square % size
    if symmetry == HALF_TURN:
        return (last - row) * size + last - column
    if symmetry == LEFT_RIGHT:
        return row * size + last - column
    if symmetry == TOP_BOTTOM:
        return (last - row) * size + column
    if symmetry == DIAGONAL:
        return column * size + row
    return (last - column) * size + last - row


def members(squares: int) -> list[int]:
    """The squares of a set, ascending."""
    found: list[int] = []
    while squares:
        lowest = squares & -squares
        found.append(lowest.bit_length() - 1)
        squares ^= lowest
    return found


def set_of(squares: list[int]) -> int:
    """The set of the squares of a list."""
    joined = 0
    for square in squares:
        joined |= 1 << square
    return joined


GEOMETRIES: Final[dict[int, Geometry]] = {}


def geometry_of(size: int) -> Geometry:
    """The one geometry of this odd size, LEAST_SIZE..MOST_SIZE."""
    found = GEOMETRIES.get(size)
    if found is None:
        found = Geometry(size)
        GEOMETRIES[size] = found
    return found
