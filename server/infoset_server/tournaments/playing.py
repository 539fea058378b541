"""The matches that are played at the tables of one tournament: which, where, since when. Begins none.

What is kept of them is the tournament's (`tournament.py`).
"""

import logging
from collections.abc import Iterator

from infoset_server.ids import MatchId
from infoset_server.tournaments.stage import Stage
from infoset_server.tournaments.tournament import Match, Tournament

logger = logging.getLogger(__name__)


class Playing:
    """Those of now; `tables` has the number of the table of each."""

    def __init__(self, tournament: Tournament, stage: Stage) -> None:
        self._tournament = tournament
        self._stage = stage
        self.tables: dict[MatchId, int] = {
            table.match.id: number
            for number, table in tournament.tables.items()
            if table.match is not None
        }

    def begin(self, number: int, match: Match) -> None:
        """A match is played at a table from now on."""
        self.tables[match.id] = number
        self._tournament.began(number, match)

    def end(self, match_id: MatchId, places: tuple[int, ...] | None) -> int:
        """How a match has ended, None for without a result; returns the number of its table."""
        number = self.tables.pop(match_id)
        self._tournament.ended(number, match_id, places)
        return number

    def lost(self) -> list[MatchId]:
        """Those that do not go on, after a restart."""
        return [match_id for match_id in self.tables if not self._stage.goes_on(match_id)]

    def abort(self, number: int) -> None:
        """What is played at this table ends without a result."""
        match = self._tournament.table(number).match
        if match is not None:
            self._abort(match.id, "replayed")

    def abort_all(self) -> None:
        """Everything ends without a result."""
        for match_id in list(self.tables):
            self._abort(match_id, "replayed")

    def abort_late(self, now_ms: int) -> None:
        """What has taken too long by the tournament's file ends; that counts."""
        for match, until_ms in list(self._limits()):
            if now_ms >= until_ms and self._stage.running(match.id) is not None:
                logger.info("match %s took too long", match.id)
                match.is_late = True
                self._abort(match.id, "aborted")

    def times_ms(self) -> Iterator[int]:
        """When matches are to end by themselves, since 1970."""
        return (until_ms for _, until_ms in self._limits())

    def _limits(self) -> Iterator[tuple[Match, int]]:
        """Matches that may take only so long, and how long each may go on."""
        limit_s = self._tournament.file.match_limit_s
        if limit_s is None:
            return
        for number in self.tables.values():
            match = self._tournament.table(number).match
            if match is not None and not match.is_late:
                yield match, match.begun_ms + int(limit_s * 1000)

    def _abort(self, match_id: MatchId, ending: str) -> None:
        live = self._stage.running(match_id)
        if live is not None:
            live.abort(ending)
