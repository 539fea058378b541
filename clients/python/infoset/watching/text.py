"""Painted text for a terminal, or plain text where colours are not wanted. Pure."""

from dataclasses import dataclass
from typing import Final

_CODES: Final = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34}
_RESET: Final = "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """Paints text, or leaves it as it is."""

    is_coloured: bool = False

    def paint(self, text: str, *names: str) -> str:
        """The text in these colours: bold, dim, red, green, yellow, blue."""
        if not self.is_coloured or not names:
            return text
        codes = ";".join(str(_CODES[name]) for name in names)
        return f"\x1b[{codes}m{text}{_RESET}"


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
