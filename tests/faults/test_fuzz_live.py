"""A hundred thousand mutated messages against a live server, over all four transports at once.

Four clients sit at one table. Each sends batches of mutated messages that name the rooms, matches
and decisions of the moment, with a fence behind each batch; a session core of our own foretells
every answer. A connection that the server ends as documented is opened again, and gets its seat back.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from tests.faults.mutations import MAX_SAFE_INT, Mutator
from tests.faults.peers import TRANSPORTS, Peer
from tests.faults.playing import play_to_the_end
from tests.faults.servers import FORGETFUL, UNHURRIED, Child, eventually, running_server
from tests.faults.shadow import Due, Shadow, is_answer, match_up

from infoset_protocol.errors import CloseCode
from infoset_protocol.session import Opening

MESSAGES: Final = 100_000
BATCH: Final = 40
SEED: Final = 2
ROUNDS: Final = 4  # batches of each client between two meetings in a new room
ACTS: Final = 0.15  # share of messages that answer the open decision
WITH_ID: Final = 0.75  # share of messages that ask for an answer
ENOUGH_FRAME: Final = 16_384
LONGEST_S: Final = 600.0  # how long it takes depends on the machine

# A house bot that never connects: the matches it is asked into end by absence, at no cost.
SILENT_BOT: Final = """
[[bot]]
name = "silent"
command = ["{python}", "-c", "import threading; threading.Event().wait()"]
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Child]:
    """A server without rates, whose absent players are given up quickly."""
    manifest = tmp_path / "bots.toml"
    manifest.write_text(SILENT_BOT, encoding="utf-8")
    own = {
        "bots.manifest": manifest,
        "rooms.absence_s": 2,
        "rooms.max_rooms_per_user": 200,
        "rooms.fill_ms": 1000,
    }
    with running_server(tmp_path / "data", UNHURRIED | FORGETFUL | own) as child:
        yield child


