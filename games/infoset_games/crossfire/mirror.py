"""The mirror of a test room: seat 1 repeats what seat 0 does, as the map's symmetry shows it. Compiled.

Its setup is the same too, so the position stays symmetric for ever: every unit's partner is alive
and idle whenever it is, and every play with a mirror ends in a tie.
"""

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.geometry import TURNED
from infoset_games.crossfire.units import NO_ORDER, ORDER, SIDE


def mirrored_orders(board: Board, cells: vec[i64]) -> None:
    """Gives seat 1 the images of the commands of seat 0."""
    turned = TURNED[board.map.symmetry]
    for unit in range(i64(SIDE)):
        order = int(cells[ORDER + unit])
        if order != NO_ORDER:
            order = turned[order] if order < FIRE else FIRE + turned[order - FIRE]
        cells[ORDER + SIDE + unit] = order
