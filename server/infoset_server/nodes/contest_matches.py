"""What competitions at the hall have to hear of their matches on other servers, and to say of them."""

from typing import Protocol

from infoset_server.common.ids import MatchId
from infoset_server.matches.report import MatchReport
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room import Room


class ContestMatches(Protocol):
    """The matches of competitions, as `app.service.Services`."""

    def far_match_begins(self, room: Room, far: FarMatch) -> None:
        """One is to begin in this room, of which its server has not heard yet."""
        ...

    def far_match_learnt(self, far: FarMatch) -> None:
        """A server has told that it plays this one."""
        ...

    @property
    def are_run_here(self) -> bool:
        """Does what is told of matches count here now?"""
        ...

    def far_match_missed(self, match_id: MatchId, seat: int, decision: int) -> None:
        """A seat has let its time pass in one, at the decision of this number. It may be told again."""
        ...

    def far_match_crashed(self, match_id: MatchId, bot: str, log: str, at_ms: int) -> None:
        """The program of a house bot has ended in one; `log` is the end of what it wrote. It may be told again.

        `at_ms` is when, since 1970; 0: just now.
        """
        ...

    def match_reported(self, report: MatchReport) -> None:
        """A match has ended that is not known here as one that is played: it may count still."""
        ...

    def match_gone(self, match_id: MatchId) -> None:
        """A match goes on nowhere, of which nothing was known but that another server has it."""
        ...

    def owes_result(self, match_id: MatchId) -> bool:
        """Is what a match has brought about perhaps not kept, though everything noted here is stored?"""
        ...
