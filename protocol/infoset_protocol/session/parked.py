"""A session on its way to another server: what it needs to go on there, as plain values. Knows no connection."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol.codec import Prepared

# What a session reads of the messages it sends, and a hall of those of a play node, by their type.
ABOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "error": ("code",),
    "events": ("match_id", "ver"),
    "match_over": ("match_id",),
    "replay_part": ("more",),
    "your_turn": ("match_id", "decision", "ver"),
}


@dataclass(frozen=True, slots=True)
class KeptMessage:
    """A numbered message: `head`, `tail` and `fields` as `codec.Encoded`, `re` the request it answers."""

    head: bytes
    tail: bytes
    fields: int
    re: int | None = None


@dataclass(frozen=True, slots=True)
class Parked:
    """A session that has stopped at one server and goes on at another, in the same encoding.

    `seq` is the number of the last message, `last_id` of the last request; `kept` ends with message `seq`. `asked` is
    the match, the decision and the number of the last `your_turn`, unless it was answered.
    """

    seq: int
    last_id: int
    unanswered: tuple[int, ...]
    strict: bool
    kept: tuple[KeptMessage, ...]
    asked: tuple[str, int, int] | None = None


def about(message: Prepared) -> dict[str, Any]:
    """What has to be known of a message that only its bytes are sent of."""
    known: dict[str, Any] = {"type": message.type}
    for name in ABOUT.get(message.type, ()):
        known[name] = message.field(name)
    return known
