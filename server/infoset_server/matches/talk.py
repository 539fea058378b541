"""What was said in a room or a match, for those who come back to it. Who may hear what is decided elsewhere."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import UserId

FEATURE: Final = "chat"  # of clients that show what was said
MOST_REMARKS: Final = 100


@dataclass(frozen=True, slots=True)
class Remark:
    """A `chat_msg` of `author` to these users, and when it was said."""

    message: Mapping[str, Any]
    author: UserId
    audience: frozenset[UserId]
    at_s: float


class Talk:
    """The newest remarks at one place. They are gone with it, and with the server."""

    def __init__(self, clock_s: Callable[[], float]) -> None:
        self._clock_s = clock_s
        self._remarks: deque[Remark] = deque(maxlen=MOST_REMARKS)

    def note(self, message: Mapping[str, Any], author: UserId, audience: frozenset[UserId]) -> None:
        """`message` was told to `audience`, or would have been to those of them who were not connected."""
        self._remarks.append(Remark(message, author, audience, self._clock_s()))

    def tell_again(self, client: Client) -> None:
        """Tells a new session of a user what was said to them before, if it shows such things."""
        if FEATURE not in client.line.features:
            return
        for remark in self._remarks:
            if client.user.id in remark.audience and remark.author not in client.user.blocked:
                ago_ms = int((self._clock_s() - remark.at_s) * 1000)
                client.line.send(Prepared({**remark.message, "ago_ms": ago_ms}))

    def clear(self) -> None:
        """Nobody comes back here."""
        self._remarks.clear()
