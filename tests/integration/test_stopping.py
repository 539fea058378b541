"""The order to stop: nothing new begins, what runs may end, everybody is told, and nothing is left."""

import asyncio
from collections.abc import Callable
from typing import Any

from tests.integration.harness import (
    FOREVER,
    Client,
    Server,
    open_room,
    play_on,
    seat_all,
    start_match,
)

from infoset_protocol.messages import CreateRoom
from infoset_server.commands.serve import shut_down
from infoset_server.matches.settings import read_settings

Serve = Callable[..., Any]


def stop(server: Server, grace_s: float, hurry: asyncio.Event | None = None) -> asyncio.Task[None]:
    """Gives the order, as a signal does."""
    ending = shut_down(server.app, server.listener, grace_s, hurry or asyncio.Event())
    return asyncio.create_task(ending)


async def stopping(server: Server) -> None:
    await server.until(lambda: server.app.matchmaker.stopping)


async def farewell(client: Client) -> int:
    """The code of the last message, after which the connection has ended."""
    bye = await client.expect("bye")
    await client.ended()
    assert client.heard[-1] is bye
    return int(bye["code"])


async def test_nothing_new_begins_and_what_runs_may_end(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    waiting = await open_room(bob)
    match_id = await start_match([ann])
    ending = stop(server, grace_s=60)
    await stopping(server)
    for kind, fields in (
        ("create_room", {"game": "colonizers"}),
        ("seek", {"game": "colonizers"}),
        ("start", {"room": waiting}),
    ):
        assert (await bob.refused(kind, **fields))["code"] == "shutting_down"
    newcomer = await server.dial("newcomer")
    auth = {"kind": "guest", "name": "newcomer"}
    refusal = await newcomer.request("hello", proto=[1], auth=auth)
    assert (refusal["code"], refusal["fatal"]) == ("shutting_down", True)
    assert await farewell(newcomer) == 4503
    assert not ending.done()
    assert (await play_on(ann, match_id))["reason"] == "finished"
    assert [await farewell(client) for client in (ann, bob)] == [1001, 1001]
    await ending


async def test_who_plays_may_come_back_to_finish(server: Server) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    ending = stop(server, grace_s=60)
    await stopping(server)
    await ann.cut()
    welcome = ann.welcome
    session = {"session": welcome["session"], "token": welcome["resume_token"], "seq": 0}
    again = await server.connect("ann", resume=session)
    assert (await play_on(again, match_id))["reason"] == "finished"
    assert await farewell(again) == 1001
    await ending


async def test_a_room_that_is_ready_does_not_start_any_more(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    keeps_it_busy = await start_match([ann])
    room = await open_room(bob)
    await seat_all([bob], room)
    for seat in (1, 2, 3):
        await bob.ask("add_bot", room=room, seat=seat, bot="first")
    ending = stop(server, grace_s=60)
    await stopping(server)
    await bob.ask("ready", room=room)
    await bob.settled()
    assert not bob.of_type("match_start")
    await play_on(ann, keeps_it_busy)
    await ending


async def test_open_seeks_are_closed(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    match_id = await start_match([ann])
    await bob.ask("seek", game="colonizers", fill_ms=3_600_000, clock=FOREVER)
    pairing = server.app.matchmaker.pairing
    ending = stop(server, grace_s=60)
    await stopping(server)
    assert pairing.open == []
    assert pairing.next_fill_ms() is None
    await play_on(ann, match_id)
    await ending
    assert not bob.of_type("match_start")


async def test_matches_that_take_too_long_are_aborted(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await eve.ask("watch", match_id=match_id)
    await stop(server, grace_s=0.05)
    for client in (ann, eve):
        over = await client.expect("match_over")
        assert (over["reason"], over["places"]) == ("aborted", [1, 1, 1, 1])
        assert await farewell(client) == 1001
    assert [closed["why"] for closed in ann.of_type("turn_closed")] == ["match_over"]


async def test_a_second_order_does_not_wait(server: Server) -> None:
    ann = await server.connect("ann")
    await start_match([ann])
    hurry = asyncio.Event()
    ending = stop(server, grace_s=3_600, hurry=hurry)
    await stopping(server)
    hurry.set()
    assert (await ann.expect("match_over"))["reason"] == "aborted"
    assert await farewell(ann) == 1001
    await ending


async def test_without_matches_the_end_comes_at_once(server: Server) -> None:
    ann = await server.connect("ann", "ws-json")
    await open_room(ann)
    await stop(server, grace_s=3_600)
    assert await farewell(ann) == 1001
    assert server.connections() == []


async def test_an_absent_player_does_not_hold_up_the_stop_for_ever(serve: Serve) -> None:
    server: Server = await serve(rooms__absence_s=1)
    ann = await server.connect("ann")
    await start_match([ann])
    await ann.cut()
    await stop(server, grace_s=60)  # a stand-in plays the match to its end
    assert not server.app.play.running


async def test_the_demo_table_does_not_hold_up_the_stop(server: Server) -> None:
    asked = CreateRoom(game="colonizers", title="demo")
    settings = read_settings(asked, server.app.config.rooms)
    room = server.app.matchmaker.open_demo(settings, server.app.people.server_user)
    eve = await server.connect("eve")
    assert (await eve.ask("watch_lobby"))["rooms"][0]["title"] == "demo"
    await eve.ask("join", room=room.id)
    await eve.ask("leave", room=room.id)
    await eve.ask("watch", room=room.id)
    await eve.expect("events")
    assert (await eve.ask("join", room=room.id))["room"]["host"] != eve.user
    await stop(server, grace_s=3_600)
    assert (await eve.expect("match_over"))["reason"] == "aborted"
