"""A window without a screen, a real server beside it, and players that answer anything. No tests here."""

import asyncio
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[2]))

pytest.importorskip(
    "pygame", reason="THE WINDOW IS NOT TESTED: pygame-ce (extra `play`) is missing"
)

from tests.integration.harness import Server, open_server

from infoset_gui.app import App
from infoset_gui.driver import Driver
from infoset_gui.net.session import Login, Session
from infoset_gui.preferences import Preferences
from infoset_gui.table import Table
from infoset_protocol.messages import Act, ActOk, ClockSpec, CreateRoom, Join, Room

PATIENCE_S = 60.0
Result = TypeVar("Result")
GAMES = ("colonizers", "catan", "crossfire")


class ServerThread:
    """A server on an event loop of its own."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.url = ""
        self._server: Server | None = None
        self._settings = settings
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(folder,), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    def _run(self, folder: Path) -> None:
        try:
            self._loop.run_until_complete(self._serve(folder))
        except BaseException as problem:  # noqa: BLE001 (raised again by `close`)
            self._problem = problem
        finally:
            self._loop.close()
            self._ready.set()

    async def _serve(self, folder: Path) -> None:
        async with open_server(folder, **self._settings) as server:
            self._server = server
            self.url = f"infoset://127.0.0.1:{server.port}"
            self._ready.set()
            await self._stop.wait()

    def call(self, work: Callable[[Server], Result]) -> Result:
        """Has the server's own thread do something; returns what came of it."""

        async def run() -> Result:
            assert self._server is not None
            return work(self._server)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(PATIENCE_S)

    def close(self) -> None:
        """Ends it; raises what went wrong in it."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)
        if self._problem is not None:
            raise self._problem


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One server for the tests of a module."""
    started = ServerThread(tmp_path_factory.mktemp("server"))
    yield started
    started.close()


Open = Callable[..., Driver]


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Open]:
    """`window(url=..., size=...)` opens one; it closes with the test."""
    opened: list[App] = []

    def open_window(
        url: str = "infoset://127.0.0.1:1",
        size: tuple[int, int] = (1024, 640),
        *,
        audited: bool = False,
        **likes: Any,
    ) -> Driver:
        usual: dict[str, Any] = {"name": "Ada", "url": url, "speed": "at once", "sound": False}
        usual |= {"animations": False, "taught": list(GAMES), "confirm": "never"}
        app = App(Preferences(**usual | likes), size, folder=tmp_path, audited=audited)
        opened.append(app)
        return Driver(app)

    yield open_window
    for app in opened:
        app.close()


@pytest.fixture
def lobby(window: Open, server: ServerThread) -> Driver:
    """A window in the lobby of the server."""
    driver = window(url=server.url)
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    return driver


class Robot:
    """Another player, on the window's own network thread: answers whatever is asked, always the same way."""

    def __init__(self, driver: Driver, url: str, number: int) -> None:
        stage = driver.app.stage
        self._rng = random.Random(number)
        self.session = Session(stage.network, Login(url, f"robot{number}"), self._news, lambda: 0.0)
        self.session.on_table = self._begin
        self.session.open()
        driver.wait(lambda: self.session.is_open)

    def _news(self, text: str, kind: str) -> None:
        assert kind != "bad", text

    def join(self, driver: Driver, room: str, seat: int) -> None:
        self.session.request(Join(room=room, seat=seat, ready=True), Room, self.session.take_room)
        driver.wait(lambda: room in self.session.rooms)

    def _begin(self, session: Session, table: Table) -> None:
        take = table.take

        def answer(message: Any) -> None:
            take(message)
            table.flush()
            turn = table.turn
            if turn is not None:
                table.answering()
                index = self._rng.randrange(turn.n) if turn.n is not None else 0
                act = Act(match_id=turn.match.match_id, decision=turn.decision, index=index)
                session.request(act, ActOk, table.accepted, lambda error: None)

        table.take = answer  # type: ignore[method-assign]  # answers as soon as it is asked


Sit = Callable[..., Table]


@pytest.fixture
def sit(lobby: Driver, server: ServerThread) -> Iterator[Sit]:
    """`sit("catan", seats=2, options={...})` starts a match: the window on seat 0, robots on the others."""
    robots: list[Robot] = []

    def start(
        game: str, seats: int, options: dict[str, Any] | None = None, **room_settings: Any
    ) -> Table:
        from infoset_gui.screens.match import MatchScreen
        from infoset_gui.screens.room import RoomScreen

        session = lobby.app.stage.session
        opened: list[Room] = []
        usual: dict[str, Any] = {"clock": ClockSpec(kind="none"), "assist": "auto"}
        request = CreateRoom(game=game, options=options or {}, **usual | room_settings)
        session.request(request, Room, opened.append)
        lobby.wait(lambda: bool(opened))
        room = opened[0].room.room
        session.take_room(opened[0])
        lobby.app.stage.push(RoomScreen(lobby.app.stage, room))
        lobby.click("sit 0")
        for seat in range(1, seats):
            robot = Robot(lobby, server.url, seat)
            robots.append(robot)
            robot.join(lobby, room, seat)
        lobby.click("ready")
        lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))
        screen = lobby.app.stage.screen
        assert isinstance(screen, MatchScreen)
        return screen.table

    yield start
    for robot in robots:
        robot.session.close()
