"""Uploads a bot to a running server as its owner does: with the commands of the terminal. No tests here."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import bot_files

OWNER: Final = "olga"


class UploadError(Exception):
    """The bot does not play; the message is what the commands said."""


def write_upload(folder: Path, language: str, name: str, game: str) -> Path:
    """A random bot as `infoset new-bot` writes it, for one game."""
    project = folder / name
    write_project(project, bot_files(language, name))
    manifest = project / "bot.toml"
    manifest.write_text(f'games = ["{game}"]\n' + manifest.read_text("utf-8"), "utf-8")
    return project


def upload(port: int, data: Path, project: Path) -> None:
    """Makes an account and uploads the project; returns when it is ready. Raises UploadError.

    `data` is the server's folder, which has the token of who runs it.
    """
    url = f"infoset://127.0.0.1:{port}"
    infoset("admin", "--url", url, "--data", str(data), "add-user", OWNER)
    said = infoset("admin", "--url", url, "--data", str(data), "add-token", OWNER)
    token = project.parent / f"{OWNER}.token"
    token.write_text(said.splitlines()[0], "utf-8")
    token.chmod(0o600)
    infoset("bot", "upload", str(project), "--url", url, "--token-file", str(token))


def infoset(*words: str) -> str:
    """Runs the command; what it printed. Raises UploadError."""
    command = [sys.executable, "-m", "infoset", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UploadError(f"infoset {' '.join(words[:2])}: {done.stdout}{done.stderr}".strip())
    return done.stdout
