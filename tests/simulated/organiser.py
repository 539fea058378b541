"""An organiser of a simulated contest, who wants one thing in the middle of the evening. No tests here.

Often the server that is asked dies in that moment. They ask again, whoever is the hall then, until a server says that it
is done: nothing may undo it from then on.
"""

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Final, Protocol

from tests.simulated.processes import PlayProcess, Process

from infoset_server.accounts.users import ALL_SCOPES, ConsoleError
from infoset_server.admin.commands import Operator
from infoset_server.app.server import App
from infoset_server.common.request_errors import RequestError
from infoset_server.storage.errors import StoreError

ADMIN: Final = Operator(None, ALL_SCOPES)
WHEN_S: Final = (1.0, 45.0)
AS_IT_CHANGES: Final = 0.5  # how often in the moment in which a match begins or ends
CHANGE_LOOKS: Final = 2000
CHANGE_LOOK_S: Final = 0.005
CRASHES: Final = 0.5  # how often the server that is asked dies in that moment
CRASH_S: Final = (0.0, 0.002, 0.02, 0.5)  # how long after that
RETRY_S: Final = 1.0


class Venue(Protocol):
    """Where servers are asked, and may die, as `simulate.Cluster`."""

    def servers(self) -> Iterable[Process]:
        """Those of now."""
        ...

    def ask(self, process: Process, work: Coroutine[Any, Any, None]) -> None:
        """A server does this, unless it dies first."""
        ...

    def crash(self, process: Process) -> None:
        """A server is killed, and begins anew in a while."""
        ...


class Organiser:
    """`has_wish` follows from the seed, `is_done` once a server has said so. `wrongs` is what must not be."""

    def __init__(self, seed: int, wishes: float, venue: Venue, note: Callable[[str], None]) -> None:
        """They have a wish in so many of all seeds."""
        self.rng: Final = random.Random(f"{seed}/orders")
        self.has_wish: Final = self.rng.random() < wishes
        self.is_done = False
        self.wrongs: list[str] = []
        self._venue = venue
        self._note = note
        self._apps_before: list[App | None] = []

    def answering(self) -> list[PlayProcess]:
        """The servers that are, or were, the hall, and can be asked."""
        return [
            one
            for one in self._venue.servers()
            if isinstance(one, PlayProcess) and one.app and not one.life.is_frozen
        ]

    async def wait(self, state: Callable[[], object]) -> None:
        """Until it is to be, often in the moment in which `state` changes."""
        await asyncio.sleep(self.rng.uniform(*WHEN_S))
        if self.rng.random() < AS_IT_CHANGES:
            before = state()
            for _ in range(CHANGE_LOOKS):
                if state() != before:
                    return
                await asyncio.sleep(CHANGE_LOOK_S)

    async def insist(
        self,
        is_wanted: Callable[[App], bool],
        do: Callable[[App], object],
        on_done: Callable[[], None],
    ) -> None:
        """Has servers `do` it where it `is_wanted` still; until it is cancelled."""
        while True:
            for process in self.answering():
                if self.is_done or process.app is None or not is_wanted(process.app):
                    continue
                self._note(f"{process.node} is asked by the organiser")
                self._venue.ask(process, self._ask(process, process.app, do, on_done))
                if self.rng.random() < CRASHES:
                    await asyncio.sleep(self.rng.choice(CRASH_S))
                    self._venue.crash(process)
            await asyncio.sleep(RETRY_S)
            self._look_whether_it_holds(is_wanted)

    async def _ask(
        self,
        process: PlayProcess,
        app: App,
        do: Callable[[App], object],
        on_done: Callable[[], None],
    ) -> None:
        """What the console of a server does."""
        assert app.records is not None
        with suppress(StoreError, RequestError, ConsoleError):
            do(app)
            await app.records.notebook.flush()
            self._note(f"{process.node} has done what the organiser wants")
            if not self.is_done:
                self.is_done = True
                servers = self._venue.servers()
                self._apps_before = [one.app for one in servers if isinstance(one, PlayProcess)]
                on_done()

    def _look_whether_it_holds(self, is_wanted: Callable[[App], bool]) -> None:
        """Whoever was the hall before may find later that it is not any more; whoever is it now knows better."""
        for process in self.answering():
            app = process.app
            if self.is_done and app is not None and app not in self._apps_before and is_wanted(app):
                self.wrongs.append(f"{process.node} does not know what the organiser had done")
