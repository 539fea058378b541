"""What the owner of an assisted seat is told of the assistants beside it."""

from typing import Any, Final

from infoset_protocol.codec import Prepared
from infoset_server.assistants.assistant import Assistant
from infoset_server.assistants.overlays import Layer
from infoset_server.assistants.suggestions import Shown
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.network.outbox import Delivery

FEATURE: Final = "assist"


class OwnerNotifier:
    """Tells whoever plays `match_seat`; writes some of it for assistants, too."""

    def __init__(self, live: MatchRunner, match_seat: MatchSeat, warn_every_ms: int) -> None:
        self._live = live
        self._match_seat = match_seat
        self._warn_every_ms = warn_every_ms

    def send(
        self, message: dict[str, Any], delivery: Delivery = Delivery.MUST, key: str | None = None
    ) -> None:
        """To the owner's client, if it is here, and shows such things."""
        client = self._match_seat.client
        if client is None or client.user is not self._match_seat.user:
            return
        if FEATURE in client.line.features:
            client.line.send(Prepared(message), delivery, key)

    def warn(self, assistant: Assistant, text: str) -> None:
        """Tells of what an assistant does too much, now and then."""
        now_ms = self._live.now_ms()
        warned_ms = assistant.warned_ms
        if warned_ms is None or now_ms - warned_ms >= self._warn_every_ms:
            assistant.warned_ms = now_ms
            self.send(self.note("warning", f"{assistant.name}: {text}", assistant))

    def show_layer(self, assistant: Assistant, layer: Layer) -> None:
        """Shows what an assistant has drawn; an unread older picture is replaced."""
        message = {
            "type": "overlay_show",
            "match_id": self._live.id,
            "seat": self._match_seat.seat,
            "assistant": assistant.id,
            "by": assistant.name,
            **layer.to_plain(self._live.now_ms()),
        }
        key = f"overlay:{self._live.id}:{assistant.id}:{layer.name}"
        self.send(message, Delivery.LATEST, key)

    def suggestion(self, by: Assistant, shown: Shown, text: str | None) -> dict[str, Any]:
        """The message `suggestion`."""
        message: dict[str, Any] = {
            "type": "suggestion",
            "match_id": self._live.id,
            "decision": shown.decision,
            "suggestion": shown.number,
            "assistant": by.id,
            "by": by.name,
            "top": [resolved.proposal.to_plain() for resolved in shown.top],
        }
        return message if text is None else message | {"text": text}

    def note(self, level: str, text: str, about: Assistant) -> dict[str, Any]:
        """The message `assist_note`."""
        return {
            "type": "assist_note",
            "match_id": self._live.id,
            "level": level,
            "text": text,
            "assistant": about.id,
            "ver": self._live.match.ver,
        }
