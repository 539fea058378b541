"""What a program remarks with its acts: kept with the step, told to the owner of the seat alone until they publish it."""

import itertools
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.faults.servers import running_server
from tests.integration.harness import Client, Server, open_room, open_wire, seat_all, start_match
from tests.integration.harness import play_out as play_to_the_end

from infoset_protocol.codec import Encoding

SECRET = "I hold three sixes"


async def remarks(client: Client, replay: str, seat: int) -> list[dict[str, Any]]:
    """What the form `remarks` tells of a seat."""
    number = next(client.ids)
    await client.tell("replay", id=number, replay=replay, view=f"seat:{seat}", form="remarks")
    entries: list[dict[str, Any]] = []
    for i in itertools.count():
        part = await client._find(partial(is_part, number, i), 0)
        assert part["type"] == "replay_part", part
        entries += part["entries"]
        if not part["more"]:
            break
    return entries


def is_part(number: int, i: int, message: dict[str, Any]) -> bool:
    return message.get("re") == number and message.get("i", i) == i


async def act_with(client: Client, match_id: str, **remark: Any) -> dict[str, Any]:
    """Answers the next turn with a remark; returns the turn."""
    turn = await client.expect("your_turn")
    await client.ask("act", match_id=match_id, decision=turn["decision"], index=0, **remark)
    client.answered.add((match_id, turn["decision"]))
    return turn


async def finished(server: Server) -> tuple[list[Client], str, dict[str, Any]]:
    """A match that is over, in which the first player has remarked something."""
    players = [await server.connect(name) for name in ("ann", "bob", "cyd", "dan")]
    match_id = await start_match(players)
    for player in players:
        player.seats[match_id] = players.index(player)
    await server.until(lambda: any(player.of_type("your_turn") for player in players))
    first = next(player for player in players if player.of_type("your_turn"))
    turn = await act_with(first, match_id, note=SECRET, value=[0.5, -0.25, 0, -0.25])
    players.remove(first)
    players.insert(0, first)
    await play_to_the_end(players, match_id)
    return players, match_id, turn


async def test_the_owner_alone_reads_remarks_until_they_are_published(serve: Any) -> None:
    server = await serve(store__enabled=True)
    (ann, bob, *_), match_id, turn = await finished(server)
    seat = ann.seats[match_id]
    (told,) = await remarks(ann, match_id, seat)
    assert (told["note"], told["value"]) == (SECRET, [0.5, -0.25, 0, -0.25])
    assert (told["seat"], told["decision"]) == (seat, turn["decision"])
    assert told["ver"] > turn["ver"]
    eve = await server.connect("eve")
    asked = {"replay": match_id, "form": "remarks", "view": f"seat:{seat}"}
    for other in (bob, eve):
        assert (await other.refused("replay", **asked))["code"] == "not_found"
        for form, view in (("actions", "all"), ("events", "all"), ("frames", "public")):
            await other.ask("replay", replay=match_id, form=form, view=view)
        assert SECRET not in json.dumps(other.heard)
    assert (await eve.refused("publish", replay=match_id))["code"] == "not_found"
    await ann.ask("publish", replay=match_id)
    assert [one["note"] for one in await remarks(eve, match_id, seat)] == [SECRET]
    await ann.ask("publish", replay=match_id, on=False)
    assert (await eve.refused("replay", **asked))["code"] == "not_found"
    assert await remarks(bob, match_id, bob.seats[match_id]) == []


async def test_nobody_reads_remarks_while_the_match_runs(serve: Any) -> None:
    server = await serve(store__enabled=True)
    ann, bob = [await server.connect(name) for name in ("ann", "bob")]
    match_id = await start_match([ann, bob])
    asked = {"replay": match_id, "form": "remarks", "view": "seat:0"}
    assert (await ann.refused("replay", **asked))["code"] == "forbidden"
    assert (await ann.refused("publish", replay=match_id))["code"] == "not_found"


@pytest.mark.parametrize("value", [[0.5], [2, 0, 0, 0], [0, 0, 0, 0, 0]])
async def test_a_value_that_is_none_is_refused_and_changes_nothing(
    server: Server, value: list[float]
) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    turn = await ann.expect("your_turn")
    act = {"match_id": match_id, "decision": turn["decision"], "index": 0}
    refused = await ann.refused("act", **act, value=value)
    assert refused["code"] == "bad_option"
    assert "value" in refused["msg"]
    assert (await ann.ask("act", **act, value=[0, 0, 0, 0]))["type"] == "act_ok"


async def test_remarks_are_there_after_a_kill(tmp_path: Path) -> None:
    async def connect(port: int) -> Client:
        wire = await open_wire(port, "tcp-json")
        guest = {"kind": "guest", "name": "ann", "token": "a secret of her own, long enough"}
        return await Client(wire, Encoding.JSON, "ann").log_in(auth=guest)

    settings = {"beacon_port": 0}
    with running_server(tmp_path, settings) as child:
        ann = await connect(child.port)
        room = await open_room(ann)
        await seat_all([ann], room)
        for seat in (1, 2, 3):
            await ann.ask("add_bot", room=room, bot="random", seat=seat)
        await ann.ask("start", room=room)
        match_id = (await ann.expect("match_start"))["match_id"]
        await act_with(ann, match_id, note=SECRET)
        child.process.kill()
        child.process.wait()
        await ann.cut()
    with running_server(tmp_path, settings) as child:
        again = await connect(child.port)
        assert again.user == ann.user
        await again.expect("match_start")
        await again.ask("resign", match_id=match_id)
        await again.expect("match_over")
        seat = again.of_type("match_start")[0]["seat"]
        assert [one["note"] for one in await remarks(again, match_id, seat)] == [SECRET]
        await again.cut()
