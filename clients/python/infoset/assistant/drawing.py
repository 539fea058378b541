"""What an assistant draws: named calls that collect drawings, and the layers they go into."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, Final

SIDE: Final = "screen:side"
TURN: Final = "turn"
REMOVED: Final = "removed"
MAX_TEXT: Final = 120
MAX_CELL: Final = 64

Send = Callable[[dict[str, Any]], None]


class Badge(IntEnum):
    """The 16 signs, which look the same in every game and every client."""

    CROSS = 0
    RING = 1
    SKULL = 2
    DIAMOND = 3
    SHIELD = 4
    EYE = 5
    UP = 6
    RIGHT = 7
    DOWN = 8
    LEFT = 9
    FLAG = 10
    STAR = 11
    QUESTION = 12
    BOLT = 13
    LOCK = 14
    COIN = 15


class Canvas:
    """Collects the drawings of one hook; what it draws replaces what it drew the time before.

    Anchors are names such as `cell:4,7` or `screen:side`; colours are names from the palette (`good`, `bad`,
    `danger`, `muted`, `cold`, `hot`, `seat0`, ...) or `#rrggbb`.
    """

    def __init__(self) -> None:
        self._items: list[dict[str, Any]] = []

    def text(self, at: str, text: object, *, color: str | None = None, size: float = 1.0) -> None:
        """Words at an anchor, which may be the screen itself."""
        self._add("text", [at], t=str(text)[:MAX_TEXT], c=color, size=scale(size))

    def badge(
        self, at: str, badge: Badge | int, *, color: str | None = None, size: float = 1.0
    ) -> None:
        """One of the 16 signs."""
        self._add("badge", [at], n=int(badge), c=color, size=scale(size))

    def heat(self, at: str, value: float) -> None:
        """A tint, from 0 (cold) to 1 (hot)."""
        self._add("heat", [at], v=round(min(1.0, max(0.0, value)), 3))

    def arrow(self, *at: str, color: str | None = None, label: str | None = None) -> None:
        """An arrow through two anchors or more."""
        self._add("arrow", list(at), c=color, t=label)

    def path(self, *at: str, color: str | None = None) -> None:
        """A line through two anchors or more."""
        self._add("path", list(at), c=color)

    def mark(self, at: str, *, color: str | None = None) -> None:
        """A frame."""
        self._add("mark", [at], c=color)

    def ghost(self, at: str, piece: str, *, color: str | None = None) -> None:
        """A piece that is not there, by its name."""
        self._add("ghost", [at], t=piece[:MAX_TEXT], c=color)

    def table(
        self,
        rows: Mapping[str, object] | Iterable[tuple[str, object]],
        *,
        at: str = SIDE,
        title: str | None = None,
    ) -> None:
        """Lines of name and value in a panel."""
        pairs = rows.items() if isinstance(rows, Mapping) else rows
        lines = [[str(name)[:MAX_CELL], str(value)[:MAX_CELL]] for name, value in pairs]
        self._add("table", [at], rows=lines, t=title)

    def take(self) -> list[dict[str, Any]]:
        """What was drawn since this was asked last."""
        items, self._items = self._items, []
        return items

    def _add(self, kind: str, at: list[str], **fields: Any) -> None:
        values = {name: value for name, value in fields.items() if value is not None}
        self._items.append({"k": kind, "at": at, **values})


class Easel:
    """Shows canvases as layers; a layer that has not changed is not sent again."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._shown: dict[str, list[dict[str, Any]]] = {}

    def show(self, layer: str, items: list[dict[str, Any]], until: str) -> None:
        """Replaces a layer."""
        if items == self._shown.get(layer, []):
            return
        self._shown[layer] = items
        self._send({"type": "overlay", "layer": layer, "items": items, "until": until})

    def turn_begins(self, *layers: str) -> None:
        """The owner's screen has dropped these layers by itself."""
        for layer in layers:
            self._shown.pop(layer, None)


def scale(size: float) -> float | None:
    """As it goes over the wire: nothing where it is the usual one."""
    return None if size == 1.0 else round(size, 3)
