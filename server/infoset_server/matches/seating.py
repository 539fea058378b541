"""The people at a running match: who decides on which chair, and how a message reaches them. Knows no rules."""

from typing import Any, final

from infoset_protocol.codec import Prepared
from infoset_protocol.messages import Act
from infoset_server.ids import MatchId
from infoset_server.matches.chairs import Chair, deltas_for
from infoset_server.matches.spectators import Spectators
from infoset_server.people import Client
from infoset_server.wire.outbox import Delivery


@final
class Seating:
    """The chairs with their assistants, those who have lost theirs, and those who look on."""

    def __init__(self, match_id: MatchId, chairs: list[Chair], spectators: Spectators) -> None:
        self.chairs = chairs
        self.spectators = spectators
        self.relieved: list[Client] = []  # lost their seat to a stand-in: they hear how it ends
        self._id = match_id

    # Who sits where.

    def held_by(self, client: Client) -> Chair | None:
        """The chair on which `client` decides, if there is one."""
        seat = client.seats.get(self._id)
        return None if seat is None or self.chairs[seat].client is not client else self.chairs[seat]

    def aided_by(self, client: Client, act: Act) -> Chair | None:
        """The chair for which an assistant decides, if `client` is one that may. Raises RequestError."""
        for chair in self.chairs:
            if chair.aides is not None and chair.aides.let_act(client, act):
                return chair
        return None

    def players(self) -> list[Client]:
        """The clients on the seats."""
        return [chair.client for chair in self.chairs if chair.client is not None]

    def seat(self, chair: Chair, client: Client) -> None:
        """`client` decides on the chair from now on, and whoever did so does no more."""
        if chair.client is not None:
            chair.client.seats.pop(self._id, None)
        chair.client = client
        chair.deltas = deltas_for(client)
        client.seats[self._id] = chair.seat

    def relieve(self, chair: Chair) -> None:
        """A stand-in is to have the chair: whoever had it hears the result, but no more of the play."""
        if chair.client is not None:
            chair.client.seats.pop(self._id, None)
            self.relieved.append(chair.client)
            chair.client = None

    def forget(self, client: Client) -> None:
        """`client` is gone: from its seat, which stays as it is, or from those who look on."""
        client.seats.pop(self._id, None)
        self.spectators.remove(client)

    def clear(self) -> None:
        """Nobody sits here any more, and nobody is waited for. A room remembers its last match for long."""
        for chair in self.chairs:
            chair.cancel_absence()
            if chair.aides is not None:
                chair.aides.ended()
                chair.aides = None
            if chair.client is not None:
                chair.client.seats.pop(self._id, None)
            chair.client = chair.answered_by = chair.deltas = None
        self.relieved.clear()

    # How a message reaches them.

    def to_player(self, chair: Chair, message: dict[str, Any]) -> None:
        """To who plays on a chair."""
        if chair.client is not None:
            chair.client.connection.send(Prepared(message), Delivery.MUST)

    def to_seat(self, chair: Chair, message: dict[str, Any]) -> None:
        """To who plays on a chair, and to its assistants: the same bytes."""
        prepared = Prepared(message)
        if chair.client is not None:
            chair.client.connection.send(prepared, Delivery.MUST)
        if chair.aides is not None:
            chair.aides.tell(prepared)

    def to_all(
        self, prepared: Prepared, kind: Delivery = Delivery.MUST, key: str | None = None
    ) -> None:
        """To all who play, have played, assist, or look on."""
        for client in self.players() + self.relieved:
            client.connection.send(prepared, kind, key)
        for chair in self.chairs:
            if chair.aides is not None:
                chair.aides.tell(prepared, kind, key)
        self.spectators.tell(prepared, kind, key)
