"""`infoset tournament`: the organiser's commands about tournaments. What they do, the server decides."""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from infoset.address import read_address
from infoset.cli import Run
from infoset.commands.admin import OWN, Verbs, add_server, add_verbs, argument, find_token, show
from infoset.errors import CommandError
from infoset.web import post

ONE: Final = argument("tournament", "id of the tournament")
TABLE: Final = argument("table", "name of a table, as in R2.1")
ENTRANT: Final = argument("entrant", "name in the tables, or number from 1")
JSON: Final = argument("--json", "for programs", action="store_true")
PUBLIC: Final = argument("--public", "only what everybody may know", action="store_true")
ROUND: Final = argument("--round", "only this round", type=int)

VERBS: Final[Verbs] = {
    "create": ("make a tournament from a file", (argument("file", "TOML file", type=Path),)),
    "list": ("the tournaments", ()),
    "open": ("show it to everybody, and let it start when its time comes", (ONE,)),
    "enter": (
        "let somebody take part",
        (
            ONE,
            argument("--user", "name or id of an account"),
            argument("--bot", "name of a bot that runs on the server"),
            argument("--classroom", "name or id of a class, for all its pupils"),
            argument("--name", "name in the tables (default: its own)"),
        ),
    ),
    "start": ("begin", (ONE,)),
    "pause": ("call nobody to a table any more; matches go on", (ONE,)),
    "resume": ("take that back", (ONE,)),
    "standings": ("who is ahead", (ONE, PUBLIC, JSON)),
    "schedule": ("the tables", (ONE, ROUND, PUBLIC, JSON)),
    "bracket": ("the bracket of a knock-out", (ONE, PUBLIC, JSON)),
    "crosstable": ("who made how many points against whom", (ONE, PUBLIC, JSON)),
    "forfeit": ("let an entrant lose at a table", (ONE, TABLE, ENTRANT)),
    "withdraw": ("let an entrant leave", (ONE, ENTRANT)),
    "rule": (
        "say how a table ended",
        (ONE, TABLE, argument("places", "of its entrants, as in 1 2", nargs="+", type=int)),
    ),
    "replay": ("play a table again", (ONE, TABLE)),
    "adjust": (
        "give points, or take them",
        (
            ONE,
            ENTRANT,
            argument("--points", "negative ones are taken", type=float, required=True),
            argument("--reason", "why, for the audit log", required=True),
        ),
    ),
    "release": (
        "let hidden results be known",
        (ONE, argument("--round", "up to this one (default: all)", type=int)),
    ),
    "export": ("everything, as JSON", (ONE, PUBLIC)),
    "remove": ("delete it", (ONE,)),
}


def command(parser: argparse.ArgumentParser) -> Run:
    """Runs tournaments: round robin, Swiss, knock-outs, gauntlets, arenas.

    Talks to the running server as `infoset admin` does. docs/tournaments.md shows a whole one;
    `infoset tournament VERB --help` tells more.
    """
    add_server(parser)
    return add_verbs(parser, VERBS, send)


def send(args: argparse.Namespace, env: Mapping[str, str] = os.environ) -> int:
    """Sends the command and shows what comes of it. Returns the exit code. Raises CommandError."""
    verb = "tournaments" if args.verb == "list" else f"tournament-{args.verb}"
    answer = post(read_address(args.url), f"/admin/{verb}", arguments(args), find_token(args, env))
    show(answer, args.out)
    return 0


def arguments(args: argparse.Namespace) -> dict[str, Any]:
    """What is sent: the arguments that were given, and the file itself in place of its name."""
    asked = {name: value for name, value in vars(args).items() if name not in OWN and value}
    if "file" in asked:
        asked["file"] = read_file(asked["file"])
    return asked


def read_file(path: Path) -> str:
    """Raises CommandError."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise CommandError(f"{path}: {problem}") from None
