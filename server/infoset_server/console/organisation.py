"""What the console asks of those who run the matches. A promise only."""

from dataclasses import dataclass
from typing import Any, Protocol

from infoset_server.ids import UserId


@dataclass(frozen=True)
class Stakes:
    """Who decides about something, and who takes part in it and so must not; owners stand for their bots."""

    deciders: frozenset[UserId]
    parties: frozenset[UserId] = frozenset()


class Organisation(Protocol):
    """Rooms and matches, as an organiser sees them. Each may raise RequestError, and has done nothing then.

    `place` is a room's id, or `None` for the whole server.
    """

    def open(self, place: str | None) -> None:
        """Matches may begin, and frozen ones go on."""
        ...

    def close(self, place: str | None) -> None:
        """No new match begins; those that are being played go on to their end."""
        ...

    def freeze(self, place: str | None) -> None:
        """No new match begins, and in those being played time stands still and nothing is accepted."""
        ...

    def announce(self, text: str, place: str | None) -> int:
        """Shows a text to everybody there; returns to how many."""
        ...

    async def re_run(self, match_id: str) -> str | None:
        """Plays a match again, with the same players and another deal; returns the new match's id.

        None: one of the players left while the match was ending.
        """
        ...

    async def export(self, match_id: str) -> str:
        """The record of a match that is over, as text."""
        ...

    def slow(self, minutes: int, most: int) -> list[dict[str, Any]]:
        """The matches that kept their players waiting, slowest first, as rows of a table."""
        ...

    def stakes_of_room(self, place: str) -> Stakes:
        """Whose a room is, and who takes part in the match that is being played there."""
        ...

    async def stakes_of_match(self, match_id: str) -> Stakes:
        """Whose a match is, and who takes part, or did."""
        ...

    def rivals(self, user: str) -> frozenset[UserId]:
        """Who else takes part in the matches that a user is playing."""
        ...

    async def settled(self) -> None:
        """Returns when everything done so far is stored."""
        ...

    def disable_bot(self, bot: str, is_disabled: bool) -> None:
        """Offers a house bot no more, or again. Raises NotFoundError where there is none of that name."""
        ...
