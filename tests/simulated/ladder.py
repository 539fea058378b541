"""A ladder of a simulated cluster: its file, who plays on it, and what must be true of it in the end. No tests here."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from unittest import mock

from tests.faults.killing import Outcome, hold_against
from tests.faults.ladder_checks import check_ladder
from tests.simulated.database import SharedStore, outcome_of
from tests.simulated.entrants import SimulatedEntrant
from tests.simulated.processes import Process

from infoset_server.app.features.ladders import LADDER_FILES
from infoset_server.config import ServerConfig
from infoset_server.contests.ladder.catalogue import read_files, read_stored, restore_ladder
from infoset_server.contests.ladder.entries import ENTRY, EntryState, read_entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.meetings import MEETING
from infoset_server.contests.ladder.rating_process import RatingBench
from infoset_server.contests.ladder.rating_worker import RatingWorker
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import hall_name
from infoset_server.storage.errors import StoreError
from infoset_server.storage.notes import NoNotes

NAME: Final = "evening"
FILE: Final = """
game = "crossfire"
options = {preset = "mini"}
open_to = ["bot", "guest"]
clock = {kind = "none"}
refit_s = 2
matches = 3

[pairing]
parallel = 2
repeats = 100000

[pace]
per_hour = 100000
entry_per_hour = 100000
settled_per_hour = 100000
"""
ENTRANTS: Final = 4
PARALLEL: Final = 2
MORE: Final = 2  # matches that begin when all is mended
LOOK_S: Final = 1.0
PATIENCE_S: Final = 300.0  # for those matches, and for the end of all
RECKONED_S: Final = (0.01, 0.5)  # how long a table takes


def write_ladder(data: Path) -> None:
    """Puts the ladder's file into the folder of a server."""
    folder = data / LADDER_FILES
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.toml").write_text(FILE, "utf-8")


class Reckoning:
    """As a process of `rating_process`, with its pipes; in this one, as no simulated time applies to another."""

    def __init__(self, rng: random.Random) -> None:
        self.stdin = self.stdout = self
        self._bench = RatingBench()
        self._answers: list[bytes] = []
        self._rng = rng

    def write(self, line: bytes) -> None:
        """As StreamWriter."""
        answer = self._bench.take(line)
        if answer is not None:
            self._answers.append(answer + b"\n")

    async def drain(self) -> None:
        """As StreamWriter."""

    async def readuntil(self, separator: bytes) -> bytes:
        """As StreamReader."""
        await asyncio.sleep(self._rng.uniform(*RECKONED_S))
        return self._answers.pop(0)

    def kill(self) -> None:
        """As Process."""

    async def communicate(self) -> None:
        """As Process."""


@contextmanager
def reckoned_here(seed: int) -> Iterator[None]:
    """Tables of ladders are calculated in this process."""
    rng = random.Random(f"{seed}/reckoning")

    async def start(worker: RatingWorker) -> Reckoning:
        worker._told.clear()
        worker._process = process = Reckoning(rng)  # type: ignore[assignment]  # as far as is asked of it
        return process

    with mock.patch.object(RatingWorker, "_start", start):
        yield


