"""Server CPU per `act` of four-seat matches, against a bare server that moves the same frames.

    python benchmarks/act_cost.py [--acts 14000] [--tables 8] [--only TRANSPORT] [--store] [--clock KIND]

For each transport, clients in this process play Colonizers by index at several tables, all tables
in step: every table sends its act, then all answers are read. The real server does everything:
decode, validate, check limits, play the rules, encode events for every seat and the next question.

The bare server is an `asyncio` protocol without any of that. It cuts what it reads into whole
frames (of a WebSocket frame it takes the mask off), looks into none, and answers each with what
the real server sent after the same act: the recorded payloads, put into frames again one by one,
joined, and written once to each seat. No server of this design, in this language, can do less.

Both run as child processes, in interleaved rounds; their CPU time is read from the operating
system, so this program's own work does not count, and the smallest round of each is taken, for
whatever disturbs only adds. The clients poll instead of waiting: whether a client has fallen asleep
when the next bytes for it are written depends on which of the two is quicker, and waking it up costs
the writer more than anything else it does. Nothing is stored unless --store says so. Printed: microseconds of server CPU per act, and the share of the bare
server's rate that the real one reaches (target: at least 0.5).
"""

import argparse
import asyncio
import base64
import multiprocessing
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from typing import Any, ClassVar, Final

import msgpack
import orjson
from websockets.speedups import apply_mask

ROUNDS: Final = 7
RECORDED_ACTS: Final = 400  # of each table
PATIENCE_S = 10.0
SEATS: Final = 4
FIRST_CONTROL: Final = 8  # WebSocket opcodes from here on: pings, which nobody here answers
CLOCKS: Final[dict[str, dict[str, Any]]] = {
    "none": {"kind": "none"},
    "per_move": {"kind": "per_move", "move_ms": 600_000},
    "bank": {"kind": "bank", "main_ms": 36_000_000},
}
KEY: Final = base64.b64encode(b"0" * 16)
MASK: Final = b"\1\2\3\4"
SETTINGS: Final = ("rates.msgs_per_s=1000000", "rates.in_bytes_per_s=1000000000")

Message = dict[str, Any]


class Wire:
    """A transport as the client speaks it, and the little of it that the bare server needs."""

    @staticmethod
    def open(sock: socket.socket) -> None:
        """The client's opening handshake, if there is one."""

    @staticmethod
    def pack(message: Message) -> bytes:
        """A message as payload."""
        return orjson.dumps(message)

    @staticmethod
    def unpack(payload: bytes) -> Message:
        """The message in a payload."""
        message: Message = orjson.loads(payload)
        return message

    @staticmethod
    def ask(payload: bytes) -> bytes:
        """The client's frame."""
        raise NotImplementedError

    @staticmethod
    def answer(payload: bytes) -> bytes:
        """The server's frame."""
        raise NotImplementedError

    @staticmethod
    def cut(data: bytes) -> tuple[list[bytes], bytes]:
        """The payloads of the whole frames in `data`, of either side, and what is left."""
        raise NotImplementedError


class JsonLines(Wire):
    """TCP, one JSON object a line."""

    @staticmethod
    def answer(payload: bytes) -> bytes:
        return payload + b"\n"

    ask = answer

    @staticmethod
    def cut(data: bytes) -> tuple[list[bytes], bytes]:
        *lines, rest = data.split(b"\n")
        return lines, rest


class Lengths(Wire):
    """TCP, msgpack behind a length of four bytes."""

    @staticmethod
    def pack(message: Message) -> bytes:
        payload: bytes = msgpack.packb(message)
        return payload

    @staticmethod
    def unpack(payload: bytes) -> Message:
        message: Message = msgpack.unpackb(payload)
        return message

    @staticmethod
    def answer(payload: bytes) -> bytes:
        return len(payload).to_bytes(4) + payload

    ask = answer

    @staticmethod
    def cut(data: bytes) -> tuple[list[bytes], bytes]:
        payloads = []
        at = 0
        while len(data) >= at + 4:
            end = at + 4 + int.from_bytes(data[at : at + 4])
            if len(data) < end:
                break
            payloads.append(data[at + 4 : end])
            at = end
        return payloads, data[at:]


