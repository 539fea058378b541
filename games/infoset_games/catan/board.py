"""One board: the terrain, numbers and harbours of a play, with what follows from them. Compiled; immutable."""

from collections.abc import Sequence
from typing import Final, final

from infoset_games.catan.cards import DESERT
from infoset_games.catan.topology import EDGE_FROM, EDGE_TO, HARBOUR_EDGES, HEXES, NOWHERE, VERTICES

NO_HARBOUR: Final = NOWHERE
NUMBERS: Final = 13  # 0..12


@final
class Board:
    """`terrain` and `numbers` by hex (0 on the desert), `harbours` by harbour place."""

    def __init__(
        self, terrain: Sequence[int], numbers: Sequence[int], harbours: Sequence[int]
    ) -> None:
        self.terrain = bytes(terrain)
        self.numbers = bytes(numbers)
        self.harbours = bytes(harbours)
        self.desert = list(terrain).index(DESERT)
        self.harbour_at = harbours_by_vertex(harbours)  # a kind or NO_HARBOUR
        self.yields = hexes_by_number(numbers)  # two hexes or NOWHERE for each number

    def __reduce__(self) -> tuple[object, ...]:
        return Board, self.facts()

    def facts(self) -> tuple[bytes, bytes, bytes]:
        """The board as one comparable value."""
        return self.terrain, self.numbers, self.harbours


def harbours_by_vertex(harbours: Sequence[int]) -> bytes:
    kinds = [NO_HARBOUR] * VERTICES
    for edge, kind in zip(HARBOUR_EDGES, harbours, strict=True):
        kinds[EDGE_FROM[edge]] = kind
        kinds[EDGE_TO[edge]] = kind
    return bytes(kinds)


def hexes_by_number(numbers: Sequence[int]) -> bytes:
    table: list[int] = []
    for number in range(NUMBERS):
        found = [place for place in range(HEXES) if number and numbers[place] == number]
        table += [*found, NOWHERE, NOWHERE][:2]
    return bytes(table)
