"""Everything one seat knows of a play (`Observation`), ready to be read. Compiled; the wire form is in wire.py."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.clues import Clues
from infoset_games.crossfire.report import Report

SPECTATOR: Final = -1
NO_KING: Final = -1

SETUP: Final = 0
ORDERS: Final = 1
FINISHED: Final = 2
PHASE_NAMES: Final = ("setup", "orders", "over")


@final
class Observation:
    """Everything a seat knows now, memory included; seat -1 is an uninvolved spectator.

    `recharge` are the numbers in the game, `numbers` those of the own units. `asked` is the mask of
    the seats that must decide now. `last` is the latest report (its `chain()` is all of them), or
    None before the setup and for a spectator. `reveal` are the cells of the whole position once the
    play is over, else None.
    """

    def __init__(self, seat: int, board: Board, recharge: list[int], mirror: bool) -> None:
        self.seat = seat
        self.board = board
        self.recharge = recharge
        self.mirror = mirror
        self.fill = 0  # the own number of chance.py for the present decision
        self.phase_code = SETUP
        self.round = 1  # the number of the round that is or will be commanded
        self.asked = 0
        self.numbers: list[int] = []
        self.king = NO_KING
        self.last: Report | None = None
        self.reveal: vec[i64] | None = None
        self.ending: i64 = 0
        self.found_clues: list[Clues] = []  # kept, because a search draws many worlds of one view

    @property
    def phase(self) -> str:
        """setup, orders or over."""
        return PHASE_NAMES[self.phase_code]

    def played(self) -> int:
        """How many rounds are over."""
        return self.round - 1

    def reports(self) -> list[Report]:
        """By round what was learnt, the setup's first; nothing before it and for a spectator."""
        return [] if self.last is None else self.last.chain()

    def clues(self) -> list[Clues]:
        """By round from 1 what the seat can tell of enemy movement; made when first asked for."""
        if len(self.found_clues) < self.played():
            self.found_clues = [
                Clues(self.board, report, self.recharge[0]) for report in self.reports()[1:]
            ]
        return self.found_clues

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: clues are found again."""
        made = (self.seat, self.board, self.recharge, self.mirror)
        state: Any = self.__getstate__()
        return Observation, made, {**state, "found_clues": []}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def facts(self) -> tuple[object, ...]:
        """All that is known as one comparable value."""
        drawn = self.board.map
        reveal = self.reveal
        return (
            self.seat,
            drawn.symmetry,
            drawn.terrain,
            tuple(drawn.spawns),
            self.board.laser_stop,
            tuple(self.recharge),
            self.mirror,
            self.fill,
            self.phase_code,
            self.round,
            self.asked,
            tuple(self.numbers),
            self.king,
            tuple([report.facts() for report in self.reports()]),
            () if reveal is None else tuple(reveal),
            int(self.ending),
        )
