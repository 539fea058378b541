"""The past of a play: what never changes in it (`Deal`), and its rounds, each holding the one before.

Compiled. Nothing here changes once it is made, so positions share their past and copying is free.
"""

from collections.abc import Iterable
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.core import Json
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.chance import Secret, round_number
from infoset_games.crossfire.report import Report, report_on, shows
from infoset_games.crossfire.units import has_idle


@final
class Later:
    """Secrets that hold from round `since` on."""

    def __init__(self, since: int, fill: list[Secret]) -> None:
        self.since = since
        self.fill = fill

    def __reduce__(self) -> tuple[object, ...]:
        return Later, (self.since, self.fill)

    def to_plain(self) -> dict[str, Json]:
        """As a deal has it."""
        return {"since": self.since, "fill": self.fill[:]}


@final
class Deal:
    """What is fixed before the first decision. `fill` are the secrets of chance.py by seat.

    Those of `later` take their place from a round on, the last that holds: a match was begun in the middle of another.

    `recharge` ascends. In a `mirror` game seat 1 is no player: it does what seat 0 does, imaged.
    """

    def __init__(
        self,
        board: Board,
        recharge: list[int],
        fill: list[Secret],
        mirror: bool,
        later: "list[Later] | None" = None,
    ) -> None:
        self.board = board
        self.recharge = recharge
        self.fill = fill
        self.mirror = mirror
        self.later: list[Later] = [] if later is None else later

    def __reduce__(self) -> tuple[object, ...]:
        return Deal, (self.board, self.recharge, self.fill, self.mirror, self.later)

    def filling(self, seat: int, number: int) -> int:
        """The number of chance.py for a seat in round `number`."""
        fill = self.fill
        for later in self.later:
            if number >= later.since:
                fill = later.fill
        return round_number(fill[seat], number)


@final
class Round:
    """The units after round `number`; number 0 is the setup. `ending` is of rounds.py."""

    def __init__(self, past: "Round | None", number: i64, cells: vec[i64], ending: i64) -> None:
        self.past = past
        self.number: i64 = number
        self.cells = cells
        self.ending: i64 = ending
        # mask of the seats with a unit that takes commands
        self.asks: i64 = (1 if has_idle(cells, 0) else 0) | (2 if has_idle(cells, 1) else 0)
        self.first_report: Report | None = None
        self.second_report: Report | None = None

    def __reduce__(self) -> tuple[object, ...]:
        made = (self.past, int(self.number), list(self.cells), int(self.ending))
        known = {"first_report": self.first_report, "second_report": self.second_report}
        return unpickled, made, known

    def report(self, board: Board, seat: int) -> Report:
        """What `seat` has learnt of this round; made when first asked for."""
        found = self.first_report if seat == 0 else self.second_report
        if found is None:
            found = self.make_report(board, seat)
            self.tell(seat, found)
        return found

    def make_report(self, board: Board, seat: int) -> Report:
        past = self.past
        earlier = None if past is None else past.report(board, seat)
        before = self.cells if past is None else past.cells
        return report_on(
            board, seat, earlier, before, self.cells, self.number, self.ending, self.asks
        )

    def shows(self, board: Board, seat: int, report: Report) -> bool:
        """Would `seat` learn of this round what is in this report?"""
        past = self.past
        before = self.cells if past is None else past.cells
        return shows(report, board, seat, before, self.cells, self.ending, self.asks)

    def tell(self, seat: int, report: Report) -> None:
        """Fixes what `seat` knows of this round."""
        if seat == 0:
            self.first_report = report
        else:
            self.second_report = report


def unpickled(past: Round | None, number: i64, cells: Iterable[i64], ending: i64) -> Round:
    """A round with these cells, for pickle; see pickling.py."""
    return Round(past, number, vec[i64](cells), ending)
