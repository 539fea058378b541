"""Keeps what a server of this version has stored, so that later versions are held to read it.

    python -m tests.released.keep

writes `tests/released/VERSION/`, once for each release: the database of a server that was stopped in the midst of
things (`contents.py`), its backup, the files beside the database, what was true then, a client, and the commit that has
its source. A folder that is there is refused: what was released does not change.
"""

import asyncio
import io
import json
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Final

from tests.integration.test_ladder import life
from tests.released.contents import SUBJECTS, Truth

from infoset_server.app.features.uploads import FOLDER as HOSTED
from infoset_server.config import StoreSettings
from infoset_server.matches.records import KEY_NAME
from infoset_server.storage.backup import dump
from infoset_server.storage.opening import FILE_NAME, open_store

FOLDER: Final = Path(__file__).parent
DATABASE, BACKUP, FILES, TRUTH = "store.sql", "backup.jsonl", "files.tar.gz", "truth.json"
COMMIT: Final = "commit.txt"  # which has the release's source
CLIENT: Final = "client.txt"  # a program in Python, as it was: nothing formats or checks it anew
RANDOM_BOT: Final = FOLDER.parents[1] / "clients" / "python" / "raw" / "random_bot.py"
BESIDE: Final = (
    KEY_NAME,
    "ladders",
    f"{HOSTED}/bots",
)  # what a data folder has besides the database


async def fill(data: Path) -> tuple[Truth, str]:
    """Lets a server come and go. Returns what was true at its end, and a backup."""
    async with life(data) as server:
        true = {subject: await make(server) for subject, (make, _) in SUBJECTS.items()}
    text = io.StringIO()
    opened = await open_store(StoreSettings(ballast_mb=0), data)
    await dump(opened, text)
    await opened.close()
    return true, text.getvalue()


def keep(folder: Path) -> None:
    """Writes down what a server stores."""
    with tempfile.TemporaryDirectory() as place:
        data = Path(place)
        true, backup = asyncio.run(fill(data))
        with sqlite3.connect(data / FILE_NAME) as database:
            script = "".join(f"{line}\n" for line in database.iterdump())
        database.close()
        folder.mkdir()
        with tarfile.open(folder / FILES, "w:gz") as files:
            for name in BESIDE:
                files.add(data / name, name)
    shutil.copy(RANDOM_BOT, folder / CLIENT)
    (folder / COMMIT).write_text(head(), "ascii")
    (folder / DATABASE).write_text(script, "utf-8")
    (folder / BACKUP).write_text(backup, "utf-8")
    (folder / TRUTH).write_text(json.dumps(true, indent=1) + "\n", "utf-8")


def head() -> str:
    """The commit that is checked out."""
    told = subprocess.run(["git", "rev-parse", "HEAD"], cwd=FOLDER, check=True, capture_output=True)
    return told.stdout.decode("ascii")


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
