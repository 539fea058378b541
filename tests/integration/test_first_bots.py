"""The first bots in every language, each a program of its own: against a live server and in rough weather.

A bot whose language is not installed here is skipped, and the summary says so.
"""

import re
import shutil
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.framing import Framer, LengthFramer, LineFramer
from infoset_protocol.messages import Act, ClientMessage, Hello, Seek, read_client_message

ROOT = Path(__file__).parents[2]
INFOSET = (sys.executable, "-m", "infoset")
MATCH_S = 250  # for a bot to play its matches; the machine may be busy
RESULT = re.compile(
    r"^colonizers (\S+) seat (\d): place (\d) of 4, score (\d+) \((\w+)\)$", re.MULTILINE
)
FINISHED = 0
REFUSED = 1


# The bots.


def command(bot: str, port: int, matches: int = 1, game: str = "colonizers") -> list[str]:
    """The command line that plays `bot`. Skips the test if its language is missing here."""
    address = ["127.0.0.1", str(port), str(matches), game]
    match bot:
        case "python_raw":
            return [sys.executable, client("python/raw/random_bot.py"), *address]
        case "bash":
            return [tool("bash", bot), client("shell/random_bot.bash"), *address]
        case "sh_bridge":
            plan = ["--seek", game, "--games", str(matches)]
            program = [tool("sh", bot), client("shell/random_words.sh")]
            url = f"infoset://127.0.0.1:{port}"
            return [*INFOSET, "bridge", "--mode", "words", "--url", url, *plan, "--", *program]
        case "node_ws" | "node_ws_built_in":
            options = node_options(bot == "node_ws_built_in")
            return [tool("node", bot), *options, client("javascript/random_ws.mjs"), *address]
        case _:
            return [tool("node", bot), client("javascript/random_msgpack.mjs"), *address]


KINDS = ("python_raw", "bash", "sh_bridge", "node_ws", "node_msgpack")
RETURNING = ("node_ws", "node_ws_built_in", "node_msgpack")  # log in again after a lost connection
DIRECT = ("python_raw", "bash", *RETURNING)  # without the SDK


def client(path: str) -> str:
    return str(ROOT / "clients" / path)


def tool(name: str, bot: str) -> str:
    """Where a program is installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} IS NOT INSTALLED: the bot {bot} was NOT TESTED")
    return found


def node_options(is_built_in: bool) -> list[str]:
    """What makes Node use its own WebSocket, or the one in the file. Skips if it has none."""
    version = node_version()
    if is_built_in and version < (20, 10):
        pytest.skip(f"node {version} HAS NO WebSocket: random_ws.mjs was NOT TESTED with it")
    if version >= (22, 0):
        return [] if is_built_in else ["--no-experimental-websocket"]
    return ["--experimental-websocket"] if is_built_in else []


@cache
def node_version() -> tuple[int, ...]:
    text = subprocess.run([tool("node", "node_ws"), "--version"], capture_output=True, check=True)
    return tuple(int(part) for part in text.stdout.decode().strip().lstrip("v").split(".")[:2])


@dataclass(frozen=True)
class Line:
    """What a bot printed about one match."""

    match: str
    seat: int
    place: int
    score: int


class Program:
    """A running bot."""

    def __init__(self, arguments: list[str]) -> None:
        self.child = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.output = self.errors = ""

    def wait(self) -> int:
        """The exit code. Fails the test, showing what the bot said, if it does not end."""
        try:
            self.output, self.errors = self.child.communicate(timeout=MATCH_S)
        except subprocess.TimeoutExpired:
            self.kill()
            pytest.fail(f"the bot did not end within {MATCH_S} s\n{self.story()}")
        return self.child.returncode

    def finish(self) -> list[Line]:
        """The lines of a bot that must have ended well."""
        assert self.wait() == FINISHED, self.story()
        lines = RESULT.findall(self.output)
        assert all(reason == "finished" for *_, reason in lines), self.story()
        return [
            Line(match, int(seat), int(place), int(score)) for match, seat, place, score, _ in lines
        ]

    def kill(self) -> None:
        """Ends the program if it still runs."""
        if self.child.returncode is None:
            self.child.kill()
            self.output, self.errors = self.child.communicate()

    def story(self) -> str:
        """All that is known about it, for a failed test."""
        words = " ".join(str(word) for word in self.child.args)  # type: ignore[union-attr]
        return (
            f"{words}\nexit code {self.child.returncode}\n"
            f"--- stdout\n{self.output}--- stderr\n{self.errors}"
        )


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    """Programs put in here do not outlive the test."""
    running: list[Program] = []
    yield running
    for program in running:
        program.kill()


# Against a live server.


@pytest.fixture(scope="module")
def server_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server whose house bots fill the seats at once."""
    yield from serve(tmp_path_factory.mktemp("server"), fill_ms=50)


