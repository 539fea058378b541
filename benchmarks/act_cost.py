"""Server CPU per `act` of a four-seat match, against a bare server that moves the same bytes.

    python benchmarks/act_cost.py [--acts 6000]

For each transport, four clients in this process play Colonizers by index in one room. First against
the real server: validation, rules, events to every seat, the next question. Then against a bare
asyncio server that ignores what it reads and writes back the bytes recorded from the real one,
step by step. Both run as child processes; their CPU time is read from the operating system, so
this program's own work does not count. Printed: microseconds of server CPU per act, and the share
of the bare server's rate that the real one reaches (target: at least 0.5).
"""

import argparse
import asyncio
import base64
import json
import multiprocessing
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from typing import Any, Final

import msgpack

ROUNDS: Final = 3  # interleaved, so that a noisy machine disturbs both sides
RECORDED_ACTS: Final = 900
KEY: Final = base64.b64encode(b"0" * 16)
MASK: Final = b"\0\0\0\0"  # a mask of zeros is legal, and free for the sender
SETTINGS: Final = ("rates.msgs_per_s=1000000", "rates.in_bytes_per_s=1000000000")

Message = dict[str, Any]


class Wire:
    """One client's end of a transport: frames whole messages, cuts what arrives."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.buffer = b""

    def send(self, message: Message) -> None:
        """Sends one message."""
        self.sock.sendall(self.frame(message))

    def frame(self, message: Message) -> bytes:
        """A message as bytes."""
        raise NotImplementedError

    def messages(self, data: bytes) -> Iterator[Message]:
        """The messages completed by `data`."""
        raise NotImplementedError


class JsonLines(Wire):
    """TCP, one JSON object a line."""

    def frame(self, message: Message) -> bytes:
        return json.dumps(message).encode() + b"\n"

    def messages(self, data: bytes) -> Iterator[Message]:
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        return (json.loads(line) for line in lines if line)


class Lengths(Wire):
    """TCP, msgpack behind a length of four bytes."""

    def frame(self, message: Message) -> bytes:
        body: bytes = msgpack.packb(message)
        return struct.pack(">I", len(body)) + body

    def messages(self, data: bytes) -> Iterator[Message]:
        self.buffer += data
        while len(self.buffer) >= 4:
            size = 4 + struct.unpack(">I", self.buffer[:4])[0]
            if len(self.buffer) < size:
                return
            body, self.buffer = self.buffer[4:size], self.buffer[size:]
            if body:
                yield msgpack.unpackb(body)


class WebSocket(Wire):
    """WebSocket frames, JSON as text or msgpack as binary."""

    subprotocol = b"infoset.1.json"
    opcode = 0x81

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)
        sock.sendall(
            b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + b"\r\n"
            b"Sec-WebSocket-Protocol: " + self.subprotocol + b"\r\n\r\n"
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += sock.recv(65536)
        head, _, self.buffer = answer.partition(b"\r\n\r\n")
        assert b" 101 " in head.split(b"\r\n")[0], head

    def pack(self, message: Message) -> bytes:
        """The payload."""
        return json.dumps(message).encode()

    def unpack(self, body: bytes) -> Message:
        """The message in a payload."""
        message: Message = json.loads(body)
        return message

    def frame(self, message: Message) -> bytes:
        body = self.pack(message)
        if len(body) < 126:
            return bytes((self.opcode, 0x80 | len(body))) + MASK + body
        return bytes((self.opcode, 0xFE)) + struct.pack(">H", len(body)) + MASK + body

    def messages(self, data: bytes) -> Iterator[Message]:
        self.buffer += data
        while len(self.buffer) >= 2:
            size, start = self.buffer[1], 2
            if size == 126:
                if len(self.buffer) < 4:
                    return
                size, start = struct.unpack(">H", self.buffer[2:4])[0], 4
            if len(self.buffer) < start + size:
                return
            opcode, body = self.buffer[0], self.buffer[start : start + size]
            self.buffer = self.buffer[start + size :]
            if opcode == self.opcode:
                yield self.unpack(body)


class WebSocketMsgpack(WebSocket):
    """The same with msgpack."""

    subprotocol = b"infoset.1.msgpack"
    opcode = 0x82

    def pack(self, message: Message) -> bytes:
        body: bytes = msgpack.packb(message)
        return body

    def unpack(self, body: bytes) -> Message:
        message: Message = msgpack.unpackb(body)
        return message


WIRES: Final[dict[str, type[Wire]]] = {
    "TCP JSON": JsonLines,
    "TCP msgpack": Lengths,
    "WebSocket JSON": WebSocket,
    "WebSocket msgpack": WebSocketMsgpack,
}


@dataclass
class Table:
    """Four clients that play on for as long as they are asked. Keeps what each act brought."""

    wires: list[Wire]
    steps: list[dict[int, bytes]] = field(default_factory=list)
    acts: int = 0

    def __post_init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        for seat, wire in enumerate(self.wires):
            self.selector.register(wire.sock, selectors.EVENT_READ, seat)

    def seat_everybody(self) -> None:
        """Logs in, meets in one room, gets ready."""
        for seat, wire in enumerate(self.wires):
            wire.send(
                {"type": "hello", "proto": [1], "auth": {"kind": "guest", "name": f"b{seat}"}}
            )
        clock = {"kind": "none"}
        self.wires[0].send({"type": "create_room", "id": 1, "game": "colonizers", "clock": clock})
        room = self.wait_for("room")["room"]["room"]
        for wire in self.wires:
            wire.send({"type": "join", "room": room, "any_seat": True, "ready": True})
        self.room = room

    def wait_for(self, kind: str) -> Message:
        """The next message of this type at the first client."""
        while True:
            for message in self.wires[0].messages(self.wires[0].sock.recv(65536)):
                if message["type"] == kind:
                    return message

    def play(self, acts: int) -> None:
        """Answers every question until so many acts were sent, with a fresh match after each."""
        target = self.acts + acts
        while self.acts < target:
            for key, _ in self.selector.select(timeout=10):
                seat = key.data
                data = self.wires[seat].sock.recv(262144)
                assert data, "the server hung up"
                if self.steps:
                    self.steps[-1][seat] = self.steps[-1].get(seat, b"") + data
                for message in self.wires[seat].messages(data):
                    self.answer(seat, message)

    def answer(self, seat: int, message: Message) -> None:
        """Acts when asked; asks for a rematch at the end."""
        kind = message["type"]
        if kind == "your_turn":
            self.acts += 1
            self.steps.append({})
            index = self.acts * 7919 % message["n"]
            act = {"type": "act", "id": self.acts + 10, "match_id": message["match_id"]}
            self.wires[seat].send(act | {"decision": message["decision"], "index": index})
        elif kind == "match_over":
            self.wires[seat].send({"type": "ready", "room": self.room})
        elif kind in ("error", "bye"):
            raise AssertionError(message)


def connect(port: int, wire: type[Wire]) -> list[Wire]:
    """Four connections."""
    wires = []
    for _ in range(4):
        sock = socket.create_connection(("127.0.0.1", port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wires.append(wire(sock))
    return wires


def cpu_s(pid: int) -> float:
    """CPU time of a process's main thread. (The ticks of /proc/PID/stat miss short bursts.)"""
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as stat:
        return int(stat.read().split()[0]) / 1e9


