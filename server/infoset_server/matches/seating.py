"""The people at a running match: who decides on which seat, and how a message reaches them. Knows no rules."""

from collections.abc import Callable
from typing import Any, final

from infoset_protocol.codec import Prepared
from infoset_protocol.messages import Act
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId
from infoset_server.matches.seats import MatchSeat, deltas_for
from infoset_server.matches.spectators import Spectators
from infoset_server.matches.talk import Talk
from infoset_server.matches.undo import UndoVote
from infoset_server.network.outbox import Delivery


@final
class Seating:
    """The seats with their assistants, those who have lost theirs, and those who look on."""

    def __init__(
        self,
        match_id: MatchId,
        match_seats: list[MatchSeat],
        spectators: Spectators,
        clock_s: Callable[[], float],
    ) -> None:
        self.match_seats = match_seats
        self.spectators = spectators
        self.talk = Talk(clock_s)
        self.undo_vote = UndoVote(match_id, self.to_seats)
        self.relieved: list[Client] = []  # lost their seat to a stand-in: they hear how it ends
        self._id = match_id

    # Who sits where.

    def held_by(self, client: Client) -> MatchSeat | None:
        """The seat on which `client` decides, if there is one."""
        seat = client.seats.get(self._id)
        return (
            None
            if seat is None or self.match_seats[seat].client is not client
            else self.match_seats[seat]
        )

    def aided_by(self, client: Client, act: Act) -> MatchSeat | None:
        """The seat for which an assistant decides, if `client` is one that may. Raises RequestError."""
        for match_seat in self.match_seats:
            if match_seat.assistants is not None and match_seat.assistants.let_act(client, act):
                return match_seat
        return None

    def decides(self, seat: int, beside: MatchSeat) -> bool:
        """Is the seat played by somebody of its own, and no house bot, seen from `beside`?"""
        match_seat = self.match_seats[seat]
        return match_seat.bot is None and match_seat.user is not beside.user

    def players(self) -> list[Client]:
        """The clients on the seats."""
        return [
            match_seat.client for match_seat in self.match_seats if match_seat.client is not None
        ]

    def seat(self, match_seat: MatchSeat, client: Client) -> None:
        """`client` decides on the seat from now on, and whoever did so does no more."""
        if match_seat.client is not None:
            match_seat.client.seats.pop(self._id, None)
        match_seat.client = client
        match_seat.deltas = deltas_for(client)
        client.seats[self._id] = match_seat.seat

    def relieve(self, match_seat: MatchSeat) -> None:
        """A stand-in is to have the seat: whoever had it hears the result, but no more of the play."""
        if match_seat.client is not None:
            match_seat.client.seats.pop(self._id, None)
            self.relieved.append(match_seat.client)
            match_seat.client = None

    def forget(self, client: Client) -> None:
        """`client` is gone: from its seat, which stays as it is, or from those who look on."""
        client.seats.pop(self._id, None)
        self.spectators.remove(client)

    def clear(self) -> None:
        """Nobody sits here any more, and nobody is waited for. A room remembers its last match for long."""
        for match_seat in self.match_seats:
            match_seat.cancel_absence()
            if match_seat.assistants is not None:
                match_seat.assistants.ended()
                match_seat.assistants = None
            if match_seat.client is not None:
                match_seat.client.seats.pop(self._id, None)
            match_seat.client = match_seat.answered_by = match_seat.deltas = None
        self.relieved.clear()
        self.talk.clear()

    # How a message reaches them.

    def to_player(self, match_seat: MatchSeat, message: dict[str, Any]) -> None:
        """To who plays on a seat."""
        if match_seat.client is not None:
            match_seat.client.line.send(Prepared(message), Delivery.MUST)

    def to_seat(self, match_seat: MatchSeat, message: dict[str, Any]) -> None:
        """To who plays on a seat, and to its assistants: the same bytes."""
        prepared = Prepared(message)
        if match_seat.client is not None:
            match_seat.client.line.send(prepared, Delivery.MUST)
        if match_seat.assistants is not None:
            match_seat.assistants.tell(prepared)

    def to_seats(self, message: dict[str, Any]) -> None:
        """To who plays on any seat, and to assistants."""
        for match_seat in self.match_seats:
            self.to_seat(match_seat, message)

    def to_all(
        self, prepared: Prepared, kind: Delivery = Delivery.MUST, key: str | None = None
    ) -> None:
        """To all who play, have played, assist, or look on."""
        for client in self.players() + self.relieved:
            client.line.send(prepared, kind, key)
        for match_seat in self.match_seats:
            if match_seat.assistants is not None:
                match_seat.assistants.tell(prepared, kind, key)
        self.spectators.tell(prepared, kind, key)