@pytest.fixture
def patient_server_port(tmp_path: Path) -> Iterator[int]:
    """A server that gives players time to meet before house bots fill the seats."""
    yield from serve(tmp_path, fill_ms=8_000)


def serve(data: Path, fill_ms: int) -> Iterator[int]:
    settings = ("--set", f"rooms.fill_ms={fill_ms}", "--set", "times.shutdown_grace_s=0")
    arguments = (*INFOSET, "serve", "--port", "0", "--data", str(data), *settings)
    log = data / "server.log"
    with log.open("wb") as errors:
        server = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert server.stdout is not None
    try:
        said = server.stdout.readline()
        assert said.startswith("listening on "), f"the server said {said!r}\n{log.read_text()}"
        yield int(said.rpartition(":")[2])
    finally:
        server.send_signal(signal.SIGTERM)
        with server.stdout:
            server.wait(timeout=MATCH_S)


@pytest.mark.parametrize("bot", [*KINDS, "node_ws_built_in"])
def test_a_first_bot_plays_two_matches_with_house_bots(
    bot: str, server_port: int, programs: list[Program]
) -> None:
    program = Program(command(bot, server_port, matches=2))
    programs.append(program)
    lines = program.finish()
    assert len({line.match for line in lines}) == 2, program.story()


def test_five_languages_and_house_bots_play_together(
    patient_server_port: int, programs: list[Program]
) -> None:
    programs += [Program(command(bot, patient_server_port)) for bot in KINDS]
    tables: dict[str, list[Line]] = {}
    for program in programs:
        (line,) = program.finish()
        tables.setdefault(line.match, []).append(line)
    assert sum(len(table) for table in tables.values()) == len(KINDS)
    assert max(len(table) for table in tables.values()) > 1  # they did meet
    assert min(len(table) for table in tables.values()) < 4  # house bots filled a table
    for table in tables.values():
        assert len({line.seat for line in table}) == len(table)
        assert len({line.place for line in table}) == len(table)
        in_order = sorted(table, key=lambda line: line.place)
        assert in_order == sorted(in_order, key=lambda line: -line.score)


@pytest.mark.parametrize("bot", [*DIRECT, "sh_bridge"])
def test_a_first_bot_says_why_it_cannot_play(
    bot: str, server_port: int, programs: list[Program]
) -> None:
    program = Program(command(bot, server_port, game="nosuchgame"))
    programs.append(program)
    assert program.wait() == REFUSED, program.story()
    assert "nosuchgame" in program.errors, program.story()


@pytest.mark.parametrize("bot", [*DIRECT, "sh_bridge"])
def test_a_first_bot_says_that_there_is_no_server(bot: str, programs: list[Program]) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        program = Program(command(bot, unused.getsockname()[1]))
        programs.append(program)
        assert program.wait() == REFUSED, program.story()
    assert program.errors.strip(), program.story()


# In rough weather: a server that says more than it must, piece by piece.

UNKNOWN = {"type": "x_news", "n": 1, "decision": 99, "text": 'quoted "type":"your_turn", {[\\'}
MAX_FRAME = 1 << 16
HUGE = 1 << 40  # legal actions of a joint order