@dataclass
class Tally:
    """What was sent and what came of it."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)

    def __str__(self) -> str:
        answers = ", ".join(f"{name} {number}" for name, number in self.answers.most_common())
        closes = ", ".join(f"{code}: {number}" for code, number in sorted(self.closes.items()))
        return f"answers: {answers}\ncloses: {closes}"


class Fuzzer:
    """One client: keeps a connection open, sends bad batches, checks every answer."""

    def __init__(self, port: int, transport: str, rng: random.Random, tally: Tally) -> None:
        self._port = port
        self._transport = transport
        self._rng = rng
        self._counters = tally
        self._mutator = Mutator(rng)
        self._auth = {"kind": "guest", "name": transport, "token": f"secret of {transport}"}
        self.live: dict[str, Any] = {"bot": "silent"}  # ids of what this client takes part in
        self.turn: dict[str, Any] | None = None
        self.connect()

    def connect(self) -> None:
        """A new connection, in some cases after hellos that are not quite right."""
        while not self._try_to_connect():
            pass

    def _try_to_connect(self) -> bool:
        self.peer = Peer(self._port, self._transport)
        self.shadow = Shadow(self.peer.encoding)
        self.live.pop("room", None)
        hellos = [{"type": "hello", "id": 1, "proto": [1], "auth": self._auth}]
        if self._rng.random() < 0.3:
            hellos.insert(0, self._mutator.change(dict(hellos[0]), {}))
        for hello in hellos:
            self._counters.sent += 1
            frame = self.peer.encode(hello)  # whole: the first byte decides what is spoken
            due = self.shadow.receive(frame)
            self.peer.send_payload(frame)
            if isinstance(due, Opening):
                return self._settle(due)
            if isinstance(due, Due) and due.close is not None:
                self._end([due])
                return False
            if due is not None:
                self._check([due], self.peer.read_until(is_answer))
        self.peer.socket.close()  # no hello was good enough
        return False

    def _settle(self, opening: Opening) -> bool:
        """A valid hello ends in `welcome`; whoever brings credentials we never gave is refused.

        Any key is asked for its signature first: nobody is to learn which keys the server knows.
        """
        asked: int | None = opening.hello.id
        if opening.hello.auth.kind == "key":
            assert self.peer.wait_type("challenge").get("re") == asked
            self.peer.send(type="auth", sig="bm9ib2R5")
            asked = None
        if opening.hello.auth.kind != "guest":
            self._end([Due(asked, "auth_failed", close=CloseCode.AUTH_FAILED)])
            return False
        said = self.peer.wait_type("welcome")
        assert said.get("re") == asked
        self._counters.answers["welcome"] += 1
        self.shadow.welcome(said)
        if opening.hello.max_frame < ENOUGH_FRAME:  # the first match would be too much for it
            self._leave(CloseCode.FRAME_TOO_BIG)
            return False
        return True

    def batch(self, size: int) -> None:
        """Sends that many messages and a fence, and checks what comes back."""
        frames: list[bytes] = []
        dues: list[Due] = []
        is_over = False
        while len(frames) < size and not is_over:
            frame = self._mutator.frame(self._message(), self.peer.encoding)
            frames.append(frame)
            due = self.shadow.receive(frame)
            assert not isinstance(due, Opening)
            if due is not None:
                dues.append(due)
            is_over = self.shadow.has_left or (due is not None and due.close is not None)
        self._counters.sent += len(frames)
        self.peer.send_bytes(b"".join(map(self.peer.wire.frame, frames)))
        if not is_over and self.shadow.last_id < MAX_SAFE_INT:
            self._fence(dues)
            return
        if not is_over:  # no number is left for a fence
            self.peer.send(type="bye")
            self.shadow.has_left = True
        self._end(dues)
        self.connect()

    def say(self, **message: Any) -> dict[str, Any]:
        """One proper request and its answer."""
        number = self._next_id()
        payload = self.peer.encode(message | {"id": number})
        due = self.shadow.receive(payload)
        assert isinstance(due, Due)
        self.peer.send_payload(payload)
        said = self.peer.read_until(lambda answer: answer.get("re") == number)
        self._check([due], said)
        return said[-1]

    def _message(self) -> dict[str, Any]:
        """The next message: mostly a mutated one, sometimes a real move so that matches go on."""
        if self.turn is not None and self._rng.random() < ACTS:
            turn, self.turn = self.turn, None
            return {
                "type": "act",
                "id": self._next_id(),
                "match_id": turn["match_id"],
                "decision": turn["decision"],
                "index": self._rng.randrange(turn["n"]),
            }
        message = self._mutator.pick()
        if self._rng.random() < WITH_ID:
            message["id"] = self._next_id()
        return self._mutator.change(message, self.live)

    def _next_id(self) -> int:
        return min(self.shadow.last_id + 1, MAX_SAFE_INT)

    def _fence(self, dues: list[Due]) -> None:
        number = self.shadow.last_id + 1
        fence = self.peer.encode({"type": "ping", "id": number})
        due = self.shadow.receive(fence)
        assert isinstance(due, Due)
        self.peer.send_payload(fence)
        self._check([*dues, due], self.peer.read_until(lambda said: said.get("re") == number))

    def _check(self, dues: list[Due], said: list[dict[str, Any]]) -> None:
        """Each frame got what it was due, once and in order; the rest are pushes."""
        answers = [message for message in said if is_answer(message)]
        match_up(dues, answers)
        self._counters.answers.update(answer.get("code", answer["type"]) for answer in answers)
        for message in said:
            self._follow(message)

    def _end(self, dues: list[Due], *may_be: CloseCode) -> None:
        """The last frame ended the connection: with the code it should, after all other answers."""
        said = self.peer.read_until(lambda message: False)
        code = self.peer.close_code
        self._check(dues, [message for message in said if message["type"] != "bye"])
        if self.shadow.has_left:
            # On TCP a client's `bye` is not answered with another one.
            assert code in (CloseCode.NORMAL, *may_be) or self._transport.startswith("tcp")
        else:
            assert dues
            assert code == dues[-1].close, (code, dues[-1])
        self._counters.closes[code or CloseCode.NORMAL] += 1
        self.peer.socket.close()

    def _leave(self, *may_be: CloseCode) -> None:
        self.peer.send(type="bye")
        self.shadow.has_left = True
        self._end([], *may_be)

    def _follow(self, message: dict[str, Any]) -> None:
        """Keeps the ids that make the next mutations hit something."""
        match message["type"]:
            case "room":
                self.live["room"] = message["room"]["room"]
                self.live["user"] = message["room"]["host"]
            case "ok" if "ticket" in message.get("data", {}):
                self.live["ticket"] = message["data"]["ticket"]
            case "match_start":
                self.live["match_id"] = message["match_id"]
            case "your_turn":
                self.live["decision"] = message["decision"]
                self.turn = message
            case "snapshot" if message.get("pending"):
                self.turn = message["pending"][0] | {"match_id": message["match_id"]}
            case "match_over" if self.live.get("match_id") == message["match_id"]:
                del self.live["match_id"]
                self.turn = None


def sit_down_together(fuzzers: list[Fuzzer]) -> None:
    """A new room with all of them in it; their match begins unless somebody's mutations forbid it."""
    host, *guests = fuzzers
    made = host.say(type="create_room", game="colonizers")
    if made["type"] != "room":
        return
    room = made["room"]["room"]
    host.say(type="join", room=room, seat=0, ready=True)
    for guest in guests:
        guest.say(type="join", room=room, any_seat=True, ready=True)


def fuzz(port: int, tally: Tally) -> None:
    """Sends all the messages."""
    rng = random.Random(SEED)
    fuzzers = [Fuzzer(port, transport, rng, tally) for transport in TRANSPORTS]
    while tally.sent < MESSAGES:
        sit_down_together(fuzzers)
        for _ in range(ROUNDS):
            for fuzzer in fuzzers:
                fuzzer.batch(BATCH)
    for fuzzer in fuzzers:
        fuzzer.peer.socket.close()


@pytest.mark.timeout(LONGEST_S)
def test_a_hundred_thousand_mutated_messages_are_all_answered(
    server: Child, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    before_mb = server.memory_mb()
    started = time.monotonic()
    fuzz(server.port, tally)
    seconds = time.monotonic() - started
    after_mb = server.memory_mb()
    with capsys.disabled():
        print(  # noqa: T201  # the numbers are part of what is promised
            f"\n{tally.sent} messages in {seconds:.1f} s; server memory {before_mb:.0f} MB before, "
            f"{after_mb:.0f} MB after\n{tally}"
        )
    assert server.is_running
    assert server.problems("error", "critical") == []
    assert "internal" not in tally.answers
    assert after_mb - before_mb < 60
    assert play_to_the_end(server.port)["reason"] == "finished"
    with Peer(server.port) as guest:
        guest.hello("guest")
        eventually(lambda: guest.ask("watch_lobby")["rooms"] == [], "nothing is left", 30)
