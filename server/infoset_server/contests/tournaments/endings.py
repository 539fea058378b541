"""Matches of tournaments that are deleted: each is told to end until it has, by the next server, too.

Nothing else is kept of their tournament, so without this a server that dies as it is deleted would leave them to be played
to the end for nothing.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from infoset_server.common.ids import MatchId
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.storage.notes import DocumentKind, Notes


@dataclass(frozen=True)
class StoredEnding:
    """A match that is to end."""

    match: str


ENDING: Final = DocumentKind("tournament_ending", StoredEnding)


class Endings:
    """Those of one server."""

    def __init__(self, services: TournamentServices, notes: Notes) -> None:
        self._services = services
        self._notes = notes
        self._matches: set[MatchId] = set()
        self._timer: asyncio.TimerHandle | None = None

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes back what was noted by an earlier server."""
        self._matches.update(MatchId(one.match) for one in ENDING.read(documents))

    def begin(self) -> None:
        """Those that go on are told to end; the others are forgotten. Call it when matches have been set up again."""
        for match_id in list(self._matches):
            if not self._services.goes_on(match_id):
                self.over(match_id)
        self._end()

    def add(self, matches: Iterable[MatchId]) -> None:
        """These end now, without a result."""
        for match_id in matches:
            self._matches.add(match_id)
            self._notes.put(ENDING.name, match_id, ENDING.write(StoredEnding(match_id)))
        self._end()

    def over(self, match_id: MatchId) -> None:
        """A match has ended, or goes on nowhere. May be any."""
        if match_id in self._matches:
            self._matches.remove(match_id)
            self._notes.drop(ENDING.name, match_id)

    def close(self) -> None:
        """Nothing is told to end any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self) -> None:
        self.close()
        for match_id in list(self._matches):
            live = self._services.running(match_id)
            if live is not None:
                live.abort("replayed")
        if self._matches:  # what another server is told may be lost
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._services.limits.retry_s, self._end)
