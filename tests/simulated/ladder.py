"""A ladder of a simulated cluster: its file, who plays on it, and what must be true of it in the end. No tests here."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from unittest import mock

import orjson
from tests.faults.durable_players import Message
from tests.faults.killing import hold_against
from tests.faults.ladder_checks import check_ladder
from tests.simulated.contest import SimulatedContest
from tests.simulated.database import outcome_of
from tests.simulated.entrants import SimulatedEntrant
from tests.simulated.organiser import ADMIN
from tests.simulated.players import Wire
from tests.simulated.processes import Process

from infoset_server.admin.ladder_commands import NewState
from infoset_server.app.features.ladders import LADDER_FILES, LadderFeature
from infoset_server.app.server import App
from infoset_server.config import ServerConfig
from infoset_server.contests.ladder.catalogue import read_files, read_stored, restore_ladder
from infoset_server.contests.ladder.entries import ENTRY, EntryState, read_entry
from infoset_server.contests.ladder.ladder import LADDER, Ladder, LadderState
from infoset_server.contests.ladder.meetings import MEETING
from infoset_server.contests.ladder.rating_process import RatingBench
from infoset_server.contests.ladder.rating_worker import RatingWorker
from infoset_server.matches.match_log import StoredJournal
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
PARALLEL: Final = 2
MORE: Final = 2  # matches that begin when all is mended
RECKONED_S: Final = (0.01, 0.5)  # how long a table takes


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


class LadderEntrant(SimulatedEntrant):
    """One entry of the ladder: in the queue from the beginning on, until it leaves."""

    def __init__(
        self,
        name: str,
        rng: random.Random,
        pick: Callable[[], Process],
        note: Callable[[str], None],
    ) -> None:
        super().__init__(name, rng, pick, note)
        self.is_queued: bool | None = None  # as a server has acknowledged last
        self._wants_queue = True
        self._entry: str | None = None

    def leave(self) -> None:
        """It plays what runs, and wants no other match."""
        self._wants_queue = False
        self.enter_again()

    def credentials(self) -> Message:
        """As SimulatedEntrant."""
        return {"kind": "guest", "name": self.name, "token": f"the secret of {self.name}"}

    def enter(self, wire: Wire) -> None:
        """As SimulatedEntrant."""
        if self._entry is None:
            about = {"ladder": NAME, "name": self.name, "kind": "bot"}
            self.say(wire, type="ladder_register", **about)
        elif self.is_queued is not self._wants_queue:
            about = {"ladder": NAME, "entry": self._entry}
            wish = {"parallel": PARALLEL} if self._wants_queue else {"on": False}
            self.say(wire, type="ladder_queue", **about, **wish)

    def entered(self, wire: Wire, request: Message, data: Message) -> None:
        """As SimulatedEntrant."""
        if request["type"] == "ladder_register":
            self._entry = data["entry"]
        else:
            self.is_queued = request.get("on", True)
        self.enter(wire)


class SimulatedLadder(SimulatedContest[LadderEntrant]):
    """A ladder whose entrants want matches all evening."""

    feature = LadderFeature
    kind = LadderEntrant
    wishes = 1 / 6

    async def wish(self) -> None:
        """As SimulatedContest: it is closed. What is being played goes on to its end, and counts."""
        await self.organiser.wait(self._meetings)
        await self.organiser.insist(is_open, close, lambda: None)

    def _meetings(self) -> list[list[str]]:
        """Those that go on, at each server that is, or was, the hall."""
        return [
            sorted(ladder.meetings)
            for process in self.organiser.answering()
            if process.app is not None and (ladder := ladder_of(process.app)) is not None
        ]

    def prepare(self, data: Path) -> None:
        """As SimulatedContest: the ladder's file."""
        folder = data / LADDER_FILES
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{NAME}.toml").write_text(FILE, "utf-8")

    async def end(self) -> None:
        """As SimulatedContest: until nobody wants another match, and all that were begun are over."""
        if self.organiser.has_wish:
            await self._end_closed()
            return
        before = self.begun
        if not await self.until(lambda: len(self.ended - before) >= MORE):
            self.wrongs.append("the ladder does not go on")
        self.wrongs += [f"entry {name} is {state}, not queued" for name, state in self._unqueued()]
        for entrant in self.entrants:
            entrant.leave()
        if not await self.until(lambda: all(one.is_queued is False for one in self.entrants)):
            self.wrongs.append("who wants no more matches cannot say so")
        if not await self.until(lambda: not self.playing and not self._has_meetings):
            self.wrongs.append(f"the ladder does not come to its end: {sorted(self.playing)}")

    async def _end_closed(self) -> None:
        if not await self.until(lambda: not self.playing and not self._has_meetings):
            self.wrongs.append(f"the ladder does not close: {sorted(self.playing)}")
        before = self.begun
        if not await self.until(lambda: self._state == LadderState.CLOSED):
            self.wrongs.append(f"the ladder is {self._state}, and all its matches are over")
        if self.begun != before:
            self.wrongs.append(f"on a ladder that is closed {self.begun - before} begin")

    @property
    def _state(self) -> str:
        """As it is stored."""
        documents = outcome_of(self.store.documents(LADDER))
        assert not isinstance(documents, StoreError), "a store in memory does not fail"
        return str(orjson.loads(documents[NAME])["state"]) if NAME in documents else "new"

    def _unqueued(self) -> Iterator[tuple[str, str]]:
        """Entries of which a server has said that they are queued, and that are not, and how each stands instead."""
        documents = outcome_of(self.store.documents(ENTRY))
        assert not isinstance(documents, StoreError), "a store in memory does not fail"
        states = {one.name: one.state for one in map(read_entry, documents.values())}
        for name in [one.name for one in self.entrants if one.is_queued]:
            if states.get(name) is not EntryState.QUEUED:
                yield name, states.get(name, "unknown")

    @property
    def _has_meetings(self) -> bool:
        return bool(outcome_of(self.store.documents(MEETING)))

    async def judge(self, journal: StoredJournal, config: ServerConfig) -> None:
        """As SimulatedContest."""
        files = read_files(config.data_dir / LADDER_FILES)
        stored = await read_stored(self.store)
        ladder = restore_ladder(NAME, files[NAME], stored, config.rooms, NoNotes())
        await self.count([one.match_id for one in ladder.results], config)
        await check_ladder(journal, self.store.match_ids, ladder, self.wrongs)
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


def ladder_of(app: App) -> Ladder | None:
    """That of a server, once it has read it."""
    return app.feature(LadderFeature).ladders.ladders.get(NAME)


def is_open(app: App) -> bool:
    """Does it take more matches there?"""
    ladder = ladder_of(app)
    return ladder is not None and ladder.state not in (LadderState.CLOSING, LadderState.CLOSED)


def close(app: App) -> None:
    """As the organiser gives the command."""
    (command,) = [one for one in app.feature(LadderFeature).commands() if one.name == "ladder"]
    command.run(ADMIN, NewState(ladder=NAME, state="closing"))
