"""Asks for a board as it lies on the table: row by row, or as it is pointed at. Judges nothing but the form of a row."""

from collections import Counter
from typing import Final

from infoset.wording import say
from infoset_bots.lab.tabletop.lines import Asked, Lines
from infoset_games.catan.cards import HARBOUR_COUNTS, HEX_COUNTS, TOKENS
from infoset_games.catan.game import Catan
from infoset_games.catan.layouts import FRAME, ROWS, LayoutError, read_layout_text
from infoset_games.core import Json

ENTER: Final = "enter"  # the layout that is asked for
EXAMPLE: Final = "ore 10, sheep 2, wood 9"  # a row as it is typed


def ask_board(lines: Lines) -> dict[str, Json]:
    """The layout of a board, asked until it is one. Raises EOFError where nobody answers."""
    return _ask_rows(lines) if lines.draws else _ask_pointed(lines)


def _ask_pointed(lines: Lines) -> dict[str, Json]:
    """The same of a program that shows the board and is pointed at."""
    lines.ask(Asked("board", box=read_box()))
    while True:
        try:
            return read_layout_text(lines.read(f"{say('terminal-table-how')} "))
        except LayoutError as error:
            lines.tell([f"! {say('terminal-table-no-board', why=str(error))}"])


def read_box() -> dict[str, Json]:
    """What a board is made of: how many there are of each terrain, number and harbour, where the frame has its harbours."""
    return {
        "consts": Catan().consts(),
        "terrain": list(HEX_COUNTS),
        "numbers": [[number, count] for number, count in sorted(Counter(TOKENS).items())],
        "harbours": list(HARBOUR_COUNTS),
        "frame": list(FRAME),
    }


def _ask_rows(lines: Lines) -> dict[str, Json]:
    lines.tell([say("terminal-table-rows", example=EXAMPLE), say("terminal-table-keeps")])
    rows = [""] * len(ROWS)
    harbours = ", ".join(FRAME)
    while True:
        for at, width in enumerate(ROWS):
            rows[at] = _ask_row(
                lines, say("terminal-table-row", number=at + 1, count=width), rows[at], width
            )
        harbours = _ask_row(
            lines,
            say("terminal-table-harbours"),
            harbours,
            sum(HARBOUR_COUNTS),
        )
        try:
            return read_layout_text("\n".join([*rows, f"harbours {harbours}"]))
        except LayoutError as error:
            wrong = say("terminal-table-no-board", why=str(error))
            lines.tell([f"! {wrong}", say("terminal-table-again")])


def _ask_row(lines: Lines, what: str, usual: str, width: int) -> str:
    """One row, asked until it has so many parts."""
    while True:
        typed = lines.read(f"{what} [{usual}]: " if usual else f"{what}: ") or usual
        parts = [part.strip() for part in typed.split(",") if part.strip()]
        if len(parts) == width:
            return ", ".join(parts)
        lines.tell([f"! {say('terminal-table-parts', count=width, got=len(parts))}"])
