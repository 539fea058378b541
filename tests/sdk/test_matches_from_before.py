"""A program that is started again finds the matches in which it has a seat still, beside those that it seeks."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.client.conftest import Peer, Script, run_server
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


each_sdk = pytest.mark.parametrize("sdk", SDKS, ids=[sdk.name for sdk in SDKS])


async def play(sdk: Sdk, *scripts: Script, **options: str) -> tuple[int | None, str]:
    """Runs the random bot of an SDK against a server with a script for each connection; returns its exit code and what it said."""
    dash = "-" if sdk.name == "Go" else "--"
    async with run_server(scripts, is_websocket=False) as server:
        told = {"url": server.url(), **options}
        words = [word for name, value in told.items() for word in (dash + name, value)]
        pipe = asyncio.subprocess.PIPE
        program = await asyncio.create_subprocess_exec(
            *sdk.start()("random_bot"), *words, stdout=pipe, stderr=pipe
        )
        try:
            async with asyncio.timeout(LIMIT_S):
                said = b"".join(await program.communicate()).decode()
        finally:
            if program.returncode is None:
                program.kill()
                await program.wait()
    return program.returncode, said


@each_sdk
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

    code, said = await play(sdk, script, seek="colonizers", games="1")
    assert acted == ["m_before"], said
    assert code == 0, said
    assert "played 2 matches: 2 first places" in said


def happened(ver: int, *kinds: str) -> dict[str, Any]:
    return {"type": "events", "ver": ver, "items": [{"e": kind} for kind in kinds]}


MISSED = [happened(1, "deal"), happened(2), happened(3, "draw", "build"), happened(4, "turn")]
VER = 4
SHOWN = {"type": "snapshot", "match_id": "m_before", "ver": VER, "obs": {}}


async def come_back(peer: Peer) -> dict[str, Any]:
    """A new process logs in, and is shown the match as it stands; returns what it asks for first."""
    await peer.log_in()
    seek = await peer.expect("seek")
    await peer.send(started("m_before") | {"ver": VER})
    asked = {"kind": "build", "n": 1, "fallback": 0, "legal": {"actions": [["skip"]]}}
    await peer.send({**SHOWN, "pending": [{**asked, "decision": 3}]})
    await peer.reply(seek, {"type": "ok"})
    return await peer.expect("replay")


async def end_after_act(peer: Peer) -> None:
    act = await peer.expect("act")
    await peer.send({"match_id": "m_before", **happened(VER + 1, "skip")})
    done = {"type": "act_ok", "match_id": "m_before", "decision": 3, "elapsed_ms": 0}
    await peer.reply(act, done)
    await peer.send(over("m_before"))
    await peer.wait_gone()


@each_sdk
async def test_what_happened_before_is_told_to_a_new_process_ahead_of_the_first_question(
    sdk: Sdk, tmp_path: Path
) -> None:
    asked: list[dict[str, Any]] = []

    async def script(peer: Peer) -> None:
        request = await come_back(peer)
        # The rest of the first answer is late, as it is behind a bridge, which passes on one part only.
        begun = [started("m_before"), {"type": "snapshot", "ver": 0, "obs": {}}, *MISSED[:3]]
        for entries in (begun, [{"type": "snapshot", "ver": 3, "obs": {}}, *MISSED[3:]]):
            asked.append({name: request[name] for name in ("replay", "view", "first", "last")})
            more = len(asked) == 1
            part = {"type": "replay_part", "replay": "m_before", "i": 0, "entries": entries}
            await peer.reply(request, {**part, "more": more})
            if more:
                request = await peer.expect("replay")
        await end_after_act(peer)

    code, said = await play(sdk, script, seek="colonizers", games="1", trace=str(tmp_path))
    assert code == 0, said
    whole = {"replay": "m_before", "view": "seat:0", "last": VER}
    assert asked == [{**whole, "first": 0}, {**whole, "first": 3}]
    lines = (tmp_path / "m_before-seat0.ndjson").read_text().splitlines()[2:]
    told = [line for line in map(json.loads, lines) if line["type"] in ("events", "your_turn")]
    kinds = [[item["e"] for item in line["items"]] if "items" in line else "?" for line in told]
    assert kinds == [["deal"], ["draw", "build"], ["turn"], "?", ["skip"]]
    assert [line["ver"] for line in told] == [1, 3, 4, 4, 5]


@each_sdk
async def test_where_the_server_does_not_tell_it_the_match_is_played_on_and_a_warning_says_so(
    sdk: Sdk, tmp_path: Path
) -> None:
    async def script(peer: Peer) -> None:
        request = await come_back(peer)
        refusal = {"type": "error", "code": "unsupported", "msg": "this server keeps no matches"}
        await peer.reply(request, refusal)
        await end_after_act(peer)

    code, said = await play(sdk, script, seek="colonizers", games="1", trace=str(tmp_path))
    assert code == 0, said
    assert "played 1 match: 1 first place" in said
    assert "is not told" in said
    assert "this server keeps no matches" in said


@each_sdk
@pytest.mark.parametrize("code", ["unavailable", "busy"])
async def test_a_match_that_a_server_does_not_know_of_yet_is_played_on_when_it_does(
    sdk: Sdk, code: str
) -> None:
    """The next hall of a cluster may be there before it has the matches of the last one."""

    async def first(peer: Peer) -> None:
        await peer.log_in()
        await peer.reply(await peer.expect("seek"), {"type": "ok"})
        await peer.send(started("m_before"))
        await peer.close(4503)

    async def second(peer: Peer) -> None:
        await peer.log_in(session="s_2")
        refusal = {
            "type": "error",
            "code": code,
            "msg": "the server that plays it is not heard yet",
        }
        await peer.reply(await peer.expect("sync"), refusal | {"retry_ms": 1_000})
        await peer.send(started("m_before"))
        asked = {"kind": "build", "n": 1, "fallback": 0, "legal": {"actions": [["skip"]]}}
        turn = {"type": "your_turn", "match_id": "m_before", "seat": 0, "ver": 1, "decision": 1}
        await peer.send({**turn, **asked, "obs": {}})
        done = {"type": "act_ok", "match_id": "m_before", "decision": 1, "elapsed_ms": 0}
        await peer.reply(await peer.expect("act"), done)
        await peer.send(over("m_before"))
        await peer.wait_gone()

    status, said = await play(sdk, first, second, seek="colonizers", games="1")
    assert status == 0, said
    assert "without us" not in said
    assert "played 1 match: 1 first place" in said