def measure(pid: int, play: Callable[[int], None], acts: int) -> float:
    """Microseconds of the server's CPU per act."""
    before = cpu_s(pid)
    play(acts)
    return (cpu_s(pid) - before) / acts * 1e6


class Replay(asyncio.Protocol):
    """The bare server: whatever arrives, the next recorded step goes out."""

    seats: list[asyncio.Transport]
    steps: list[dict[int, bytes]]
    opening: dict[int, bytes]
    position: list[int]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.seats.append(transport)

    def data_received(self, data: bytes) -> None:
        steps = self.steps
        at = self.position[0]
        self.position[0] = (at + 1) % len(steps)
        for seat, written in steps[at].items():
            self.seats[seat].write(written)


def bare_server(pipe: Pipe, steps: list[dict[int, bytes]]) -> None:
    """Runs the bare server; tells its port, ends with the process that started it."""

    async def main() -> None:
        seats: list[asyncio.Transport] = []
        position = [0]

        def make() -> Replay:
            protocol = Replay()
            protocol.seats, protocol.steps, protocol.position = seats, steps, position
            return protocol

        server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


class BareTable(Table):
    """The same clients at the bare server. Frames are cut and decoded as before, to play on."""

    def start(self) -> None:
        """The first step is brought by any byte."""
        self.wires[-1].sock.sendall(b"x")  # the last to be accepted: by then all are there

    def answer(self, seat: int, message: Message) -> None:
        if message["type"] == "your_turn":
            super().answer(seat, message)
            self.steps.clear()


def plain(wire: type[Wire]) -> type[Wire]:
    """The wire without its opening handshake: the bare server has none."""
    return type(f"Plain{wire.__name__}", (wire,), {"__init__": Wire.__init__})


def real_server(folder: str) -> tuple[subprocess.Popen[str], int]:
    """Starts `infoset serve`."""
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data", folder]
    for setting in SETTINGS:
        command += ["--set", setting]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    assert line.startswith("listening on "), f"the server did not start: {line!r}"
    return server, int(line.rpartition(":")[2])


def compare(name: str, wire: type[Wire], port: int, pid: int, acts: int) -> None:
    """Measures one transport on both servers and prints a line."""
    table = Table(connect(port, wire))
    table.seat_everybody()
    table.play(RECORDED_ACTS)
    steps = [step for step in table.steps[20:] if step][:-1]  # without the opening
    ours, theirs = multiprocessing.Pipe()
    bare = multiprocessing.Process(target=bare_server, args=(theirs, steps), daemon=True)
    bare.start()
    bare_port = ours.recv()
    bare_table = BareTable(connect(bare_port, plain(wire)))
    bare_table.start()
    assert bare.pid is not None
    bare_table.play(200)
    real_us, bare_us = [], []
    for _ in range(ROUNDS):
        table.steps.clear()
        real_us.append(measure(pid, table.play, acts // ROUNDS))
        bare_us.append(measure(bare.pid, bare_table.play, acts // ROUNDS))
    bare.kill()
    for each in (*table.wires, *bare_table.wires):
        each.sock.close()
    real, base = min(real_us), min(bare_us)
    print(f"{name:18} {real:10.1f} {base:10.1f} {base / real:14.2f}")


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--acts", type=int, default=6000, help="acts measured per transport")
    parser.add_argument("--only", choices=WIRES, help="one transport")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, port = real_server(folder)
        try:
            print(f"{'transport':18} {'us per act':>10} {'bare':>10} {'share of rate':>14}")
            for name, wire in WIRES.items():
                if args.only in (None, name):
                    compare(name, wire, port, server.pid, args.acts)
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