class WebSocket(Wire):
    """WebSocket frames, JSON as text."""

    subprotocol = b"infoset.1.json"
    first = b"\x81"

    @classmethod
    def open(cls, sock: socket.socket) -> None:
        sock.sendall(
            b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + b"\r\n"
            b"Sec-WebSocket-Protocol: " + cls.subprotocol + b"\r\n\r\n"
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += sock.recv(1)
        assert b" 101 " in head.split(b"\r\n")[0], head

    @classmethod
    def ask(cls, payload: bytes) -> bytes:
        size = len(payload)
        header = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2)
        return cls.first + header + MASK + apply_mask(payload, MASK)

    @classmethod
    def answer(cls, payload: bytes) -> bytes:
        size = len(payload)
        return cls.first + (bytes((size,)) if size < 126 else b"\x7e" + size.to_bytes(2)) + payload

    @staticmethod
    def cut(data: bytes) -> tuple[list[bytes], bytes]:
        payloads = []
        at = 0
        while len(data) >= at + 4:
            size, start = data[at + 1] & 0x7F, at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            mask_size = 4 if data[at + 1] & 0x80 else 0
            end = start + mask_size + size
            if len(data) < end:
                break
            payload = data[start + mask_size : end]
            if data[at] & 0x0F < FIRST_CONTROL:
                mask = data[start : start + 4]
                payloads.append(apply_mask(payload, mask) if mask_size else payload)
            at = end
        return payloads, data[at:]


class WebSocketMsgpack(WebSocket):
    """The same with msgpack, as binary."""

    subprotocol = b"infoset.1.msgpack"
    first = b"\x82"
    pack = Lengths.pack
    unpack = Lengths.unpack


WIRES: Final[dict[str, type[Wire]]] = {
    "TCP JSON": JsonLines,
    "TCP msgpack": Lengths,
    "WebSocket JSON": WebSocket,
    "WebSocket msgpack": WebSocketMsgpack,
}

Step = list[list[bytes]]  # what an act brings: the payloads for each seat


@dataclass
class Table:
    """Four clients of one room. After each act it is told what the act brought to each seat."""

    clock: ClassVar[Message] = CLOCKS["none"]
    wire: type[Wire]
    socks: list[socket.socket]
    steps: list[Step] = field(default_factory=list)
    acts: int = 0
    question: Message | None = None
    asked: int = 0  # the seat that has the question

    def __post_init__(self) -> None:
        self.rest = [b""] * SEATS
        self.seen: list[tuple[str, int] | None] = [None] * SEATS  # match and state change
        self.room = ""
        self.opening: tuple[Message | None, int] = (None, 0)  # the question before the first step

    def send(self, seat: int, message: Message) -> None:
        """Sends one message."""
        self.socks[seat].sendall(self.wire.ask(self.wire.pack(message)))

    def seat_everybody(self) -> None:
        """Logs in, meets in one room, gets ready."""
        for seat in range(SEATS):
            auth = {"kind": "guest", "name": f"b{seat}"}
            self.send(seat, {"type": "hello", "proto": [1], "auth": auth})
        room = {"type": "create_room", "id": 1, "game": "colonizers", "clock": self.clock}
        self.send(0, room)
        while not self.room:
            self.read(0)
        for seat in range(SEATS):
            self.send(seat, {"type": "join", "room": self.room, "any_seat": True, "ready": True})

    def act(self) -> None:
        """Answers the open question."""
        asked = self.question
        assert asked is not None
        self.question = None
        self.acts += 1
        self.steps.append([[] for _ in range(SEATS)])
        act = {"type": "act", "id": self.acts + 10, "match_id": asked["match_id"]}
        index = self.acts * 7919 % asked["n"]
        self.send(self.asked, act | {"decision": asked["decision"], "index": index})

    def read(self, seat: int) -> None:
        """Takes in what has come for a seat."""
        data = self.socks[seat].recv(262144)
        assert data, "the server hung up"
        payloads, self.rest[seat] = self.wire.cut(self.rest[seat] + data)
        if self.steps:
            self.steps[-1][seat] += payloads
        for payload in payloads:
            self.take(seat, self.wire.unpack(payload))

    def take(self, seat: int, message: Message) -> None:
        """Notes what matters for the next act; asks for a rematch at the end."""
        kind = message["type"]
        if kind == "events":
            self.seen[seat] = (message["match_id"], message["ver"])
        elif kind == "match_start":
            self.seen[seat] = (message["match_id"], 0)
        elif kind == "your_turn":
            self.question, self.asked = message, seat
        elif kind == "room":
            self.room = message["room"]["room"]
        elif kind == "match_over":
            self.send(seat, {"type": "ready", "room": self.room})
        elif kind in ("error", "bye"):
            raise AssertionError(message)

    def is_settled(self) -> bool:
        """Has everybody been told everything, so that the next act is due?"""
        asked = self.question
        return asked is not None and self.seen == [(asked["match_id"], asked["ver"])] * SEATS


