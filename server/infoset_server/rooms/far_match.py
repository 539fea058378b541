"""Matches that other servers of the cluster play for this one: what rooms, chat and the console have of them here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from infoset_server.accounts.clients import Client, User
from infoset_server.common.ids import MatchId
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import RoomSettings
from infoset_server.matches.talk import Talk
from infoset_server.matches.views import Viewer


class FarOrders(Protocol):
    """What can be asked of the server that plays a match."""

    def present(self, far: "FarMatch") -> list[Client]:
        """The clients that take part in its matches."""
        ...

    def admit(self, far: "FarMatch", client: Client) -> None:
        """The client watches through the eyes of a stranger, as the match shows from now on."""
        ...

    def stop(self, far: "FarMatch", ending: str) -> None:
        """It ends without a winner."""
        ...

    def freeze(self, far: "FarMatch", is_frozen: bool) -> None:
        """Time stands still, or goes on."""
        ...


@dataclass(frozen=True)
class FarQuestion:
    """An open decision of a seat. `due_s` is by the loop's clock, and None where it is untimed, or time stands still."""

    decision: int
    due_s: float | None = None


class FarSeating:
    """As `matches.seating.Seating`, as far as conversations go."""

    def __init__(self, far: "FarMatch", clock_s: Callable[[], float]) -> None:
        self._far = far
        self.talk = Talk(clock_s)

    def players(self) -> list[Client]:
        """The clients of those who play."""
        far = self._far
        users = {match_seat.user for match_seat in far.match_seats}
        return [client for client in far.orders.present(far) if client.user in users]


class FarSpectators:
    """As `matches.spectators.Spectators`, as far as conversations go."""

    def __init__(self, is_delayed: bool) -> None:
        self.is_delayed = is_delayed
        self.viewers: dict[Client, Viewer] = {}

    @property
    def clients(self) -> list[Client]:
        """Those who look on."""
        return list(self.viewers)


class FarMatch:
    """A match on another server; `node` is the name of its claim. It is over once that has reported so."""

    def __init__(
        self,
        match_id: MatchId,
        node: str,
        settings: RoomSettings,
        match_seats: list[MatchSeat],
        orders: FarOrders,
        clock_s: Callable[[], float],
    ) -> None:
        self.id = match_id
        self.node = node
        self.settings = settings
        self.match_seats = match_seats  # who sits where; nothing of how they do
        self.is_begun = True  # does its server know of it? Else what is wanted of it waits
        self.is_over = False
        self.is_frozen = False
        self._last_freeze: bool | None = None  # what its server was told of that, and
        self._ending: str | None = None  # that it is to end
        self.ver = 0  # how far it has come, as players here have been told
        self.questions: dict[int, FarQuestion] | None = None  # open ones by seat; None: not known
        self.orders = orders
        self.seating = FarSeating(self, clock_s)
        self.spectators = FarSpectators(settings.delay is not None)
        self._at_end: list[Callable[[], None]] = []

    def seat_of(self, user: User) -> int | None:
        """The first seat that is the user's by right."""
        seats = (one.seat for one in self.match_seats if one.user is user)
        return next(seats, None)

    def abort(self, ending: str) -> None:
        """As MatchRunner, as soon as its server hears of it."""
        self._ending = ending
        self.orders.stop(self, ending)

    def freeze(self, is_frozen: bool) -> None:
        """As MatchRunner."""
        self.is_frozen = self._last_freeze = is_frozen
        self.orders.freeze(self, is_frozen)

    def repeat_orders(self) -> None:
        """Its server may not have heard what it was told."""
        if self._ending is not None:
            self.orders.stop(self, self._ending)
        elif self._last_freeze is not None:
            self.orders.freeze(self, self._last_freeze)

    def when_over(self, call: Callable[[], None]) -> None:
        """As MatchRunner."""
        self._at_end.append(call)

    def end(self) -> None:
        """It is over, as its room has heard."""
        self.is_over = True
        self.spectators.viewers.clear()
        self.seating.talk.clear()
        calls, self._at_end = self._at_end, []
        for call in calls:
            call()
