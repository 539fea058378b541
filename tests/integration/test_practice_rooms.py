"""Test rooms over the wire: one person, at once, without a clock."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Message,
    Server,
    open_server,
    play_on,
    play_out,
)

from infoset_games.crossfire.levels import find_level


async def create(client: Client, title: str, **settings: Any) -> Message:
    asked = {"game": "crossfire", "title": title} | settings
    info: Message = (await client.ask("create_room", **asked))["room"]
    return info


async def begin(client: Client, room: str) -> Message:
    """Ready is all that is left to do."""
    await client.ask("ready", room=room)
    return await client.expect("match_start")


def sitting(info: Message) -> list[tuple[str, str]]:
    return [(seat["kind"], seat.get("name", "")) for seat in info["seats"]]


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_mirror_answers_alone_and_every_play_is_a_tie(
    server: Server, transport: str
) -> None:
    ann = await server.connect("ann", transport)
    info = await create(ann, "#mirror before lunch", options={"preset": "mini"})
    assert sitting(info) == [("human", "ann")]
    assert info["clock"] == {"kind": "none"}
    assert info["options"]["mirror"] is True
    start = await begin(ann, info["room"])
    over = await play_on(ann, start["match_id"])
    assert (over["reason"], over["scores"]) == ("finished", [0.5])


async def test_a_house_bot_sits_on_every_other_seat(server: Server) -> None:
    ann = await server.connect("ann")
    info = await create(ann, "#first", game="colonizers")
    assert sitting(info) == [("human", "ann"), *[("bot", "first")] * 3]
    start = await begin(ann, info["room"])
    await play_on(ann, start["match_id"])
    await ann.expect("room", where=lambda m: m["room"]["status"] == "over")
    again = await begin(ann, info["room"])
    assert again["match_id"] != start["match_id"]


async def test_a_hot_seat_is_for_two_connections_of_one_person(server: Server) -> None:
    auth = {"kind": "guest", "name": "ann", "token": "the secret of ann"}
    left, right = [await server.connect("ann", auth=auth) for _ in range(2)]
    assert left.user == right.user
    info = await create(left, "#hotseat", options={"preset": "mini"})
    assert sitting(info) == [("human", "ann"), ("open", "")]
    await right.ask("join", room=info["room"], any_seat=True, ready=True)
    start = await begin(left, info["room"])
    overs = await play_out([left, right], start["match_id"])
    assert [over["reason"] for over in overs] == ["finished"] * 2


async def test_a_lesson_brings_its_map_whatever_else_is_asked_for(serve: Any) -> None:
    server: Server = await serve(bots__manifest=None)
    ann = await server.connect("ann")
    info = await create(ann, "#target", options={"preset": "large"})
    assert info["options"]["map"] == find_level("target").map
    assert sitting(info) == [("human", "ann"), ("bot", "scripted")]


@pytest.mark.parametrize("title", ["#target", "#heuristic"])
async def test_the_bots_that_come_with_the_server_play_there(serve: Any, title: str) -> None:
    server: Server = await serve(bots__manifest=None)
    ann = await server.connect("ann")
    info = await create(ann, title, options={"preset": "mini"})
    start = await begin(ann, info["room"])
    over = await play_on(ann, start["match_id"])
    assert over["reason"] == "finished"
    assert over["timeouts"] == over["illegal"] == [0, 0]


async def test_what_a_test_room_is_without_a_word_is_up_to_the_game(server: Server) -> None:
    ann = await server.connect("ann")
    assert (await create(ann, "#"))["options"]["mirror"] is True
    refusal = await ann.refused("create_room", game="colonizers", title="#")  # random is not here
    assert refusal["data"]["path"] == "title"


async def test_an_unknown_test_room_is_refused_with_those_there_are(server: Server) -> None:
    ann = await server.connect("ann")
    refusal = await ann.refused("create_room", game="crossfire", title="#nonsense")
    assert refusal["code"] == "bad_option"
    for name in ("mirror", "target", "hotseat", "first"):
        assert name in refusal["data"]["want"]
    assert "last" not in refusal["data"]["want"]  # plays Colonizers only
    assert not server.app.lobby.rooms


async def test_a_room_does_not_become_another_test_room(server: Server) -> None:
    ann = await server.connect("ann")
    room = (await create(ann, "#mirror"))["room"]
    for title in ("#first", "plain"):
        refusal = await ann.refused("configure", room=room, changes={"title": title})
        assert refusal["data"]["path"] == "title"
    changes = {"title": "#mirror again", "options": {"preset": "mini"}}
    info = (await ann.ask("configure", room=room, changes=changes))["room"]
    assert info["options"]["mirror"] is True
    assert info["options"]["preset"] == "mini"


async def test_a_clock_that_is_asked_for_ticks_in_a_test_room_too(server: Server) -> None:
    ann = await server.connect("ann")
    clock = {"kind": "per_move", "move_ms": 60_000}
    assert (await create(ann, "#mirror", clock=clock))["clock"] == clock


async def test_games_tell_their_paces_and_test_rooms(server: Server) -> None:
    ann = await server.connect("ann")
    (crossfire,) = (await ann.ask("describe", game="crossfire"))["games"]
    assert crossfire["paces"] == ["casual", "classic", "bots"]
    assert crossfire["tests"] == ["mirror", "target", "slides", "crossing"]
    (colonizers,) = (await ann.ask("describe", game="colonizers"))["games"]
    assert colonizers["paces"] == colonizers["tests"] == []


@pytest.mark.parametrize(
    ("preset", "pace", "clock"),
    [
        ("standard", "casual", {"kind": "per_move", "move_ms": 20_000, "first_ms": 70_000}),
        ("standard", "classic", {"kind": "per_move", "move_ms": 20_000, "first_ms": 40_000}),
        ("mini", "casual", {"kind": "per_move", "move_ms": 12_000, "first_ms": 42_000}),
        ("large", "casual", {"kind": "per_move", "move_ms": 32_000, "first_ms": 112_000}),
    ],
)
async def test_a_pace_grows_with_the_units(
    server: Server, preset: str, pace: str, clock: Message
) -> None:
    ann = await server.connect("ann")
    info = await create(ann, "table 1", options={"preset": preset}, pace=pace)
    assert info["clock"] == clock
    assert info["pace"] == pace
    assert info["absent"] == "forfeit"


async def test_what_is_asked_for_by_name_outweighs_the_pace(server: Server) -> None:
    ann = await server.connect("ann")
    info = await create(ann, "table 1", pace="classic", clock={"kind": "none"}, max_timeouts=7)
    assert (info["clock"], info["max_timeouts"]) == ({"kind": "none"}, 7)
    assert info["on_timeout"] == "forfeit"  # still that of the pace
    refusal = await ann.refused("create_room", game="crossfire", pace="slow")
    assert refusal["data"] == {"path": "pace", "want": "one of casual, classic, bots"}
    refusal = await ann.refused("create_room", game="colonizers", pace="casual")
    assert refusal["data"] == {"path": "pace", "want": "one of none"}


async def test_who_is_late_once_under_the_classic_pace_has_lost(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    clock = {"kind": "per_move", "move_ms": 1_000}  # ann, too, has no more
    info = await create(ann, "duel", options={"preset": "mini"}, pace="classic", clock=clock)
    await ann.ask("sit", room=info["room"], seat=0)
    await bob.ask("join", room=info["room"], seat=1, ready=True)
    start = await begin(ann, info["room"])
    playing = asyncio.create_task(play_on(ann, start["match_id"]))  # bob says nothing
    over = await bob.expect("match_over")
    await playing
    assert over["reason"] == "forfeit"
    assert over["places"] == [1, 2]


async def test_a_test_room_goes_on_after_a_restart(tmp_path: Path) -> None:
    hello: dict[str, Any] = {"auth": {"kind": "guest", "name": "ann", "token": "the secret of ann"}}
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", **hello)
        info = await create(ann, "#mirror", options={"preset": "mini"})
        start = await begin(ann, info["room"])
        await server.app.close(0)
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", **hello)
        over = await play_on(ann, start["match_id"])
        assert over["scores"] == [0.5]
        again = await begin(ann, info["room"])
        assert again["options"]["mirror"] is True
