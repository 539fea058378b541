"""What was said before is told again to whoever comes back, and to nobody else."""

from typing import Any

from tests.integration.harness import Client, Server, open_room, seat_all, start_match
from tests.integration.test_coming_back import recognise

CHAT = ("chat",)


async def come_back(server: Server, client: Client, **hello: Any) -> Client:
    """A new session of the same user, as of a page that is loaded again; it has heard what waits for it."""
    await client.cut()
    hello = {"features": CHAT} | hello
    again = await server.connect(client.name, resume=recognise(client), **hello)
    assert again.user == client.user
    await again.settled()
    return again


def told_again(client: Client) -> list[str]:
    return [message["text"] for message in client.of_type("chat_msg") if "ago_ms" in message]


async def test_a_player_who_comes_back_hears_what_was_said_in_the_match(server: Server) -> None:
    ann, bob = [await server.connect(name) for name in ("ann", "bob")]
    match_id = await start_match([ann, bob])
    await ann.ask("chat", match_id=match_id, text="good luck")
    await bob.ask("chat", match_id=match_id, text="you too", to="players")
    await bob.cut()
    await ann.expect("seat_status", where=lambda m: not m["online"])
    await ann.ask("chat", match_id=match_id, text="still there?")
    again = await come_back(server, bob)
    assert told_again(again) == ["good luck", "you too", "still there?"]
    kinds = [message["type"] for message in again.heard]
    assert kinds.index("match_start") < kinds.index("chat_msg")
    one = again.of_type("chat_msg")[1]
    assert (one["user"], one["to"], one["match_id"]) == (bob.user, "players", match_id)
    assert one["ago_ms"] >= 0


async def test_who_shows_no_chat_is_told_nothing_again(server: Server) -> None:
    ann, bob = [await server.connect(name) for name in ("ann", "bob")]
    match_id = await start_match([ann, bob])
    await ann.ask("chat", match_id=match_id, text="good luck")
    again = await come_back(server, bob, features=())
    assert again.of_type("match_start")
    assert not again.of_type("chat_msg")


async def test_nobody_is_told_again_what_was_not_for_them(server: Server) -> None:
    """The secret of watchers is none to a player who comes back, nor that of players to a watcher; a stranger has missed all of it."""
    ann, bob, eve = [await server.connect(name) for name in ("ann", "bob", "eve")]
    match_id = await start_match([ann, bob])
    await eve.ask("watch", match_id=match_id)
    await eve.ask("chat", match_id=match_id, text="seat 1 bluffs")
    await ann.ask("chat", match_id=match_id, text="no watchers", to="players")
    await ann.ask("chat", match_id=match_id, text="hello all")
    player = await come_back(server, bob)
    assert told_again(player) == ["no watchers", "hello all"]
    watcher = await come_back(server, eve)
    await watcher.ask("watch", match_id=match_id)
    await watcher.settled()
    assert told_again(watcher) == ["seat 1 bluffs", "hello all"]
    stranger = await server.connect("fay", features=CHAT)
    await stranger.ask("watch", match_id=match_id)
    await stranger.settled()
    assert told_again(stranger) == []


async def test_what_a_player_keeps_away_stays_away(server: Server) -> None:
    ann, bob = [await server.connect(name) for name in ("ann", "bob")]
    match_id = await start_match([ann, bob])
    await ann.ask("chat", match_id=match_id, text="heard")
    await bob.ask("block", user=ann.user)
    await ann.ask("chat", match_id=match_id, text="not heard")
    await bob.ask("block", user=ann.user, on=False)
    assert told_again(await come_back(server, bob)) == ["heard"]


async def test_a_room_tells_again_what_was_said_in_it(server: Server) -> None:
    ann, bob, cat = [await server.connect(name) for name in ("ann", "bob", "cat")]
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    await ann.ask("chat", room=room, text="shall we?")
    again = await come_back(server, bob)
    await again.ask("join", room=room)
    await cat.ask("join", room=room)
    await again.settled()
    await cat.settled()
    assert told_again(again) == ["shall we?"]
    assert told_again(cat) == []
