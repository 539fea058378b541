"""The views that games bring for the page: the files of each folder, and a list of them.

They become files of the page (front_page.py): by exact name, in memory, under a digest of everything. So whatever holds
for those holds for them, the policy that lets nothing run but what comes from here included. Only games
that the host has installed are asked.
"""

import logging
from collections.abc import Collection, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import orjson

from infoset_games.descriptor import Descriptor, installed

logger = logging.getLogger(__name__)

FOLDER: Final = "plugged"
LIST: Final = (
    f"{FOLDER}/views.json"  # by game, the name of its view below FOLDER; "" where it cannot be had
)
MAX_FILES: Final = 200  # of one game
MAX_BYTES: Final = 2 * 1024 * 1024


class GamePageError(Exception):
    """The view of a game cannot be served; the message says why."""


def game_pages(
    suffixes: Collection[str], games: Mapping[str, Descriptor] | None = None
) -> dict[str, bytes]:
    """The files of all views by name, and the list of them; `games` None takes those that are installed.

    Only files with one of the `suffixes` are served. What cannot be served is left out and logged: the page says so and shows
    the view for any game.
    """
    files: dict[str, bytes] = {}
    views: dict[str, str] = {}
    for game, descriptor in sorted((installed().games if games is None else games).items()):
        if not descriptor.page:
            continue
        try:
            found = read_view(descriptor.page, suffixes)
        except Exception as error:  # noqa: BLE001 (whatever a package does, the server starts)
            logger.error("%s has no view of its own in the page: %s", game, error)
            views[game] = ""
        else:
            files |= {f"{FOLDER}/{game}/{name}": content for name, content in found.items()}
            views[game] = f"{game}/{descriptor.page.rpartition('/')[2]}"
    return {**files, LIST: orjson.dumps(views, option=orjson.OPT_SORT_KEYS)}


def read_view(page: str, suffixes: Collection[str]) -> dict[str, bytes]:
    """All files of the folder of a view (`"package:folder/view.js"`), by name in it. Raises GamePageError."""
    package, _, path = page.partition(":")
    spec = find_spec(package)
    places = None if spec is None else spec.submodule_search_locations
    if not places:
        raise GamePageError(f"page ({page}): there is no package {package}")
    script = Path(places[0], path)
    if not script.is_file():
        raise GamePageError(f"page ({page}): there is no file {path} in {package}")
    files = {
        one.relative_to(script.parent).as_posix(): one.read_bytes()
        for one in sorted(script.parent.rglob("*"))
        if one.suffix in suffixes and one.is_file() and is_inside(one, script.parent)
    }
    if script.name not in files:
        raise GamePageError(f"page ({page}): expected a file of its folder, not a link")
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_BYTES:
        raise GamePageError(f"page ({page}): expected at most {MAX_FILES} files, {MAX_BYTES} bytes")
    return files


def is_inside(file: Path, folder: Path) -> bool:
    """Does the file lie in the folder itself, not by way of a link?"""
    return file.resolve() == folder.resolve() / file.relative_to(folder)
