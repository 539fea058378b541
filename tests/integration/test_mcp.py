"""A language model's seat: a client that knows the tools only plays, is refused with reasons, and learns no secret."""

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from mcp import Client as ModelClient
from mcp.types import TextResourceContents
from tests.integration.harness import Server, open_room, open_server
from tests.integration.mcp_player import call, is_over, is_turn, numbers, play, refused, seat_at
from tests.integration.mcp_policies import POLICIES, arena_scores, mcp_scores

from infoset.botseat import BotSeat
from infoset.client import Client
from infoset.mcp.player import FEATURES, Player
from infoset.mcp.server import serve_one
from infoset.playing import Host, Plan
from infoset_bots.heuristic_bot import HeuristicBot
from infoset_games.core import State
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_server.matches.runner import MatchRunner

DISCARD: Final = 9  # a port at which nobody answers
TOOLS: Final = {
    *(
        "find_match",
        "wait_for_turn",
        "act",
        "say",
        "worlds",
        "rollout",
        "rules",
        "history",
        "resign",
    ),
    "games",
}


async def heuristic_players(server: Server, room: str, seats: int) -> list[asyncio.Task[None]]:
    """Bots of the SDK on the other seats of a room."""

    async def sit(number: int) -> None:
        async with Client(f"infoset://127.0.0.1:{server.port}", name=f"bot{number}") as client:
            make = lambda match, start: BotSeat(match, HeuristicBot, client.ask)
            await Host(client, make, Plan(room=room)).run()

    return [asyncio.create_task(sit(number)) for number in range(seats)]


def trader(seed: str) -> Callable[[str], str]:
    """Accepts and makes offers, builds what it can, else draws lots."""
    rng = random.Random(seed)

    def choose(text: str) -> str:
        if "answer the offer" in text and "say yes" in text:
            line = next(line for line in text.splitlines() if line.endswith("say yes"))
            return line.split()[0]
        return str(rng.choice(numbers(text)))

    return choose


async def test_a_model_plays_four_seat_catan_to_the_end_and_survives_a_cut(server: Server) -> None:
    host = await server.connect("host")
    room = await open_room(host, game="catan", seats=4)
    async with seat_at(server) as (model, player):
        tools = {tool.name for tool in (await model.list_tools()).tools}
        assert tools == TOOLS
        others = await heuristic_players(server, room, 3)
        text = await call(model, "find_match", room=room, wait_s=60)
        text = await play(model, text, trader("cut"), until=6)
        session = player.client.welcome.session
        link = player.client._link
        assert link is not None
        await link.close()
        text = await play(model, text, trader("end"))
        assert player.client.welcome.session == session
        assert "result (finished)" in text
        log = await call(model, "history", last=0)
        assert "model offers" in log
        assert " gives model " in log or "model gives " in log
        (shown,) = (await model.read_resource("infoset://match/result")).contents
        assert isinstance(shown, TextResourceContents)
        assert shown.text in text
        await asyncio.gather(*others)


async def test_a_refusal_says_why_and_what_is_legal_and_changes_nothing(server: Server) -> None:
    async with seat_at(server) as (model, player):
        assert "call find_match" in await refused(model, "wait_for_turn", wait_s=0)
        text = await call(model, "find_match", game="catan", bots=["first"] * 3, wait_s=60)
        live = next(live for _, live in server.app.play.running.items())
        before = state_hash(live.match.state)
        for action, why in (
            ("fly", "no such action"),
            ("999", "there is no 999"),
            ("city 4", ""),
            ('["road"', "no JSON"),
        ):
            said = await refused(model, "act", action=action)
            assert why in said
            assert "legal:" in said
            assert "place a settlement" in said
        assert state_hash(live.match.state) == before
        assert "already" in await refused(model, "find_match", game="catan")
        assert is_turn(text)
        assert player.is_playing
        await call(model, "resign")


async def test_a_match_that_is_sought_is_waited_for_before_and_after_another_one(
    server: Server,
) -> None:
    """Neither "you are in no match" nor the end of the match before is news of it."""
    waiting = "the match has not started yet; call wait_for_turn"
    async with seat_at(server) as (model, _):
        for turn in range(2):
            assert await call(model, "find_match", game="crossfire", wait_s=0) == waiting
            assert await call(model, "wait_for_turn", wait_s=0) == waiting
            other = await server.connect(f"seeker{turn}")
            await other.ask("seek", game="crossfire")
            text = await call(model, "wait_for_turn", wait_s=60)
            assert "you are model" in text
            await call(model, "resign")
            while not is_over(text):
                text = await call(model, "wait_for_turn", wait_s=60)
        assert "no game" in await refused(model, "find_match", game="chess")
        assert is_over(await call(model, "wait_for_turn", wait_s=0))  # nothing is sought


