"""Keeps what a server of this version has stored, so that later versions are held to read it.

    python -m tests.released.keep

writes `tests/released/VERSION/`, once for each release: the database of a server that was stopped in the middle of a
match, its backup, the key of its records, and what was true then. A folder that is there is refused: what was
released does not change.
"""

import asyncio
import io
import json
import shutil
import sqlite3
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from tests.integration.harness import Client, Server, open_room, play_out, play_some, seat_all
from tests.integration.test_restart import PLAYERS, come, life, truth

from infoset_games.match import Match
from infoset_games.replay import state_hash
from infoset_server.config import StoreSettings
from infoset_server.matches.records import KEY_NAME
from infoset_server.storage.backup import dump
from infoset_server.storage.opening import open_store

FOLDER: Final = Path(__file__).parent
GAMES: Final[dict[str, dict[str, Any]]] = {
    "colonizers": {},
    "catan": {},
    "crossfire": {"options": {"preset": "mini"}},
}
DATABASE, BACKUP, TRUTH = "store.sql", "backup.jsonl", "truth.json"


def picture(match: Match) -> dict[str, Any]:
    """What must be true of a match that a later server has read."""
    return {
        "rules": match.game.rules,
        "ver": match.ver,
        "steps": len(match.steps),
        "state": state_hash(match.state),
        "open": {str(seat): decision.number for seat, decision in match.open.items()},
    }


async def play(server: Server) -> dict[str, Any]:
    """For each game one match under way; one of them also to its end."""
    players = [await come(server, name) for name in PLAYERS]
    running = {}
    for game, options in GAMES.items():
        seated = players[:2] if game == "crossfire" else players
        match_id = await begin(seated, game=game, **options)
        await play_some(seated, match_id, decisions=4)
        running[match_id] = picture(truth(server, match_id)) | {"players": len(seated)}
    finished = await begin(players, game="colonizers")
    (result, *_) = await play_out(players, finished)
    return {
        "running": running,
        "finished": {finished: {"places": result["places"], "seed": result["seed"]}},
    }


async def begin(players: list[Client], **settings: Any) -> str:
    """A match of these players; its id."""
    room = await open_room(players[0], **settings)
    await seat_all(players, room, ready=True)
    starts = [await player.expect("match_start") for player in players]
    match_id: str = starts[0]["match_id"]
    return match_id


async def backup(data: Path) -> str:
    text = io.StringIO()
    opened = await open_store(StoreSettings(ballast_mb=0), data)
    await dump(opened, text)
    await opened.close()
    return text.getvalue()


async def store(data: Path) -> tuple[dict[str, Any], str, str]:
    """Plays and stops. Returns what is true, the database and its backup."""
    async with life(data) as server:
        true = await play(server)
    with sqlite3.connect(data / "infoset.sqlite") as database:
        script = "".join(f"{line}\n" for line in database.iterdump())
    database.close()
    return true, script, await backup(data)


def keep(folder: Path) -> None:
    """Writes down what a server stores."""
    with tempfile.TemporaryDirectory() as data:
        true, script, saved = asyncio.run(store(Path(data)))
        folder.mkdir()
        shutil.copy(Path(data) / KEY_NAME, folder / KEY_NAME)
    (folder / DATABASE).write_text(script, "utf-8")
    (folder / BACKUP).write_text(saved, "utf-8")
    (folder / TRUTH).write_text(json.dumps(true, indent=1) + "\n", "utf-8")


def main() -> int:
    folder = FOLDER / version("infoset")
    if folder.exists():
        sys.stderr.write(f"{folder.name} is kept already: raise the version in pyproject.toml\n")
        return 1
    keep(folder)
    sys.stdout.write(f"kept {folder.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
