"""A match in a store from before luck was drawn from a keyed hash goes on, and ends like any other."""

import sqlite3
from pathlib import Path

from tests.integration.harness import play_out
from tests.integration.test_restart import PLAYERS, come, life, truth

from infoset_games.luck import seed_commitment
from infoset_games.steps import Step
from infoset_server.matches.records import KEY_NAME

DUMP = Path(__file__).with_name("kept_match.sql")
MATCH = "m_-0gyrw-9w7hG"
SEED = "test-seed-0"
DRAWN = [153, 620]  # by chance, before the server stopped


def unpack(data: Path) -> None:
    """The data folder of that server."""
    (data / KEY_NAME).write_text(bytes(32).hex(), "ascii")
    with sqlite3.connect(data / "infoset.sqlite") as database:
        database.executescript(DUMP.read_text("utf-8"))
    database.close()


async def test_a_match_begun_by_an_older_server_goes_on(tmp_path: Path) -> None:
    unpack(tmp_path)
    async with life(tmp_path) as server:
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
