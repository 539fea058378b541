"""A language model as a bot of the server: in a room and on a ladder with a key of the server's environment, which
is left nowhere; and uploaded with a model of its own.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.bots.llm import endpoint
from tests.bots.llm.endpoint import Reply, answer, scripted
from tests.bots.llm.test_language_model import KEY, first_legal, say
from tests.integration.harness import FOREVER, Server, open_room, play_out, seat_all
from tests.integration.test_ladder import counted, life
from tests.integration.uploads import account, manifest, open_hosting, pack, upload

from infoset_games.steps import ACT, MISS
from infoset_server.uploads.versions import VersionState

MANIFEST = """
[[bot]]
name = "model"
command = ["{{python}}", "-m", "infoset", "bot", "infoset_bots.llm.bot", "--param", "model=m", "--param", "base_url={url}"]
environment = ["OPENAI_API_KEY"]
"""


def left_in(folder: Path) -> bytes:
    """What is in all files of a folder: store, logs, caches."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def test_a_house_bot_asks_its_model_with_the_key_and_leaves_it_nowhere(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    path = tmp_path / "bots.toml"
    with scripted(first_legal) as at:
        path.write_text(MANIFEST.format(url=at.url))
        server = await serve(store__enabled=True, bots__manifest=path)
        await server.wake("model", 1)
        ann = await server.connect("ann")
        room = await open_room(ann, game="crossfire", clock=FOREVER)
        await seat_all([ann], room)
        await ann.ask("add_bot", room=room, seat=1, bot="model")
        await ann.ask("start", room=room)
        match_id = (await ann.expect("match_start"))["match_id"]
        (over,) = await play_out([ann], match_id)
        assert over["reason"] == "finished"
        assert set(at.keys) == {f"Bearer {KEY}"}
        left = left_in(tmp_path)
        assert match_id.encode() in left, "the match is stored there"
        assert KEY.encode() not in left


LADDER = """
game = "crossfire"
options = {preset = "mini"}
open_to = []
hosted = ["model", "dice"]
refit_s = 0.01
matches = 1
clock = {kind = "none"}
"""
DICE = """
[[bot]]
name = "dice"
command = ["{python}", "-m", "infoset", "bot", "infoset_bots.random_bot"]
"""
TOKENS = 77  # of one decision


def stubborn(body: dict[str, Any]) -> str | Reply:
    """The first action, but for every fifth question nothing that is legal, whatever it is told."""
    text = body["messages"][1]["content"]
    is_wrong = int(re.findall(r"decision (\d+)", text)[-1]) % 5 == 0
    return answer(say("9999" if is_wrong else "0"), 50, 5)


async def test_a_model_plays_on_a_ladder_within_its_budget_and_its_transcript_has_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    path, said = tmp_path / "bots.toml", tmp_path / "said"
    budget = (
        f'"--param", "tokens={TOKENS}", "--param", "retries=1", "--param", "transcripts={said}"]'
    )
    with scripted(stubborn) as at:
        model = MANIFEST.format(url=at.url).replace('"]\nenv', f'", {budget}\nenv')
        path.write_text(model + DICE.format(python="{python}"))
        async with life(tmp_path, LADDER, bots__manifest=path) as server:
            await server.until(lambda: counted(server) >= 1)
            ann = await server.connect("ann")
            rows = (await ann.ask("standings", ladder="open"))["rows"]
        asked, keys = list(at.asked), set(at.keys)
    assert {row["name"]: row["games"] > 0 for row in rows} == {"model": True, "dice": True}
    assert keys == {f"Bearer {KEY}"}
    assert max(body["max_tokens"] for body in asked) == TOKENS
    use = max((used(file) for file in said.iterdir()), key=lambda one: one["decisions"])
    assert use["unanswered"] > 0, "some decisions were left to the fallback"
    assert use["retries"] == use["unanswered"], "each behind one more try"
    assert use["answers"] == use["decisions"] + use["retries"]
    left = left_in(tmp_path)
    assert b"9999" in left, "what was said is kept"
    assert KEY.encode() not in left
    assert KEY not in caplog.text


def used(transcript: Path) -> dict[str, Any]:
    """What a model has used in a match, by the end of its transcript."""
    lines = [json.loads(line) for line in transcript.read_text().splitlines()]
    assert lines[-1]["kind"] == "end"
    return dict(lines[-1]["use"])


ENDPOINT = Path(endpoint.__file__).read_text("utf-8")
ORACLE = (
    ENDPOINT
    + """
import sys
from infoset.cli import main

with scripted(lambda body: '{"action": "0", "why": "the first"}') as at:
    sys.exit(main(["bot", "infoset_bots.llm.bot", "--param", "model=own", "--param", f"base_url={at.url}"]))
"""
)


async def test_a_model_that_is_uploaded_with_its_bot_plays_from_its_sandbox(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a loopback of its own, no other network, and nothing of the server's environment."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server: Server = await serve(hosted__check_move_ms=600_000)
    await open_hosting(server)
    told = manifest(name="oracle", games=["crossfire"], command=["{python}", "oracle.py"])
    files = {"bot.toml": told, "oracle.py": ORACLE}
    version = await upload(server, account(server), pack(files))
    assert version.state is VersionState.READY, version.words
    ann = await server.connect("ann")
    room = await open_room(ann, game="crossfire", options={"preset": "mini"}, clock=FOREVER)
    await seat_all([ann], room)
    server.app.lobby.find(room).add_bot("oracle@1", 1)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    match = server.live(match_id).match
    (over,) = await play_out([ann], match_id)
    assert over["reason"] == "finished"
    mine = [step for step in match.steps if step.kind in (ACT, MISS) and step.seat == 1]
    assert mine
    assert all(step.kind == ACT for step in mine)
