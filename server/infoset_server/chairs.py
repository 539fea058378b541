"""The seats of a running match and who sits there. Decides nothing."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from infoset_server.people import Client, User


@dataclass(eq=False)
class Chair:
    """A seat of a running match. `client` is who decides now, None while nobody is logged in for it.

    A client whose link is lost keeps its seat while its session may be resumed, but is not here:
    then the chair `is_missed`, once everybody has been told so.

    `user` has the seat by right; `taken_by` names the house bot that plays on for an absent user,
    `lost_by` those that could not. `answered_by` is who gave the last answer: nobody else knows of it.
    """

    seat: int
    user: User
    kind: str
    client: Client | None = None
    taken_by: str | None = None
    lost_by: set[str] = field(default_factory=set)
    absence: asyncio.TimerHandle | None = None
    is_missed: bool = False
    answered_by: Client | None = None

    @property
    def bot(self) -> str | None:
        """The house bot that plays here, or is awaited."""
        return self.taken_by or self.user.house_bot

    @property
    def is_here(self) -> bool:
        """Can whoever decides be reached now?"""
        return self.client is not None and self.client.connection.is_here

    @property
    def is_vacant(self) -> bool:
        """Does no live connection of its user hold it?"""
        return not self.is_here or self.taken_by is not None

    def info(self) -> dict[str, Any]:
        """The seat as `SeatInfo` values."""
        return self.identity() | {"online": self.is_here}

    def identity(self) -> dict[str, Any]:
        """The same without what changes: whether somebody is here."""
        return {"seat": self.seat, "kind": self.kind, "user": self.user.id, "name": self.user.name}

    def cancel_absence(self) -> None:
        """Nobody is waited for here."""
        if self.absence is not None:
            self.absence.cancel()
            self.absence = None
