"""Requests of owners about their entries on ladders: matches that they ask for, and what went wrong."""

from collections.abc import Iterator
from typing import Any

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import PLAY, User
from infoset_server.common.request_errors import NotFoundError
from infoset_server.contests.ladder.batches import Batch
from infoset_server.contests.ladder.entries import Entry, EntryUnknownError
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.service import Ladders
from infoset_server.handlers.ladder_answers import LadderAnswers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.programs.bot_process import LOG_END

MAX_WHAT = 500  # characters of an alert
MAX_NAME = 64
MOST_BATCHES = 200  # in one answer, the newest
MOST_ALERTS = 50


class LadderBatchHandlers:
    """Each method answers one request and may raise RequestError. Nobody is told of entries that are not theirs."""

    def __init__(self, ladders: Ladders, answers: LadderAnswers) -> None:
        self._ladders = ladders
        self._answers = answers

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [
            RequestHandler("ladder_batch", self.ask, PLAY),
            RequestHandler("ladder_batch_cancel", self.cancel, PLAY),
            RequestHandler("ladder_batches", self.list_batches),
            RequestHandler("ladder_alerts", self.alerts, PLAY),  # ends of logs
        ]

    def ask(self, client: Client, request: wire.LadderBatch) -> None:
        """Matches of an entry of the client's. The answer comes when they are stored."""
        answer = self._answers.begin()
        ladder = self._ladders.find(request.ladder, client.user)
        entry = own_entry(ladder, client.user, request.entry)
        against = [find_entry(ladder, one) for one in request.against]
        batch = ladder.ask_batch(
            entry, against, request.matches, entry.responsible, self._ladders.wall_ms()
        )
        self._ladders.pair_soon()
        answer(client, request, {"type": "ok", "data": {"batch": batch.id}})

    def cancel(self, client: Client, request: wire.LadderBatchCancel) -> None:
        """Ends a batch of an entry of the client's. The answer comes when that is stored."""
        answer = self._answers.begin()
        ladder = self._ladders.find(request.ladder, client.user)
        batch = ladder.batches.find(request.batch)
        entry = ladder.entries.get(batch.entry)
        if entry is None or not entry.is_of(client.user):
            raise NotFoundError(f"batch {request.batch}")
        ladder.batches.cancel(batch)
        answer(client, request, {"type": "ok"})

    def list_batches(self, client: Client, request: wire.LadderBatches) -> dict[str, Any]:
        """How the batches of the client's entries stand."""
        ladder = self._ladders.find(request.ladder, client.user)
        mine = [
            batch_info(ladder, batch)
            for batch in ladder.batches
            if batch.entry in ladder.entries and ladder.entries[batch.entry].is_of(client.user)
        ]
        return {"type": "ladder_batch_list", "ladder": ladder.name, "items": mine[-MOST_BATCHES:]}

    def alerts(self, client: Client, request: wire.LadderAlerts) -> dict[str, Any]:
        """What went wrong with the client's entries."""
        found = [
            ladder
            for ladder in self._ladders.ladders.values()
            if ladder.is_for(client.user) and request.ladder in (None, ladder.name)
        ]
        if not found and request.ladder is not None:
            raise NotFoundError(f"ladder {request.ladder}")
        items = [
            alert
            for ladder in found
            for entry in ladder.entries.values()
            if entry.is_of(client.user)
            for alert in alert_infos(ladder, entry)
        ]
        items.sort(key=lambda one: (one["at_ms"], one["match_id"]))
        return {"type": "ladder_alert_list", "items": items[-MOST_ALERTS:]}


def own_entry(ladder: Ladder, user: User, entry_id: str) -> Entry:
    """An entry of `user`, or of a program that they answer for. Raises EntryUnknownError."""
    entry = ladder.entries.get(entry_id)
    if entry is None or not entry.is_of(user):
        raise EntryUnknownError(f"{entry_id} is no entry of yours on {ladder.name}")
    return entry


def find_entry(ladder: Ladder, entry_id: str) -> Entry:
    """Anybody's entry. Raises EntryUnknownError."""
    entry = ladder.entries.get(entry_id)
    if entry is None:
        raise EntryUnknownError(f"{entry_id} is no entry on {ladder.name}")
    return entry


def batch_info(ladder: Ladder, batch: Batch) -> dict[str, Any]:
    """A batch as `BatchInfo` values."""
    entry = ladder.entries.get(batch.entry)
    return {
        "batch": batch.id,
        "entry": batch.entry,
        "name": "" if entry is None else entry.name[:MAX_NAME],
        "against": list(batch.against),
        "matches": batch.matches,
        "played": ladder.batches.played(batch),
        "running": sum(meeting.batch == batch.id for meeting in ladder.meetings.values()),
        "rated": batch.is_rated,
        "state": ladder.batches.state(batch),
        "asked_ms": batch.asked_ms,
    }


def alert_infos(ladder: Ladder, entry: Entry) -> Iterator[dict[str, Any]]:
    """The alerts of an entry as `LadderAlert` values."""
    for alert in entry.alerts:
        yield {
            "ladder": ladder.name,
            "entry": entry.id,
            "name": entry.name[:MAX_NAME],
            "version": entry.version[:MAX_NAME],
            "at_ms": alert["at_ms"],
            "match_id": alert["match_id"],
            "what": alert["what"][:MAX_WHAT],
            "log": alert["log"][-LOG_END:],
        }
