"""What one address, and one person, can fill: a share of the server, and never that of others."""

from typing import Any, Final

from tests.integration.harness import Client, Server, open_room

from infoset_protocol.messages import CreateRoom
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.matches.settings import read_settings

COUNTED: Final = {"connections__exempt_loopback": False}  # as if this machine were another
SEEK: Final[dict[str, Any]] = {"game": "colonizers", "fill_ms": 60_000}


def open_elsewhere(server: Server) -> str:
    """A room that somebody opens from another address."""
    app = server.app
    asked = read_settings(CreateRoom(game="colonizers"), app.config.rooms)
    return app.lobby.open(asked, app.people.accounts.register.add_guest("far"), "192.0.2.9").id


async def test_one_address_fills_its_share_of_rooms_however_many_guests_it_is(serve: Any) -> None:
    """The attack of the report: new guests, as many rooms each as a user may have."""
    server: Server = await serve(rooms__max_rooms_per_address=4, **COUNTED)
    guests = [await server.connect(f"g{number}") for number in range(3)]
    for guest in guests[:2]:
        for _ in range(2):
            await open_room(guest)
    refused = await guests[2].refused("create_room", game="colonizers")
    assert refused["code"] == "busy"
    assert "rooms.max_rooms_per_address" in refused["msg"]
    assert "leave one" in refused["msg"]
    assert len(server.app.lobby.rooms) == 4
    open_elsewhere(server)
    (mine, *_) = server.app.lobby.rooms
    await guests[0].ask("leave", room=mine)
    await open_room(guests[2])


async def cut_off(server: Server, client: Client) -> None:
    """The link is lost; the session waits to be resumed."""
    before = len(server.app.core.away)
    await client.cut()
    await server.until(lambda: len(server.app.core.away) == before + 1)


async def test_rooms_of_people_who_left_go_first_the_longest_empty_one_before(serve: Any) -> None:
    server: Server = await serve(rooms__max_rooms_per_address=3, **COUNTED)
    ann, bob, cat = [await server.connect(name) for name in ("ann", "bob", "cat")]
    rooms = [await open_room(one) for one in (ann, bob, cat)]
    await cut_off(server, bob)
    await cut_off(server, ann)
    fourth = await open_room(cat)
    assert set(server.app.lobby.rooms) == {rooms[0], rooms[2], fourth}
    fifth = await open_room(cat)
    assert set(server.app.lobby.rooms) == {rooms[2], fourth, fifth}
    assert (await cat.refused("create_room", game="colonizers"))["code"] == "busy"


async def test_a_full_server_gives_the_place_of_the_longest_empty_room(serve: Any) -> None:
    server: Server = await serve(rooms__max_rooms=2)
    ann, bob = await server.connect("ann"), await server.connect("bob")
    empty, full = await open_room(ann), await open_room(bob)
    await cut_off(server, ann)
    third = await open_room(bob)
    assert set(server.app.lobby.rooms) == {full, third}
    assert empty not in server.app.lobby.rooms
    refused = await bob.refused("create_room", game="colonizers")
    assert "rooms.max_rooms)" in refused["msg"]


async def holder(server: Server, user: Any) -> Client:
    """A connection of an account."""
    _, token = server.app.people.accounts.credentials.issue(user, Kind.USER)
    client = await server.dial(user.name)
    return await client.log_in(auth={"kind": "token", "token": token})


async def test_an_owner_and_their_bots_are_one_user(serve: Any) -> None:
    server: Server = await serve(rooms__max_rooms_per_user=2, rooms__max_seeks_per_user=2)
    register = server.app.people.accounts.register
    owner = register.add_account("ann", Role.PLAYER)
    bots = [
        register.add_account(name, Role.PLAYER, is_bot=True, owner=owner.id)
        for name in ("crab", "squid")
    ]
    clients = [await holder(server, user) for user in (owner, *bots)]
    for client in clients[:2]:
        await open_room(client)
        await client.ask("seek", **SEEK, options={"colony": 4 + clients.index(client)})
    refused = await clients[2].refused("create_room", game="colonizers")
    assert "rooms.max_rooms_per_user" in refused["msg"]
    assert "rooms.max_seeks_per_user" in (await clients[2].refused("seek", **SEEK))["msg"]


async def test_rooms_that_the_server_makes_are_nobodys_own(serve: Any) -> None:
    """Those of ladders, tournaments and seeks bear the name of somebody who has not asked for them."""
    server: Server = await serve(rooms__max_rooms_per_user=1)
    ann = await server.connect("ann")
    await ann.ask("seek", game="colonizers", fill_ms=0, clock={"kind": "none"})
    await ann.expect("match_start")
    asked = read_settings(CreateRoom(game="colonizers"), server.app.config.rooms)
    host = server.app.people.accounts.register.find(ann.user)
    assert host is not None
    for lasting in ("brief", "table"):
        server.app.lobby.create(asked, host, lasting)
    await open_room(ann)
    assert (
        "you and your bots host 1 rooms"
        in (await ann.refused("create_room", game="colonizers"))["msg"]
    )


async def test_a_user_has_so_many_seeks_over_all_connections(serve: Any) -> None:
    server: Server = await serve(rooms__max_seeks_per_user=1)
    auth = {"kind": "guest", "name": "ann", "token": "swordfish"}
    first = await (await server.dial("ann")).log_in(auth=auth)
    second = await (await server.dial("ann")).log_in(auth=auth)
    await first.ask("seek", **SEEK)
    assert (await second.refused("seek", **SEEK))["code"] == "busy"


async def test_an_address_has_so_many_seeks_and_matches_of_seeks(serve: Any) -> None:
    server: Server = await serve(rooms__max_seeks_per_address=2, **COUNTED)
    ann, bob, cat = [await server.connect(name) for name in ("ann", "bob", "cat")]
    await ann.ask("seek", game="colonizers", fill_ms=0, clock={"kind": "none"})
    started = await ann.expect("match_start")
    await bob.ask("seek", **SEEK)
    refused = await cat.refused("seek", **SEEK)
    assert "rooms.max_seeks_per_address" in refused["msg"]
    await ann.ask("resign", match_id=started["match_id"])
    await server.until(lambda: started["match_id"] not in server.app.play.running)
    await cat.ask("seek", **SEEK)


async def test_all_seeks_of_the_server_have_a_limit(serve: Any) -> None:
    server: Server = await serve(rooms__max_seeks=1)
    ann, bob = await server.connect("ann"), await server.connect("bob")
    await ann.ask("seek", **SEEK)
    assert "rooms.max_seeks)" in (await bob.refused("seek", **SEEK))["msg"]


async def test_a_class_of_forty_behind_one_address_has_room_by_default(serve: Any) -> None:
    server: Server = await serve(**COUNTED)
    for number in range(40):
        pupil = await server.connect(f"pupil {number}")
        for _ in range(5):
            await open_room(pupil)
        await pupil.ask("seek", **SEEK, options={"colony": 1 + number % 8})
    assert len(server.app.lobby.rooms) >= 200
