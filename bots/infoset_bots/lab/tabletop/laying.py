"""Asks for a board row by row, as it lies on the table. Judges nothing but the form of a row."""

from typing import Final

from infoset_bots.lab.tabletop.lines import Lines
from infoset_games.catan.cards import HARBOUR_COUNTS
from infoset_games.catan.layouts import FRAME, ROWS, LayoutError, read_layout_text
from infoset_games.core import Json

ENTER: Final = "enter"  # the layout that is asked for
HINT: Final = (
    "The board row by row from the top, like: ore 10, sheep 2, wood 9 (the desert without a number).",
    "Enter alone keeps what is in brackets.",
)


def ask_board(lines: Lines) -> dict[str, Json]:
    """The layout of a board, asked until it is one. Raises EOFError where nobody answers."""
    lines.tell(HINT)
    rows = [""] * len(ROWS)
    harbours = ", ".join(FRAME)
    while True:
        for at, width in enumerate(ROWS):
            rows[at] = _ask_row(lines, f"row {at + 1}, {width} hexes", rows[at], width)
        harbours = _ask_row(
            lines,
            "harbours clockwise from the north-west edge of the first hex",
            harbours,
            sum(HARBOUR_COUNTS),
        )
        try:
            return read_layout_text("\n".join([*rows, f"harbours {harbours}"]))
        except LayoutError as error:
            lines.tell([f"! that is no board: {error}", "Once more; Enter keeps a row."])


def _ask_row(lines: Lines, what: str, usual: str, width: int) -> str:
    """One row, asked until it has so many parts."""
    while True:
        typed = lines.read(f"{what} [{usual}]: " if usual else f"{what}: ") or usual
        parts = [part.strip() for part in typed.split(",") if part.strip()]
        if len(parts) == width:
            return ", ".join(parts)
        lines.tell([f"! expected {width}, parted by commas, got {len(parts)}"])
