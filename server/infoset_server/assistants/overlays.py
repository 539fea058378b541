"""The layers of drawings that one assistant has on its owner's screen. Pure: time is an argument."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset_games.anchors import AnchorBook
from infoset_protocol.messages import Drawing, Overlay
from infoset_server.common.request_errors import BusyError
from infoset_server.config import AssistLimits

LINES: Final = ("arrow", "path")  # lead from one anchor to another
NEEDED: Final = {"text": "t", "badge": "n", "heat": "v", "table": "rows"}
MAX_SHOWN: Final = 40  # characters of an assistant's text that a warning repeats

Item = dict[str, Any]


@dataclass(frozen=True)
class Layer:
    """Drawings by id. `ends_ms` is when they go in any case."""

    name: str
    items: Mapping[str, Item]
    ver: int | None
    until: str
    ends_ms: int | None = None

    def to_plain(self, now_ms: int) -> dict[str, Any]:
        """The fields of `overlay_show` that are about the layer."""
        plain: dict[str, Any] = {
            "layer": self.name,
            "items": list(self.items.values()),
            "until": self.until,
        }
        if self.ver is not None:
            plain["ver"] = self.ver
        if self.ends_ms is not None:
            plain["ttl_ms"] = max(0, self.ends_ms - now_ms)
        return plain


class Layers:
    """The layers of one assistant in one match."""

    def __init__(self, limits: AssistLimits) -> None:
        self._limits = limits
        self._layers: dict[str, Layer] = {}

    def live(self, now_ms: int) -> list[Layer]:
        """Those that are to be seen now."""
        for name, layer in list(self._layers.items()):
            if layer.ends_ms is not None and layer.ends_ms <= now_ms:
                del self._layers[name]
        return list(self._layers.values())

    def apply(self, request: Overlay, book: AnchorBook, now_ms: int) -> tuple[Layer, list[str]]:
        """Changes a layer; returns it as it is now, and what was left out of it and why.

        Raises BusyError, and changes nothing, where it would be more than may be.
        """
        others = [layer for layer in self.live(now_ms) if layer.name != request.layer]
        before = self._layers.get(request.layer)
        kept = dict(before.items) if request.keep and before is not None else {}
        for gone in request.remove:
            kept.pop(gone, None)
        warnings: list[str] = []
        for position, drawing in enumerate(request.items):
            complaint = check(drawing, book)
            name = str(position) if drawing.id is None else drawing.id
            if complaint is None:
                kept[name] = drawing.to_plain() | {"id": name}
            else:
                warnings.append(f"left out: {complaint}")
        self._check_quota(kept, others)
        ends_ms = None if request.ttl_ms is None else now_ms + request.ttl_ms
        layer = Layer(request.layer, kept, request.ver, request.until, ends_ms)
        if kept:
            self._layers[layer.name] = layer
        else:
            self._layers.pop(layer.name, None)
        return layer, self._cut(warnings)

    def turn_begins(self) -> None:
        """The seat is asked anew: what was drawn for the turn before is gone."""
        self._layers = {
            name: layer for name, layer in self._layers.items() if layer.until == "removed"
        }

    def clear(self) -> None:
        """Nothing is drawn any more."""
        self._layers.clear()

    def _check_quota(self, items: Mapping[str, Item], others: list[Layer]) -> None:
        limits = self._limits
        most = limits.max_layers if items else limits.max_layers + 1
        if len(others) >= most:
            raise BusyError(f"{limits.max_layers} layers are drawn already; clear one first")
        drawings = len(items) + sum(len(layer.items) for layer in others)
        if drawings > limits.max_drawings:
            raise BusyError(
                f"{drawings} drawings would be too many: at most {limits.max_drawings} at a time"
            )

    def _cut(self, warnings: list[str]) -> list[str]:
        most = self._limits.max_warnings
        if len(warnings) <= most:
            return warnings
        return [*warnings[: most - 1], f"and {len(warnings) - most + 1} more"]


def check(drawing: Drawing, book: AnchorBook) -> str | None:
    """Why the drawing cannot be shown, None if it can."""
    for anchor in drawing.at:
        if not book.has(anchor):
            known = ", ".join(book.kinds)
            return f"there is no anchor {shorten(anchor)} in this game; kinds: {known}"
    needed = NEEDED.get(drawing.k)
    if needed is not None and getattr(drawing, needed) is None:
        return f"a {drawing.k} needs `{needed}`"
    least = 2 if drawing.k in LINES else 1
    if len(drawing.at) < least:
        return f"a {drawing.k} needs {'an anchor' if least == 1 else 'two anchors'} in `at`"
    return None


def shorten(text: str) -> str:
    """An assistant's text, fit for a warning."""
    plain = "".join(char if char.isprintable() else "?" for char in text)
    return plain if len(plain) <= MAX_SHOWN else plain[: MAX_SHOWN - 3] + "..."