class RoughLink(ABC):
    """The server's end of a connection: sends in small pieces, with a keep-alive before and after."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(MATCH_S)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = connection

    @abstractmethod
    def send(self, message: dict[str, Any]) -> None:
        """Sends a message."""

    @abstractmethod
    def receive(self) -> dict[str, Any] | None:
        """The next message, None where the bot has left."""

    def send_in_pieces(self, data: bytes) -> None:
        """Sends byte by byte."""
        for i in range(len(data)):
            self.connection.sendall(data[i : i + 1])


class FramedLink(RoughLink):
    """Plain TCP in one of the two framings."""

    def __init__(self, connection: socket.socket, framer: Framer, encoding: Encoding) -> None:
        super().__init__(connection)
        self.framer = framer
        self.encoding = encoding
        self.frames: list[bytes] = []

    def send(self, message: dict[str, Any]) -> None:
        frame = self.framer.frame(encode(message, self.encoding))
        self.send_in_pieces(self.framer.KEEP_ALIVE + frame + self.framer.KEEP_ALIVE)

    def receive(self) -> dict[str, Any] | None:
        while not self.frames:
            try:
                data = self.connection.recv(4096)
            except ConnectionResetError:  # it left without reading everything
                return None
            if not data:
                return None
            self.frames += self.framer.receive_data(data)
        return decode(self.frames.pop(0), self.encoding)


class WebSocketLink(RoughLink):
    """Text in fragments with pings between them; every ping must be answered."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection)
        self.protocol = ServerProtocol(subprotocols=["infoset.1.json"])  # type: ignore[list-item]  # a NewType
        self.events: list[Any] = []  # requests and frames, as the library types them
        self.pings = self.pongs = 0
        while not isinstance(request := self.next_event(), Request):
            assert request is not None
        self.protocol.send_response(self.protocol.accept(request))
        self.flush()

    def send(self, message: dict[str, Any]) -> None:
        text = encode(message, Encoding.JSON)
        cut = len(text) // 2
        self.protocol.send_text(text[:cut], fin=False)
        self.pings += 1
        self.protocol.send_ping(b"%d" % self.pings)
        self.protocol.send_continuation(text[cut:], fin=True)
        self.flush()

    def receive(self) -> dict[str, Any] | None:
        while (event := self.next_event()) is not None:
            if event.opcode is Opcode.TEXT:
                return decode(event.data, Encoding.JSON)
            if event.opcode is Opcode.PONG:
                self.pongs += 1
            if event.opcode is Opcode.CLOSE:
                assert self.pongs == self.pings
                return None  # from here on it is the server's part to end the connection
        return None

    def next_event(self) -> Any:
        """The next request or frame, None at the end."""
        while not self.events:
            data = self.connection.recv(4096)
            if not data:
                return None
            self.protocol.receive_data(data)
            self.events += self.protocol.events_received()
            self.flush()
        return self.events.pop(0)

    def flush(self) -> None:
        self.send_in_pieces(b"".join(self.protocol.data_to_send()))


def rough_link(bot: str, connection: socket.socket) -> RoughLink:
    """The link that speaks as `bot` does."""
    match bot:
        case "node_ws" | "node_ws_built_in":
            return WebSocketLink(connection)
        case "node_msgpack":
            return FramedLink(connection, LengthFramer(MAX_FRAME), Encoding.MSGPACK)
        case _:
            return FramedLink(connection, LineFramer(MAX_FRAME), Encoding.JSON)


class Meeting:
    """A server for one bot, which says by hand what a server says."""

    def __init__(self, listener: socket.socket, programs: list[Program]) -> None:
        self.links: list[RoughLink] = []
        self.hellos: list[Hello] = []
        self._listener = listener
        self._programs = programs

    def __call__(self, bot: str, matches: int) -> RoughLink:
        """Starts a bot for a number of matches and lets it in; it seeks a match."""
        self._programs.append(Program(command(bot, self._listener.getsockname()[1], matches)))
        link = self.let_in(bot)
        assert ask(link) == Seek(game="colonizers")
        return link

    def let_in(self, bot: str) -> RoughLink:
        """The bot's next connection."""
        connection, _ = self._listener.accept()
        link = rough_link(bot, connection)
        self.links.append(link)
        hello = ask(link)
        assert isinstance(hello, Hello)
        self.hellos.append(hello)
        link.send({"type": "welcome", "session": f"s_{len(self.links)}", "resumed": False})
        return link


