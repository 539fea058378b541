"""Seeks: who waits for which match, and who goes together. Decides only; rooms and bots are the lobby's."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property

from infoset_games.replay import canonical
from infoset_server.ids import Ticket
from infoset_server.people import Client
from infoset_server.settings import RoomSettings


@dataclass(eq=False)
class SeekTicket:
    """One open seek. `fill_at_ms` is when house bots may take the empty seats."""

    ticket: Ticket
    client: Client
    settings: RoomSettings
    fill_at_ms: int

    @cached_property
    def terms(self) -> Hashable:
        """Seeks with equal terms may play together."""
        game = self.settings.game
        return (game.rules, canonical(game.options()), self.settings.terms)


@dataclass
class Pairing:
    """All open seeks, oldest first. `on_group` gets those who shall play a match together."""

    on_group: Callable[[list[SeekTicket]], None]
    open: list[SeekTicket] = field(default_factory=list)

    def add(self, seek: SeekTicket) -> None:
        """Opens a seek, and starts a match when enough wait for the same."""
        self.open.append(seek)
        group = self._alike(seek)
        if len(group) == seek.settings.game.seats:
            self._take(group)

    def remove(self, client: Client, ticket: str | None = None) -> int:
        """Closes one or all seeks of `client`; returns how many."""
        gone = [s for s in self.open if s.client is client and ticket in (None, s.ticket)]
        self.open = [seek for seek in self.open if seek not in gone]
        return len(gone)

    def count(self, client: Client) -> int:
        """How many seeks `client` has open."""
        return sum(seek.client is client for seek in self.open)

    def fill(self, now_ms: int) -> None:
        """Lets everybody play whose wait is over, together with those who wait for the same."""
        while True:
            due = next((seek for seek in self.open if seek.fill_at_ms <= now_ms), None)
            if due is None:
                return
            self._take(self._alike(due))

    def next_fill_ms(self) -> int | None:
        """When `fill` has something to do, or None."""
        return min((seek.fill_at_ms for seek in self.open), default=None)

    def _alike(self, seek: SeekTicket) -> list[SeekTicket]:
        """`seek` and the oldest others with equal terms, at most a match full, no connection twice."""
        group = [seek]
        for other in self.open:
            if len(group) == seek.settings.game.seats:
                break
            if other.terms == seek.terms and all(other.client is not s.client for s in group):
                group.append(other)
        return group

    def _take(self, group: list[SeekTicket]) -> None:
        self.open = [seek for seek in self.open if seek not in group]
        self.on_group(group)
