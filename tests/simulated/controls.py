"""Rules of a cluster that are not kept on purpose: the simulation must notice each. No tests here."""

import asyncio
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, cast
from unittest import mock

import msgspec
from tests.simulated.database import SharedStore
from tests.simulated.network import SimulatedBus

from infoset_games.steps import Step
from infoset_server.bus.embedded import Inbox
from infoset_server.cluster import groups, trunk
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.frames import Batch
from infoset_server.common.ids import MatchId
from infoset_server.contests.tournaments.documents import TournamentDocuments
from infoset_server.contests.tournaments.endings import Endings
from infoset_server.contests.tournaments.tournament import Tournament
from infoset_server.matches import match_log
from infoset_server.matches.step_records import Remark
from infoset_server.nodes.pending_begins import PendingBegins
from infoset_server.rooms.far_match import FarMatch
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.port import Append, Claim, Fenced, NewMatch, Outcome

LATE_S: Final = 0.2


@contextmanager
def without_fence() -> Iterator[None]:
    """The store takes whatever fits, whoever brings it and in whichever epoch.

    Seldom found with one match at a time, in one of some 250 seeds: an act of a server that has lost its match has to
    come before the first that is stored elsewhere, since the number of the last entry is compared, too.
    """
    honest = SharedStore._append

    def append(self: SharedStore, one: Append) -> Outcome:
        log = self._logs.get(one.match_id)
        if log is None:
            return Fenced()
        return honest(self, Append(one.match_id, log.epoch, one.expected, one.entries))

    def let(self: SharedStore, claims: Sequence[Claim]) -> None:
        """Every claim counts."""

    with (
        mock.patch.object(SharedStore, "_append", append),
        mock.patch.object(SharedStore, "_require_newest", let),
    ):
        yield


@contextmanager
def without_gaps() -> Iterator[None]:
    """What is missing in a trunk is not missed: batches are numbered as they come."""
    honest = SimulatedBus.hear
    come: dict[tuple[int, str, str], tuple[int, int]] = {}  # the last number, and how many

    def hear(self: SimulatedBus, inbox: Inbox, subject: str, body: object) -> None:
        if isinstance(body, Batch) and body.number != trunk.BROKEN:
            way = id(inbox), body.source, body.target
            last, count = come.get(way, (0, 0))
            if body.number <= last:
                return  # it has come twice
            come[way] = body.number, count + 1
            body = msgspec.structs.replace(body, number=count + 1)
        honest(self, inbox, subject, body)

    with mock.patch.object(SimulatedBus, "hear", hear):
        yield


@contextmanager
def without_commit() -> Iterator[None]:
    """What is acknowledged is stored a little later."""
    honest = match_log.StoredLog.keep

    def keep(
        self: match_log.StoredLog,
        steps: Sequence[Step],
        done: match_log.Kept,
        remark: Remark | None = None,
    ) -> bool:
        if steps[0].kind == "start":
            return honest(self, steps, done, remark)
        backlog: list[Step] = self.__dict__.setdefault("backlog", [])
        backlog.extend(steps)
        if len(backlog) == len(steps):
            asyncio.get_running_loop().call_later(LATE_S, write, self)
        return True

    def write(log: match_log.StoredLog) -> None:
        backlog: list[Step] = log.__dict__["backlog"]
        steps, log.__dict__["backlog"] = list(backlog), []
        honest(log, steps, lambda error: None)

    with mock.patch.object(match_log.StoredLog, "keep", keep):
        yield


@contextmanager
def without_leaving() -> Iterator[None]:
    """A line stays in its groups when its session leaves the edge."""

    def expel(self: groups.FarGroup, line: FarLine) -> None:
        """The line says so in vain."""

    with mock.patch.object(groups.FarGroup, "expel", expel):
        yield


@contextmanager
def without_meeting() -> Iterator[None]:
    """A match of a ladder begins though it is not stored yet that it is one: nothing that was noted is waited for."""
    honest = match_log.StoredJournal.create

    class Unhurried:
        async def flush(self) -> None:
            """Somebody else waits for it."""

    async def create(
        self: match_log.StoredJournal,
        new: NewMatch,
        steps: Sequence[Step],
        under: Claim | None = None,
    ) -> int:
        hasty = copy.copy(self)
        hasty.notebook = cast(Notebook, Unhurried())
        return await honest(hasty, new, steps, under)

    def wait(self: PendingBegins, far: FarMatch, begin: Callable[[], None]) -> None:
        far.is_begun = False
        self._wanted[far] = []
        begin()

    with (
        mock.patch.object(match_log.StoredJournal, "create", create),
        mock.patch.object(PendingBegins, "wait", wait),
    ):
        yield


@contextmanager
def without_table() -> Iterator[None]:
    """A table of a tournament is noted when a match there has ended, and not when one begins."""
    honest = TournamentDocuments.put_table

    def put_table(self: TournamentDocuments, one: Tournament, number: int) -> None:
        if one.table(number).match is None:
            honest(self, one, number)

    with mock.patch.object(TournamentDocuments, "put_table", put_table):
        yield


@contextmanager
def without_ending() -> Iterator[None]:
    """The matches of a tournament that is deleted are told once to end, and it is not noted that they shall."""

    def add(self: Endings, matches: Iterable[MatchId]) -> None:
        for match_id in matches:
            live = self._services.running(match_id)
            if live is not None:
                live.abort("replayed")

    with mock.patch.object(Endings, "add", add):
        yield


CONTROLS: Final[Mapping[str, Callable[[], AbstractContextManager[Any]]]] = {
    "fence": without_fence,
    "gaps": without_gaps,
    "commit": without_commit,
    "leaving": without_leaving,
    "meeting": without_meeting,
    "table": without_table,
    "ending": without_ending,
}
