"""Simultaneous decisions over the wire: nobody hears anything of a choice before all have chosen."""

from typing import Any

import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Message,
    Server,
    act,
    choose,
    open_room,
    open_server,
    seat_all,
)

ROUNDS = 8
OWN = ("re", "seq", "ts")  # of a message: when it came, not what it says
CLOCKS = {
    "none": {"kind": "none"},
    "bank": {"kind": "bank", "main_ms": 3_600_000, "inc_ms": 5_000},  # every choice moves a bank
}


async def expect_silence(listener: Client, since: int) -> None:
    """`listener` has heard nothing but the answers to its own requests."""
    await listener.settled()
    heard = [message for message in listener.heard[since:] if message["type"] != "pong"]
    assert heard == []


async def view(client: Client, match_id: str) -> Message:
    """All that the client can find out by asking, but for the time that it has left itself."""
    snapshot = await client.ask("sync", match_id=match_id)
    for pending in snapshot.get("pending", []):
        pending.pop("deadline_ms", None)
    return {name: value for name, value in snapshot.items() if name not in OWN}


async def choose_in_turn(first: Client, others: list[Client], match_id: str, turn: Message) -> None:
    """`first` chooses; whoever else is there neither hears of it nor can find out."""
    await first.settled()
    before = [await view(other, match_id) for other in others]
    marks = [len(other.heard) for other in others]
    index, decision = choose(turn, turn["seat"]), turn["decision"]
    answer = await first.ask("act", match_id=match_id, decision=decision, index=index)
    assert answer["sealed"]
    for other, mark in zip(others, marks, strict=True):
        await expect_silence(other, mark)
    assert [await view(other, match_id) for other in others] == before


async def turn_of(client: Client, seat: int) -> Message:
    turn = await client.expect("your_turn")
    return {"seat": seat, **turn}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_nobody_hears_of_a_choice_before_both_have_chosen(
    server: Server, transport: str, clock: str
) -> None:
    players = [await server.connect(name, transport) for name in ("ann", "bob")]
    eve = await server.connect("eve", transport)
    room = await open_room(
        players[0], game="crossfire", options={"preset": "mini"}, clock=CLOCKS[clock]
    )
    await eve.ask("watch", room=room)
    await seat_all(players, room, ready=True)
    match_id = (await players[0].expect("match_start"))["match_id"]
    rounds = together = 0
    while rounds < ROUNDS and not eve.of_type("match_over"):
        asked: list[int] = (await view(eve, match_id))["obs"]["asked"]
        turns = {seat: await turn_of(players[seat], seat) for seat in asked}
        order = asked if rounds % 2 else asked[::-1]
        if len(order) == 2:
            first, second = (players[seat] for seat in order)
            await choose_in_turn(first, [second, eve], match_id, turns[order[0]])
            together += 1
        told = len(eve.of_type("events"))
        await act(players[order[-1]], turns[order[-1]])
        for listener in (*players, eve):
            await listener.expect("events")
        assert len(eve.of_type("events")) == told + 1
        await eve.settled()
        rounds += 1
    assert together > rounds // 2 > 0


async def test_nobody_hears_of_a_missed_decision_before_both_have_chosen(server: Server) -> None:
    """A seat that has used up its tries chooses no more: that it is ready, nobody else may know."""
    players = [await server.connect(name) for name in ("ann", "bob")]
    eve = await server.connect("eve")
    room = await open_room(
        players[0], game="crossfire", options={"preset": "mini"}, clock=CLOCKS["bank"]
    )
    await eve.ask("watch", room=room)
    await seat_all(players, room, ready=True)
    match_id = (await players[0].expect("match_start"))["match_id"]
    turns = {seat: await turn_of(players[seat], seat) for seat in (0, 1)}
    others = [players[1], eve]
    before = [await view(other, match_id) for other in others]
    marks = [len(other.heard) for other in others]
    for left in (2, 1, 0):
        said = await players[0].refused("act", match_id=match_id, decision=1, action=["fly"])
        assert said["data"]["left"] == left
    assert (await players[0].expect("turn_closed"))["why"] == "timeout"
    for other, mark in zip(others, marks, strict=True):
        await expect_silence(other, mark)
    assert [await view(other, match_id) for other in others] == before
    marks = [len(other.heard) for other in (*players, eve)]
    await act(players[1], turns[1])
    for hearer, mark in zip((*players, eve), marks, strict=True):
        await hearer.expect("events")
        told = [one["type"] for one in hearer.heard[mark:] if one["type"] in ("timeout", "events")]
        assert told[:2] == ["timeout", "events"]


async def test_what_the_first_has_chosen_changes_no_byte_of_what_the_second_hears(
    tmp_path: Any,
) -> None:
    """The same match twice, up to a first choice that differs."""
    heard = []
    for number, choice in enumerate((0, 5)):
        folder = tmp_path / str(number)
        async with open_server(folder, seed="sealed") as server:
            players = [await server.connect(name) for name in ("ann", "bob")]
            room = await open_room(players[0], game="crossfire", options={"preset": "mini"})
            await seat_all(players, room, ready=True)
            match_id = (await players[0].expect("match_start"))["match_id"]
            await players[0].expect("your_turn")
            await players[1].expect("your_turn")
            await players[0].ask("act", match_id=match_id, decision=1, index=choice)
            heard.append(await view(players[1], match_id) | {"match_id": ""})
            await expect_silence(players[1], len(players[1].heard))
    assert heard[0] == heard[1]
