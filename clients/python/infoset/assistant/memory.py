"""What a restarted assistant has to be told: the match, the open question, and what of it is still drawn. Pure."""

from collections.abc import Mapping
from typing import Any

from infoset_protocol.messages import (
    Events,
    MatchOver,
    MatchStart,
    ServerMessage,
    Snapshot,
    Unknown,
    YourTurn,
)

Plain = Mapping[str, Any]


class Memory:
    """The state of one seat, as far as its messages tell."""

    def __init__(self) -> None:
        self.match_id: str | None = None
        self.ver = 0  # of the match, as it was told last
        self._start: Plain | None = None
        self._layers: dict[str, dict[str, Any]] = {}  # by name: ids of the drawings, and how long

    def take(self, message: ServerMessage | Unknown, plain: Plain) -> None:
        """Takes in a message of the server."""
        if isinstance(message, MatchStart | Events | YourTurn | Snapshot):
            self.ver = message.ver
        match message:
            case MatchStart():
                self.match_id, self._start = message.match_id, plain
                self._layers.clear()
            case MatchOver() if message.match_id == self.match_id:
                self.match_id = self._start = None
                self._layers.clear()
            case YourTurn():
                self._layers = {
                    name: layer for name, layer in self._layers.items() if layer["until"] != "turn"
                }
            case _:
                pass

    def drawn(self, plain: Plain) -> None:
        """The server has taken this overlay."""
        name = str(plain.get("layer", "main"))
        before = self._layers.get(name, {"ids": []})["ids"] if plain.get("keep") else []
        kept = [one for one in before if one not in plain.get("remove", ())]
        items = plain.get("items", [])
        added = [str(item.get("id", number)) for number, item in enumerate(items)]
        ids = list(dict.fromkeys([*kept, *added]))
        if ids:
            self._layers[name] = {"ids": ids, "until": plain.get("until", "turn")}
        else:
            self._layers.pop(name, None)

    def opening(self) -> list[dict[str, Any]]:
        """What a new process is told before the snapshot: the match, and what of its predecessor is drawn."""
        if self._start is None:
            return []
        layers = {name: layer["ids"] for name, layer in self._layers.items()}
        return [dict(self._start), {"type": "assist_layers", "layers": layers}]
