"""Ladders as JSON over HTTP, for the page and for anybody's programs.

What people of a class do is nobody else's: for whoever does not show the token of a pupil or of the teacher, it is not
there.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from websockets.http11 import Response

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.authentication import Entry as Viewer
from infoset_server.accounts.users import ADMIN, ORGANISE, PLAY
from infoset_server.common.csv_text import csv_text, time_cell
from infoset_server.config import ConnectionLimits
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.seasons import PastSeason
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.tables import COMPARED, SIGMAS, Row
from infoset_server.handlers.ladders import ladder_info, past_row_info, row_info
from infoset_server.http.documents import (
    Crosstable,
    LadderEntry,
    LadderList,
    LadderResults,
    LadderSeason,
    LadderSeasons,
    LadderTable,
    RatingHistory,
    Refusal,
)
from infoset_server.http.endpoints import PageError, ShownTokens, Status
from infoset_server.http.routes import (
    CSV,
    EVERYBODY,
    Access,
    Call,
    Content,
    Handler,
    Route,
    summary_of,
)
from infoset_server.http.spreadsheets import as_csv
from infoset_server.network.http import HttpRequest, as_json
from infoset_server.network.rate_limits import BucketTable, Rate

Document = dict[str, Any]

SEASON_COLUMNS: Final = (
    *("season", "rank", "division", "moves_to", "entry", "name", "version", "kind", "owner"),
    *("rating", "sigma", "games", "places"),
)
TABLE_COLUMNS: Final = (
    *("rank", "division", "entry", "name", "version", "kind", "owner", "state"),
    *("rating", "sigma", "provisional", "games", "places"),
)
RESULT_COLUMNS: Final = ("match", "ended", "reason", "entry", "name", "place", "score", "annulled")
MOST_ROWS: Final = 500  # of a table
MOST_CROSSED: Final = COMPARED  # entries in a crosstable
MOST_LINES: Final = 20  # entries in the history of all
MOST_RESULTS: Final = 100
MOST_RESULTS_CSV: Final = 2000


class ClassViewers:
    """Who may look at ladders of classes, by the tokens that they show."""

    def __init__(self, accounts: Accounts, tokens: ShownTokens) -> None:
        self._accounts = accounts
        self._tokens = tokens

    def viewer(self, request: HttpRequest) -> Viewer | None:
        """Who asks; None of who shows no token. Raises PageError or ProtocolError where it is nobody's."""
        return self._tokens.viewer(request, self._accounts.login)

    def include(self, viewer: Viewer, ladder: Ladder) -> bool:
        """Is it the viewer's class, or one that they teach? A token that can only watch shows neither."""
        if ladder.is_for(viewer.user):
            return PLAY in viewer.scopes
        teaches = self._accounts.classrooms.teaches(viewer.user, ladder.file.classroom)
        return ADMIN in viewer.scopes or (teaches and ORGANISE in viewer.scopes)

    def name_of(self, classroom: str) -> str:
        """What the class is called; its id where it is gone."""
        names = (one.name for one in self._accounts.classrooms if one.id == classroom)
        return next(names, classroom)


def open_viewers(
    limits: ConnectionLimits, accounts: Accounts, clock_s: Callable[[], float]
) -> ClassViewers:
    """The same, with the limits of the server."""
    failures = Rate(limits.failed_hellos_per_min / 60, limits.failed_hellos_per_min)
    table = BucketTable(failures, limits.max_tracked_addresses)
    return ClassViewers(accounts, ShownTokens(table, clock_s))


