"""Clients that are away, come back or are gone, and what becomes of what they take part in."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.network.line import EntryLine
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room_list import RoomList
from infoset_server.sessions.restore import Resumption

LATE: Final = "you did not come back in time"
Tell: TypeAlias = Callable[[Client], object]


class DetachedSessions:
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
        share = self._share_of(client.line.peer)
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
        client.line.close(CloseCode.SESSION_ENDED, LATE)


class Presence:
    """Of all clients that were welcomed. `closed` counts connections by their close code."""

    def __init__(
        self,
        people: ClientRegistry,
        away: DetachedSessions,
        matchmaker: Matchmaker,
        room_list: RoomList,
        is_assistant: Callable[[Client], bool],
        resumption: Resumption,
        tell_away: Sequence[Tell],
        tell_back: Sequence[Tell],
        tell_gone: Sequence[Tell],
    ) -> None:
        """Told in this order are: `tell_away` of lost links, `tell_back` of clients that have resumed, `tell_gone` of
        those that are gone for good.
        """
        self.closed: Counter[int] = Counter()
        self._people = people
        self._away = away
        self._matchmaker = matchmaker
        self._room_list = room_list
        self._is_assistant = is_assistant
        self._resumption = resumption
        self._tell_away = tell_away
        self._tell_back = tell_back
        self._tell_gone = tell_gone

    def step_out(self, connection: EntryLine) -> bool:
        """A link is lost: is everything kept for a while? A house bot's seats wait for its process.

        A player who cannot go on with the session may have come back before this was known. Then they have logged in
        anew, and have their seats now.
        """
        client = self._people.clients.get(connection)
        if client is None or client.user.house_bot is not None or not self._away.keep(client):
            return False
        for tell in self._tell_away:
            tell(client)
        self._room_list.set_aside(client)
        self._matchmaker.play.floor.step_out(client)
        self._matchmaker.step_out(client)
        since_s = connection.lost_since_s
        heir = self._heir_of(client, since_s) if since_s is not None and client.seats else None
        if heir is not None:
            self._matchmaker.replace(client, heir)
            connection.close(CloseCode.REPLACED, "replaced by a newer connection")
        return True

    def step_in(self, connection: EntryLine) -> None:
        """A session goes on, after a pause or over a newer link."""
        client = self._people.clients[connection]
        was_away = self._away.let_go(client)
        self._room_list.take_back(client)
        self._matchmaker.play.step_in(client)
        for tell in self._tell_back:
            tell(client)
        if was_away:
            self._matchmaker.step_in(client)

    def drop_out(self, connection: EntryLine) -> None:
        """A connection is gone: seats in running matches are kept, everything else is given up."""
        client = self._people.clients.pop(connection, None)
        if client is None:
            return
        self.closed[connection.close_code or 0] += 1
        self._away.let_go(client)
        for tell in self._tell_gone:
            tell(client)
        if client.user.house_bot is not None:
            self._people.accounts.register.remove(client.user)  # its program comes as another user
            return
        heir = self._heir_of(client)
        if heir is not None:
            self._resumption.receive(heir, has_come=False)

    def _heir_of(self, client: Client, since_s: float = 0.0) -> Client | None:
        """Another connection of the same user, which takes over: the newest, if it has come since then."""
        others = [
            one
            for one in self._people.clients_of(client.user)
            if one.line.is_here
            and one.came_s >= since_s
            and one.takes_seats
            and not self._is_assistant(one)
        ]
        return others[-1] if others else None

    def may_idle(self, connection: EntryLine) -> bool:
        """Seated, or waiting for a match: a bot may think, and a house bot may wait, for ever."""
        client = self._people.clients.get(connection)
        if client is None:
            return False
        waits = self._matchmaker.pairing.count(client) > 0 or client.user.house_bot is not None
        takes_part = client.seats or client.watching or client.rooms
        return waits or bool(takes_part) or self._is_assistant(client)
