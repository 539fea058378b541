"""A language model as a house bot: its key comes from the environment of the server and is left nowhere."""

from pathlib import Path
from typing import Any

import pytest
from tests.bots.llm.endpoint import scripted
from tests.bots.llm.test_language_model import KEY, first_legal
from tests.integration.harness import FOREVER, open_room, play_out, seat_all

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
    with scripted(first_legal) as endpoint:
        path.write_text(MANIFEST.format(url=endpoint.url))
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
        assert set(endpoint.keys) == {f"Bearer {KEY}"}
        left = left_in(tmp_path)
        assert match_id.encode() in left, "the match is stored there"
        assert KEY.encode() not in left
