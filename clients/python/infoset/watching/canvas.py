"""A grid of single characters, each with its paint, on which boards are drawn. Pure."""

from infoset.watching.text import Style

_Cell = tuple[str, tuple[str, ...]]  # a character, and the names of its paint


class Canvas:
    """`height` rows of `width` characters, blank at first. What falls outside is not drawn."""

    def __init__(self, width: int, height: int) -> None:
        self._rows: list[list[_Cell]] = [[(" ", ())] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, *paint: str) -> None:
        """Writes a text from `column` on."""
        for at, character in enumerate(text, start=column):
            if 0 <= row < len(self._rows) and 0 <= at < len(self._rows[row]):
                self._rows[row][at] = (character, paint)

    def centre(self, row: int, column: int, text: str, *paint: str) -> None:
        """Writes a text around `column`; of an even number of characters more to the left."""
        self.put(row, column - len(text) // 2, text, *paint)

    def lines(self, style: Style) -> list[str]:
        """The rows, painted, without blanks at their ends."""
        return [_write(row, style) for row in self._rows]


def _write(row: list[_Cell], style: Style) -> str:
    written, start = [], 0
    end = max((at for at, cell in enumerate(row, 1) if cell != (" ", ())), default=0)
    while start < end:
        paint, stop = row[start][1], start
        while stop < end and row[stop][1] == paint:
            stop += 1
        text = "".join(character for character, _ in row[start:stop])
        written.append(style.paint(text, *paint))
        start = stop
    return "".join(written)
