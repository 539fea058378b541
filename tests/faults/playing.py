"""Honest players: clients that sit down together and answer every decision at once. They know no game."""

import random
import select
import time
from collections.abc import Callable
from typing import Any, Final

from tests.faults.peers import TRANSPORTS, Peer, Plain

MATCH_S: Final = 60.0
HELD_UP_S: Final = 0.2  # a machine that keeps us waiting so long has its part in a missed deadline


class Player:
    """A peer with manners: answers each `your_turn` with a random index, and times the answers.

    `excused` counts the deadlines it missed while the machine held it or the server up.
    """

    def __init__(self, peer: Peer, seed: int, stalled_s: Callable[[], float] = lambda: 0.0) -> None:
        """`stalled_s` tells how long a busy machine has held us and the server up so far."""
        self.peer = peer
        self.over: Plain | None = None
        self.match_id: str | None = None
        self.slowest_s = 0.0  # from an act to its `act_ok`, but for what the machine took
        self.refused: list[Plain] = []
        self.seen: list[Plain] = []
        self.excused = 0
        self._rng = random.Random(seed)
        self._stalled_s = stalled_s
        self._quiet_s = stalled_s()  # what the machine had taken when last there was nothing to do
        self._seat: int | None = None
        self._asked_s: dict[int, float] = {}

    def step(self) -> bool:
        """Handles what has come; was there anything?"""
        self.peer.read_available()
        has_come = bool(self.peer.inbox)
        if not has_come:
            self._quiet_s = self._stalled_s()
        while self.peer.inbox:
            self._handle(self.peer.inbox.popleft())
        return has_come

    def _handle(self, message: Plain) -> None:
        match message["type"]:
            case "match_start":
                self.match_id = message["match_id"]
                self._seat = message["seat"]
                self.over = None
            case "your_turn":
                self._act(message)
            case "act_ok":
                waited_s = self._now_s() - self._asked_s.pop(message["re"])
                self.slowest_s = max(self.slowest_s, waited_s)
            case "timeout" if message["seat"] == self._seat:
                self.excused += self._stalled_s() - self._quiet_s >= HELD_UP_S
            case "match_over":
                self.over = message
            case "error" if message["code"] == "stale_decision" and self.excused:
                pass  # the answer to a question that was over by then
            case "error":
                self.refused.append(message)
        if message["type"] not in ("your_turn", "events", "act_ok"):
            self.seen.append(message)

    def _now_s(self) -> float:
        """A clock that stands still while somebody waits for a processor."""
        return time.monotonic() - self._stalled_s()

    def _act(self, turn: Plain) -> None:
        self.peer.last_id += 1
        self._asked_s[self.peer.last_id] = self._now_s()
        self.peer.send(
            type="act",
            id=self.peer.last_id,
            match_id=turn["match_id"],
            decision=turn["decision"],
            index=self._rng.randrange(turn["n"]),
        )


def play_until(
    players: list[Player],
    is_done: Callable[[], bool],
    patience_s: float = MATCH_S,
    meanwhile: Callable[[], object] | None = None,
) -> None:
    """Lets the players answer until something is so; `meanwhile` is called again and again.

    Fails when none of them has heard anything for so long: how much they play in a second depends on
    the machine.
    """
    deadline = time.monotonic() + patience_s
    while not is_done():
        left_s = deadline - time.monotonic()
        assert left_s > 0, f"nothing came for {patience_s:g} s, and it is not done"
        select.select([player.peer.socket for player in players], [], [], min(left_s, 0.02))
        for player in players:
            if player.step():
                deadline = time.monotonic() + patience_s
        if meanwhile is not None:
            meanwhile()


def open_room(host: Peer, **settings: Any) -> str:
    """A new Colonizers room; returns its id."""
    made = host.ask("create_room", game="colonizers", **settings)
    assert made["type"] == "room", made
    room: str = made["room"]["room"]
    return room


def take_seat(peer: Peer, room: str, seat: int) -> None:
    """Sits down, ready to start."""
    said = peer.ask("join", room=room, seat=seat, ready=True)
    assert said["type"] == "room", said


def play_to_the_end(port: int) -> Plain:
    """A whole match of four players, one on each transport; returns its `match_over`."""
    peers = [Peer(port, transport) for transport in TRANSPORTS]
    for peer in peers:
        peer.hello(peer.transport)
    room = open_room(peers[0])
    for seat, peer in enumerate(peers):
        take_seat(peer, room, seat)
    players = [Player(peer, seed) for seed, peer in enumerate(peers)]
    play_until(players, lambda: all(player.over is not None for player in players))
    for player in players:
        assert player.refused == []
        player.peer.socket.close()
    assert players[0].over is not None
    return players[0].over
