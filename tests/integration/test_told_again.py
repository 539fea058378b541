"""A bot that is ended in the middle of a match and started again is told what happened before, as its first process was."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.harness import Server
from tests.integration.test_login import account, token_of
from tests.sdk.programs import LOOK_S, RUN_S, where

pytestmark = pytest.mark.timeout(2 * RUN_S)
Serve = Callable[..., Any]
INFOSET: Final = [sys.executable, "-m", "infoset"]

# It keeps a model of its own, waits in decision 4 for a word, and tells in the end what it has counted.
BOT: Final = """
import pathlib, sys, time
import infoset

WORD = pathlib.Path(__file__).with_name("go")


class Counter(infoset.Bot):
    def __init__(self):
        self.kinds = []

    def on_events(self, match, events):
        self.kinds += [event["e"] for event in events]

    def decide(self, turn):
        while turn.decision == 4 and not WORD.exists():
            time.sleep(0.01)
        return len(turn.actions) - 1

    def on_over(self, match, result):
        WORD.with_name(match.match_id).write_text(" ".join(self.kinds))


infoset.run(Counter)
"""


async def start(*command: str | Path) -> Process:
    words = [str(word) for word in command]
    return await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=PIPE)


def lines_of(trace: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace.read_text("utf-8").splitlines() if line[-1] == "}"]


def events_in(trace: Path) -> list[tuple[int, list[Any]]]:
    return [
        (line["ver"], line["items"]) for line in lines_of(trace) if line.get("type") == "events"
    ]


def thoughts_in(folder: Path) -> dict[Path, int]:
    """How many decisions are in each trace of a folder."""
    return {
        path: sum(line.get("type") == "thought" for line in lines_of(path))
        for path in folder.glob("*.ndjson")
    }


async def traced(folder: Path, decisions: int) -> Path:
    """The only trace in a folder, as soon as there are so many decisions in it."""
    async with asyncio.timeout(RUN_S):
        while decisions not in thoughts_in(folder).values():  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(LOOK_S)
    (path,) = thoughts_in(folder)
    return path


@pytest.mark.parametrize("scheme", ["infoset", "ws"])
async def test_a_new_process_counts_what_the_old_one_did(
    serve: Serve, tmp_path: Path, scheme: str
) -> None:
    server: Server = await serve(rooms__fill_ms=1, store__enabled=True, replays__share=1.0)
    token = tmp_path / "token"
    token.write_text(token_of(server, account(server, "counter")))
    token.chmod(0o600)
    bot = tmp_path / "counter.py"
    bot.write_text(BOT)
    url = where(server, scheme)
    command: list[str | Path] = [sys.executable, bot, "--url", url, "--token-file", token]
    command += ["--seek", "colonizers", "--trace"]
    first = await start(*command, tmp_path / "old")
    old = await traced(tmp_path / "old", decisions=3)
    first.kill()
    await first.communicate()
    (tmp_path / "go").touch()
    second = await start(*command, tmp_path / "new")  # it seeks another match, too
    async with asyncio.timeout(RUN_S):
        out, errors = await second.communicate()
    assert second.returncode == 0, out + errors
    assert b"is not told" not in errors
    new = tmp_path / "new" / old.name
    told = events_in(new)
    assert len(events_in(old)) > 3
    assert told[: len(events_in(old))] == events_in(old)
    match_id, seat = old.stem.rsplit("-seat", 1)
    kinds = [item["e"] for _, items in told for item in items]
    assert (tmp_path / match_id).read_text().split() == kinds
    place: list[str | Path] = [
        "--url",
        where(server),
        "--seat",
        seat,
        "--trace",
        tmp_path / "record",
    ]
    replay = await start(*INFOSET, "replay", match_id, *place)
    said = await replay.communicate()
    assert told == events_in(tmp_path / "record" / old.name), said
