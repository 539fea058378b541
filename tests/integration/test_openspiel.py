"""OpenSpiel's games on a server: matches, the list, worlds, replays, ladders, a bot of the SDK."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.faults.servers import running_server
from tests.integration.harness import Server, play_out, start_match
from tests.integration.test_ladder import counted, enter, life, playing, standing
from tests.integration.test_replays import entries_of

from infoset_games.record import dump, read_record
from infoset_games.registry import make_game

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nothing is played here")

LADDER = """
game = "openspiel_leduc_poker"
open_to = ["human", "bot", "guest"]
refit_s = 0.01
clock = {kind = "none"}
"""
PATIENCE_S = 200
GAMES = ["openspiel_leduc_poker", "openspiel_hearts", "openspiel_goofspiel", "openspiel_hanabi"]


async def people(server: Server, game: str) -> list[Any]:
    """A client for each seat."""
    return [await server.connect(f"p{seat}") for seat in range(make_game(game).seats)]


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_played_over_the_wire_and_its_record_is_read(
    serve: Callable[..., Any], game: str
) -> None:
    server = await serve(store__enabled=True, replays__share=1.0)
    players = await people(server, game)
    match_id = await start_match(players, game=game)
    results = await play_out(players, match_id)
    assert {result["reason"] for result in results} == {"finished"}
    lines = await entries_of(players[0], match_id, form="actions", view="all")
    record = read_record(map(dump, lines), make_game)
    *_, (_, last, _) = record.play()
    assert last.over is not None
    assert list(last.over.result.places) == results[0]["places"]


async def test_games_are_described_by_name_and_listed_where_the_host_says(
    serve: Callable[..., Any],
) -> None:
    server = await serve(rooms__listed_games=["openspiel_hearts"])
    client = await server.connect("ann")
    listed = {one["game"] for one in (await client.ask("describe"))["games"]}
    assert {name for name in listed if name.startswith("openspiel")} == {"openspiel_hearts"}
    (one,) = (await client.ask("describe", game="openspiel_universal_poker"))["games"]
    assert one["seats"] == [2, 10]
    assert set(one["options"]) == {"players", "variant"}


@pytest.mark.parametrize(
    ("game", "offers"), [("openspiel_hearts", True), ("openspiel_hanabi", False)]
)
async def test_compute_is_offered_where_there_are_worlds(
    serve: Callable[..., Any], game: str, offers: bool
) -> None:
    server = await serve()
    players = await people(server, game)
    await start_match(players, game=game, compute=True)
    assert bool(players[0].of_type("match_start")[0].get("compute")) == offers


async def test_bots_meet_on_a_ladder(tmp_path: Path) -> None:
    async with life(tmp_path, LADDER) as server:
        ann, _ = await enter(server, "ann", games=2)
        bob, _ = await enter(server, "bob", games=2)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 2)
        rows = await standing(bob)
        assert {row["games"] for row in rows.values()} == {2}


async def test_a_bot_of_the_sdk_finds_a_match_by_name(tmp_path: Path) -> None:
    with running_server(tmp_path, {"rooms.fill_ms": 50}) as server:
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "infoset", "bot", "infoset_bots.openspiel_bot"),
            *("--param", "simulations=50", "--seek", "openspiel_leduc_poker", "--games", "2"),
            *("--url", f"infoset://127.0.0.1:{server.port}"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(PATIENCE_S):
            out, trouble = await bot.communicate()
        assert bot.returncode == 0, (out, trouble)
        assert not server.problems()
