"""What a table and its thinking need to know of each other and of who sits there. Interfaces only."""

from abc import abstractmethod
from typing import Any, Protocol

from infoset.conformance.cases import Trouble
from infoset.conformance.findings import Outcome
from infoset.conformance.words import Message
from infoset_games.decision import Decision
from infoset_games.match import Match
from infoset_protocol.messages import ClientMessage


class Hearer(Protocol):
    """Who sits at the table, wherever its connection is."""

    has_obs: bool  # the feature `obs` is on
    has_delta: bool  # the feature `delta` is on
    is_back: bool  # it has come back since its last act, and may not know that it arrived

    @property
    @abstractmethod
    def is_here(self) -> bool:
        """Has it a connection?"""

    @abstractmethod
    def say(self, plain: Message, re: int | None = None) -> int:
        """Sends a message, or keeps it for a resume. Returns its `seq`, 0 without one."""

    @abstractmethod
    def hang_up(self, trouble: Trouble) -> None:
        """Ends the connection in the way of this trouble."""

    @abstractmethod
    def leave_table(self) -> None:
        """The match is over."""


class Position(Protocol):
    """The table as what thinks about its position sees it."""

    @property
    @abstractmethod
    def match(self) -> Match:
        """What is played."""

    @property
    @abstractmethod
    def match_id(self) -> str:
        """Its name."""

    @property
    @abstractmethod
    def seat(self) -> int:
        """Whose position it is."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """What came of the case so far."""

    @abstractmethod
    def open_decision(self) -> Decision | None:
        """What the seat has to decide now."""

    @abstractmethod
    def refuse(
        self,
        request: ClientMessage,
        code: str,
        msg: str,
        retry_ms: int | None = None,
        **data: Any,
    ) -> None:
        """Says `error` about a request."""
