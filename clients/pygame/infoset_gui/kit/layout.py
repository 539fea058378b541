"""Cuts rectangles into rectangles: how everything finds its place."""

from collections.abc import Sequence
from typing import Final

from pygame import Rect

DESIGN_WIDTH: Final = 1024  # units of the smallest window
DESIGN_HEIGHT: Final = 640
GROWTH: Final = 0.78  # how much of a larger window goes into larger things; the rest is more room
ROOM: Final = 0.985  # of the smallest window in units that a text scale must leave


def scale_for(width: int, height: int, text_scale: float = 1.0) -> float:
    """Pixels for each unit of a window; `text_scale` is the person's wish, as far as there is room."""
    fit = min(width / DESIGN_WIDTH, height / DESIGN_HEIGHT)
    wanted = max(fit, 0.1) ** GROWTH * text_scale if fit >= 1 else fit * text_scale
    return min(wanted, fit / ROOM)


class Box:
    """A rectangle from which pieces are cut; `rest` is what is left."""

    def __init__(self, rect: Rect, gap: int = 0) -> None:
        """Every cut leaves out `gap` pixels."""
        self.rest = rect.copy()
        self._gap = gap

    def top(self, height: int) -> Rect:
        """Cuts from the top."""
        rest = self.rest
        height = min(height, rest.height)
        piece = Rect(rest.x, rest.y, rest.width, height)
        taken = min(height + self._gap, rest.height)
        self.rest = Rect(rest.x, rest.y + taken, rest.width, rest.height - taken)
        return piece

    def bottom(self, height: int) -> Rect:
        """Cuts from the bottom."""
        rest = self.rest
        height = min(height, rest.height)
        piece = Rect(rest.x, rest.bottom - height, rest.width, height)
        self.rest = Rect(rest.x, rest.y, rest.width, max(0, rest.height - height - self._gap))
        return piece

    def left(self, width: int) -> Rect:
        """Cuts from the left."""
        rest = self.rest
        width = min(width, rest.width)
        piece = Rect(rest.x, rest.y, width, rest.height)
        taken = min(width + self._gap, rest.width)
        self.rest = Rect(rest.x + taken, rest.y, rest.width - taken, rest.height)
        return piece

    def right(self, width: int) -> Rect:
        """Cuts from the right."""
        rest = self.rest
        width = min(width, rest.width)
        piece = Rect(rest.right - width, rest.y, width, rest.height)
        self.rest = Rect(rest.x, rest.y, max(0, rest.width - width - self._gap), rest.height)
        return piece


def columns(rect: Rect, count: int, gap: int) -> list[Rect]:
    """Equal columns side by side."""
    width = (rect.width - gap * (count - 1)) / count
    return [
        Rect(round(rect.x + (width + gap) * at), rect.y, round(width), rect.height)
        for at in range(count)
    ]


def shares(rect: Rect, needed: Sequence[int], gap: int) -> list[Rect]:
    """Columns side by side that take what they need, and the same of what is left; less where there is too little."""
    spare = (rect.width - gap * (len(needed) - 1) - sum(needed)) / len(needed)
    places, x = [], float(rect.x)
    for width in needed:
        places.append(Rect(round(x), rect.y, round(x + width + spare) - round(x), rect.height))
        x += width + spare + gap
    return places


def rows(rect: Rect, count: int, gap: int) -> list[Rect]:
    """Equal rows one below the other."""
    height = (rect.height - gap * (count - 1)) / count
    return [
        Rect(rect.x, round(rect.y + (height + gap) * at), rect.width, round(height))
        for at in range(count)
    ]


def grid(rect: Rect, across: int, down: int, gap: int) -> list[Rect]:
    """Equal cells, row by row."""
    return [cell for row in rows(rect, down, gap) for cell in columns(row, across, gap)]


def inset(rect: Rect, by: int) -> Rect:
    """A rectangle that is smaller by so many pixels at each edge."""
    return rect.inflate(-2 * min(by, rect.width // 2), -2 * min(by, rect.height // 2))


def centred(inside: Rect, width: int, height: int) -> Rect:
    """A rectangle in the middle of another, and no larger than it."""
    size = min(width, inside.width), min(height, inside.height)
    found = Rect((0, 0), size)
    found.center = inside.center
    return found


def flow(widths: Sequence[int], rect: Rect, height: int, gap: int) -> list[Rect]:
    """Pieces of these widths from left to right, on as many lines as they need."""
    places, x, y = [], rect.x, rect.y
    for width in widths:
        if x > rect.x and x + width > rect.right:
            x, y = rect.x, y + height + gap
        places.append(Rect(x, y, min(width, rect.width), height))
        x += width + gap
    return places