async def test_a_tool_says_that_the_server_is_away_before_the_model_loses_patience(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(open_server(tmp_path))
        client = Client(f"infoset://127.0.0.1:{server.port}", name="model", features=FEATURES)
        player = await stack.enter_async_context(Player(client, answer_s=0.1))
        model = await stack.enter_async_context(ModelClient(serve_one(player)))
        text = await call(model, "find_match", game="catan", bots=["first"] * 3, wait_s=60)
        if not is_turn(text):
            await call(model, "wait_for_turn", wait_s=60)
        link = client._link
        assert link is not None
        client._dialer.address = replace(client._dialer.address, port=DISCARD)
        await link.close()
        said = await refused(model, "act", action="0")
        assert "not known to be played: no answer within 0 s, the server is perhaps away" in said
        said = await refused(model, "games")
        assert said.endswith("no answer within 0 s, the server is perhaps away")


async def test_a_table_of_ones_own_has_options(server: Server) -> None:
    async with seat_at(server) as (model, _):
        assert "options: seats=4 target=10 " in await call(model, "games")
        asked: dict[str, Any] = {"game": "catan", "bots": ["first"]}
        for wrong, why in (
            ({"seat": 2}, "seat"),
            ({"seats": 9}, "seats"),
            ({"target": "x"}, "target"),
        ):
            assert why in await refused(model, "find_match", **asked, options=wrong)
        said = await refused(model, "find_match", room="somewhere", options={"seats": 2})
        assert said.endswith("options: expected none with a room, which has its own")
        text = await call(model, "find_match", **asked, options={"seats": 2}, wait_s=60)
        assert is_turn(text) or is_turn(await call(model, "wait_for_turn", wait_s=60))
        live = next(live for _, live in server.app.play.running.items())
        assert live.match.game.options()["seats"] == 2


async def test_rules_come_by_section(server: Server) -> None:
    async with seat_at(server) as (model, _):
        assert "catan" in await call(model, "games")
        head = await call(model, "rules", game="catan")
        titles = [
            line.removeprefix("- ") for line in head.partition("sections:")[2].splitlines() if line
        ]
        assert titles
        assert (await call(model, "rules", game="catan", section=titles[-1])).startswith(
            f"## {titles[-1]}"
        )
        assert "expected one of" in await refused(model, "rules", game="catan", section="no such")
        assert "expected one of" in await refused(model, "rules", game="../catan")


async def test_what_is_said_at_the_table_reaches_the_model_and_others(server: Server) -> None:
    ann = await server.connect("ann", features=["chat"])
    room = await open_room(ann, game="colonizers")
    await ann.ask("join", room=room, seat=0)
    async with seat_at(server) as (model, _):
        await call(model, "find_match", room=room, wait_s=0)
        await ann.ask("start", room=room)
        match_id = (await ann.expect("match_start"))["match_id"]
        await ann.ask("chat", match_id=match_id, text="hello model")
        await call(model, "say", text="hello ann")
        assert (await ann.expect("chat_msg", name="model"))["text"] == "hello ann"
        assert "ann says: hello model" in await call(model, "history")


def worlds_of(live: MatchRunner) -> list[State]:
    """Two worlds that look alike to the seat that is asked."""
    match = live.match
    seen = match.state.observe(next(iter(match.open.values())).seat)
    return [match.game.determinize(seen, Rng(f"twin {number}")) for number in range(2)]


@pytest.mark.parametrize("game", ["catan", "colonizers"])
async def test_worlds_that_look_equal_to_the_seat_give_equal_bytes(
    game: str, tmp_path: Path
) -> None:
    told = []
    hashes = set()
    for twin in range(2):
        async with (
            open_server(tmp_path / str(twin), seed="twins") as server,
            seat_at(server) as (model, _),
        ):
            text = await call(model, "find_match", game=game, bots=["first"] * 3, wait_s=60)
            live = next(live for _, live in server.app.play.running.items())
            choose = trader("twins")
            while len(set(map(state_hash, worlds := worlds_of(live)))) < 2:  # nothing is hidden yet
                text = await play(model, text, choose, until=1)
                assert not is_over(text), "nothing was ever hidden"
            live.match.state = worlds[twin]
            live.match._observed.clear()
            hashes.add(state_hash(worlds[twin]))
            told.append(
                [
                    text,
                    await call(model, "wait_for_turn", wait_s=0),
                    await call(model, "history", last=0),
                    await refused(model, "act", action="road 3"),
                    await refused(model, "act", action="no"),
                    await call(model, "worlds", count=3, seed=7),
                    await call(model, "rollout", playouts=2, seed=7),
                ]
            )
    assert len(hashes) == 2
    assert told[0] == told[1]
    assert all(is_turn(text) for text in told[0][:2])


async def test_three_policies_score_through_the_tools_what_they_score_in_the_arena(
    tmp_path: Path,
) -> None:
    table: dict[str, tuple[float, ...]] = {}
    for name, policy in POLICIES.items():
        through = await mcp_scores(policy, "table", tmp_path / name)
        table[name] = through
        assert through == arena_scores(policy, "table"), name
    assert len({scores[0] for scores in table.values()}) == 3, f"no difference in strength: {table}"