@pytest.fixture
def meet(programs: list[Program]) -> Iterator[Meeting]:
    """Starts a bot for a number of matches and meets it as its server, until it seeks a match."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(MATCH_S)
        meeting = Meeting(listener, programs)
        yield meeting
        for link in meeting.links:
            link.connection.close()


def ask(link: RoughLink) -> ClientMessage:
    """The next message of the bot, which must be a correct one."""
    plain = link.receive()
    assert plain is not None, "the bot has left"
    return read_client_message(plain)


def start_match(link: RoughLink, match: str, seat: int) -> None:
    """What a server says at the start, with news in between that no bot can know."""
    players = [{"seat": i, "kind": "bot", "name": 'n "n":0, \\'} for i in range(4)]
    about = {"game": "colonizers", "rules": "colonizers/1.0", "role": "player", "players": players}
    link.send(UNKNOWN)
    link.send({"type": "match_start", "match_id": match, **about, "seat": seat, "x_new": [1]})
    link.send({"type": "events", "match_id": match, "ver": 1, "items": [{"e": "x_never_heard_of"}]})


def turn(match: str, seat: int, decision: int, n: int) -> dict[str, Any]:
    legal = {"actions": [["skip"]], "x_new": {"n": 0}}
    asked = {"seat": seat, "ver": 1, "decision": decision, "kind": "x_kind", "n": n, "legal": legal}
    return {
        "type": "your_turn",
        "seq": 7,
        "match_id": match,
        **asked,
        "obs": {"n": -1},
        "x_new": 1.5,
    }


def match_over(match: str) -> dict[str, Any]:
    result = {"places": [4, 2, 1, 3], "scores": [7, 30, 31, 12], "returns": [-1, 0.5, 1, -0.5]}
    return {"type": "match_over", "match_id": match, "reason": "finished", **result, "x_new": None}


@pytest.mark.parametrize("bot", DIRECT)
def test_a_first_bot_plays_on_through_news_noise_and_refusals(
    bot: str, meet: Callable[[str, int], RoughLink], programs: list[Program]
) -> None:
    link = meet(bot, 2)
    start_match(link, "m_1", seat=1)
    link.send(turn("m_1", 1, 17, n=3))
    act = ask(link)
    assert isinstance(act, Act)
    assert (act.match_id, act.decision) == ("m_1", 17)
    assert act.index is not None
    assert 0 <= act.index < 3

    link.send({"type": "error", "code": "rate_limited", "msg": "too fast", "retry_ms": 5})
    assert ask(link) == act

    stale = {"code": "stale_decision", "msg": "decision 17 is closed, {alas}", "match_id": "m_1"}
    link.send({"type": "error", **stale, "data": {"open": [18]}})
    link.send(turn("m_1", 1, 18, n=HUGE))
    act = ask(link)
    assert isinstance(act, Act)
    assert act.decision == 18
    assert act.index is not None
    assert 3 <= act.index < HUGE  # below 3 once in 2^38

    link.send(match_over("m_1"))
    assert ask(link) == Seek(game="colonizers")
    start_match(link, "m_2", seat=2)
    link.send(turn("m_2", 2, 1, n=1))
    act = ask(link)
    assert isinstance(act, Act)
    assert (act.match_id, act.decision, act.index) == ("m_2", 1, 0)
    link.send(match_over("m_2"))
    farewell = link.receive()
    assert farewell is None or farewell["type"] == "bye"
    assert farewell is None or link.receive() is None
    link.connection.close()
    assert programs[0].finish() == [Line("m_1", 1, 2, 30), Line("m_2", 2, 1, 31)]
    assert "stale_decision: decision 17 is closed, {alas" in programs[0].errors


@pytest.mark.parametrize("bot", DIRECT)
def test_a_first_bot_says_why_the_server_sent_it_away(
    bot: str, meet: Callable[[str, int], RoughLink], programs: list[Program]
) -> None:
    link = meet(bot, 1)
    link.send({"type": "bye", "code": 4409, "reason": "another one is here", "resume": False})
    link.connection.shutdown(socket.SHUT_WR)
    assert programs[0].wait() == REFUSED, programs[0].story()
    assert "another one is here" in programs[0].errors


@pytest.mark.parametrize("bot", RETURNING)
def test_a_bot_comes_back_repeats_what_may_be_lost_and_plays_on(
    bot: str, meet: Meeting, programs: list[Program]
) -> None:
    link = meet(bot, 1)
    start_match(link, "m_1", seat=1)
    asked = turn("m_1", 1, 17, n=1000)
    link.send(asked)
    act = ask(link)
    link.send({"type": "bye", "code": 4503, "reason": "restarting", "resume": True, "retry_ms": 1})
    link.connection.close()
    link = meet.let_in(bot)
    assert meet.hellos[1].auth == meet.hellos[0].auth
    assert meet.hellos[0].auth.token
    start_match(link, "m_1", seat=1)
    pending = [{name: asked[name] for name in ("decision", "kind", "n", "legal")}]
    link.send(
        {"type": "snapshot", "match_id": "m_1", "ver": 1, "obs": {"n": -1}, "pending": pending}
    )
    assert ask(link) == act
    link.connection.close()
    link = meet.let_in(bot)
    link.send(match_over("m_0"))  # of an earlier match: a server may say it twice
    link.send(match_over("m_1"))
    farewell = link.receive()
    assert farewell is None or farewell["type"] == "bye"
    link.connection.close()
    assert programs[0].finish() == [Line("m_1", 1, 2, 30)]


@pytest.mark.parametrize("bot", [bot for bot in DIRECT if bot not in RETURNING])
def test_a_first_bot_ends_where_its_server_vanishes(
    bot: str, meet: Callable[[str, int], RoughLink], programs: list[Program]
) -> None:
    link = meet(bot, 1)
    start_match(link, "m_1", seat=1)
    link.connection.shutdown(socket.SHUT_WR)
    assert programs[0].wait() == REFUSED, programs[0].story()
    assert "the server closed the connection" in programs[0].errors