class LadderPages:
    """Ladders as everybody may see them, and those of classes as their own people may."""

    def __init__(self, ladders: Ladders, class_viewers: ClassViewers | None = None) -> None:
        """Without `class_viewers`, nobody sees ladders of classes."""
        self._ladders = ladders
        self._class_viewers = class_viewers

    def routes(self) -> list[Route]:
        """What is answered here."""
        access = EVERYBODY
        if self._class_viewers is not None:
            who = "everybody; of a class: its pupils (scope play), its teacher (organise)"
            access = Access(who, scopes=(), is_optional=True)

        def route(path: str, summary: str, handle: Handler, model: Content) -> Route:
            answers = {Status.OK: model, Status.NOT_FOUND: Refusal}
            return Route("GET", f"/ladder/{path}", access, summary, handle, answers)

        def of_ladder(path: str, make: Callable[[Ladder], Document], model: Content) -> Route:
            return route(path, summary_of(make), lambda call: shown(make(self._find(call))), model)

        return [
            Route(
                "GET",
                "/ladder",
                access,
                "All ladders; of those of classes, one's own.",
                self.index,
                {Status.OK: LadderList},
            ),
            route("{name}", summary_of(table_document), self.table, LadderTable),
            route("{name}/csv", "The same as CSV, with every entry.", self.table_csv, CSV),
            of_ladder("{name}/crosstable", crosstable_document, Crosstable),
            of_ladder("{name}/history", history_document, RatingHistory),
            of_ladder("{name}/results", results_document, LadderResults),
            route(
                "{name}/results/csv",
                f"The newest {MOST_RESULTS_CSV} results as CSV, a line for each entry that played.",
                self.results_csv,
                CSV,
            ),
            of_ladder("{name}/seasons", seasons_document, LadderSeasons),
            route(
                "{name}/season/{season}",
                "The table of a season that is over.",
                self.season,
                LadderSeason,
            ),
            route("{name}/season/{season}/csv", "The same as CSV.", self.season_csv, CSV),
            route("{name}/entry/{entry}", summary_of(entry_document), self.entry, LadderEntry),
        ]

    def index(self, call: Call) -> Response:
        """Every ladder, those of classes first."""
        viewer = self._viewer(call)
        found = [one for one in self._ladders.ladders.values() if self._is_shown(one, viewer)]
        found.sort(key=lambda one: one.file.classroom is None)
        return shown({"ladders": [ladder_info(ladder) for ladder in found]})

    def table(self, call: Call) -> Response:
        """A ladder and its table; that of a class says whose it is."""
        ladder = self._find(call)
        document = table_document(ladder)
        viewer = self._viewer(call)
        if self._class_viewers is not None and viewer is not None and ladder.file.classroom:
            document["classroom"] = self._class_viewers.name_of(ladder.file.classroom)
            document["may_enter"] = ladder.is_for(viewer.user)
        return shown(document)

    def entry(self, call: Call) -> Response:
        """One entry. Raises PageError where there is none."""
        ladder, entry = self._find(call), call.names["entry"]
        if entry not in ladder.entries:
            raise not_there()
        return shown(entry_document(ladder, entry))

    def season(self, call: Call) -> Response:
        """A season that is over. Raises PageError where there is none."""
        ladder, past = self._find_season(call)
        return shown(season_document(ladder, past))

    def season_csv(self, call: Call) -> Response:
        """As `season`, a line for each row."""
        ladder, past = self._find_season(call)
        return as_csv(season_csv(past), f"{ladder.name}_{past.number}")

    def table_csv(self, call: Call) -> Response:
        """The table, a line for each entry."""
        ladder = self._find(call)
        return as_csv(csv_text(TABLE_COLUMNS, table_rows(ladder)), ladder.name)

    def results_csv(self, call: Call) -> Response:
        """The newest results, newest first."""
        ladder = self._find(call)
        return as_csv(csv_text(RESULT_COLUMNS, result_rows(ladder)), f"{ladder.name}_results")

    def _find_season(self, call: Call) -> tuple[Ladder, PastSeason]:
        ladder, number = self._find(call), call.names["season"]
        past = ladder.seasons.past.get(int(number)) if number.isdecimal() else None
        if past is None:
            raise PageError(Status.NOT_FOUND, "no such season, or it is not over")
        return ladder, past

    def _find(self, call: Call) -> Ladder:
        """The ladder that a path names. Raises PageError where there is none that whoever asks may see."""
        ladder = self._ladders.ladders.get(call.names["name"])
        if ladder is not None and ladder.file.classroom is None:
            return ladder  # whatever token is shown
        viewer = self._viewer(call)
        if ladder is None or not self._is_shown(ladder, viewer):
            raise not_there()
        return ladder

    def _viewer(self, call: Call) -> Viewer | None:
        viewers = self._class_viewers
        return None if viewers is None else viewers.viewer(call.request)

    def _is_shown(self, ladder: Ladder, viewer: Viewer | None) -> bool:
        if ladder.file.classroom is None:
            return True
        viewers = self._class_viewers
        return viewers is not None and viewer is not None and viewers.include(viewer, ladder)


def shown(document: Document) -> Response:
    """The answer with a document."""
    return as_json(Status.OK, document)


def not_there() -> PageError:
    """The refusal of what is not there, or not for everybody."""
    return PageError(Status.NOT_FOUND, "no such ladder, entry or page")


def table_document(ladder: Ladder) -> Document:
    """A ladder and its table."""
    rows = ladder.standings.rows()
    table = ladder.standings.table
    return {
        **ladder_info(ladder),
        "as_of_ms": 0 if table is None else table.at_ms,
        "total": len(rows),
        "results": len(ladder.results),
        "running": len(ladder.meetings),
        "lacks": ladder.lacks(),
        "void": ladder.statistics.void,
        "annulled": len(ladder.annulments),
        "seat_points": {} if table is None else dict(table.seats),
        "rows": [_row(ladder, row, rank) for rank, row in enumerate(rows[:MOST_ROWS], 1)],
    }


def crosstable_document(ladder: Ladder) -> Document:
    """The best entries against each other: [ahead, level, behind] by row and column; how far apart they are."""
    shown = [row.entry for row in ladder.standings.rows() if row.games][:MOST_CROSSED]
    return {
        "ladder": ladder.name,
        "entries": [_name(ladder, entry) for entry in shown],
        "cells": ladder.statistics.crosstable(shown),
        "differences": [[_difference(ladder, one, other) for other in shown] for one in shown],
    }


