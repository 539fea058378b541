"""A contest in a simulated cluster, beside its other matches: who takes part, and what must be true in the end. No tests here."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

from tests.faults.killing import Outcome
from tests.simulated.database import SharedStore
from tests.simulated.entrants import SimulatedEntrant
from tests.simulated.organiser import Organiser, Venue
from tests.simulated.processes import FEATURES, Process

from infoset_server.app.feature import Feature
from infoset_server.app.server import App
from infoset_server.config import ServerConfig
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import hall_name

ENTRANTS: Final = 4
LOOK_S: Final = 1.0
PATIENCE_S: Final = 300.0  # for what is to come when all is mended

EntrantT = TypeVar("EntrantT", bound=SimulatedEntrant)


class SimulatedContest(ABC, Generic[EntrantT]):
    """Entrants of a contest, and what they and the store say in the end. `wrongs` is what must not be."""

    feature: ClassVar[type[Feature]]  # that runs it, at the hall
    kind: type[EntrantT]  # of entrants
    wishes: ClassVar[float]  # in how many of all seeds an organiser wants something in the evening

    def __init__(
        self,
        seed: int,
        pick: Callable[[random.Random], Process],
        note: Callable[[str], None],
        store: SharedStore,
        venue: Venue,
    ) -> None:
        """`pick` finds a process, as a balancer, or raises ConnectionError."""
        rngs = [random.Random(f"{seed}/entrant/{number}") for number in range(ENTRANTS)]
        self.entrants: Sequence[EntrantT] = [
            self.kind(f"entrant-{number}", rng, partial(pick, rng), note)
            for number, rng in enumerate(rngs)
        ]
        self.wrongs: list[str] = []
        self.outcome = Outcome()  # what entrants were told, against the logs
        self.results = 0
        self.elsewhere = 0  # of which another server than the hall had the match in the end
        self.store = store
        self.organiser = Organiser(seed, self.wishes, venue, note)
        self._tasks: list[asyncio.Task[None]] = []
        self.set_up()

    @classmethod
    def features(cls) -> tuple[type[Feature], ...]:
        """Of a hall that runs it."""
        return (*FEATURES[:-2], cls.feature, *FEATURES[-2:])

    def set_up(self) -> None:
        """Puts what there is before anybody comes into the store."""

    def prepare(self, data: Path) -> None:
        """Puts what a server needs into its folder."""

    def organise(self, app: App) -> None:
        """What an organiser does at a server that is, or was, the hall; again and again."""

    async def wish(self) -> None:
        """What the organiser wants in the middle of the evening, in some seeds; until it is cancelled."""

    def begin(self) -> None:
        """They come, enter and play."""
        self._tasks = [asyncio.create_task(one.play()) for one in self.entrants]
        self._tasks.append(asyncio.create_task(self._keep_organising()))
        if self.organiser.has_wish:
            self._tasks.append(asyncio.create_task(self.wish()))

    async def _keep_organising(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            for process in self.organiser.answering():
                assert process.app is not None
                process.life.context.run(self.organise, process.app)

    @property
    def playing(self) -> set[str]:
        """The matches that entrants have heard of, and not heard the end of."""
        return set().union(*(one.playing for one in self.entrants))

    @property
    def begun(self) -> set[str]:
        """The matches that entrants have heard of."""
        return set[str]().union(*(one.begun for one in self.entrants))

    @property
    def ended(self) -> set[str]:
        """The matches whose end an entrant has heard."""
        return set[str]().union(*(one.over for one in self.entrants))

    @abstractmethod
    async def end(self) -> None:
        """All is mended: it goes on, and comes to its end."""

    @abstractmethod
    async def judge(self, journal: StoredJournal, config: ServerConfig) -> None:
        """Holds what is stored against the logs, and against what entrants were told. `config` is a server's."""

    async def until(self, is_so: Callable[[], bool]) -> bool:
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

    async def count(self, match_ids: Sequence[str], config: ServerConfig) -> None:
        """These are the matches that have a result."""
        self.results = len(match_ids)
        owners = await self.store.owners(match_ids)
        self.elsewhere = sum(owner != hall_name(config) for owner in owners.values())
