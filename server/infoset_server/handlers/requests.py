"""What a handler of requests is: one line of the table by which the dispatcher works. And pages of a list, as much as fits into a frame."""

from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol, TypeAlias, cast

from infoset_server.accounts.clients import Client
from infoset_server.matches.replay_streams import size_of
from infoset_server.matches.runner import MatchRunner
from infoset_server.network.line import Line

Reply: TypeAlias = dict[str, Any]


class Inbox(Protocol):
    """What a match says of requests that wait to be served. As `MatchRunner`."""

    @property
    def is_over(self) -> bool:
        """Has the match ended, for everybody?"""
        ...

    def makes_wait(self, client: Client) -> bool:
        """Must a request of `client` wait in the inbox?"""
        ...

    def when_settled(self, call: Callable[[], None]) -> None:
        """Calls back when all that has happened is stored."""
        ...


class Turn:
    """When a request to a match is served: the match is as far as what is stored, and `arrived_s` is when it came."""

    __slots__ = ("_inbox", "arrived_s")

    def __init__(self, inbox: Inbox | None, arrived_s: float) -> None:
        """`inbox` is that of the match; None for a request that turned out to concern no running one."""
        self._inbox = inbox
        self.arrived_s = arrived_s

    @property
    def live(self) -> MatchRunner | None:
        """The match, if there is one."""
        return None if self._inbox is None else self.match

    @property
    def match(self) -> MatchRunner:
        """The match, of a request that is always to one."""
        return cast(MatchRunner, self._inbox)

    @property
    def is_over(self) -> bool:
        """Has the match ended meanwhile?"""
        return self._inbox is not None and self._inbox.is_over

    def makes_wait(self, client: Client) -> bool:
        """Must the request wait until what came before is stored?"""
        return self._inbox is not None and self._inbox.makes_wait(client)

    def wait(self, call: Callable[[], None]) -> None:
        """Calls back when that is stored."""
        assert self._inbox is not None, "only what concerns a match waits"
        self._inbox.when_settled(call)


Serve: TypeAlias = Callable[[Client, Any], Reply | None]
ServeInTurn: TypeAlias = Callable[[Client, Any, Turn], Reply | None]
Find: TypeAlias = Callable[[Client, Any], Inbox | None]


class RequestHandler:
    """Serves requests of one type. `scope` is what the client must have for it; None: nothing.

    `serve` and `find` may raise RequestError, and have changed nothing then. `serve` returns the reply, or None where
    that comes by itself. With `find` the request is to a match: it waits in its inbox, until what came before is
    stored.
    """

    __slots__ = ("find", "scope", "serve", "type")

    def __init__(
        self,
        type: str,  # as the field of the message
        serve: Serve | ServeInTurn,
        scope: str | None = None,
        find: Find | None = None,
    ) -> None:
        self.type = type
        self.serve: Callable[..., Reply | None] = serve
        self.scope = scope
        self.find = find

    def turn(self, client: Client, request: Any, arrived_s: float) -> Turn:
        """When a request to a match is served. Raises RequestError where there is no such match."""
        assert self.find is not None, "asked for requests to a match only"
        return Turn(self.find(client, request), arrived_s)


class HandlerGroup(Protocol):
    """The handlers of one chapter of the protocol."""

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        ...


SLACK: Final = 200  # bytes of a message besides its items

Item = dict[str, Any]


def take_page(items: Iterable[Item], count: int, line: Line) -> tuple[list[Item], bool]:
    """The first items, `count` at most and one at least, if there is any; and are there more behind them?"""
    page: list[Item] = []
    left = line.max_frame_out - SLACK
    for item in items:
        left -= size_of(item, line.encoding)
        if page and (left < 0 or len(page) == count):
            return page, True
        page.append(item)
    return page, False
