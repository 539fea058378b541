"""Webhooks and their messages as documents in the store."""

from dataclasses import dataclass, field
from typing import Final, Literal

from infoset_server.common.ids import UserId
from infoset_server.storage.notes import DocumentKind

SERVER_WEBHOOK: Final = "w_server"  # id of the one that the settings name

Kind = Literal["ladder", "tournament", "server"]
Status = Literal["held", "waiting", "delivered", "failed"]


@dataclass
class Webhook:
    """An address to which the results of a competition are sent, or those of the server.

    `identity` tells the competition from another one that has its name later. `owner` is whose it is; None for
    administrators. `former` are secrets that still sign, each with the time until which it does. Times are milliseconds
    since 1970. `off` is why nothing is sent to it any more; "" where it is sent.
    """

    id: str
    kind: Kind
    name: str
    identity: str
    owner: UserId | None
    url: str
    secret: str
    created_ms: int
    former: list[tuple[str, int]] = field(default_factory=list)
    off: str = ""

    def secrets(self, now_ms: int) -> list[str]:
        """Those that sign now, the newest first."""
        return [self.secret, *(secret for secret, until_ms in self.former if now_ms < until_ms)]


@dataclass
class Message:
    """What is, was or will be sent to a webhook; its `id` is the receiver's, too, and stays.

    One that is `held` waits until the results of a `round` of a `tournament` may be known; `identity` is that of the
    tournament. `said` is what came of the last attempt. `once` is for those that are tried but once.
    """

    id: str
    webhook: str
    type: str
    match: str
    body: str
    created_ms: int
    status: Status
    tournament: str = ""
    identity: str = ""
    round: int = 0
    due_ms: int = 0  # of the next attempt
    attempts: int = 0
    tried_ms: int = 0  # when the last one was made
    said: str = ""
    once: bool = False

    @property
    def is_over(self) -> bool:
        """Is it sent no more?"""
        return self.status in ("delivered", "failed")


WEBHOOKS: Final = DocumentKind("webhook", Webhook)
MESSAGES: Final = DocumentKind("webhook_message", Message)
