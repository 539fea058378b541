"""Questions with differences (feature `delta`): completed, they are those of a client without the feature."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.dialogues import hold
from tests.integration.harness import (
    TRANSPORTS,
    Message,
    Server,
    act,
    play_on,
    resumption,
    start_match,
)
from tests.integration.tables import Numbers, Table

from infoset_games.rng import Rng
from infoset_protocol.codec import Encoding, decode
from infoset_protocol.deltas import DeltaReader

DELTA = ["delta"]


def heard_by(table: Table, seat: int) -> list[Message]:
    """All but the `welcome`, which names the features."""
    return [decode(frame, table.encoding) for frame in table.links[seat].sent][1:]


def questions(messages: list[Message]) -> list[Message]:
    return [message for message in messages if message["type"] == "your_turn"]


def completed(messages: list[Message]) -> list[Message | None]:
    reader = DeltaReader(8)
    return [reader.read(message) for message in messages]


async def play(table: Table, game: str, seats: int, plies: int, **hello: Any) -> None:
    """Plays some plies, the same ones at every table; seat 1 asks for the whole view now and then."""
    await table.start(game, seats, **hello)
    rng = Rng("moves")
    for ply in range(plies):
        seat, asked = min(table.live.match.open.items())
        choice = {"decision": asked.number, "index": asked.space.index(asked.space.draw(rng))}
        table.tell(seat, "act", match_id=table.live.id, **choice)
        if ply % 50 == 49:
            table.tell(1, "sync", match_id=table.live.id)


@pytest.mark.parametrize(("game", "seats"), [("colonizers", 4), ("catan", 4)])
@pytest.mark.parametrize("encoding", list(Encoding))
async def test_completed_they_are_the_questions_of_others(
    game: str, seats: int, encoding: Encoding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = Numbers(monkeypatch)
    tables = []
    for hello in ({}, {"features": DELTA}):
        numbers.restart()
        table = Table(encoding, tmp_path)
        await play(table, game, seats, 250, **hello)
        tables.append(table)
    for seat in range(seats):
        whole, short = (heard_by(table, seat) for table in tables)
        assert len(short) == len(whole)
        different = [
            pair for pair in zip(completed(short), whole, strict=True) if pair[0] != pair[1]
        ]
        assert different[:1] == []
        kinds = ["delta" in question for question in questions(short)]
        assert kinds.count(True) > 2 * kinds.count(False)
        assert sum(map(len, tables[1].links[seat].sent)) < sum(map(len, tables[0].links[seat].sent))
    for table in tables:
        await table.close()


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_the_server_answers_as_the_published_dialogue_says(
    server: Server, transport: str
) -> None:
    await hold(await server.dial("script", transport), "800_differences")


async def test_who_has_been_shown_everything_is_asked_in_full(server: Server) -> None:
    ann = await server.connect("ann", features=DELTA)
    match_id = await start_match([ann])
    turn = await play_on(ann, match_id, until=lambda m: m["decision"] == 3)
    assert "delta" in turn
    await ann.ask("sync", match_id=match_id)
    await act(ann, turn)
    assert "obs" in await ann.expect("your_turn", decision=4)
    over = await play_on(ann, match_id)
    assert over["reason"] == "finished"
    assert None not in completed(ann.heard)


async def test_what_was_missed_can_be_completed_after_a_resume(server: Server) -> None:
    ann, bob = await server.connect("ann", features=DELTA), await server.connect("bob")
    match_id = await start_match([ann, bob])
    bob_plays = asyncio.create_task(play_on(bob, match_id))
    turn = await play_on(ann, match_id, until=lambda m: m["decision"] == 3)
    await ann.cut()
    seen = len(ann.heard)
    live = server.live(match_id)
    again = await server.connect("ann", resume=resumption(ann))
    await act(again, turn)
    await again.cut()
    await server.until(lambda: 0 in live.match.open and live.match.open[0].number == 4)
    last = await server.connect("ann", resume=resumption(again) | {"seq": resumption(ann)["seq"]})
    last.seats, last.answered = ann.seats, ann.answered | again.answered
    assert last.welcome["resumed"]
    assert (await play_on(last, match_id))["reason"] == "finished"
    whole = completed(ann.heard[:seen] + last.heard)
    assert None not in whole
    missed, first_new = questions(last.heard)[:2]
    assert (missed["decision"], "obs" in first_new) == (4, True)
    await bob_plays


async def test_an_assistant_is_told_whole_observations(server: Server) -> None:
    owner = await server.connect("ann", features=[*DELTA, "assist"])
    helper = await server.connect("helper", features=DELTA)
    match_id = await start_match([owner], assist="advice")
    invited = await owner.ask("assist_invite", match_id=match_id, rights=["view"])
    await helper.ask("assist_join", code=invited["data"]["code"])
    assert (await play_on(owner, match_id))["reason"] == "finished"
    await helper.expect("match_over")
    assert any("delta" in question for question in questions(owner.heard))
    heard = questions(helper.heard)
    assert heard
    assert all("obs" in question and "delta" not in question for question in heard)