class ReplayedTable(Table):
    """Four clients of the bare server, which starts no match and so needs nobody to be ready."""

    def take(self, seat: int, message: Message) -> None:
        if message["type"] not in ("room", "match_over"):
            super().take(seat, message)


class Tables:
    """Several tables, played in step."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.selector = selectors.DefaultSelector()
        for table in tables:
            for seat, sock in enumerate(table.socks):
                self.selector.register(sock, selectors.EVENT_READ, (table, seat))

    def settle(self) -> None:
        """Reads until every table has its question. Polls, see above; gives up after `PATIENCE_S`."""
        give_up_s = time.monotonic() + PATIENCE_S
        while not all(table.is_settled() for table in self.tables):
            for key, _ in self.selector.select(timeout=0):
                table, seat = key.data
                table.read(seat)
            assert time.monotonic() < give_up_s, "a table waits for something that does not come"

    def play(self, acts: int) -> None:
        """So many acts at each table."""
        for _ in range(acts):
            for table in self.tables:
                table.act()
            self.settle()

    def forget(self) -> None:
        """Drops what was recorded."""
        for table in self.tables:
            table.steps.clear()

    def close(self) -> None:
        """Hangs up."""
        self.selector.close()
        for table in self.tables:
            for sock in table.socks:
                sock.close()


def connect(port: int) -> list[socket.socket]:
    """Four connections."""
    return [connect_one(port) for _ in range(SEATS)]


def connect_one(port: int) -> socket.socket:
    """A connection that sends at once what it is given."""
    sock = socket.create_connection(("127.0.0.1", port))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def cpu_s(pid: int) -> float:
    """CPU time of a process's main thread. (The ticks of /proc/PID/stat miss short bursts.)"""
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as stat:
        return int(stat.read().split()[0]) / 1e9


def measure(pid: int, play: Callable[[int], None], acts: int, tables: int) -> float:
    """Microseconds of the server's CPU per act."""
    before = cpu_s(pid)
    play(acts)
    return (cpu_s(pid) - before) / acts / tables * 1e6


class Replay(asyncio.BufferedProtocol):
    """A connection of the bare server: each whole frame that arrives brings the table's next step.

    Reads into one buffer: the new ones that an `asyncio.Protocol` gets cost more than all the rest
    whenever the C library passes them back to the system.
    """

    buffer = memoryview(bytearray(1 << 16))

    def __init__(self, wire: type[Wire], table: "ReplayTable") -> None:
        self.wire = wire
        self.table = table
        self.rest = b""

    def get_buffer(self, sizehint: int) -> memoryview:
        return self.buffer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.table.join(transport)

    def buffer_updated(self, nbytes: int) -> None:
        payloads, self.rest = self.wire.cut(self.rest + bytes(self.buffer[:nbytes]))
        for _ in payloads:
            self.table.advance(self.wire)


class ReplayTable:
    """What the bare server has to send to one table."""

    def __init__(self, steps: list[Step]) -> None:
        self.seats: list[asyncio.Transport] = []
        self.is_full = asyncio.Event()
        self.steps = steps
        self.at = 0

    def join(self, seat: asyncio.Transport) -> None:
        """The clients of a table connect in the order of their seats."""
        self.seats.append(seat)
        if len(self.seats) == SEATS:
            self.is_full.set()

    def advance(self, wire: type[Wire]) -> None:
        """Sends the next step; begins again after the last."""
        step = self.steps[self.at]
        self.at = (self.at + 1) % len(self.steps)
        frame = wire.answer
        for transport, payloads in zip(self.seats, step, strict=True):
            if payloads:
                transport.write(b"".join([frame(payload) for payload in payloads]))


