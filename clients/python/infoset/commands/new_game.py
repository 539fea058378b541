"""`infoset new-game`: writes the package of a game that works, to be turned into another one."""

import argparse
import keyword
import re
import sys
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.scaffolding.rendering import fill_in, read_templates, write_project
from infoset.watching.screen import write_lines
from infoset_games.descriptor import GROUP

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")  # a game's name on the wire and a package's here
TESTS: Final = "tests"  # stands beside the package


def command(parser: argparse.ArgumentParser) -> Run:
    """Writes the package of a new game: rules, views, tests, README.

    infoset new-game treasure_hunt             a folder treasure_hunt with a small game that works
    cd treasure_hunt && python -m pytest       its tests, with the conformance kit

    Nothing is downloaded, and nothing that exists is changed.
    """
    parser.add_argument("name", metavar="NAME", help="the game's name: a-z, 0-9 and _")
    parser.add_argument(
        "--into",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where to put it (default: here)",
    )
    return _run


def _run(args: argparse.Namespace) -> int:
    check_name(args.name)
    folder: Path = args.into / args.name
    project = fill_in(read_templates("games"), values_of(args.name))
    write_project(folder, project)
    write_lines(sys.stdout, [f"{folder}: {len(project)} files", *next_steps(folder)])
    return 0


def check_name(name: str) -> None:
    """Raises CommandError unless a game and its package can be called so, on this machine, too."""
    if not NAME.fullmatch(name):
        raise CommandError(
            f"name {name!r}: expected at most 32 of a-z, 0-9 and _, the first one a letter"
        )
    if keyword.iskeyword(name):
        raise CommandError(f"name {name!r}: Python keeps this word for itself; choose another")
    if name in entry_points(group=GROUP).names:
        raise CommandError(f"name {name!r}: a game of this name is installed; choose another")
    if name == TESTS or is_module(name):
        raise CommandError(f"name {name!r}: a Python module is called so; choose another")


def is_module(name: str) -> bool:
    """Would a package of this name hide a module that is installed? A folder lying about is none."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


def values_of(name: str) -> dict[str, str]:
    """What the templates leave open, for a game of this name."""
    words = name.split("_")
    return {
        "name": name,
        "dashed": "-".join(filter(None, words)),
        "title": " ".join(filter(None, words)).capitalize(),
        "class_name": "".join(word.capitalize() for word in words) + "Game",
    }


def next_steps(folder: Path) -> list[str]:
    """What to do with the new folder, as commands."""
    return [
        "",
        f"cd {folder}",
        "python -m pytest                 # everything the conformance kit can check",
        "pip install -e .                 # now `infoset serve` offers the game",
    ]
