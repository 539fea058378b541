"""Two servers whose matches differ only in what one seat cannot know send that seat the same bytes.

Everything between the rules and the socket is real but the socket: sessions, desks, rooms, encoding.
Ids, tokens and the time of day, random or told to everybody, are fixed so that bytes can be compared.
"""

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infoset_games.core import CHANCE, State
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_protocol.codec import Encoding, Prepared, decode, encode
from infoset_protocol.messages import ClientMessage
from infoset_server.app import App
from infoset_server.config import load_config
from infoset_server.connection import Connection
from infoset_server.gate import Gate
from infoset_server.links import MemoryLink
from infoset_server.rate_limit import request_rates

SEATS = 4
PLIES = (3, 9, 21, 40, 75, 120)  # where the twins part: in several phases, early and late
# Others' actions that show nothing of a hand or role: the first colonist offered, omnium, two cards,
# keep the first, no power, no building.
UNTELLING = (0, 5, 6, 7, 15, 21)


class Table:
    """A server in memory with one match and a link for each seat."""

    def __init__(self, encoding: Encoding, folder: Path) -> None:
        config = load_config(None, {"data_dir": str(folder), "rates.msgs_per_s": "1000000"})
        self.encoding = encoding
        self.app = App(config, fresh_seed=lambda: "twins")
        gate, rates = Gate(config.connections), request_rates(config.rates)
        self.links = []
        for _ in range(SEATS):
            link = MemoryLink(encoding)
            connection = Connection(
                link, self.app, config, gate=gate, rates=rates, now_ms=lambda: 0
            )
            link.attach(connection)
            self.links.append(link)
        self.ids = itertools.count(1)

    async def start(self) -> None:
        """Seats everybody; the match begins."""
        for seat in range(SEATS):
            self.tell(seat, "hello", proto=[1], auth={"kind": "guest", "name": f"p{seat}"})
        self.tell(0, "create_room", game="colonizers", clock={"kind": "none"})
        (room,) = self.app.lobby.rooms
        for seat in range(SEATS):
            self.tell(seat, "join", room=room, seat=seat, ready=True)
        await asyncio.sleep(0)  # rooms tell their members at the end of a loop turn
        (self.live,) = self.app.play.running.values()

    @property
    def state(self) -> State:
        """The position of the match."""
        return self.live.match.state

    def tell(self, sender: int, kind: str, /, **fields: Any) -> None:
        """One seat's client sends one request."""
        message = {"type": kind, "id": next(self.ids), **fields}
        self.links[sender].receive(encode(message, self.encoding))

    def act(self, action: int) -> None:
        """Whoever is to act does this."""
        seat = int(self.state.mover())
        index = self.state.legal(seat).index(action)
        self.tell(seat, "act", match_id=self.live.id, decision=self.number(seat), index=index)

    def number(self, seat: int) -> int:
        """The seat's open decision, or one that never was."""
        asked = self.live.match.open.get(seat)
        return 999 if asked is None else asked.number

    def forget(self) -> None:
        """Only what comes from now on is compared."""
        for link in self.links:
            link.sent.clear()

    async def close(self) -> None:
        """Stops what the app started."""
        await self.app.close(0)


def untelling_actions(one: State, other: State) -> Iterator[int]:
    """Actions of the mover that both twins allow and that show nothing of what is hidden."""
    mover = int(one.mover())
    legal, also = one.legal(mover), other.legal(mover)
    for action in UNTELLING:
        if legal.contains(action) and also.contains(action):
            yield action


def after(state: State, action: int) -> State:
    """The position a ply later, before any chance."""
    later = state.copy()
    later.move(action)
    return later


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("plies", PLIES)
async def test_no_byte_depends_on_what_the_seat_cannot_know(
    encoding: Encoding, plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = itertools.count()
    for module in ("app", "play", "people", "room_desk"):
        monkeypatch.setattr(
            f"infoset_server.{module}.fresh_id", lambda prefix: f"{prefix}_{next(numbers)}"
        )
    monkeypatch.setattr("infoset_server.ids.secrets.choice", lambda letters: letters[0])
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: 0.0)
    compared = 0
    for seat in range(SEATS):
        tables = []
        for _ in range(2):
            numbers = itertools.count()
            table = Table(encoding, tmp_path)
            await table.start()
            tables.append(table)
        compared += await part_and_compare(tables, seat, plies)
        for table in tables:
            await table.close()
    assert compared > SEATS, "hardly anything was compared"


async def part_and_compare(tables: list[Table], seat: int, plies: int) -> int:
    """Plays both tables alike, makes twins of them for `seat`, then compares what that seat is sent."""
    rng = Rng("moves")
    for _ in range(plies):
        state = tables[0].state
        action = state.legal(int(state.mover())).draw(rng)
        for table in tables:
            table.act(action)
    game = tables[0].live.match.game
    observation = tables[0].state.observe(seat)
    for number, table in enumerate(tables):
        table.live.match.state = game.determinize(observation, Rng(f"twin {number}"))
        table.live.match._observed.clear()
        table.forget()
    if state_hash(tables[0].state) == state_hash(tables[1].state):
        return 0  # nothing is hidden from the seat here
    for table in tables:
        table.tell(seat, "sync", match_id=table.live.id)
        table.tell(seat, "act", match_id=table.live.id, decision=998, index=0)
        table.tell(seat, "act", match_id=table.live.id, decision=table.number(seat), action=["no"])
    compared = compare(tables, seat)
    first, second = (table.state for table in tables)
    for action in untelling_actions(first, second):
        later = [after(first, action), after(second, action)]
        seen = [game.write_observation(state.observe(seat)) for state in later]
        if later[0].mover() == CHANCE or seen[0] != seen[1]:
            continue  # a role or a hand comes to light: the twins part rightly
        for table in tables:
            table.forget()
            table.act(action)
        return compared + compare(tables, seat)
    return compared


def compare(tables: list[Table], seat: int) -> int:
    """Asserts that `seat` was sent equal frames; returns how many."""
    one, other = (table.links[seat].sent for table in tables)
    shown = [[decode(frame, tables[0].encoding) for frame in frames] for frames in (one, other)]
    assert shown[0] == shown[1]
    assert one == other
    return len(one)


async def test_the_comparison_sees_a_planted_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_request = App.on_request

    def leaky(app: App, connection: Connection, message: ClientMessage) -> None:
        on_request(app, connection, message)
        (live,) = app.play.running.values()
        secret = int(state_hash(live.match.state)[:4], 16)
        connection.send(Prepared({"type": "pong", "now_ms": secret}))

    monkeypatch.setattr(App, "on_request", leaky)
    with pytest.raises(AssertionError):
        await test_no_byte_depends_on_what_the_seat_cannot_know(
            Encoding.JSON, 21, tmp_path, monkeypatch
        )
