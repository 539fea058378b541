"""Rooms as clients meet them: seats, readiness, the host's rights, codes, and one match after another."""

from typing import Any

import pytest
from tests.integration.harness import (
    FOREVER,
    Client,
    Message,
    Server,
    open_room,
    play_out,
    seat_all,
)

from infoset_games.registry import known_games


async def connect(server: Server, *names: str) -> list[Client]:
    return [await server.connect(name) for name in names]


async def room_now(client: Client, room: str) -> Message:
    """The room as its member sees it: joining again changes nothing."""
    info: Message = (await client.ask("join", room=room))["room"]
    return info


def seats(info: Message) -> list[str]:
    """Who sits where, by name; `-` for nobody."""
    return [seat.get("name", "-") for seat in info["seats"]]


async def test_the_creator_is_host_and_not_seated(server: Server) -> None:
    [ann] = await connect(server, "ann")
    info = (await ann.ask("create_room", game="colonizers", title="table 9"))["room"]
    assert info["host"] == ann.user
    assert info["title"] == "table 9"
    assert info["status"] == "open"
    assert seats(info) == ["-"] * 4


async def test_a_room_is_found_however_its_id_is_typed(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    assert (await bob.ask("join", room=room.lower()))["room"]["room"] == room


async def test_a_room_is_joined_and_watched_by_the_title_that_its_host_gave(
    server: Server,
) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    room = await open_room(ann, title="Blue Room")
    await open_room(ann)  # whose title is its game's, and nobody gave it
    joined = (await bob.ask("join", room=" blue  room"))["room"]
    assert (joined["room"], joined["title"]) == (room, "Blue Room")
    assert (await bob.ask("watch", room="BLUE ROOM"))["type"] == "ok"
    assert (await bob.refused("join", room="colonizers"))["code"] == "not_found"
    assert (await bob.refused("join", room=" "))["code"] == "not_found"
    assert (await bob.refused("join", room=""))["code"] == "not_found"
    await ann.ask("configure", room=room, changes={"title": "red room"})
    assert (await bob.refused("watch", room="blue room"))["code"] == "not_found"


async def test_an_id_goes_before_a_title_and_several_of_one_title_are_named(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    room = await open_room(ann)
    twins = [await open_room(ann, title=room) for _ in range(2)]
    assert (await bob.ask("join", room=room))["room"]["room"] == room
    await ann.ask("configure", room=twins[0], changes={"title": "twin"})
    await ann.ask("configure", room=twins[1], changes={"title": "twin"})
    refusal = await bob.refused("join", room="Twin")
    assert (refusal["code"], refusal["data"]["path"]) == ("bad_option", "room")
    assert all(one in refusal["data"]["want"] for one in twins)


async def test_an_unlisted_room_is_joined_by_its_title_with_its_code(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    code = (await ann.ask("create_room", game="colonizers", unlisted=True, title="den"))["room"][
        "code"
    ]
    assert (await bob.refused("join", room="den"))["code"] == "not_found"
    assert (await bob.ask("join", room="den", code=code))["room"]["title"] == "den"


async def test_members_see_every_change(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    await bob.ask("join", room=room, any_seat=True)
    await ann.expect("room", where=lambda m: seats(m["room"]) == ["bob", "-", "-", "-"])
    await bob.ask("ready", room=room)
    await ann.expect("room", where=lambda m: m["room"]["seats"][0]["ready"])
    await bob.ask("ready", room=room, ready=False)
    await ann.expect("room", where=lambda m: not m["room"]["seats"][0]["ready"])
    await bob.ask("sit", room=room)
    await ann.expect("room", where=lambda m: seats(m["room"]) == ["-"] * 4)
    await bob.ask("leave", room=room)
    seen = len(bob.of_type("room"))
    await ann.ask("sit", room=room, seat=2)
    await bob.settled()
    assert len(bob.of_type("room")) == seen  # what happens after leaving is not for those who left


async def test_one_seat_each(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    assert (await bob.refused("sit", room=room, seat=0))["code"] == "seat_taken"
    assert (await bob.refused("join", room=room, any_seat=True))["code"] == "already_seated"
    moved = (await bob.ask("sit", room=room, seat=3))["room"]
    assert seats(moved) == ["ann", "-", "-", "bob"]


async def test_a_full_room_takes_members_but_seats_nobody(server: Server) -> None:
    people = await connect(server, "a", "b", "c", "d", "e")
    room = await open_room(people[0])
    await seat_all(people[:4], room)
    refusal = await people[4].refused("join", room=room, any_seat=True)
    assert refusal["code"] == "room_full"
    assert (await people[4].refused("leave", room=room))["code"] == "not_found"
    assert (await people[4].ask("join", room=room))["type"] == "room"


@pytest.mark.parametrize(
    "join",
    [{"seat": 4}, {"seat": 0}, {"ready": True}],
    ids=["no such seat", "taken seat", "ready without a seat"],
)
async def test_a_join_that_is_refused_changes_nothing(server: Server, join: dict[str, Any]) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    await ann.ask("sit", room=room, seat=0)
    await ann.settled()
    ann.forget()
    await bob.refused("join", room=room, **join)
    await ann.settled()
    assert ann.heard[-1]["type"] == "pong"
    assert (await bob.refused("leave", room=room))["code"] == "not_found"


async def test_ready_needs_a_seat(server: Server) -> None:
    [ann] = await connect(server, "ann")
    room = await open_room(ann)
    assert (await ann.refused("ready", room=room))["code"] == "wrong_state"
    assert (await ann.refused("sit", room=room))["code"] == "wrong_state"


async def test_strangers_may_not_touch_a_room(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    for kind, fields in (
        ("leave", {}),
        ("sit", {"seat": 0}),
        ("ready", {}),
        ("configure", {"changes": {}}),
        ("add_bot", {"seat": 0, "bot": "first"}),
        ("kick", {"seat": 0}),
        ("start", {}),
        ("chat", {"text": "hi"}),
    ):
        assert (await bob.refused(kind, room=room, **fields))["code"] == "not_found"


async def test_only_the_host_may(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    await bob.ask("join", room=room)
    for kind, fields in (
        ("configure", {"changes": {"title": "mine"}}),
        ("add_bot", {"seat": 0, "bot": "first"}),
        ("kick", {"user": ann.user}),
        ("start", {}),
    ):
        assert (await bob.refused(kind, room=room, **fields))["code"] == "not_host"


async def test_configure_clears_readiness_and_nothing_else(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann, title="before")
    await seat_all([ann, bob], room)
    await bob.ask("ready", room=room)
    changes = {"title": "after", "clock": {"kind": "bank", "main_ms": 60_000}, "max_timeouts": 2}
    info = (await ann.ask("configure", room=room, changes=changes))["room"]
    assert (info["title"], info["clock"], info["max_timeouts"]) == (
        "after",
        {"kind": "bank", "main_ms": 60_000},
        2,
    )
    assert seats(info) == ["ann", "bob", "-", "-"]
    assert not info["seats"][1]["ready"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"options": {"colony": 99}}, "options.colony"),
        ({"options": {"colour": 1}}, "options.colour"),
        ({"clock": {"kind": "per_move"}}, "clock.move_ms"),
        ({"clock": {"kind": "per_move", "move_ms": 49}}, "clock.move_ms"),
        ({"clock": {"kind": "bank"}}, "clock.main_ms"),
        ({"clock": {"kind": "per_move", "move_ms": 10**12}}, "clock.move_ms"),
        ({"max_timeouts": 0}, "max_timeouts"),
        ({"seats": 3}, "seats"),
        ({"rated": True}, "rated"),
        ({"watch": "delayed", "watch_delay": {"versions": 0}}, "watch_delay"),
    ],
)
async def test_a_bad_setting_is_refused_by_name_and_changes_nothing(
    server: Server, changes: dict[str, Any], path: str
) -> None:
    [ann] = await connect(server, "ann")
    room = await open_room(ann)
    before = await room_now(ann, room)
    refusal = await ann.refused("configure", room=room, changes={"title": "new", **changes})
    assert (refusal["code"], refusal["data"]["path"]) == ("bad_option", path)
    asked = {"game": "colonizers", **changes}
    assert (await ann.refused("create_room", **asked))["data"]["path"] == path
    assert await room_now(ann, room) == before


async def test_unknown_games_and_rules_are_refused_with_what_is_known(server: Server) -> None:
    [ann] = await connect(server, "ann")
    game = await ann.refused("create_room", game="chess")
    assert (game["code"], game["data"]["known"]) == ("game_unknown", list(known_games()))
    rules = await ann.refused("create_room", game="colonizers", rules="colonizers/9.9")
    assert (rules["code"], rules["data"]["known"]) == ("game_unknown", ["colonizers/1.0"])
    assert (await ann.refused("describe", game="chess"))["code"] == "game_unknown"
    assert (await ann.refused("seek", game="chess"))["code"] == "game_unknown"


async def test_an_unlisted_room_opens_with_its_code_only(server: Server) -> None:
    ann, bob, cat = await connect(server, "ann", "bob", "cat")
    info = (await ann.ask("create_room", game="colonizers", unlisted=True))["room"]
    room, code = info["room"], info["code"]
    assert (await bob.refused("join", room=room))["code"] == "not_found"
    assert (await bob.refused("join", room=room, code="c_guess"))["code"] == "not_found"
    assert (await bob.ask("join", room=room, code=code))["room"]["unlisted"] is True
    assert (await cat.ask("watch_lobby"))["rooms"] == []
    assert (await cat.refused("watch", room=room))["code"] == "not_found"
    assert (await bob.ask("watch", room=room))["type"] == "ok"


async def test_the_host_may_send_people_and_bots_away(server: Server) -> None:
    ann, bob, cat = await connect(server, "ann", "bob", "cat")
    room = await open_room(ann)
    await seat_all([ann, bob, cat], room)
    await ann.ask("add_bot", room=room, bot="first", seat=3)
    await ann.ask("kick", room=room, seat=3)
    await ann.ask("kick", room=room, seat=2)
    await ann.ask("kick", room=room, user=bob.user)
    assert seats(await room_now(ann, room)) == ["ann", "-", "-", "-"]
    for gone in (bob, cat):
        await gone.expect("room", where=lambda m: seats(m["room"]).count("-") >= 2)
        assert (await gone.refused("ready", room=room))["code"] == "not_found"
    assert (await ann.refused("kick", room=room, seat=2))["code"] == "not_found"
    assert (await ann.refused("kick", room=room, user="u_nobody"))["code"] == "not_found"
    assert (await ann.refused("kick", room=room))["code"] == "bad_message"


async def test_the_host_passes_on_when_he_leaves_and_the_last_one_takes_the_room_along(
    server: Server,
) -> None:
    ann, bob, cat = await connect(server, "ann", "bob", "cat")
    room = await open_room(ann)
    await bob.ask("join", room=room)
    await ann.ask("leave", room=room)
    await bob.expect("room", where=lambda m: m["room"]["host"] == bob.user)
    await bob.leave()
    await server.until(lambda: not server.app.lobby.rooms)
    assert (await cat.refused("join", room=room))["code"] == "not_found"


async def test_a_room_starts_when_all_seats_are_ready(server: Server) -> None:
    people = await connect(server, "a", "b", "c")
    room = await open_room(people[0])
    await seat_all(people, room, ready=True)
    await people[0].ask("add_bot", room=room, bot="first", seat=3)
    starts = [await player.expect("match_start") for player in people]
    assert [message["seat"] for message in starts] == [0, 1, 2]
    await people[0].expect("room", where=lambda m: m["room"]["status"] == "playing")


async def test_add_bot_names_what_is_on_offer(server: Server) -> None:
    [ann] = await connect(server, "ann")
    room = await open_room(ann)
    refusal = await ann.refused("add_bot", room=room, bot="deep_thought", seat=0)
    assert refusal["code"] == "bad_option"
    assert "first" in refusal["msg"]
    await ann.ask("sit", room=room, seat=0)
    taken = await ann.refused("add_bot", room=room, bot="first", seat=0)
    assert taken["code"] == "seat_taken"


async def test_while_a_match_runs_its_room_is_closed_for_changes(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    await seat_all([ann], room)
    await bob.ask("join", room=room)
    await ann.ask("start", room=room)
    for kind, fields in (
        ("sit", {"seat": 1}),
        ("sit", {}),
        ("ready", {}),
        ("configure", {"changes": {"title": "x"}}),
        ("add_bot", {"seat": 1, "bot": "first"}),
        ("kick", {"seat": 1}),
        ("start", {}),
    ):
        assert (await ann.refused(kind, room=room, **fields))["code"] == "wrong_state"
    assert (await bob.refused("join", room=room, any_seat=True))["code"] == "wrong_state"


async def test_the_same_people_play_again_when_all_are_ready(server: Server) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    await ann.ask("start", room=room)
    first = (await ann.expect("match_start"))["match_id"]
    await play_out([ann, bob], first)
    over = await ann.expect("room", where=lambda m: m["room"]["status"] == "over")
    assert [seat["ready"] for seat in over["room"]["seats"]] == [False, False, True, True]
    await ann.ask("ready", room=room)
    await bob.ask("ready", room=room)
    second = (await ann.expect("match_start"))["match_id"]
    assert second != first
    await play_out([ann, bob], second)


async def test_who_leaves_the_room_keeps_his_seat_in_the_match_but_not_in_the_next(
    server: Server,
) -> None:
    ann, bob = await connect(server, "ann", "bob")
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    await ann.ask("start", room=room)
    await bob.ask("leave", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await play_out([ann, bob], match_id)
    over = await ann.expect("room", where=lambda m: m["room"]["status"] == "over")
    assert seats(over["room"]) == ["ann", "-", "first", "first"]


async def test_rooms_have_a_limit_for_each_host_and_one_for_all(serve: Any) -> None:
    server: Server = await serve(rooms__max_rooms=3, rooms__max_rooms_per_user=2)
    ann, bob = await connect(server, "ann", "bob")
    for _ in range(2):
        await ann.ask("create_room", game="colonizers")
    assert (await ann.refused("create_room", game="colonizers"))["code"] == "busy"
    room = await open_room(bob)
    await bob.ask("join", room=room, any_seat=True)
    full = await bob.refused("create_room", game="colonizers")
    assert (full["code"], full["retry_ms"] > 0) == ("busy", True)


async def test_rooms_whose_match_is_over_do_not_count_for_their_host(serve: Any) -> None:
    server: Server = await serve(rooms__max_rooms_per_user=2)
    ann, bob = await connect(server, "ann", "bob")
    rooms = []
    for _ in range(4):  # each time bots, and a match to its end
        room = await open_room(ann, clock=FOREVER)
        await ann.ask("sit", room=room, seat=0)
        await ann.ask("start", room=room)
        match_id = (await ann.expect("match_start"))["match_id"]
        await ann.ask("resign", match_id=match_id)
        await ann.expect("room", where=lambda m: m["room"]["status"] == "over")
        rooms.append(room)
    assert list(server.app.lobby.rooms) == rooms[2:]  # the oldest went for the newest
    for room in rooms[2:]:  # somebody else is there: it is still wanted
        await bob.ask("join", room=room)
    assert (await ann.refused("create_room", game="colonizers"))["code"] == "busy"


async def test_a_room_in_which_nothing_happens_is_closed(serve: Any) -> None:
    server: Server = await serve(rooms__idle_expiry_s=0.05)
    [ann] = await connect(server, "ann")
    room = await open_room(ann, clock=FOREVER)
    lobby = server.app.lobby

    def has_expired() -> bool:
        lobby.close_idle()
        return not lobby.rooms

    await server.until(has_expired)
    assert (await ann.refused("leave", room=room))["code"] == "not_found"
