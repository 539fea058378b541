"""Following a match from the lobby to its result, against scripted servers."""

import io
from typing import TYPE_CHECKING, Any

import pytest

from infoset.client import Client
from infoset.errors import CommandError
from infoset.timing import Timing
from infoset.watching.follow import Target, follow
from infoset.watching.screen import PlainText, Terminal
from infoset.watching.text import Style

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


async def show(peer: "Peer", match_id: str = "g_1") -> None:
    """A short match as a spectator gets it."""
    await begin(peer, match_id)
    events = {"type": "events", "match_id": match_id}
    await peer.send(events | {"ver": 1, "items": [{"e": "roll", "by": 0}], "obs": {"round": 2}})
    await peer.send(events | {"match_id": "g_other", "ver": 1, "items": [{"e": "wrong"}]})
    await peer.end_match(match_id)


async def begin(peer: "Peer", match_id: str = "g_1") -> None:
    await peer.start_match(match_id, role="watcher", seat=None, view="public")
    await peer.send({"type": "snapshot", "match_id": match_id, "ver": 0, "obs": {"round": 1}})


def room(name: str, status: str = "playing", match_id: str | None = "g_1") -> dict[str, Any]:
    plain: dict[str, Any] = {
        "room": name,
        "title": name,
        "game": "toy",
        "rules": "toy/1.0",
        "clock": {"kind": "none"},
        "status": status,
        "host": "u_1",
        "seats": [],
    }
    return plain if match_id is None else plain | {"match_id": match_id}


async def watch(url: str, target: Target) -> tuple[str, list[str]]:
    """What is shown, and what is said about the watching."""
    out, said = io.StringIO(), list[str]()
    timing = Timing(reconnect_s=10)
    async with Client(url, features=("obs",), timing=timing) as client:
        await follow(client, target, PlainText(out), Style(), said.append)
    return out.getvalue(), said


async def test_a_match_is_followed_to_its_result(serve_any: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["features"] == ["obs"]
        request = await peer.expect("watch")
        assert (request["match_id"], request["view"]) == ("g_1", "public")
        await peer.reply(request, {"type": "ok"})
        await show(peer)
        await peer.wait_gone()

    async with serve_any(script) as url:
        shown, said = await watch(url, Target(match_id="g_1"))
    assert shown.splitlines() == [
        "toy/1.0  match g_1  no clock",
        "round: 1",
        "ada: roll",
        "round: 2",
        "result (finished):",
        "  1. ada                  31",
        "  2. bob                  27",
    ]
    assert said == []


async def test_what_arrives_before_the_reply_is_not_lost(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("watch")
        assert request["room"] == "R7"
        await show(peer)
        await peer.reply(request, {"type": "ok"})
        await peer.wait_gone()

    async with serve(script) as server:
        shown, _ = await watch(server.url(), Target(room="R7"))
    assert "result (finished):" in shown


async def test_the_newest_running_match_is_found_in_the_lobby(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("watch_lobby")
        rooms = [
            room("A", match_id="g_7"),
            room("B", match_id="g_8"),
            room("C", status="over", match_id="g_9"),
            room("D", status="open", match_id=None),
        ]
        await peer.reply(request, {"type": "lobby", "full": True, "rooms": rooms})
        off = await peer.expect("watch_lobby")
        assert off["on"] is False
        await peer.reply(off, {"type": "lobby", "full": True})
        request = await peer.expect("watch")
        assert request["match_id"] == "g_8"
        await peer.reply(request, {"type": "ok"})
        await show(peer, "g_8")
        await peer.wait_gone()

    async with serve(script) as server:
        shown, _ = await watch(server.url(), Target())
    assert "match g_8" in shown


async def test_an_empty_lobby_is_waited_at(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("watch_lobby")
        await peer.reply(request, {"type": "lobby", "full": True})
        await peer.send({"type": "lobby", "full": False, "rooms": [room("A", "open", None)]})
        await peer.send({"type": "lobby", "full": False, "rooms": [room("A")]})
        await peer.reply(await peer.expect("watch_lobby"), {"type": "lobby", "full": True})
        await peer.reply(await peer.expect("watch"), {"type": "ok"})
        await show(peer)
        await peer.wait_gone()

    async with serve(script) as server:
        shown, said = await watch(server.url(), Target())
    assert said == ["no match is running; waiting for one"]
    assert "result (finished):" in shown


async def test_a_match_that_is_not_there_is_named(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        refused = {"type": "error", "code": "not_found", "msg": "no such match"}
        await peer.reply(await peer.expect("watch"), refused)
        await peer.wait_gone()

    async with serve(script) as server:
        with pytest.raises(CommandError, match="there is no match g_0 to watch"):
            await watch(server.url(), Target(match_id="g_0"))


async def test_watching_goes_on_in_a_new_session(serve: "Serve") -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.reply(await peer.expect("watch"), {"type": "ok"})
        await begin(peer)
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        await peer.reply(await peer.expect("watch"), {"type": "ok"})
        await show(peer)
        await peer.wait_gone()

    async with serve(first, second) as server:
        shown, _ = await watch(server.url(), Target(match_id="g_1"))
    assert shown.count("result (finished):") == 1


async def test_a_terminal_gets_its_screen_back_and_the_result(
    serve: "Serve", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("LINES", "8")

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.reply(await peer.expect("watch"), {"type": "ok"})
        await show(peer)
        await peer.wait_gone()

    out = io.StringIO()
    async with serve(script) as server, Client(server.url()) as client:
        style = Style(is_coloured=True)
        await follow(client, Target(match_id="g_1"), Terminal(out), style, lambda text: None)
    painted = out.getvalue()
    before, _, after = painted.partition("\x1b[?25h\x1b[?1049l")
    assert before.startswith("\x1b[?1049h\x1b[?25l")
    assert "ada: roll" in before
    assert after.endswith("  1. ada                  31\n  2. bob                  27\n")


async def test_the_eyes_of_a_seat_are_asked_for(serve: "Serve") -> None:
    async def tell(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("watch")
        assert (request["match_id"], request["view"]) == ("g_1", "seat:1")
        await peer.reply(request, {"type": "ok"})
        await show(peer)
        await peer.wait_gone()

    async with serve(tell) as server, Client(server.url()) as client:
        target = Target("g_1", seat=1)
        scene = await follow(client, target, PlainText(io.StringIO()), Style(), print)
        assert scene.result is not None
