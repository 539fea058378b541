"""Bots of every language are built, from nothing, and play in a sandbox.

What their tools ask of the kernel outside of it is looked at where test_starters.py builds the same bots. A language whose
tools are not installed here is skipped, and the summary says so.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server
from tests.integration.starters import new_bot
from tests.integration.uploads import account, logs_of, open_hosting

from infoset.scaffolding.starters import STARTERS
from infoset.uploading.packing import pack
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.programs.manifest import read_dropped
from infoset_server.uploads.versions import VersionState

BUILD_S = 1_500  # for a compiler on a busy machine
GAME = "crossfire"  # two seats, and soon over
Serve = Callable[..., Any]

pytestmark = pytest.mark.timeout(2 * BUILD_S)


def starter(language: str, folder: Path) -> Path:
    """A bot as `infoset new-bot` writes it, ready for an upload. Skips the test if the language is not installed."""
    bot = new_bot(language, folder)
    # What a server does not build is built at home.
    at_home = STARTERS[language].build if read_dropped(bot).build == () else ()
    for line in (*STARTERS[language].fetch, *at_home):
        done = subprocess.run(
            line, cwd=bot, shell=True, capture_output=True, text=True, timeout=BUILD_S, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return bot


@pytest.mark.parametrize("language", STARTERS)
async def test_a_bot_of_every_language_is_built_and_plays_in_a_cage(
    language: str, serve: Serve, tmp_path: Path
) -> None:
    server: Server = await serve(
        hosted__build__seconds=float(BUILD_S), hosted__check_s=300.0, hosted__check_move_ms=60_000
    )
    await open_hosting(server)
    bot = starter(language, tmp_path)
    manifest = bot / "bot.toml"
    manifest.write_text(f'{manifest.read_text("utf-8")}games = ["{GAME}"]\n', "utf-8")
    olga = account(server)
    hosted = server.app.feature(UploadFeature).hosted
    title = await hosted.upload(olga, pack(bot))
    version = await hosted.wait(title)
    log = logs_of(server, olga, "ferris")
    assert version.state is VersionState.READY, f"{version.words}\n{log[-4_000:]}"
    assert "forbidden" not in log
