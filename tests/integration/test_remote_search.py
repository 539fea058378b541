"""Searching through the protocol, over real connections and with real workers."""

import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Message, Server, open_room, seat_all

from infoset_games.replay import state_hash

BOTS = Path(__file__).with_name("bots")
FREE: dict[str, Any] = {
    "compute__per_decision": 1 << 40,
    "compute__per_game": 1 << 40,
    "compute__units_per_s": 1 << 40,
    "rates__computes_per_s": 100_000,
    "compute__max_request_ms": 600_000,  # nothing is cut short because the machine is busy,
    "compute__hang_s": 60,  # or taken for hung
}
TWICE = {
    "TwiceIsmcts": ["iterations=6", "batch=3", "policy=random", "horizon=60"],
    "TwiceMonteCarlo": ["worlds=2", "policy=random", "horizon=60"],
}


@pytest.mark.parametrize("bot", TWICE)
async def test_a_match_is_searched_alike_on_the_server_and_by_the_rules(
    serve: Callable[..., Any], bot: str
) -> None:
    server = await serve(**FREE, rooms__fill_ms=1)
    command = [sys.executable, "-m", "infoset", "bot", f"{BOTS / 'same_search.py'}:{bot}"]
    command += [word for param in TWICE[bot] for word in ("--param", param)]
    command += ["--seek", "colonizers", "--games", "1", "--verbose"]
    process = await asyncio.create_subprocess_exec(
        *command,
        "--url",
        f"infoset://127.0.0.1:{server.port}",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out = (await process.communicate())[0].decode()
    assert process.returncode == 0, out
    assert re.search(r"place \d of 4", out), out
    assert "exception" not in out, out
    assert out.count("searched twice") > 20, out


async def test_a_program_behind_the_bridge_may_think_on_the_server(
    serve: Callable[..., Any],
) -> None:
    server = await serve(rooms__fill_ms=1)
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "infoset", "bridge", "--mode", "json"],
        *["--url", f"infoset://127.0.0.1:{server.port}", "--seek", "colonizers", "--games", "1"],
        *["--", sys.executable, "-u", "-S", "-E", str(BOTS / "thinking_child.py")],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out = (await process.communicate())[0].decode()
    assert process.returncode == 0, out
    assert re.search(r"place \d of 4", out), out
    assert re.search(r"thought of \d\d+ decisions, 0 refused", out), out


async def test_searching_from_all_seats_leaves_the_match_as_it_is(
    serve: Callable[..., Any],
) -> None:
    server: Server = await serve(**FREE, compute__workers=2)
    players = [
        await server.connect(name, features=["compute"]) for name in ("ada", "bob", "cyd", "dan")
    ]
    await seat_all(players, await open_room(players[0]), ready=True)
    turn = await players[0].expect("your_turn")
    match = server.live(turn["match_id"]).match
    before = state_hash(match.state), match.ver
    answers = await asyncio.gather(*(search(player, turn["match_id"]) for player in players))
    assert {out["status"] for results in answers for out in results} == {"over"}
    assert (state_hash(match.state), match.ver) == before


async def search(player: Client, match_id: str) -> list[Message]:
    """Batches of playouts of worlds that agree with what the player knows."""
    results: list[Message] = []
    for seed in range(4):
        drawn = await player.ask("determinize", match_id=match_id, k=16, seed=seed)
        jobs = [
            {"w": world["w"], "acts": [{"index": 0}], "luck": number, "policy": "random"}
            for number, world in enumerate(drawn["worlds"])
        ]
        want = ["keys", "returns"]
        sims = await player.ask("simulate", match_id=match_id, jobs=jobs, want=want, seed=seed)
        results += sims["results"]
    return results
