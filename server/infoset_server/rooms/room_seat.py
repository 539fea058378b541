"""A seat of a room between two matches: whose it is, and whether they are ready."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from infoset_server.accounts.clients import Client, User
from infoset_server.common.request_errors import NotFoundError


@dataclass
class RoomSeat:
    """A seat while no match runs: open, or taken by a member or a house bot.

    `kept_for` is who sat here before the server restarted, until it is back or given up. `berserk`: whoever plays here
    does so on half the time, which nobody is told before the match begins.
    """

    client: Client | None = None
    bot: str | None = None
    ready: bool = False
    kept_for: User | None = None
    berserk: bool = False

    @property
    def is_open(self) -> bool:
        """May somebody sit here?"""
        return self.client is None and self.bot is None and self.kept_for is None

    @property
    def user(self) -> User | None:
        """Whose seat it is."""
        return self.kept_for if self.client is None else self.client.user

    @property
    def is_ready(self) -> bool:
        """Taken, and willing to start; house bots always are, and who is away is not."""
        if self.client is None:
            return self.bot is not None
        return self.ready and self.client.line.is_here

    def info(self, number: int) -> dict[str, Any]:
        """The seat with this number as `SeatInfo` values."""
        info: dict[str, Any] = {"seat": number}
        if self.bot is not None:
            return info | {"kind": "bot", "name": self.bot, "ready": True}
        user = self.user
        if user is None:
            return info | {"kind": "open"}
        info |= {"user": user.id, "name": user.name, "ready": self.ready}
        info["kind"] = "human" if self.client is None else self.client.kind
        if self.client is None or not self.client.line.is_here:
            info["online"] = False
        return info


def seat_at(seats: Sequence[RoomSeat], number: int) -> RoomSeat:
    """The seat with this number. Raises NotFoundError."""
    if not 0 <= number < len(seats):
        raise NotFoundError(f"seat {number} (the room has 0..{len(seats) - 1})")
    return seats[number]


def players_on(seats: Sequence[RoomSeat]) -> tuple[str | None, ...]:
    """Who sits there, by seat: the id of a user or the name of a house bot."""
    return tuple(seat.bot if seat.user is None else seat.user.id for seat in seats)
