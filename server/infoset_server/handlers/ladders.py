"""Requests about ladders: what there is, entering, playing, the table. Checks and answers; the rest is the service's."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import orjson

from infoset_protocol import messages as wire
from infoset_protocol.messages.people import MAX_POINTS
from infoset_server.accounts.clients import Client, User, clean_text
from infoset_server.accounts.users import PLAY
from infoset_server.common.ids import fresh_id
from infoset_server.common.request_errors import (
    BadOptionError,
    NotFoundError,
    ShuttingDownError,
)
from infoset_server.contests.ladder.entries import Entry, EntryState, EntryUnknownError
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.seasons import PastRow, PastSeason
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.tables import PROVISIONAL, SIGMAS, Row
from infoset_server.handlers.ladder_answers import LadderAnswers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.handlers.rooms import RoomHandlers
from infoset_server.matches.settings import write_clock

SYSTEM: Final = "plackett_luce"
MAX_INFO_BYTES: Final = 2_048  # of what is said of an entry
MAX_NAME: Final = 64  # characters of a name or version
SHOWN: Final = frozenset(  # of a row in somebody's profile
    ("entry", "name", "version", "kind", "rank", "rating", "rd", "provisional", "games")
)


class LadderHandlers:
    """What clients ask about ladders. Each method answers one request and may raise RequestError."""

    def __init__(
        self,
        ladders: Ladders,
        rooms: RoomHandlers,
        answers: LadderAnswers,
        share_of: Callable[[str], str | None],
    ) -> None:
        """`rooms` is where seeks go that are for no ladder. `share_of` says what an address counts for in limits per
        address.
        """
        self._share_of = share_of
        self._ladders = ladders
        self._rooms = rooms
        self._answers = answers
        self._tickets: dict[str, tuple[Client, Ladder, Entry]] = {}  # of seeks

    def handlers(self) -> list[RequestHandler]:
        """What is served here; seeks, which may be for a ladder, among them."""
        return [
            RequestHandler("ladders", self.list_ladders),
            RequestHandler("ladder_register", self.register, PLAY),
            RequestHandler("ladder_queue", self.queue, PLAY),
            RequestHandler("standings", self.standings),
            RequestHandler("seek", self.seek, PLAY),
            RequestHandler("unseek", self.unseek),
        ]

    def list_ladders(self, client: Client, request: wire.Ladders) -> dict[str, Any]:
        """Every ladder that the client may know of."""
        found = [
            ladder_info(ladder)
            for ladder in self._ladders.ladders.values()
            if ladder.is_for(client.user)
        ]
        return {"type": "ladder_list", "items": found}

    def register(self, client: Client, request: wire.LadderRegister) -> None:
        """Makes an entry, or finds it. The answer has the lines that are noted for its owner, and comes when it is stored."""
        answer = self._answers.begin()
        ladder = self._ladders.find(request.ladder, client.user)
        ladder.look(self._ladders.wall_ms())  # a deadline may have passed just now
        info = request.info or {}
        if len(orjson.dumps(info)) > MAX_INFO_BYTES:
            raise BadOptionError("info", f"at most {MAX_INFO_BYTES} bytes")
        name, version = clean_text(request.name).strip(), clean_text(request.version).strip()
        share = self._share_of(client.line.peer)
        entry = ladder.register(client.user, name, version, request.kind, info, share)
        data: dict[str, Any] = {"entry": entry.id, "state": entry.state.value}
        if entry.log:
            data["log"] = entry.log
        answer(client, request, {"type": "ok", "data": data})

    def queue(self, client: Client, request: wire.LadderQueue) -> None:
        """Makes an entry available, or ends that. The answer comes when it is stored."""
        answer = self._answers.begin()
        ladder = self._ladders.find(request.ladder, client.user)
        entry = ladder.roster.find(client.user, request.entry)
        if request.on:
            self._take(client, ladder, entry, request)
        else:
            ladder.roster.drain(entry)
        answer(client, request, {"type": "ok"})

    def _take(
        self, client: Client, ladder: Ladder, entry: Entry, request: wire.LadderQueue
    ) -> None:
        """The entry is available."""
        if self._ladders.is_stopping:
            raise ShuttingDownError("the server is about to stop; no new matches")
        if request.games == 0:
            raise BadOptionError("games", "at least 1")
        ladder.queue(entry, client, request.parallel, request.games, self._ladders.now_s())
        self._ladders.pair_soon()

    def seek(self, client: Client, request: wire.Seek) -> dict[str, Any] | None:
        """One match on a ladder; or a seek that is for none."""
        if request.ladder is None:
            return self._rooms.seek(client, request)
        self._ladders.require_ours()
        if self._ladders.is_stopping:
            raise ShuttingDownError("the server is about to stop; no new matches")
        ladder = self._ladders.find(request.ladder, client.user)
        check_wishes(ladder, request)
        ladder.look(self._ladders.wall_ms())
        share = self._share_of(client.line.peer)
        entry = ladder.register(client.user, client.user.name, "1", client.kind, {}, share)
        ladder.queue(entry, client, 1, 1, self._ladders.now_s())
        entry.is_brief = True
        ladder.roster.note(entry)
        ticket = fresh_id("t")
        self._tickets = {
            key: kept for key, kept in self._tickets.items() if kept[2].state is EntryState.QUEUED
        }
        self._tickets[ticket] = client, ladder, entry
        self._ladders.pair_soon()
        return {"type": "ok", "data": {"ticket": ticket}}

    def unseek(self, client: Client, request: wire.Unseek) -> dict[str, Any] | None:
        """Takes seeks back, those for a ladder, too."""
        mine = [
            ticket
            for ticket, (who, _, _) in self._tickets.items()
            if who is client and request.ticket in (None, ticket)
        ]
        for ticket in mine:
            _, ladder, entry = self._tickets.pop(ticket)
            if entry.is_brief:
                ladder.roster.drain(entry)
        if mine and request.ticket is not None:
            return {"type": "ok"}
        return self._rooms.unseek(client, request)

    def standings(self, client: Client, request: wire.Standings) -> dict[str, Any]:
        """A page of the table, or of that with which a season ended."""
        ladder = self._ladders.find(request.ladder, client.user)
        if request.season is not None:
            return past_standing(ladder, request)
        rows, table = ladder.standings.rows(), ladder.standings.table
        first = first_row(ladder, request, [row.entry for row in rows])
        shown = rows[first : first + request.count]
        page = [row_info(ladder, row, rank) for rank, row in enumerate(shown, first + 1)]
        return {
            "type": "standing",
            "ladder": ladder.name,
            "total": len(rows),
            "as_of_ms": 0 if table is None else table.at_ms,
            "rows": page,
        }


def first_row(ladder: Ladder, request: wire.Standings, entries: Sequence[str]) -> int:
    """Where the page begins that is asked for. Raises EntryUnknownError."""
    if request.around is None:
        return request.first
    if request.around not in entries:
        raise EntryUnknownError(f"{request.around} is not in the table of {ladder.name}")
    return max(0, entries.index(request.around) - request.count // 2)


def past_standing(ladder: Ladder, request: wire.Standings) -> dict[str, Any]:
    """A page of the table with which a season ended. Raises NotFoundError or EntryUnknownError."""
    past = find_season(ladder, request.season or 0)
    first = first_row(ladder, request, [row.entry for row in past.rows])
    shown = past.rows[first : first + request.count]
    return {
        "type": "standing",
        "ladder": ladder.name,
        "total": len(past.rows),
        "as_of_ms": past.ended_ms,
        "rows": [past_row_info(row, rank) for rank, row in enumerate(shown, first + 1)],
        "season": past.number,
    }


def find_season(ladder: Ladder, number: int) -> PastSeason:
    """A season that is over. Raises NotFoundError, which names those that there are."""
    if number not in ladder.seasons.past:
        there = ", ".join(map(str, sorted(ladder.seasons.past))) or "none"
        raise NotFoundError(f"season {number} of {ladder.name} (over: {there})")
    return ladder.seasons.past[number]


def past_row_info(row: PastRow, rank: int) -> dict[str, Any]:
    """A row of a season that is over as `StandingRow` values."""
    info: dict[str, Any] = {
        "rank": rank,
        "entry": row.entry,
        "name": row.name[:MAX_NAME],
        "version": row.version[:MAX_NAME],
        "kind": row.kind,
        "rating": round(row.rating),
        "rd": round(row.sigma),
        "provisional": SIGMAS * row.sigma > PROVISIONAL,
        "games": row.games,
        "wins": row.places[0] if row.places else 0,
        "places": list(row.places),
        "state": EntryState.IDLE.value,
        "division": row.division,
    }
    if row.owner is not None:
        info["owner"] = row.owner
    return info | {"moves_to": row.moves_to} if row.moves_to else info


def check_wishes(ladder: Ladder, request: wire.Seek) -> None:
    """Raises BadOptionError or NotFoundError where a seek asks for what the ladder is not."""
    if request.game != ladder.file.game:
        raise NotFoundError(f"ladder {ladder.name} for {request.game}")
    clock = write_clock(ladder.settings[0].terms.clock)
    if request.clock is not None and request.clock.to_plain() != clock:
        raise BadOptionError("clock", f"none, or that of the ladder: {clock}")
    if request.options:
        raise BadOptionError("options", "none: the ladder has its own")
    if request.seats is not None and request.seats not in ladder.sizes:
        raise BadOptionError("seats", f"one of {', '.join(map(str, ladder.sizes))}, or none")


def ladder_info(ladder: Ladder) -> dict[str, Any]:
    """The ladder as `LadderInfo` values."""
    file, terms, table = ladder.file, ladder.settings[0].terms, ladder.standings.table
    hosted = ["hosted"] if file.has_hosted else []
    info: dict[str, Any] = {
        "ladder": ladder.name,
        "title": ladder.title,
        "state": ladder.state.value,
        "game": file.game,
        "rules": ladder.settings[0].game.rules,
        "options": file.options,
        "seats": list(ladder.sizes),
        "clock": write_clock(terms.clock),
        "on_timeout": file.on_timeout,
        "max_timeouts": file.max_timeouts,
        "open_to": [*file.open_to, *hosted],
        "compute": ladder.settings[0].compute,
        "assist": file.assist,
        "system": SYSTEM,
        "best_of": file.best_of,
        "same_deal": file.same_deal,
        "entries": len(ladder.standings.rows()),
        "games": 0 if table is None else table.results,
    }
    season = ladder.seasons.current.number if file.seasons is not None else None
    times = {
        "ends_ms": file.ends_ms(),
        "season": season,
        "season_ends_ms": ladder.seasons.ends_ms,
        "deadline_ms": ladder.seasons.deadline_ms,
    }
    if file.divisions is not None:
        info["divisions"] = file.divisions.lowest
    return info | {name: value for name, value in times.items() if value is not None}


def row_info(ladder: Ladder, row: Row, rank: int) -> dict[str, Any]:
    """A row as `StandingRow` values; `rank` is from 1."""
    entry = ladder.entries[row.entry]
    info: dict[str, Any] = {
        "rank": rank,
        "entry": row.entry,
        "name": entry.name[:MAX_NAME],
        "version": entry.version[:MAX_NAME],
        "kind": entry.kind,
        "rating": round(row.rating),
        "rd": round(row.sigma),
        "provisional": row.is_provisional,
        "games": row.games,
        "wins": row.places[0] if row.places else 0,
        "places": list(row.places),
        "state": entry.state.value,
    }
    if division := ladder.seasons.division_of(entry):
        info["division"] = division
    if entry.owner_name is not None:
        info["owner"] = entry.owner_name
    if entry.why and entry.state in (EntryState.BENCHED, EntryState.RETIRED):
        info["why"] = entry.why
    return info


def standings_of(ladder: Ladder, user: User) -> Iterator[dict[str, Any]]:
    """The entries of a user that have results on a ladder, as `ProfileRating` values."""
    mine = {one.id for one in ladder.entries.values() if one.owner == user.id}
    if not mine:
        return
    for rank, row in enumerate(ladder.standings.rows(), 1):
        if row.entry in mine and row.games:
            shown = row_info(ladder, row, rank)
            points = ladder.standings.history_of(row.entry)[-MAX_POINTS:]
            yield {
                "ladder": ladder.name,
                "title": ladder.title,
                "game": ladder.file.game,
                **{name: value for name, value in shown.items() if name in SHOWN},
                "points": [point_info(point) for point in points],
            }


def point_info(point: dict[str, Any]) -> dict[str, Any]:
    """A point of the history as `RatingPoint` values."""
    return {
        "at_ms": point["at_ms"],
        "rating": round(point["rating"]),
        "rd": round(point["rd"]),
        "games": point["games"],
    }
