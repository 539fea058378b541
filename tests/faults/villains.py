"""A table of three honest players and a villain, on a server with villains among its house bots.

Each honest player is on another transport; what they notice of the villain is the table's to judge.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.faults.peers import TRANSPORTS, Peer, Plain
from tests.faults.playing import Player, open_room, play_until, take_seat
from tests.faults.servers import FORGETFUL, Child, running_server

CLOCK: Final = {"kind": "per_move", "move_ms": 400, "grace_ms": 100}

# Where a program that stands in must keep to it: on a busy machine it waits for a processor, too.
LONG_CLOCK: Final = CLOCK | {"move_ms": 2_000}
MISSES: Final = 2
SEAT: Final = 3  # the villain's
MATCH_S: Final = 60.0  # without anything going on
PROMPT_S: Final = 0.5  # an act of an honest player is answered within this, come what may
GROWTH_MB: Final = 24.0
Villainy = Callable[[], object]  # what the villain does, again and again
IMPATIENT: Final = {
    "rooms.absence_s": 20,  # longer than a house bot takes to start on a busy machine
    "rates.rooms_per_min": 1000,
    "rates.abuse_s": 0.5,
    "times.unacknowledged_s": 1,
    "times.frame_s": 1,
    "times.hello_s": 5,
    "times.sweep_s": 0.1,
}


@contextlib.contextmanager
def server_with_villains(folder: Path, settings: Mapping[str, object]) -> Iterator[Child]:
    """A server with short patience whose proper house bots are up; no error may be in its log."""
    write_bots(folder)
    own = {**IMPATIENT, **FORGETFUL, "bots.manifest": folder / "bots.toml", **settings}
    with running_server(folder / "data", own) as child:
        wake_house_bots(child)
        yield child
        assert child.problems("error", "critical") == []


# House bots: two proper ones, and villains that share one program.

PROPER: Final = {
    "heuristic": "infoset_bots.colonizers.heuristic",
    "random": "infoset_bots.random_bot",
}
VILLAIN: Final = """
import json, os, socket, sys, threading
host, _, port = os.environ["INFOSET_URL"].rpartition("/")[2].rpartition(":")
if sys.argv[1] == "absent":
    threading.Event().wait()
link = socket.create_connection((host, int(port)))
def send(**message):
    link.sendall(json.dumps(message).encode() + b"\\n")
auth = {"kind": "token", "token": os.environ["INFOSET_TOKEN"]}
send(type="hello", proto=[1], auth=auth)
for line in link.makefile(encoding="utf-8"):
    message = json.loads(line or "{}") if line.strip() else {}
    if message.get("type") != "your_turn":
        continue
    match sys.argv[1]:
        case "hangs":
            pass
        case "dies":
            os._exit(1)
        case "babbles":
            link.sendall(b"}{\\n" * 9)
        case "cheats":
            for _ in range(3):
                send(type="act", match_id=message["match_id"], decision=message["decision"], index=message["n"])
        case "floods":
            while True:
                link.sendall(b'{"type":"describe"}\\n' * 100)
"""
VILLAINIES: Final = ("hangs", "dies", "babbles", "cheats", "floods")


def write_bots(folder: Path) -> None:
    """The manifest of the house bots, and the villains' program."""
    script = folder / "villain.py"
    script.write_text(VILLAIN, encoding="utf-8")
    entries = [
        f'[[bot]]\nname = "{name}"\ncommand = ["{{python}}", "-m", "infoset", "bot", "{module}"]\n'
        for name, module in PROPER.items()
    ] + [
        f'[[bot]]\nname = "{name}"\ncommand = ["{{python}}", "{script}", "{name}"]\n'
        for name in (*VILLAINIES, "absent")
    ]
    (folder / "bots.toml").write_text("\n".join(entries), encoding="utf-8")


def wake_house_bots(server: Child) -> None:
    """Lets them play one match, so that their processes are up when a stand-in is needed."""
    with Peer(server.port) as host:
        host.hello("host")
        room = open_room(host)
        for seat, bot in enumerate(("heuristic", "random") * 2):
            assert host.ask("add_bot", room=room, seat=seat, bot=bot)["type"] == "room"
        host.patience_s = MATCH_S
        while True:
            try:
                host.wait_for(lambda m: m["type"] == "room" and m["room"]["status"] == "over")
                return
            except TimeoutError:
                assert server.goes_on(), "the house bots do nothing"


class Table:
    """Three honest players and a villain, with the match under way."""

    def __init__(
        self,
        server: Child,
        absent: str,
        transport: str = "tcp-json",
        *,
        deaf: bool = False,
        bot: str | None = None,
        clock: Mapping[str, object] = CLOCK,
    ) -> None:
        """With `bot`, that house bot is the villain; without, it is a peer on `transport`."""
        self.server = server
        self.transport = transport
        self.secret = {"kind": "guest", "name": "villain", "token": f"of {time.monotonic_ns()}"}
        self.honest = [
            Player(Peer(server.port, TRANSPORTS[n]), n, server.stalled_s) for n in range(SEAT)
        ]
        self.villain = Peer(server.port, transport, small_buffers=deaf)
        for player in self.honest:
            player.peer.hello("honest")
        self.villain.hello(auth=self.secret)
        host = self.honest[0].peer
        self.room = open_room(
            host, clock=clock, max_timeouts=MISSES, absent=absent, title=f"beside a {transport}"
        )
        for seat, player in enumerate(self.honest):
            take_seat(player.peer, self.room, seat)
        self.before_mb = server.memory_mb()
        if bot is None:
            take_seat(self.villain, self.room, SEAT)
        else:
            said = host.ask("add_bot", room=self.room, seat=SEAT, bot=bot)
            assert said["type"] == "room", said

    def first_turn(self) -> Plain:
        """Plays on until the villain is asked for the first time."""
        turns: list[Plain] = []

        def look() -> None:
            self.villain.read_available()
            turns.extend(m for m in self.villain.inbox if m["type"] == "your_turn")

        play_until(self.honest, lambda: bool(turns), MATCH_S, look)
        return turns[0]

    def back(self) -> Peer:
        """The villain again, on a new connection."""
        self.villain = Peer(self.server.port, self.transport)
        self.villain.hello(auth=self.secret)
        return self.villain

    def play(self, villainy: Villainy | None = None) -> Plain:
        """The match to its end; checks that the honest noticed nothing but timeouts of one seat.

        What they missed because the machine let them wait for a processor is not the server's fault.
        """
        play_until(
            self.honest,
            lambda: all(player.over is not None for player in self.honest),
            MATCH_S,
            villainy,
        )
        over = self.honest[0].over
        assert over is not None
        assert over["reason"] == "finished"
        assert over["timeouts"][:SEAT] == [player.excused for player in self.honest]
        assert over["illegal"][:SEAT] == [0] * SEAT
        for player in self.honest:
            assert player.refused == []
            assert player.slowest_s < PROMPT_S
        assert self.server.memory_mb() - self.before_mb < GROWTH_MB
        return over

    def close(self) -> None:
        """Everybody goes home."""
        for player in self.honest:
            player.peer.socket.close()
        self.villain.socket.close()
