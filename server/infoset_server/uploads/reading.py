"""Reads what an unpacked upload says about itself, and whether this server can run it. Runs nothing."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, Final

from infoset_games.registry import known_games
from infoset_server.programs.errors import UploadError
from infoset_server.programs.manifest import (
    BotEntry,
    ManifestError,
    bot_name,
    read_entry,
    read_toml,
)
from infoset_server.programs.sandbox.environment import Mount
from infoset_server.programs.sandbox.filesystem import find_tool

MANIFEST: Final = "bot.toml"
SINGLE: Final = {  # what a lone file comes to, by its ending
    ".py": {"command": ["{python}", "-m", "infoset", "bot", "FILE"]},
    ".js": {"run": ["node", "FILE"]},
    ".mjs": {"run": ["node", "FILE"]},
    ".sh": {"run": ["sh", "FILE"]},
}


def read_upload(folder: Path, name: str | None) -> BotEntry:
    """The manifest in an upload, or that of its only file; `name` outweighs what it says. Raises UploadError."""
    path = folder / MANIFEST
    try:
        told = read_toml(path) if path.is_file() else read_single(folder)
        if name is not None:
            told["name"] = name
        if "name" not in told:
            raise UploadError(f"{MANIFEST}: name: expected one, or give it with the upload")
        return read_entry(told, path, None).model_copy(update={"folder": None})
    except ManifestError as error:
        raise UploadError(str(error).replace(f"{folder}/", "")) from None


def read_single(folder: Path) -> dict[str, Any]:
    """The manifest of a single file. Raises UploadError."""
    found = [path for path in folder.iterdir() if path.is_file() and path.suffix in SINGLE]
    if len(found) != 1:
        endings = ", ".join(SINGLE)
        raise UploadError(
            f"expected a file {MANIFEST} at the top, or a single file ending in {endings}"
        )
    command = SINGLE[found[0].suffix]
    words = {
        key: [word.replace("FILE", found[0].name) for word in value]
        for key, value in command.items()
    }
    return {"name": bot_name(found[0])} | words


def check_games(entry: BotEntry) -> tuple[str, ...]:
    """The games it is to be tried in. Raises UploadError for one that is not played here."""
    known = known_games()
    for game in entry.games or ():
        if game not in known:
            raise UploadError(f"{MANIFEST}: games: expected some of {', '.join(known)}, got {game}")
    return entry.games or tuple(known)


def check_tools(entry: BotEntry, toolchains: Iterable[Mount]) -> None:
    """Raises UploadError where this machine lacks what the language needs."""
    runtime = entry.runtime
    folders = list(toolchains)
    for tool in () if runtime is None else runtime.tools:
        if not find_tool(tool, folders):
            raise UploadError(f"{MANIFEST}: language: this server has no {tool}")


def check_name(name: str, taken: Collection[str]) -> None:
    """Raises UploadError for a name that a house bot has."""
    if name in taken:
        raise UploadError(f"{MANIFEST}: name: a bot of the server is called {name}")
