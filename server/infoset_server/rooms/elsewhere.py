"""The other servers of the cluster, as far as they may play matches of the rooms here."""

from collections.abc import Sequence
from typing import Protocol

from infoset_protocol.messages import ClientMessage
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId
from infoset_server.matches.settings import RoomSettings
from infoset_server.network.outbox import Loss
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room import Room


class Elsewhere(Protocol):
    """The servers that may play matches for this one."""

    def begin(self, room: Room) -> FarMatch | None:
        """The match of a full room begins on another server; None where it is to begin here."""
        ...

    def has_places(self, settings: RoomSettings, bots: Sequence[str]) -> bool:
        """Could a match with these bots begin on another server now, which has a place for each of their programs?"""
        ...

    def pass_on(
        self, match_id: MatchId, client: Client, message: ClientMessage, arrived_s: float
    ) -> None:
        """A request that concerns a match there, or on its way; it is answered from where that is."""
        ...

    def make_good(self, far: FarMatch, client: Client, loss: Loss) -> None:
        """A watcher reads again, and is shown where the match is."""
        ...

    def give_up(self, node: str) -> list[FarMatch]:
        """A server is gone: its matches, and who took part in them shall come back."""
        ...

    def follow(self, far: FarMatch, node: str) -> None:
        """A match of a server that is gone belongs to one that lives."""
        ...

    def received(self, match_id: MatchId) -> None:
        """A match goes on here, and its players have their seats."""
        ...

    def ask_for(self, match_id: MatchId, node: str) -> None:
        """The server that has a match tells of it once more: that it plays it, or how it has ended."""
        ...


class Nowhere:
    """All is played here."""

    def begin(self, room: Room) -> FarMatch | None:
        """As Elsewhere."""
        return None

    def has_places(self, settings: RoomSettings, bots: Sequence[str]) -> bool:
        """As Elsewhere."""
        return False

    def pass_on(
        self, match_id: MatchId, client: Client, message: ClientMessage, arrived_s: float
    ) -> None:
        """As Elsewhere."""

    def make_good(self, far: FarMatch, client: Client, loss: Loss) -> None:
        """As Elsewhere."""

    def give_up(self, node: str) -> list[FarMatch]:
        """As Elsewhere."""
        return []

    def follow(self, far: FarMatch, node: str) -> None:
        """As Elsewhere."""

    def received(self, match_id: MatchId) -> None:
        """As Elsewhere."""

    def ask_for(self, match_id: MatchId, node: str) -> None:
        """As Elsewhere."""
