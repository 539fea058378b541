"""Seeks: who waits for which match, and who goes together. Decides only; rooms and bots are the lobby's."""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from functools import cached_property

from infoset_games.replay import canonical
from infoset_server.accounts.clients import Client, are_apart
from infoset_server.common.ids import Ticket
from infoset_server.matches.settings import RoomSettings


@dataclass(eq=False)
class Seek:
    """One open seek. `fill_at_ms` is when house bots may take the empty seats.

    `is_kept`: it was opened before the server restarted. Its user may not know that it is still open.
    """

    ticket: Ticket
    client: Client
    settings: RoomSettings
    fill_at_ms: int
    is_kept: bool = False
    share: str | None = None  # what its address counts for in limits
    is_aside: bool = False  # its client is away: nobody is put to a table meanwhile

    @cached_property
    def terms(self) -> Hashable:
        """Seeks with equal terms may play together."""
        game = self.settings.game
        circle = self.client.user.classroom  # a class plays among itself
        return (game.rules, canonical(game.options()), self.settings.terms, circle)


@dataclass
class SeekQueue:
    """All open seeks, oldest first. `on_group` gets those who shall play a match together.

    `on_change` hears of a seek that was opened (True) or closed (False).
    """

    on_group: Callable[[list[Seek]], None]
    on_change: Callable[[Seek, bool], None] = lambda seek, is_open: None
    open: list[Seek] = field(default_factory=list)

    def add(self, seek: Seek) -> None:
        """Opens a seek, and starts a match when enough wait for the same."""
        self.reopen(seek)
        self._pair(seek)

    def reopen(self, seek: Seek) -> None:
        """Opens a seek that is to wait."""
        self.open.append(seek)
        self.on_change(seek, True)

    def set_aside(self, client: Client) -> None:
        """`client` is away: its seeks stay open, but count for nothing."""
        for seek in self.open:
            if seek.client is client:
                seek.is_aside = True

    def take_back(self, client: Client) -> None:
        """`client` is here again, and its seeks count."""
        mine = [seek for seek in self.open if seek.client is client]
        for seek in mine:
            seek.is_aside = False
        for seek in mine:
            if seek in self.open:
                self._pair(seek)

    def remove(self, client: Client, ticket: str | None = None) -> int:
        """Closes one or all seeks of `client`; returns how many."""
        gone = [s for s in self.open if s.client is client and ticket in (None, s.ticket)]
        self._close(gone)
        return len(gone)

    def answered(self, tickets: Collection[str]) -> None:
        """Closes these: a match that answers them has begun."""
        self._close([seek for seek in self.open if seek.ticket in tickets])

    def take_kept(self, client: Client, settings: RoomSettings) -> Seek | None:
        """The seek of `client` from before a restart on these terms, if it is still open: the client asks again."""
        wanted = Seek(Ticket(""), client, settings, 0).terms
        for seek in self.open:
            if seek.is_kept and seek.client is client and seek.terms == wanted:
                seek.is_kept = False
                return seek
        return None

    def count(self, client: Client) -> int:
        """How many seeks `client` has open."""
        return sum(seek.client is client for seek in self.open)

    def fill(self, now_ms: int) -> None:
        """Lets everybody play whose wait is over, together with those who wait for the same."""
        while True:
            due = next((seek for seek in self._present() if seek.fill_at_ms <= now_ms), None)
            if due is None:
                return
            self._take(self._alike(due))

    def next_fill_ms(self) -> int | None:
        """When `fill` has something to do, or None."""
        return min((seek.fill_at_ms for seek in self._present()), default=None)

    def _present(self) -> list[Seek]:
        """The open seeks of everybody who is here; a line that is closed may be a while in going."""
        return [seek for seek in self.open if not seek.is_aside and seek.client.line.is_here]

    def _pair(self, seek: Seek) -> None:
        """Starts a match if `seek` makes one complete."""
        group = self._alike(seek)
        if len(group) == seek.settings.game.seats:
            self._take(group)

    def _alike(self, seek: Seek) -> list[Seek]:
        """`seek` and the oldest others with equal terms, at most a match full, who may all meet."""
        group = [seek]
        for other in self._present():
            if len(group) == seek.settings.game.seats:
                break
            if other.terms == seek.terms and all(may_pair(other.client, s.client) for s in group):
                group.append(other)
        return group

    def _take(self, group: list[Seek]) -> None:
        self._close(group)
        self.on_group(group)

    def _close(self, gone: list[Seek]) -> None:
        self.open = [seek for seek in self.open if seek not in gone]
        for seek in gone:
            self.on_change(seek, False)


def may_pair(one: Client, other: Client) -> bool:
    """Whether chance may bring them together: two connections, and nobody keeps the other away.

    A person sits at a table once: an older connection of theirs may be dead, and nobody knows yet. Programs of one
    account meet.
    """
    if one.user is other.user and not (one.is_program and other.is_program):
        return False
    return one is not other and not are_apart(one.user, other.user)
