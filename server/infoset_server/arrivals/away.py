"""Clients whose link is lost, kept for a while so that they can resume. Knows neither seats nor rooms."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from infoset_protocol.errors import CloseCode
from infoset_server.people import Client

LATE: Final = "you did not come back in time"


class Away:
    """At most `most` clients, `most_near` of one address. One that is not back after `ttl_s` is closed.

    So is the longest gone where there are too many. With `ttl_s` 0 nobody is kept.
    """

    def __init__(
        self,
        ttl_s: float,
        most: int,
        most_near: int = 0,
        share_of: Callable[[str], str | None] = lambda address: None,
    ) -> None:
        """`share_of` says what an address counts for; None counts for nothing."""
        self._most_near = most_near
        self._share_of = share_of
        self._near: dict[str, OrderedDict[Client, None]] = {}  # by what an address counts for
        self._shares: dict[Client, str] = {}
        self._ttl_s = ttl_s
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._until_s: OrderedDict[Client, float] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._until_s)

    def keep(self, client: Client) -> bool:
        """Waits for `client` from now on; says whether it does."""
        if not self._ttl_s:
            return False
        self._until_s[client] = self._loop.time() + self._ttl_s
        share = self._share_of(client.connection.peer)
        if share is not None:
            self._shares[client] = share
            near = self._near.setdefault(share, OrderedDict())
            near[client] = None
            if len(near) > self._most_near:
                self._give_up(next(iter(near)))
        if len(self._until_s) > self._most:
            self._give_up(next(iter(self._until_s)))
        self._arm_timer()
        return True

    def let_go(self, client: Client) -> bool:
        """`client` is back, or gone for good; says whether it was away."""
        self._forget(client)
        return self._until_s.pop(client, None) is not None

    def close(self) -> None:
        """Waits for nobody any more, and closes nobody."""
        self._until_s.clear()
        self._near.clear()
        self._shares.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm_timer(self) -> None:
        """One timer, for who has gone first: the others are due later."""
        if self._timer is None and self._until_s:
            self._timer = self._loop.call_at(next(iter(self._until_s.values())), self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        now_s = self._loop.time()
        while self._until_s and next(iter(self._until_s.values())) <= now_s:
            self._give_up(next(iter(self._until_s)))
        self._arm_timer()

    def _forget(self, client: Client) -> None:
        share = self._shares.pop(client, None)
        if share is not None:
            del self._near[share][client]
            if not self._near[share]:
                del self._near[share]

    def _give_up(self, client: Client) -> None:
        del self._until_s[client]
        self._forget(client)
        client.connection.close(CloseCode.SESSION_ENDED, LATE)
