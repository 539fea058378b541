"""Whom one login does not want to meet or hear. The server keeps it; this is what it told last."""

from collections.abc import Callable
from typing import Any

from infoset.printing import clean
from infoset_gui.net.network import ignore
from infoset_protocol.messages import Block, Ok

Ask = Callable[[Block, Callable[[Ok], None], Callable[[Exception], None] | None], None]


class KeptAway:
    """Names by user."""

    def __init__(self, ask: Ask) -> None:
        """`ask(request, done, failed)` tells a refusal itself where there is no `failed`."""
        self.names: dict[str, str] = {}
        self._ask = ask

    def has(self, user: str) -> bool:
        """Is this one kept away?"""
        return user in self.names

    def look(self) -> None:
        """Asks who it is; a server that keeps nobody away is not worth a word."""
        self._ask(Block(), self._told, ignore)

    def set(self, user: str, *, on: bool, done: Callable[[], None]) -> None:
        """Keeps somebody away, or lets them near again; `done` is told when the server has it."""

        def told(reply: Ok) -> None:
            self._told(reply)
            done()

        self._ask(Block(user=user, on=on), told, None)

    def _told(self, reply: Ok) -> None:
        blocked: Any = (reply.data or {}).get("blocked")
        if isinstance(blocked, list):
            self.names = {one["user"]: clean(one["name"]) for one in blocked}
