"""A hall full of players loses its connections at once: how long until all are back, and what it costs.

    python benchmarks/reconnect.py [--clients 1000] [--rounds 3]

Players sit at tables of four, with a match of Colonizers under way. All are cut off together and come
back together, in turn by resuming their sessions, by logging in anew, and (once, at the end) after the
server was killed and started again. A client that is told to wait (`rate_limited`) waits so long.

Printed for each way: seconds until the last one is back (has heard whatever it missed or its snapshot),
milliseconds of the server's CPU time per player, bytes read per player, how many had to wait; of several
rounds the smallest. Both ways take turns in one run, so that their ratio means something (target: all of
1,000 back within 15 s). This program shares the machine with the server.
"""

import argparse
import asyncio
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

SEATS: Final = 4
LIMIT: Final = 1 << 20  # bytes of one message
SPARE_FILES: Final = 200
SETTINGS: Final = ("connections.hellos_per_user_per_min=100000", "rooms.absence_s=3600")

Message = dict[str, Any]


@dataclass
class Back:
    """What it took until everybody was back."""

    wall_s: float
    cpu_ms: float
    received: float
    waited: int

    def __str__(self) -> str:
        return (
            f"{self.wall_s:7.2f} s {self.cpu_ms:9.3f} ms CPU {self.received:9.0f} bytes "
            f"{self.waited:6d} had to wait"
        )


class Server:
    """`infoset serve` in a child process, on one port over all its lives."""

    def __init__(self, folder: str) -> None:
        self.port = 0
        self._folder = folder
        self._process: subprocess.Popen[str]
        self.start()

    def start(self) -> None:
        """Returns when it is ready."""
        command = [sys.executable, "-m", "infoset", "serve", "--data", self._folder]
        command += ["--port", str(self.port)]
        for setting in SETTINGS:
            command += ["--set", setting]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("listening on "), f"the server did not start: {line!r}"
        self.port = int(line.rpartition(":")[2])

    def end(self, order: int = signal.SIGTERM) -> None:
        """Returns when it is gone."""
        self._process.send_signal(order)
        self._process.wait()

    def cpu_ms(self) -> float:
        """The time it has worked (Linux)."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").split()
        return (int(fields[13]) + int(fields[14])) * 10.0


class Player:
    """One seat, over all connections."""

    def __init__(self, number: int) -> None:
        self.name = f"player {number}"
        self.received = 0
        self.waits = 0
        self._welcome: Message = {}
        self._seq = 0
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None

    async def sit_down(self, port: int) -> None:
        """Logs in and waits for a match."""
        await self._connect(port, {})
        self._send({"type": "seek", "game": "colonizers", "fill_ms": 3_600_000, "id": 2})
        await self._read_to("match_start")

    async def resume(self, port: int) -> None:
        """Comes back to the session it had."""
        resume = {
            "session": self._welcome["session"],
            "token": self._welcome["resume_token"],
            "seq": self._seq,
        }
        await self._connect(port, {"resume": resume})
        assert self._welcome["resumed"], "the session was gone"
        self._send({"type": "ping", "id": 10**9})
        await self._read_to("pong")

    async def log_in(self, port: int) -> None:
        """Comes back as the same user."""
        await self._connect(port, {})
        await self._read_to("snapshot")

    def cut(self) -> None:
        """Loses the connection."""
        assert self._writer is not None
        self._writer.transport.abort()

    async def _connect(self, port: int, more: Message) -> None:
        auth = {"kind": "guest", "name": self.name, "token": f"the secret of {self.name}"}
        hello = {"type": "hello", "proto": [1], "auth": auth, **more}
        while True:
            try:
                self._reader, self._writer = await asyncio.open_connection(
                    "127.0.0.1", port, limit=LIMIT
                )
                self._send(hello)
                answer = await self._read_to("welcome", "error")
            except OSError:
                continue
            if answer["type"] == "welcome":
                self._seq = self._seq if answer["resumed"] else 0
                self._welcome = answer
                return
            assert answer["code"] == "rate_limited", answer
            self.waits += 1
            self.cut()
            await asyncio.sleep(answer["retry_ms"] / 1000)

    def _send(self, message: Message) -> None:
        assert self._writer is not None
        self._writer.write(orjson.dumps(message) + b"\n")

    async def _read_to(self, *kinds: str) -> Message:
        while line := await self._reader.readline():
            self.received += len(line)
            message: Message = orjson.loads(line) if line.strip() else {"type": ""}
            self._seq = message.get("seq", self._seq)
            if message["type"] in kinds:
                return message
        raise ConnectionError("cut off")


async def storm(
    server: Server,
    players: list[Player],
    come_back: Callable[[Player, int], Coroutine[Any, Any, None]],
    between: Callable[[], None] = lambda: None,
) -> Back:
    """Cuts everybody off, lets `between` happen, and waits until the last one is back."""
    for player in players:
        player.cut()
        player.received = player.waits = 0
    await asyncio.sleep(0.5)  # until the server has noticed
    between()
    cpu_ms, began_s = server.cpu_ms(), time.monotonic()
    await asyncio.gather(*(come_back(player, server.port) for player in players))
    wall_s = time.monotonic() - began_s
    count = len(players)
    return Back(
        wall_s,
        (server.cpu_ms() - cpu_ms) / count,
        sum(player.received for player in players) / count,
        sum(player.waits > 0 for player in players),
    )


def least(rounds: list[Back]) -> Back:
    """The smallest of each: whatever disturbs only adds."""
    return Back(
        min(one.wall_s for one in rounds),
        min(one.cpu_ms for one in rounds),
        min(one.received for one in rounds),
        min(one.waited for one in rounds),
    )


async def measure(clients: int, rounds: int) -> None:
    """Prints the table."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        players = [Player(number) for number in range(clients - clients % SEATS)]
        await asyncio.gather(*(player.sit_down(server.port) for player in players))
        ways = {"resume": Player.resume, "login": Player.log_in}
        found: dict[str, list[Back]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, come_back in ways.items():
                found[name].append(await storm(server, players, come_back))

        def restart() -> None:
            server.end(signal.SIGKILL)
            server.start()

        found["restart"] = [await storm(server, players, Player.log_in, restart)]
        server.end()
    shown = {name: least(backs) for name, backs in found.items()}
    sys.stdout.write(f"{len(players)} players\n")
    for name, back in shown.items():
        sys.stdout.write(f"{name:8} {back}\n")
    resume, login = shown["resume"], shown["login"]
    sys.stdout.write(
        f"resume / login: {resume.wall_s / login.wall_s:.2f} of the time, "
        f"{resume.cpu_ms / login.cpu_ms:.2f} of the CPU, "
        f"{resume.received / login.received:.2f} of the bytes\n"
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Let a hall full of players come back at once.")
    parser.add_argument("--clients", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, asked.clients + SPARE_FILES), most))
    asyncio.run(measure(asked.clients, asked.rounds))


if __name__ == "__main__":
    main()
