"""A match that was begun under rules that a server has not: it is left alone, and goes on where a server has them."""

from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import FOREVER, Client, Server, open_server, play_out, start_match

from infoset_games.game import Game
from infoset_games.registry import register
from infoset_games.testing.toys import Leduc
from infoset_server.common.ids import MatchId
from infoset_server.storage.port import OPEN


class Newer(Leduc):
    """The game as a later server has it."""

    name = "tides"
    rules = "tides/2.0"


class Older(Leduc):
    """The same game before that."""

    name = "tides"
    rules = "tides/1.0"


def secret(name: str) -> dict[str, Any]:
    return {"auth": {"kind": "guest", "name": name, "token": f"the secret of {name}"}}


async def come(server: Server, name: str) -> Client:
    return await server.connect(name, **secret(name))


async def begin(folder: Path) -> tuple[str, str, int]:
    """A match of two in which one has acted; returns it, its room, and how many steps are stored."""
    async with open_server(folder, store__enabled=True) as server:
        players = [await come(server, name) for name in ("ann", "bob")]
        match_id = await start_match(players, game="tides", clock=FOREVER)
        live = server.live(match_id)
        (seat,) = live.match.open
        mover, steps = players[seat], live.commit_gate.count
        turn = await mover.expect("your_turn")
        await mover.tell("act", match_id=match_id, decision=turn["decision"], index=0)
        await server.until(lambda: live.commit_gate.count > steps)
        return match_id, server.app.play.room_of(live).id, live.commit_gate.count


@pytest.mark.parametrize("meanwhile", [Older, None])
async def test_a_match_waits_for_a_server_with_its_rules_and_nothing_is_lost(
    tmp_path: Path, meanwhile: type[Game] | None
) -> None:
    with register("tides", Newer):
        match_id, room, steps = await begin(tmp_path)
    if meanwhile is None:
        await look(tmp_path, match_id, "no such game is installed here", None)
    else:
        with register("tides", meanwhile):
            await look(tmp_path, match_id, "tides/1.0 are installed here", room)
    with register("tides", Newer):
        async with open_server(tmp_path, store__enabled=True) as server:
            live = server.live(match_id)
            assert live.commit_gate.count == steps
            assert not server.app.play.left
            players = [await come(server, name) for name in ("ann", "bob")]
            over = await play_out(players, match_id)
            assert {one["reason"] for one in over} == {"finished"}


async def look(folder: Path, match_id: str, here: str, room: str | None) -> None:
    """What a server without the rules does and says."""
    async with open_server(folder, store__enabled=True) as server:
        assert not server.app.play.running
        assert not server.app.play.broken
        assert server.records is not None
        assert (await server.records.store.find_match(match_id)).status == OPEN
        words = f"match {match_id} waits for a server with the rules tides/2.0; {here}"
        ann = await come(server, "ann")
        told = await ann.expect("error", match_id=match_id)
        assert (told["code"], told["msg"]) == ("wrong_state", words)
        refused = await ann.refused("sync", match_id=match_id)
        assert (refused["code"], refused["msg"]) == ("wrong_state", words)
        if room is not None:
            (shown,) = ann.of_type("chat_msg")
            assert (shown["room"], shown["text"]) == (room, words)
            cat = await come(server, "cat")
            await cat.ask("join", room=room)
            assert (await cat.expect("chat_msg"))["text"] == words
        assert MatchId(match_id) in server.app.play.left
