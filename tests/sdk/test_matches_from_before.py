"""A program that is started again finds the matches in which it has a seat still, beside those that it seeks."""

import asyncio
from typing import Any

import pytest
from tests.client.conftest import Peer, run_server
from tests.sdk.sdks import SDKS, Sdk

pytestmark = pytest.mark.timeout(700)

LIMIT_S = 100  # the machine may be busy


def started(match_id: str) -> dict[str, Any]:
    return {
        "type": "match_start",
        "match_id": match_id,
        "game": "colonizers",
        "rules": "colonizers/1.0",
        "role": "player",
        "seat": 0,
        "players": [{"seat": 0, "kind": "bot"}],
        "clock": {"kind": "none"},
        "consts_hash": "c",
    }


def over(match_id: str) -> dict[str, Any]:
    result = {"reason": "finished", "places": [1], "scores": [3], "returns": [1]}
    return {"type": "match_over", "match_id": match_id, **result}


@pytest.mark.parametrize("sdk", SDKS, ids=[sdk.name for sdk in SDKS])
async def test_a_match_from_before_is_played_to_its_end_when_the_one_that_was_sought_is_over(
    sdk: Sdk,
) -> None:
    acted: list[str] = []

    async def script(peer: Peer) -> None:
        await peer.log_in()
        seek = await peer.expect("seek")
        await peer.send(started("m_before"))
        await peer.reply(seek, {"type": "ok"})
        await peer.send(started("m_sought"))
        await peer.send(over("m_sought"))
        asked = {"kind": "build", "n": 1, "fallback": 0, "legal": {"actions": [["skip"]]}}
        turn = {"type": "your_turn", "match_id": "m_before", "seat": 0, "ver": 1, "decision": 1}
        await peer.send({**turn, **asked, "obs": {}})
        act = await peer.expect("act")
        acted.append(act["match_id"])
        done = {"type": "act_ok", "match_id": "m_before", "decision": 1, "elapsed_ms": 0}
        await peer.reply(act, done)
        await peer.send(over("m_before"))
        await peer.wait_gone()

    flag = "-" if sdk.name == "Go" else "--"
    words = sdk.start()("random_bot")
    async with run_server((script,), is_websocket=False) as server:
        options = ["url", server.url(), "seek", "colonizers", "games", "1"]
        told = [flag + word if at % 2 == 0 else word for at, word in enumerate(options)]
        pipe = asyncio.subprocess.PIPE
        program = await asyncio.create_subprocess_exec(*words, *told, stdout=pipe, stderr=pipe)
        try:
            async with asyncio.timeout(LIMIT_S):
                said = b"".join(await program.communicate()).decode()
        finally:
            if program.returncode is None:
                program.kill()
                await program.wait()
    assert acted == ["m_before"], said
    assert program.returncode == 0, said
    assert "played 2 matches: 2 first places" in said
