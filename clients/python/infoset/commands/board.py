"""`infoset board`: checks and shows a board of one's own for Catan."""

import argparse
import json
import sys
from pathlib import Path
from typing import TextIO

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.game_options import read_option_file
from infoset.watching.catan_map import NARROW, WIDE, IslandPicture, all_places
from infoset.watching.look import add_look_options, choose_language, read_style
from infoset.watching.screen import write_lines
from infoset_games.catan.board import Board
from infoset_games.catan.layouts import LAYOUT_NAMES, PRINTED, deal_board, read_layout, write_layout
from infoset_games.rng import Rng


def command(parser: argparse.ArgumentParser) -> Run:
    """Checks and shows a board for Catan.

    infoset board island.txt            is it a board, and how does it look?
    infoset board beginner              a board by name: beginner, thesis, random, fully_random
    infoset board random --seed 7 --text > island.txt     one to begin with

    Play on it: infoset sit --open catan --option layout=@island.txt
    """
    parser.add_argument("board", metavar="FILE_OR_NAME", help="a file, or the name of a layout")
    parser.add_argument(
        "--seed", default="0", metavar="TEXT", help="of a random board (default: 0)"
    )
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="write it as the option `layout`")
    forms.add_argument("--text", action="store_true", help="write it as a file to edit")
    add_look_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    board = find_board(args.board, args.seed)
    if args.json:
        write_lines(sys.stdout, [json.dumps(write_layout(board))])
    elif args.text:
        write_lines(sys.stdout, layout_lines(board))
    else:
        show(board, args, sys.stdout)
    return 0


def find_board(name: str, seed: str) -> Board:
    """The board in a file or of a name. Raises CommandError saying what is wrong with it."""
    if Path(name).is_file():
        return read_layout(read_option_file("catan", "layout", Path(name)))
    if name in PRINTED:
        return PRINTED[name]
    if name in LAYOUT_NAMES:
        return deal_board(name, Rng(seed))
    raise CommandError(f"{name}: there is no such file, and layouts are {', '.join(LAYOUT_NAMES)}")


def layout_lines(board: Board) -> list[str]:
    """The board as the text file that `read_layout_text` reads."""
    layout = write_layout(board)
    hexes = [f"{terrain} {number}" if number else terrain for terrain, number in layout["hexes"]]
    rows = []
    for width in (3, 4, 5, 4, 3):
        rows.append(", ".join(hexes[:width]))
        hexes = hexes[width:]
    return [*rows, f"harbours {', '.join(layout['harbours'])}"]


def show(board: Board, args: argparse.Namespace, out: TextIO) -> None:
    """The board with the numbers of all places."""
    choose_language(args, out)
    style = read_style(args, out)
    half = NARROW if args.plain else WIDE
    write_lines(out, IslandPicture(half).draw(all_places(board)).lines(style))
