"""Which house bots there are: the manifest `bots.toml` and the bots dropped into a folder. Starts nothing.

A manifest entry:

    [[bot]]
    name = "heuristic"                     # how `add_bot` calls it
    games = ["colonizers"]                 # absent: every game
    about = "Follows the rules of thumb of the Colonizers thesis."
    command = ["{python}", "-m", "infoset", "bot", "infoset_bots.colonizers.heuristic"]

A dropped bot is one file (its stem is its name) or a folder with a `bot.toml` that holds one such
entry without `[[bot]]`. Files without a manifest are run by what their ending says, see RUNNERS.
"""

import re
import stat
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

SLUG: Final = r"^[a-z][a-z0-9_]{0,31}$"
BRIDGE: Final = ("{python}", "-m", "infoset", "bridge", "--mode", "words", "--")
RUNNERS: Final = {
    ".py": ("{python}", "-m", "infoset", "bot", "{file}"),
    ".js": (*BRIDGE, "node", "{file}"),
    ".mjs": (*BRIDGE, "node", "{file}"),
    ".sh": (*BRIDGE, "sh", "{file}"),
}
MAX_DROPPED: Final = 200  # entries of the bots folder that are looked at


class ManifestError(ValueError):
    """A manifest cannot be used; the message names the file and the field."""


class BotEntry(BaseModel):
    """One house bot: its name and how its process is started. `folder` is its working directory."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=SLUG)]
    command: Annotated[tuple[str, ...], Field(min_length=1, max_length=64)]
    games: tuple[str, ...] | None = None
    about: Annotated[str, Field(max_length=200)] = ""
    max_processes: Annotated[int, Field(ge=1, le=16)] = 4
    folder: Path | None = None

    def plays(self, game: str) -> bool:
        """Does the bot say it can play `game`?"""
        return self.games is None or game in self.games

    def argv(self) -> list[str]:
        """The command with `{python}` filled in."""
        return [word.replace("{python}", sys.executable) for word in self.command]


def read_manifest(path: Path, folder: Path | None) -> list[BotEntry]:
    """The entries of a `bots.toml`, to be run in `folder` (None = where the server runs). Raises ManifestError."""
    table = read_toml(path)
    entries = table.get("bot")
    if not isinstance(entries, list) or set(table) != {"bot"}:
        raise ManifestError(f"{path}: expected [[bot]] tables and nothing else")
    return [read_entry(entry, path, folder) for entry in entries]


def read_folder(folder: Path) -> tuple[list[BotEntry], list[str]]:
    """The bots lying in `folder` now, and a line for each thing that cannot be one."""
    entries: list[BotEntry] = []
    problems: list[str] = []
    if not folder.is_dir():
        return entries, problems
    for path in sorted(folder.iterdir())[:MAX_DROPPED]:
        if path.name.startswith((".", "_")):
            continue
        try:
            entries += read_dropped(path)
        except ManifestError as error:
            problems.append(str(error))
    return entries, problems


def read_dropped(path: Path) -> Iterator[BotEntry]:
    """The bot that a file or folder is. Raises ManifestError."""
    if path.is_dir():
        manifest = path / "bot.toml"
        if not manifest.is_file():
            raise ManifestError(f"{path}: expected a file bot.toml in it")
        yield read_entry({"name": bot_name(path)} | read_toml(manifest), manifest, path)
    else:
        entry = {
            "name": bot_name(path),
            "command": runner(path),
            "about": f"dropped in as {path.name}",
        }
        yield read_entry(entry, path, path.parent)


def runner(path: Path) -> tuple[str, ...]:
    """The command line that runs a single file. Raises ManifestError."""
    command = RUNNERS.get(path.suffix)
    if command is None:
        if not path.stat().st_mode & stat.S_IXUSR:
            endings = ", ".join(RUNNERS)
            raise ManifestError(f"{path}: expected an ending of {endings}, or an executable file")
        command = (*BRIDGE, "{file}")
    return tuple(word.replace("{file}", str(path.resolve())) for word in command)


def bot_name(path: Path) -> str:
    """The stem as a slug: `My-Bot.py` becomes `my_bot`."""
    name = re.sub(r"[^a-z0-9_]", "_", path.stem.lower())[:32]
    return name if name[:1].isalpha() else f"bot_{name}"[:32]


def read_entry(entry: dict[str, Any], path: Path, folder: Path | None) -> BotEntry:
    """Checks one entry. Raises ManifestError."""
    try:
        return BotEntry.model_validate(entry | {"folder": folder})
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in problem["loc"])
        raise ManifestError(f"{path}: {field}: {problem['msg']}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file. Raises ManifestError."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ManifestError(f"{path}: {error}") from None