def _difference(ladder: Ladder, one: str, other: str) -> Document | None:
    """By how much an entry is stronger, and whether their matches say otherwise; None where that is not known."""
    found = ladder.standings.compare(one, other)
    if found is None:
        return None
    return {
        "points": round(found.points),
        "margin": round(SIGMAS * found.sigma),
        "odd": found.odd,
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


def seasons_document(ladder: Ladder) -> Document:
    """The seasons that are over, newest first."""
    past = sorted(ladder.seasons.past.values(), key=lambda one: -one.number)
    return {"ladder": ladder.name, "seasons": [_season_head(one) for one in past]}


def _season_head(past: PastSeason) -> Document:
    return {
        "season": past.number,
        "began_ms": past.began_ms,
        "ended_ms": past.ended_ms,
        "results": past.last - past.first,
        "entries": len(past.rows),
    }


def season_document(ladder: Ladder, past: PastSeason) -> Document:
    """The table with which a season ended."""
    rows = [past_row_info(row, rank) for rank, row in enumerate(past.rows, 1)]
    return {"ladder": ladder.name, "title": ladder.title, **_season_head(past), "rows": rows}


def season_csv(past: PastSeason) -> str:
    """The same for a spreadsheet."""
    return csv_text(
        SEASON_COLUMNS,
        (
            [
                *(past.number, rank, row.division or "", row.moves_to or "", row.entry),
                *(row.name, row.version, row.kind, row.owner or ""),
                *(repr(row.rating), repr(row.sigma), row.games, written_places(row.places)),
            ]
            for rank, row in enumerate(past.rows, 1)
        ),
    )


def table_rows(ladder: Ladder) -> Iterator[list[object]]:
    """The lines of a table for a spreadsheet; ratings and sigmas in points, places as counts from the first."""
    for rank, row in enumerate(ladder.standings.rows(), 1):
        info = row_info(ladder, row, rank)
        yield [
            *(rank, info.get("division"), row.entry, info["name"], info["version"], info["kind"]),
            *(info.get("owner"), info["state"], round(row.rating, 1), round(row.sigma, 1)),
            *(int(row.is_provisional), row.games, written_places(row.places)),
        ]


def result_rows(ladder: Ladder) -> Iterator[list[object]]:
    """The lines of the newest results: one for each seat."""
    for result in islice(reversed(ladder.results), MOST_RESULTS_CSV):
        told = _result(ladder, result)
        seats = zip(result.entries, told["names"], result.places, result.scores, strict=True)
        for seat in seats:
            ended = time_cell(result.at_ms)
            yield [result.match_id, ended, result.reason, *seat, told.get("annulled")]


def written_places(places: Sequence[int]) -> str:
    """How often an entry was first, second and so on, in one cell: no number that a spreadsheet would take for a date."""
    return " ".join(map(str, places))


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
        "seasons": list(_seasons_of(ladder, entry)),
    }


def _seasons_of(ladder: Ladder, entry: Entry) -> Iterator[Document]:
    """How all versions of an entry stood at the ends of seasons, newest first."""
    versions = {
        one.id
        for one in ladder.entries.values()
        if (one.owner, one.name) == (entry.owner, entry.name)
    }
    for past in sorted(ladder.seasons.past.values(), key=lambda one: -one.number):
        for rank, row in enumerate(past.rows, 1):
            if row.entry in versions and row.games:
                stood = {"season": past.number, "ended_ms": past.ended_ms}
                yield stood | past_row_info(row, rank)


def _row(ladder: Ladder, row: Row, rank: int) -> Document:
    """A row as on the wire, its whole interval, and how surely it is above the next."""
    info = row_info(ladder, row, rank) | {"margin": round(SIGMAS * row.sigma, 1)}
    if row.above_next is not None:
        info["above_next"] = round(row.above_next, 4)
    if row.next_sigma is not None:
        info["next_margin"] = round(SIGMAS * row.next_sigma, 1)
    if row.fit is not None:
        info["fit"] = round(row.fit, 4)
        info["misfit"] = ladder.standings.is_misfit(row)
    return info


def _name(ladder: Ladder, entry_id: str) -> Document:
    entry = ladder.entries[entry_id]
    return {"entry": entry_id, "name": entry.name, "version": entry.version}


def _result(ladder: Ladder, result: RawResult) -> Document:
    """A result as everybody may see it."""
    names = [
        ladder.entries[entry].name if entry in ladder.entries else entry for entry in result.entries
    ]
    annulment = ladder.annulments.of(result.match_id)
    told: Document = {
        "match_id": result.match_id,
        "at_ms": result.at_ms,
        "entries": list(result.entries),
        "names": names,
        "places": list(result.places),
        "scores": list(result.scores),
        "reason": result.reason,
    }
    return told if annulment is None else told | {"annulled": annulment.reason}
