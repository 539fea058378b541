"""A match in a store from before luck was drawn from a keyed hash goes on, and ends like any other."""

import io
import sqlite3
from pathlib import Path

from tests.integration.harness import play_out
from tests.integration.test_restart import PLAYERS, come, life, truth

from infoset_games.luck import seed_commitment
from infoset_games.steps import Step
from infoset_server.config import StoreSettings
from infoset_server.matches.records import KEY_NAME
from infoset_server.storage.backup import dump, load
from infoset_server.storage.opening import open_store

DUMP = Path(__file__).with_name("kept_match.sql")
MATCH = "m_-0gyrw-9w7hG"
SEED = "test-seed-0"
DRAWN = [153, 620]  # by chance, before the server stopped


async def unpack(data: Path, store_url: str | None) -> None:
    """The data folder of that server, or of one that had moved into another database."""
    (data / KEY_NAME).write_text(bytes(32).hex(), "ascii")
    with sqlite3.connect(data / "infoset.sqlite") as database:
        database.executescript(DUMP.read_text("utf-8"))
    database.close()
    if store_url is None:
        return
    text = io.StringIO()
    old = await open_store(StoreSettings(ballast_mb=0), data)
    await dump(old, text)
    await old.close()
    (data / "infoset.sqlite").unlink()
    new = await open_store(StoreSettings(url=store_url), data)
    await load(new, text.getvalue().splitlines())
    await new.close()


async def test_a_match_begun_by_an_older_server_goes_on(
    tmp_path: Path, store_url: str | None
) -> None:
    await unpack(tmp_path, store_url)
    async with life(tmp_path, store__url=store_url) as server:
        match = truth(server, MATCH)
        assert (match.seed, match.ver, len(match.steps)) == (SEED, 22, 23)
        assert drawn(match.steps) == DRAWN
        players = [await come(server, name) for name in PLAYERS]
        for player in players:
            start = await player.expect("match_start")
            assert (start["match_id"], start["seed_commit"]) == (MATCH, seed_commitment(SEED))
        results = await play_out(players, MATCH)
        assert {result["reason"] for result in results} == {"finished"}
        assert {result["seed"] for result in results} == {SEED}
        assert len(drawn(match.steps)) > len(DRAWN)


def drawn(steps: list[Step]) -> list[int]:
    return [code for step in steps for code in step.chance]