class SimulatedLadder:
    """The entrants of the ladder, and what they and the store say in the end. `wrongs` is what must not be."""

    def __init__(
        self,
        seed: int,
        pick: Callable[[random.Random], Process],
        note: Callable[[str], None],
        store: SharedStore,
    ) -> None:
        """`pick` finds a process, as a balancer, or raises ConnectionError."""
        self.wrongs: list[str] = []
        self.outcome = Outcome()  # what entrants were told, against the logs
        self.results = 0
        self.elsewhere = 0  # of which another server than the hall had the match in the end
        self.entrants = [self._entrant(number, seed, pick, note) for number in range(ENTRANTS)]
        self._store = store
        self._tasks: list[asyncio.Task[None]] = []

    def _entrant(
        self,
        number: int,
        seed: int,
        pick: Callable[[random.Random], Process],
        note: Callable[[str], None],
    ) -> SimulatedEntrant:
        rng = random.Random(f"{seed}/entrant/{number}")
        name = f"entrant-{number}"
        return SimulatedEntrant(name, NAME, PARALLEL, rng, lambda: pick(rng), note)

    def begin(self) -> None:
        """They come, enter and play."""
        self._tasks = [asyncio.create_task(one.play()) for one in self.entrants]

    @property
    def playing(self) -> set[str]:
        """The matches that entrants have heard of, and not heard the end of."""
        return set().union(*(one.playing for one in self.entrants))

    @property
    def _ended(self) -> set[str]:
        return set[str]().union(*(one.over for one in self.entrants))

    async def end(self) -> None:
        """All is mended: the ladder goes on, until nobody wants another match and all that were begun are over."""
        before = set[str]().union(*(one.begun for one in self.entrants))
        if not await self._until(lambda: len(self._ended - before) >= MORE):
            self.wrongs.append("the ladder does not go on")
        self.wrongs += [f"entry {name} is {state}, not queued" for name, state in self._unqueued()]
        for entrant in self.entrants:
            entrant.leave()
        if not await self._until(lambda: all(one.is_queued is False for one in self.entrants)):
            self.wrongs.append("who wants no more matches cannot say so")
        if not await self._until(lambda: not self.playing and not self._has_meetings):
            self.wrongs.append(f"the ladder does not come to its end: {sorted(self.playing)}")

    def _unqueued(self) -> Iterator[tuple[str, str]]:
        """Entries of which a server has said that they are queued, and that are not, and how each stands instead."""
        documents = outcome_of(self._store.documents(ENTRY))
        assert not isinstance(documents, StoreError), "a store in memory does not fail"
        states = {one.name: one.state for one in map(read_entry, documents.values())}
        for name in [one.name for one in self.entrants if one.is_queued]:
            if states.get(name) is not EntryState.QUEUED:
                yield name, states.get(name, "unknown")

    @property
    def _has_meetings(self) -> bool:
        return bool(outcome_of(self._store.documents(MEETING)))

    async def _until(self, is_so: Callable[[], bool]) -> bool:
        """Waits for it; False where it does not come."""
        until_s = asyncio.get_running_loop().time() + PATIENCE_S
        while not is_so():
            if asyncio.get_running_loop().time() > until_s:
                return False
            await asyncio.sleep(LOOK_S)
        return True

    async def close(self) -> None:
        """They are gone."""
        for task in self._tasks:
            assert not task.done(), f"it goes on until it is cancelled: {task!r}"
            task.cancel()
        await asyncio.wait(self._tasks)

    async def judge(self, journal: StoredJournal, config: ServerConfig) -> None:
        """Holds what is stored against the logs, and against what entrants were told. `config` is a server's."""
        files = read_files(config.data_dir / LADDER_FILES)
        stored = await read_stored(self._store)
        ladder = restore_ladder(NAME, files[NAME], stored, config.rooms, NoNotes())
        self.results = len(ladder.results)
        owners = await self._store.owners([one.match_id for one in ladder.results])
        self.elsewhere = sum(owner != hall_name(config) for owner in owners.values())
        await check_ladder(journal, self._store.match_ids, ladder, self.wrongs)
        self._check_end(ladder)
        self._check_told(ladder)
        await hold_against(journal, self.entrants, self.outcome)

    def _check_end(self, ladder: Ladder) -> None:
        """Nothing is under way any more."""
        self.wrongs += [f"meeting {one} goes on" for one in ladder.meetings]
        table = ladder.standings.table
        if ladder.results and (table is None or table.last != ladder.results[-1].number):
            self.wrongs.append("the newest table is behind the results")

    def _check_told(self, ladder: Ladder) -> None:
        """Each match that somebody played counts, as it was told to them."""
        results = {one.match_id: one for one in ladder.results}
        for entrant in self.entrants:
            for match_id, over in entrant.over.items():
                found = results.get(match_id)
                if found is None or list(found.places) != over["places"]:
                    self.wrongs.append(
                        f"{entrant.name} heard another end of {match_id}: {over['places']}"
                    )
