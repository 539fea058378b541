"""Ladders as JSON over HTTP, for the page and for anybody's programs. What people of a class do is nobody else's.

/ladder                       every ladder
/ladder/NAME                  the table
/ladder/NAME/crosstable       who was ahead of whom
/ladder/NAME/history          how ratings went
/ladder/NAME/results          the newest results
/ladder/NAME/entry/ENTRY      everything of one entry
"""

import http
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from websockets.http11 import Response

from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.tables import SIGMAS, Row
from infoset_server.handlers.ladders import ladder_info, row_info
from infoset_server.network.caller import Caller
from infoset_server.network.http import ClosablePages, HttpRequest, Respond, as_json

Document = dict[str, Any]

ROOT: Final = "/ladder"
MOST_ROWS: Final = 500  # of a table
MOST_CROSSED: Final = 60  # entries in a crosstable
MOST_LINES: Final = 20  # entries in the history of all
MOST_RESULTS: Final = 100


class LadderPages:
    """As Pages: those of `others`, and ours. Without `ladders` there are only the others."""

    def __init__(self, ladders: Ladders | None, others: ClosablePages) -> None:
        self._ladders = ladders
        self._others = others

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        self._others.answer(request, respond)

    def look(self, path: str, caller: Caller) -> Response | None:
        """As Pages."""
        if path != ROOT and not path.startswith(f"{ROOT}/"):
            return self._others.look(path, caller)
        document = None if self._ladders is None else find_document(self._ladders, path)
        if document is None:
            return as_json(http.HTTPStatus.NOT_FOUND, {"error": "no such ladder, entry or page"})
        return as_json(http.HTTPStatus.OK, document)

    async def close(self) -> None:
        """As ClosablePages."""
        await self._others.close()


def find_document(ladders: Ladders, path: str) -> Document | None:
    """The document at a path, if there is one."""
    steps = [step for step in path.removeprefix(ROOT).split("/") if step]
    if not steps:
        shown = [one for one in ladders.ladders.values() if one.file.classroom is None]
        return {"ladders": [ladder_info(ladder) for ladder in shown]}
    ladder = ladders.ladders.get(steps[0])
    if ladder is None or ladder.file.classroom is not None:
        return None
    match steps[1:]:
        case []:
            return table_document(ladder)
        case [page] if page in PAGES:
            return PAGES[page](ladder)
        case ["entry", entry] if entry in ladder.entries:
            return entry_document(ladder, entry)
        case _:
            return None


def table_document(ladder: Ladder) -> Document:
    """What the ladder is, and its table."""
    rows = ladder.standings.rows()
    table = ladder.standings.table
    return {
        **ladder_info(ladder),
        "as_of_ms": 0 if table is None else table.at_ms,
        "total": len(rows),
        "results": len(ladder.results),
        "running": len(ladder.meetings),
        "void": ladder.statistics.void,
        "seat_points": {} if table is None else dict(table.seats),
        "rows": [_row(ladder, row, rank) for rank, row in enumerate(rows[:MOST_ROWS], 1)],
    }


def crosstable_document(ladder: Ladder) -> Document:
    """The best entries against each other: [ahead, level, behind] by row and column."""
    shown = [row.entry for row in ladder.standings.rows() if row.games][:MOST_CROSSED]
    return {
        "ladder": ladder.name,
        "entries": [_name(ladder, entry) for entry in shown],
        "cells": ladder.statistics.crosstable(shown),
    }


def history_document(ladder: Ladder) -> Document:
    """How the ratings of the best entries went."""
    shown = [row.entry for row in ladder.standings.rows() if row.games][:MOST_LINES]
    lines = [
        _name(ladder, entry) | {"points": ladder.standings.history_of(entry)} for entry in shown
    ]
    return {"ladder": ladder.name, "lines": lines}


def results_document(ladder: Ladder) -> Document:
    """The newest results, newest first."""
    newest = ladder.results[: -MOST_RESULTS - 1 : -1]
    return {"ladder": ladder.name, "results": [_result(ladder, result) for result in newest]}


def entry_document(ladder: Ladder, entry_id: str) -> Document:
    """One entry: its row, how it got there, on which seats, against whom."""
    entry = ladder.entries[entry_id]
    ranked = {row.entry: (rank, row) for rank, row in enumerate(ladder.standings.rows(), 1)}
    rank, row = ranked.get(entry_id, (0, ladder.standings.row(entry_id)))
    statistics = ladder.statistics
    newest = (one for one in reversed(ladder.results) if entry_id in one.entries)
    opponents = [
        _name(ladder, met["entry"]) | met
        for met in statistics.opponents_of(entry_id)
        if met["entry"] in ladder.entries
    ]
    return {
        "ladder": ladder.name,
        **_row(ladder, row, rank),
        "info": entry.info,
        "history": ladder.standings.history_of(entry_id),
        "seats": statistics.seats_of(entry_id),
        "opponents": opponents,
        "conduct": statistics.conduct_of(entry_id),
        "results": [_result(ladder, result) for result in islice(newest, MOST_RESULTS)],
    }


PAGES: Final[dict[str, Callable[[Ladder], Document]]] = {
    "crosstable": crosstable_document,
    "history": history_document,
    "results": results_document,
}


def _row(ladder: Ladder, row: Row, rank: int) -> Document:
    """A row as on the wire, its whole interval, and how surely it is above the next."""
    info = row_info(ladder, row, rank) | {"margin": round(SIGMAS * row.sigma, 1)}
    if row.above_next is not None:
        info["above_next"] = round(row.above_next, 4)
    return info


def _name(ladder: Ladder, entry_id: str) -> Document:
    entry = ladder.entries[entry_id]
    return {"entry": entry_id, "name": entry.name, "version": entry.version}


def _result(ladder: Ladder, result: RawResult) -> Document:
    """A result as everybody may see it."""
    names = [
        ladder.entries[entry].name if entry in ladder.entries else entry for entry in result.entries
    ]
    return {
        "match_id": result.match_id,
        "at_ms": result.at_ms,
        "entries": list(result.entries),
        "names": names,
        "places": list(result.places),
        "scores": list(result.scores),
        "reason": result.reason,
    }
