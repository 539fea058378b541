"""`infoset tabletop`: the program as companion of a physical board of Catan."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from infoset.cli import Run
from infoset.commands.board import find_board
from infoset.errors import CommandError
from infoset.exits import INTERRUPTED
from infoset.game_options import read_options
from infoset.watching.look import add_look_options, choose_language, read_style
from infoset_bots.lab.arena.players import PERSON
from infoset_bots.lab.tabletop.journal import Journal, Story, begin, resume
from infoset_bots.lab.tabletop.laying import ENTER, ask_board
from infoset_bots.lab.tabletop.lines import JsonLines, Lines, make_lines
from infoset_bots.lab.tabletop.party import (
    GAME,
    MOST_THINK_S,
    THINK_S,
    Party,
    make_party,
    make_places,
)
from infoset_bots.lab.tabletop.session import Session, left_text
from infoset_bots.lab.tabletop.table import Table
from infoset_bots.lab.tabletop.view import View
from infoset_games.catan.layouts import LAYOUT_NAMES, write_layout
from infoset_games.core import Json

PLAYER: Final = "player"
FILE: Final = "tabletop-%Y%m%d-%H%M%S.jsonl"
NEW_ONLY: Final = ("places", "layout", "option", "seed", "file", "think")


class _Seat(argparse.Action):
    """Collects --person and --player in the order in which they are given: that of the turns."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        kind = (option_string or "").lstrip("-")
        namespace.places = [*(namespace.places or []), (kind, str(values))]


def command(parser: argparse.ArgumentParser) -> Run:
    """Plays along at a real board of Catan: people type what happens, the program's players say what they do.

    infoset tabletop --person Ann --person Ben --player Blue=minimax
    infoset tabletop --person Ann --player minimax --layout island.txt --option target=8
    infoset tabletop --person Ann --person Ben --player trader --layout enter
    infoset tabletop --resume evening.jsonl

    Seats are in the order of --person and --player. Players are named as for `infoset arena`, with
    a name before it if wanted. The board is drawn and shown, or read from a file, or typed row by row
    (--layout enter). Everything is written into a file at once, so that nothing is lost.
    """
    seats = parser.add_argument_group("who plays")
    seats.add_argument(
        f"--{PERSON}", action=_Seat, dest="places", metavar="NAME", help="a person, by nickname"
    )
    seats.add_argument(
        f"--{PLAYER}", action=_Seat, dest="places", metavar="BOT", help="a program's player"
    )
    parser.add_argument(
        "--layout",
        metavar="BOARD",
        help=f"a file, `{ENTER}`, or one of {', '.join(LAYOUT_NAMES)} (default: random)",
    )
    parser.add_argument(
        "--option",
        action="append",
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )
    parser.add_argument("--seed", metavar="TEXT", help="of the drawn board and of the players")
    parser.add_argument(
        "--think",
        type=float,
        metavar="SECONDS",
        help=f"the longest a player may think about one decision (default: {THINK_S:g})",
    )
    parser.add_argument("--file", metavar="FILE", help="where all is kept (default: by date)")
    parser.add_argument("--resume", metavar="FILE", help="go on with this file")
    parser.add_argument(
        "--json",
        action="store_true",
        help="for a program that shows the table: what is told and asked as JSON, one object on a line",
    )
    add_look_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    choose_language(args, sys.stdout)
    lines = (
        JsonLines(sys.stdin, sys.stdout)
        if args.json
        else make_lines(sys.stdin, sys.stdout, is_plain=args.plain)
    )
    try:
        party, story, journal, file = open_table(args, lines)
        if isinstance(lines, JsonLines):
            lines.write({"t": "table", "match": party.plain_match(), "file": str(file)})
        view = View(party, read_style(args, sys.stdout), shutil.get_terminal_size().columns)
        with Table(party, story, journal) as table:
            try:
                Session(table, lines, view, file).run()
            except KeyboardInterrupt:
                lines.tell(["", left_text(file)])
                return INTERRUPTED
    except EOFError:
        raise CommandError("the input has ended before the board was laid") from None
    except OSError as error:
        raise CommandError(f"{error.filename or 'the table'}: {error.strerror}") from error
    return 0


def open_table(args: argparse.Namespace, lines: Lines) -> tuple[Party, Story, Journal, Path]:
    """A new table, or one to go on with. Raises CommandError, and EOFError while the board is asked for."""
    if args.resume is not None:
        given = [name for name in NEW_ONLY if getattr(args, name) is not None]
        if given:
            raise CommandError("--resume: players, board and options are in the file")
        path = Path(args.resume)
        return (*resume(path), path)
    party = new_party(args, lines)
    path = Path(args.file or datetime.now().astimezone().strftime(FILE))
    return party, Story(), begin(path, party), path


def new_party(args: argparse.Namespace, lines: Lines) -> Party:
    """The table that the options ask for."""
    think_s = THINK_S if args.think is None else args.think
    if not 0 < think_s <= MOST_THINK_S:
        raise CommandError(f"--think: expected more than 0 and at most {MOST_THINK_S:g} seconds")
    places = make_places(args.places or [])
    options = read_options(GAME, args.option or [])
    if args.layout is not None:
        if "layout" in options:
            raise CommandError("expected one of --layout and --option layout")
        options["layout"] = read_layout_option(args.layout, lines)
    return make_party(places, options, args.seed, think_s)


def read_layout_option(name: str, lines: Lines) -> Json:
    """A name as it stands, the board of a file, or one that is typed."""
    if name == ENTER:
        return ask_board(lines)
    if name in LAYOUT_NAMES:
        return name
    return write_layout(find_board(name, ""))