def bare_server(pipe: Pipe, wire: type[Wire], recorded: list[list[Step]]) -> None:
    """Runs the bare server; tells its port, ends with the process that started it."""

    async def main() -> None:
        tables = [ReplayTable(steps) for steps in recorded]
        seats = iter([table for table in tables for _ in range(SEATS)])
        server = await asyncio.get_running_loop().create_server(
            lambda: Replay(wire, next(seats)), "127.0.0.1", 0
        )
        pipe.send(server.sockets[0].getsockname()[1])
        for table in tables:
            await table.is_full.wait()
        pipe.send("everybody is there")
        await server.serve_forever()

    asyncio.run(main())


def real_server(folder: str, is_stored: bool, *more: str) -> tuple[subprocess.Popen[str], int]:
    """Starts `infoset serve`, with `more` settings."""
    return started(serving(folder, is_stored, *more))


def serving(folder: str, is_stored: bool, *more: str) -> list[str]:
    """The command that starts `infoset serve` on a free port."""
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data", folder]
    for setting in (*SETTINGS, f"store.enabled={is_stored}", *more):
        command += ["--set", setting]
    return command


def started(command: list[str]) -> tuple[subprocess.Popen[str], int]:
    """The server that the command starts, once it listens, and its port."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    assert line.startswith("listening on "), f"the server did not start: {line!r}"
    return server, int(line.rpartition(":")[2])


def seat_tables(wire: type[Wire], port: int, count: int) -> Tables:
    """Tables at the real server, each with its first question."""
    tables = []
    for _ in range(count):
        table = Table(wire, connect(port))
        for sock in table.socks:
            wire.open(sock)
        table.seat_everybody()
        tables.append(table)
    together = Tables(tables)
    together.settle()
    return together


def seat_replayed(wire: type[Wire], port: int, played: Tables) -> Tables:
    """Tables at the bare server, each about to send the first recorded act."""
    tables = []
    for table in played.tables:
        replayed = ReplayedTable(wire, connect(port))
        replayed.question, replayed.asked = table.opening
        tables.append(replayed)
    return Tables(tables)


def compare(
    wire: type[Wire], port: int, pid: int, acts: int, tables: int, rounds: int = ROUNDS
) -> list[tuple[float, float]]:
    """Microseconds per act over one transport, of the real server and of the bare one, by rounds."""
    real = seat_tables(wire, port, tables)
    for table in real.tables:
        table.opening = table.question, table.asked
    real.play(RECORDED_ACTS)
    recorded = [table.steps[:] for table in real.tables]
    ours, theirs = multiprocessing.Pipe()
    bare_process = multiprocessing.Process(
        target=bare_server, args=(theirs, wire, recorded), daemon=True
    )
    bare_process.start()
    bare = seat_replayed(wire, ours.recv(), real)
    ours.recv()
    assert bare_process.pid is not None
    bare.play(RECORDED_ACTS)
    found = []
    for _ in range(rounds):
        real_us = measure(pid, real.play, acts // tables // rounds, tables)
        bare_us = measure(bare_process.pid, bare.play, acts // tables // rounds, tables)
        found.append((real_us, bare_us))
        real.forget()
        bare.forget()
    bare_process.kill()
    bare_process.join()
    real.close()
    bare.close()
    return found


def print_smallest(name: str, found: list[tuple[float, float]]) -> None:
    """The line of a transport."""
    ours_us, base_us = (min(column) for column in zip(*found, strict=True))
    print(f"{name:18} {ours_us:10.1f} {base_us:10.1f} {base_us / ours_us:14.2f}", flush=True)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--acts", type=int, default=14000, help="acts measured per transport")
    parser.add_argument("--tables", type=int, default=8, help="tables that play at once")
    parser.add_argument("--only", choices=WIRES, help="one transport")
    parser.add_argument("--store", action="store_true", help="keep every act before it is answered")
    parser.add_argument("--clock", choices=CLOCKS, default="none", help="time control")
    args = parser.parse_args()
    Table.clock = CLOCKS[args.clock]
    with tempfile.TemporaryDirectory() as folder:
        server, port = real_server(folder, args.store)
        try:
            print(f"{'transport':18} {'us per act':>10} {'bare':>10} {'share of rate':>14}")
            for name, wire in WIRES.items():
                if args.only in (None, name):
                    print_smallest(name, compare(wire, port, server.pid, args.acts, args.tables))
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
