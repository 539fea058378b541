"""The fields of a complete position and the simplest questions to it. Compiled; no rules.

The rules are functions over a `Position` in building.py, bank.py, robber.py, development.py and
trading.py; state.py says which of them when.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.catan.actions import PLACE_SETTLEMENTS
from infoset_games.catan.beliefs import Belief, Origin
from infoset_games.catan.board import Board
from infoset_games.catan.cards import NOBODY, RESOURCES, VICTORY
from infoset_games.catan.cells import FRESH, HAND, POINTS, USABLE, VERTEX
from infoset_games.catan.journal import Journal, grown
from infoset_games.catan.options import Options
from infoset_games.catan.trades import NO_TRADE
from infoset_games.core import State

NO_PLACE: Final = -1


class Position(State):
    """A position of Catan without its moves. `phase` is one of actions.py, `turn` the seat whose turn it is."""

    def __init__(self, board: Board, options: Options, cells: vec[u8], masks: vec[i64]) -> None:
        """Takes the two vectors as its own."""
        self.board = board
        self.options = options
        self.cells = cells
        self.masks = masks
        self.phase: i64 = PLACE_SETTLEMENTS
        self.turn: i64 = 0
        self.actor: i64 = 0  # as State.mover
        self.round: i64 = 0  # 0 while seats place their first pieces
        self.first_die: i64 = 0  # 0 before the first roll
        self.second_die: i64 = 0
        self.has_rolled: bool = False  # in this turn
        self.has_played: bool = False  # a development card, in this turn
        self.has_acted: bool = False  # in the main phase of this turn
        self.robber: i64 = NO_PLACE
        self.victim: i64 = NOBODY  # of the theft to be drawn
        self.free_roads: i64 = 0
        self.placed: i64 = NO_PLACE  # the vertex of the settlement placed last, while seats place
        self.placements: i64 = 0  # settlements placed before the first turn
        self.army: i64 = NOBODY  # who has the largest army
        self.longest: i64 = NOBODY  # who has the longest road
        self.offer: i64 = NO_TRADE  # the trade on the table, as its proposer sees it
        self.offers: i64 = 0  # made in this turn
        self.is_stopped: bool = False  # by the round limit
        self.legal_codes: vec[i64] | None = None  # of the mover, once asked for; never changed
        self.journal: Journal | None = None
        self.is_scribe: bool = False  # does nobody but this position write in the journal's page?
        self.origin: Origin | None = (
            None  # where the knowledge of the seats begins; None = at the start
        )
        self.beliefs: tuple[Belief | None, ...] = ()

    def hand(self, seat: i64, resource: i64) -> i64:
        """How many cards of `resource` the seat holds."""
        return i64(self.cells[HAND + RESOURCES * seat + resource])

    def owner_at(self, vertex: i64) -> i64:
        """Whose building stands at `vertex`, or NOBODY."""
        building = i64(self.cells[VERTEX + vertex])
        if building == 0:
            return NOBODY
        return (building - 1) & 3

    def victory_cards(self, seat: i64) -> i64:
        """How many victory cards the seat holds."""
        held = i64(self.cells[USABLE + RESOURCES * seat + VICTORY])
        if seat == self.turn:
            held += i64(self.cells[FRESH + VICTORY])
        return held

    def total_points(self, seat: i64) -> i64:
        """Public points and victory cards."""
        return i64(self.cells[POINTS + seat]) + self.victory_cards(seat)

    def write_down(self, entry: i64) -> None:
        """Adds an entry to the journal."""
        self.journal = grown(self.journal, entry, self.is_scribe)
        self.is_scribe = True
