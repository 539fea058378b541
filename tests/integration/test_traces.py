"""`infoset bot --trace` on a live server: the whole match, with what the bot thought and where it failed."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server

from infoset.tracing import Thought, read_trace
from infoset_protocol.messages import YourTurn

RUN_S = 250  # the machine may be busy
Serve = Callable[..., Any]

BOT = """
import infoset


class Dearest(infoset.Bot):
    def __init__(self):
        self.events = 0

    def on_events(self, match, events):
        self.events += len(events)

    def decide(self, turn):
        if turn.decision == 3:
            raise ValueError("no idea")
        values = [float(turn.actions.index(action)) for action in turn.actions]
        values[0] = None
        turn.weigh(values)
        return len(turn.actions) - 1
"""


@pytest.mark.timeout(2 * RUN_S)
async def test_a_bot_on_a_server_is_traced_from_start_to_end(serve: Serve, tmp_path: Path) -> None:
    server: Server = await serve(rooms__fill_ms=50)
    bot = tmp_path / "dearest.py"
    bot.write_text(BOT)
    words = ["--seek", "colonizers", "--url", f"infoset://127.0.0.1:{server.port}"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "infoset", "bot", str(bot), *words, "--trace", str(tmp_path)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(RUN_S):
        out, errors = await process.communicate()
    assert process.returncode == 0, out + errors
    lines = list(read_trace(only_trace(tmp_path)))
    kinds = [getattr(line, "type", "thought") for line in lines]
    assert (kinds[0], kinds[-1]) == ("match_start", "match_over")
    assert kinds.count("events") > 10
    thoughts = [line for line in lines if isinstance(line, Thought)]
    asked = [line for line in lines if isinstance(line, YourTurn)]
    assert [one.decision for one in asked] == [one.decision for one in thoughts]
    assert [one.ver for one in asked] == sorted(one.ver for one in asked)
    failed = [one.choice.get("note") for one in thoughts]
    assert [note for note in failed if note] == ["fallback: decide raised ValueError"]
    weighed = [one for one in thoughts if one.decision != 3]
    assert all(one.values[0] is None and len(one.values) >= 1 for one in weighed)


def only_trace(folder: Path) -> Path:
    (path,) = folder.glob("*.ndjson")
    return path
