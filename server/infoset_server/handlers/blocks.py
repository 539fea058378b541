"""Requests to keep somebody away. Checks and answers; `accounts.blocks` keeps them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client, ClientRegistry, User, may_meet
from infoset_server.accounts.errors import AccountError
from infoset_server.accounts.exclusions import Blocks
from infoset_server.accounts.users import PLAY
from infoset_server.common.request_errors import BadOptionError, BusyError, NotFoundError
from infoset_server.handlers.requests import RequestHandler


class BlockHandlers:
    """Refusals are RequestErrors; a refused request changes nothing."""

    def __init__(
        self,
        people: ClientRegistry,
        blocks: Blocks,
        when_stored: Callable[[Callable[[], None]], None],
    ) -> None:
        """`when_stored(call)` calls when everything noted is stored."""
        self._people = people
        self._blocks = blocks
        self._when_stored = when_stored

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("block", self.block, PLAY)]

    def block(self, client: Client, request: wire.Block) -> None:
        """Keeps a user away or lets him near again, and tells who is kept away; answered when stored."""
        user = client.user
        if request.user is not None:
            other = self._find(user, request.user)
            if request.on:
                self._keep_away(user, other)
            else:
                self._blocks.remove(user, other)
        told = [{"user": one.id, "name": one.name} for one in self._blocks.of(user)]
        answer: dict[str, Any] = {"type": "ok", "data": {"blocked": told}}
        self._when_stored(partial(client.line.reply, request, answer))

    def _keep_away(self, user: User, other: User) -> None:
        if other is user:
            raise BadOptionError("user", "somebody else")
        try:
            self._blocks.add(user, other)
        except AccountError as problem:
            raise BusyError(str(problem)) from None

    def _find(self, user: User, wanted: str) -> User:
        """Raises NotFoundError, for house bots and whom the user may not meet as for whom nobody knows."""
        other = self._people.find(wanted)
        if other is None or other.house_bot is not None or not may_meet(user, other):
            raise NotFoundError(f"user {wanted}")
        return other
