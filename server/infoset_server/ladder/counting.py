"""What follows from a result: it is kept, faults have consequences, owners are told, the table is due. Plays nothing."""

import logging

from infoset_protocol.errors import ErrorCode
from infoset_server.house_bots.hosting import Hosting
from infoset_server.ids import MatchId
from infoset_server.ladder.entries import Entry
from infoset_server.ladder.ladder import Ladder
from infoset_server.ladder.publishing import Publishing
from infoset_server.ladder.results import RawResult
from infoset_server.people import People

logger = logging.getLogger(__name__)


class Counting:
    """Counts results, one at a time."""

    def __init__(self, people: People, hosting: Hosting, publishing: Publishing) -> None:
        self._people = people
        self._hosting = hosting
        self._publishing = publishing

    def count(self, ladder: Ladder, result: RawResult, match_id: str | None) -> None:
        """A result is kept, and looked at. `match_id` is None where nothing was played."""
        if match_id is not None:
            self._renew_faulty(ladder, result, match_id)
        for entry in ladder.count(result):
            logger.warning("ladder %s: %s is benched: %s", ladder.name, entry.title, entry.why)
            self._tell(entry, f"{ladder.name}: {entry.title} is benched: {entry.why}", match_id)
        self._publishing.soon(ladder)

    def missed_first(self, ladder: Ladder, entry: Entry, match_id: str) -> None:
        """Who lets the first decision pass is not there: it is not paired again until it says so."""
        why = "did not take its first decision in time and is off the queue"
        ladder.roster.take_off(entry, f"match {match_id}: {why}")
        self._tell(entry, f"{ladder.name}: {entry.title} {why}", match_id)

    def _renew_faulty(self, ladder: Ladder, result: RawResult, match_id: str) -> None:
        """A program of the server that did not play on is started anew when it plays nowhere."""
        for entry_id, fault in zip(result.entries, result.faults, strict=True):
            bot = ladder.entries[entry_id].bot
            if not fault or bot is None:
                continue
            for process in self._hosting.processes:
                if process.entry.name == bot:
                    self._hosting.failed(process, MatchId(match_id))

    def _tell(self, entry: Entry, msg: str, match_id: str | None) -> None:
        """Something its owner must know that nobody asked for."""
        user = self._people.find(entry.owner)
        for client in [] if user is None else self._people.clients_of(user):
            client.connection.error(ErrorCode.WRONG_STATE, msg, match_id=match_id)
