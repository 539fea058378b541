"""Painted text for a terminal, or plain text where colours are not wanted. Pure.

Only ASCII is drawn, so every terminal font gives every character one column.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "underline": "4",
    "reverse": "7",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
    "bright_green": "92",
    # Inks on their own ground, as readable on a dark terminal as on a light one.
    "on_red": "97;41",
    "on_blue": "97;44",
    "on_yellow": "30;43",
    "on_magenta": "97;45",
    "on_white": "30;47",
}
SEAT_INKS: Final = ("on_red", "on_blue", "on_yellow", "on_magenta")
_RESET: Final = "\x1b[0m"
_PAINT: Final = re.compile(r"\x1b\[[0-9;]*m")
COLOUR_CHOICES: Final = ("auto", "always", "never")
NO_COLOR: Final = "NO_COLOR"  # https://no-color.org


@dataclass(frozen=True)
class Style:
    """Paints text, or leaves it as it is."""

    is_coloured: bool = False

    def paint(self, text: str, *names: str) -> str:
        """The text in these colours and inks, names of `_CODES`."""
        if not self.is_coloured or not names or not text:
            return text
        codes = ";".join(_CODES[name] for name in names)
        return f"\x1b[{codes}m{text}{_RESET}"

    def seat(self, text: str, seat: int) -> str:
        """The text in the colour of a seat."""
        return self.paint(text, SEAT_INKS[seat % len(SEAT_INKS)], "bold")


def style_for(choice: str, is_terminal: bool, env: Mapping[str, str]) -> Style:
    """The style by `--color` (one of COLOUR_CHOICES) and the environment.

    `auto` paints on a terminal unless NO_COLOR is set to anything, or the terminal is a dumb one.
    """
    if choice == "auto":
        return Style(is_terminal and not env.get(NO_COLOR) and env.get("TERM") != "dumb")
    return Style(choice == "always")


def unpainted(line: str) -> str:
    """The line as it is read."""
    return _PAINT.sub("", line)


def width_of(line: str) -> int:
    """How many columns a painted line takes."""
    return len(unpainted(line))


def pad(line: str, width: int) -> str:
    """The painted line, filled up with blanks to `width` columns."""
    return line + " " * max(0, width - width_of(line))


def beside(left: Sequence[str], right: Sequence[str], gap: int = 2) -> list[str]:
    """Two blocks of painted lines side by side."""
    width = max(map(width_of, left), default=0) + gap
    return [
        f"{pad(one, width)}{other}".rstrip()
        for one, other in zip_longest(left, right, fillvalue="")
    ]


def wrap(line: str, width: int, indent: str = "  ") -> list[str]:
    """The line in pieces of at most `width` columns; one that is painted and too long is clipped."""
    if width_of(line) <= width:
        return [line]
    if "\x1b" in line:
        return [clip(line, width)]
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]


def wrapped(lines: Iterable[str], width: int) -> list[str]:
    """The lines, each in pieces as by `wrap`."""
    return [piece for line in lines for piece in wrap(line, width)]


def clip(line: str, width: int) -> str:
    """At most `width` columns of a painted line; colours take no room and do not leak."""
    shown, columns, at = [], 0, 0
    while at < len(line):
        if line[at] == "\x1b":
            end = line.index("m", at) + 1
            shown.append(line[at:end])
            at = end
            continue
        if columns == width:
            shown.append(_RESET if "\x1b" in line else "")
            break
        shown.append(line[at])
        columns += 1
        at += 1
    return "".join(shown)
