"""A network that carries nothing any more and says so to nobody: the window tells, looks at it, comes back and goes on."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from tests.gui.conftest import PATIENCE_S, Open, ServerThread, Sit

from infoset_gui.driver import Driver
from infoset_gui.net import session as sessions
from infoset_protocol.messages import Lobby, WatchLobby

CHUNK = 1 << 16


class Gate:
    """A way to the server on a thread of its own. Shut, it swallows what comes on the ways that there are; new ones are free."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self.is_shut = False
        self._target = port
        self._ways: set[asyncio.Task[None]] = set()
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        listening = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        listening.close()
        for task in self._ways:
            task.cancel()
        await asyncio.gather(*self._ways, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ways.add(self._loop.create_task(self._lead(reader, writer, self.is_shut)))

    async def _lead(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, was_shut: bool
    ) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        await asyncio.gather(
            self._carry(reader, far_writer, was_shut), self._carry(far_reader, writer, was_shut)
        )

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, was_shut: bool
    ) -> None:
        try:
            while data := await reader.read(CHUNK):
                if was_shut or not self.is_shut:
                    writer.write(data)
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)


@pytest.fixture
def gate(server: ServerThread) -> Iterator[Gate]:
    made = Gate(int(server.url.rpartition(":")[2]))
    yield made
    made.close()


@pytest.fixture
def lobby(window: Open, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """A window that thinks an answer late at once, and gives up a line that it doubts soon."""
    monkeypatch.setattr(sessions, "LATE_S", 0.3)
    monkeypatch.setattr(sessions, "DOUBT_S", 0.5)
    driver = window(url=f"infoset://127.0.0.1:{gate.port}", audited=True)
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    return driver


def test_an_answer_that_does_not_come_is_told_and_the_match_goes_on(
    lobby: Driver, sit: Sit, gate: Gate
) -> None:
    table = sit("colonizers", 4)
    lobby.wait(lambda: table.turn is not None)
    session = lobby.app.stage.session
    gate.is_shut = True
    name = next(name for name in lobby.names() if name.startswith("pick "))
    lobby.click(name)
    lobby.wait(lambda: session.trouble == "No answer yet …", "that it is late was said")
    assert lobby.redraw() == []
    lobby.wait(lambda: "The connection is back." in lobby.notes, "it came back")
    lobby.wait(lambda: not session.trouble, "all was well")
    before = table.looks.ver
    lobby.wait(lambda: table.looks.ver > before or table.turn is not None, "the match went on")
    assert "bad" not in {toast.kind for toast in lobby.app.stage.toasts.shown}


def test_the_lobby_says_it_too(lobby: Driver, gate: Gate) -> None:
    session = lobby.app.stage.session
    frames = lobby.app.frames
    gate.is_shut = True
    session.request(WatchLobby(), Lobby)
    lobby.wait(lambda: session.trouble == "No answer yet …", "that it is late was said")
    assert lobby.app.frames > frames  # and drawn, though nothing else has changed
    assert lobby.redraw() == []
    lobby.wait(lambda: "The connection is back." in lobby.notes, "it came back")
    lobby.wait(lambda: not session.trouble, "what was asked before is answered")
