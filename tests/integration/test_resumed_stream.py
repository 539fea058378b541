"""What a resumed session is sent, byte for byte: nothing but what an unbroken one is sent, twins included."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.tables import Numbers, Table
from tests.integration.test_twins_on_the_wire import after, untelling_actions

from infoset_games.core import CHANCE
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_protocol.codec import Encoding, decode

SEAT = 1
WATCHER = 4  # never acts, so nothing that it was told is acknowledged
PLIES = 60
ABSENCE = ("seat_status", "room")  # what everybody is told of somebody's absence
SECRET = {"kind": "guest", "name": "p1", "token": "swordfish"}


def resumption(table: Table, seat: int, seq: int) -> dict[str, Any]:
    welcome = decode(table.links[seat].sent[0], table.encoding)
    return {"session": welcome["session"], "token": welcome["resume_token"], "seq": seq}


def answered(table: Table, seat: int) -> int:
    """The number of the last question that the seat has answered: what came before it is kept no more."""
    messages = [decode(frame, table.encoding) for frame in table.links[seat].sent]
    still_open = table.live.match.open.get(seat)
    numbers: list[int] = [
        message["seq"]
        for message in messages
        if message["type"] == "your_turn"
        and (still_open is None or message["decision"] != still_open.number)
    ]
    return numbers[-1]


def come_back(table: Table, seat: int, resume: dict[str, Any]) -> list[bytes]:
    """The seat's client has another link from now on; what stands behind its welcome."""
    number = table.connect(f"p{seat}", resume=resume)
    link = table.links.pop(number)
    table.links[seat] = link
    welcome, *rest = link.sent
    assert decode(welcome, table.encoding)["resumed"]
    return rest


async def two_tables(
    encoding: Encoding, folder: Path, numbers: Numbers, **settings: Any
) -> list[Table]:
    """Two servers that do the same, each with a match under way."""
    tables = []
    for _ in range(2):
        numbers.restart()
        table = Table(encoding, folder, **settings)
        await table.start()
        tables.append(table)
    return tables


async def play(tables: list[Table], plies: int, rng: Rng) -> None:
    """All tables alike."""
    for _ in range(plies):
        state = tables[0].state
        action = state.legal(int(state.mover())).draw(rng)
        for table in tables:
            table.act(action)
    await asyncio.sleep(0)


def story(frames: list[bytes], encoding: Encoding) -> list[dict[str, Any]]:
    """What was told of the match, without numbers: absences add messages between."""
    messages = [decode(frame, encoding) for frame in frames]
    return [
        {name: value for name, value in message.items() if name != "seq"}
        for message in messages
        if message["type"] not in ABSENCE
    ]


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize(("who", "lost"), [(SEAT, 0), (SEAT, 1), (WATCHER, 7), (WATCHER, 40)])
async def test_a_stream_goes_on_byte_for_byte_over_a_newer_connection(
    encoding: Encoding, who: int, lost: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unbroken, broken = tables = await two_tables(encoding, tmp_path, Numbers(monkeypatch))
    for table in tables:
        table.tell(table.connect(f"p{WATCHER}"), "watch", match_id=table.live.id)
    rng = Rng("moves")
    await play(tables, PLIES, rng)
    before = broken.links[who].sent
    arrived = before[: len(before) - lost]
    last = max(decode(frame, encoding).get("seq", 0) for frame in arrived)
    resumed = come_back(broken, who, resumption(broken, who, last))
    next(unbroken.ids)  # as the hello used one
    await play(tables, PLIES, rng)
    resumed += broken.links[who].sent[1 + len(resumed) :]
    assert arrived[1:] + resumed == unbroken.links[who].sent[1:]
    for table in tables:
        await table.close()


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_what_happened_while_nobody_was_there_is_told_unchanged(
    encoding: Encoding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unbroken, broken = tables = await two_tables(encoding, tmp_path, Numbers(monkeypatch))
    rng = Rng("moves")
    await play(tables, PLIES, rng)
    arrived = list(broken.links[SEAT].sent)
    last = max(decode(frame, encoding).get("seq", 0) for frame in arrived)
    resume = resumption(broken, SEAT, last)
    broken.links[SEAT].drop()
    await asyncio.sleep(0)
    while int(unbroken.state.mover()) != SEAT:
        await play(tables, 1, rng)
    missed = come_back(broken, SEAT, resume)
    assert missed
    assert story(arrived[1:] + missed, encoding) == story(unbroken.links[SEAT].sent[1:], encoding)
    for table in tables:
        await table.close()


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("plies", [9, 40, 75, 120])
@pytest.mark.parametrize("is_resumed", [True, False], ids=["resume", "snapshot"])
async def test_twins_stay_twins_for_who_comes_back(
    encoding: Encoding,
    plies: int,
    is_resumed: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = await two_tables(encoding, tmp_path, Numbers(monkeypatch))
    await play(tables, plies, Rng("moves"))
    game = tables[0].live.match.game
    observation = tables[0].state.observe(SEAT)
    for number, table in enumerate(tables):
        table.replace(game.determinize(observation, Rng(f"twin {number}")))
    assert state_hash(tables[0].state) != state_hash(tables[1].state)
    told: list[list[bytes]] = []
    seqs = [answered(table, SEAT) if is_resumed else 10**6 for table in tables]
    wishes = [resumption(table, SEAT, seq) for table, seq in zip(tables, seqs, strict=True)]
    for table in tables:
        table.links[SEAT].drop()
    await asyncio.sleep(0)
    act_alike(tables)
    for table, wish in zip(tables, wishes, strict=True):
        number = table.connect(f"p{SEAT}", resume=wish)
        welcome, *rest = table.links[number].sent
        assert decode(welcome, encoding)["resumed"] is is_resumed
        table.tell(number, "sync", match_id=table.live.id)
        told.append(rest + table.links[number].sent[1 + len(rest) :])
    assert len(told[0]) > 2
    assert told[0] == told[1]
    for table in tables:
        await table.close()


def act_alike(tables: list[Table]) -> None:
    """Somebody else does what shows nothing of what is hidden, if there is such a thing now."""
    game = tables[0].live.match.game
    first, second = (table.state for table in tables)
    if int(first.mover()) == SEAT:
        return
    for action in untelling_actions(first, second):
        later = [after(first, action), after(second, action)]
        seen = [game.write_observation(state.observe(SEAT)) for state in later]
        if later[0].mover() != CHANCE and seen[0] == seen[1]:
            for table in tables:
                table.act(action)
            return
