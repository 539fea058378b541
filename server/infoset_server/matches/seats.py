"""The seats of a running match and who sits there."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from infoset_protocol.codec import Prepared
from infoset_protocol.deltas import FEATURE, DeltaWriter
from infoset_protocol.messages import Act
from infoset_server.accounts.clients import Client, User
from infoset_server.matches.report import is_undecided
from infoset_server.matches.step_records import Remark
from infoset_server.network.line import Line
from infoset_server.network.outbox import Delivery


class AssistantGroup(Protocol):
    """The assistants of a seat: what the match tells them. They see what the seat sees, never more."""

    def begin(self) -> None:
        """The match begins."""
        ...

    def owner_came(self, is_new: bool) -> None:
        """Somebody has the seat (again); `is_new`: over a session that knows nothing yet."""
        ...

    def tell(
        self, message: Prepared, delivery: Delivery = Delivery.MUST, key: str | None = None
    ) -> None:
        """A message to the seat."""
        ...

    def tell_events(self, view: Callable[[Line], Prepared]) -> None:
        """What happened; `view` gives the seat's message for a connection."""
        ...

    def let_act(self, client: Client, act: Act) -> bool:
        """Is `client` one of them? Raises RequestError where it may not act like that."""
        ...

    def require(self, client: Client, right: str) -> object:
        """Raises RequestError where `client` is none of them, or lacks the right."""
        ...

    def answered(self, client: Client, act: Act) -> None:
        """The seat's answer was taken."""
        ...

    def ended(self) -> None:
        """The match is over, as they have heard."""
        ...


@dataclass(eq=False)
class MatchSeat:
    """A seat of a running match. `client` is who decides now, None while nobody is logged in for it.

    A client whose link is lost keeps its seat while its session may be resumed, but is not here:
    then the seat `is_missed`, once everybody has been told so.

    `has_come`: whoever is to decide has been here, so that a bot is not starting up any more.

    `user` has the seat by right; `taken_by` names the house bot that plays on for an absent user,
    `lost_by` those that could not. `answered_by` is who gave the last answer: nobody else knows of it.
    `assistants` are its assistants, where it has any; `is_assisted` stays when they are gone. `rating` is that
    of the ladder whose match it is. `undecided` are the decisions of which its program said that it could not take
    them and played the fallback; they are not kept over a restart. `deltas` shortens the questions to a client that wants differences.
    `berserk`: it plays on `Clock.berserk`.
    """

    seat: int
    user: User
    kind: str
    client: Client | None = None
    taken_by: str | None = None
    lost_by: set[str] = field(default_factory=set)
    absence: asyncio.TimerHandle | None = None
    is_missed: bool = False
    has_come: bool = False
    answered_by: Client | None = None
    assistants: AssistantGroup | None = None
    is_assisted: bool = False
    rating: int | None = None
    undecided: set[int] = field(default_factory=set)
    deltas: DeltaWriter | None = None
    berserk: bool = False

    @property
    def bot(self) -> str | None:
        """The house bot that plays here, or is awaited."""
        return self.taken_by or self.user.house_bot

    @property
    def is_here(self) -> bool:
        """Can whoever decides be reached now?"""
        return self.client is not None and self.client.line.is_here

    @property
    def is_vacant(self) -> bool:
        """Does no live connection of its user hold it?"""
        return not self.is_here or self.is_free

    @property
    def is_free(self) -> bool:
        """Does no connection of its user hold it, not even one that has lost its link and may resume?"""
        return self.client is None or self.taken_by is not None

    def info(self) -> dict[str, Any]:
        """The seat as `SeatInfo` values."""
        info = self.identity() | {"online": self.is_here}
        return info if self.taken_by is None else info | {"taken_by": self.taken_by}

    def identity(self) -> dict[str, Any]:
        """The same without what changes: whether somebody is here, and who plays on for them."""
        who: dict[str, Any] = {
            "seat": self.seat,
            "kind": self.kind,
            "user": self.user.id,
            "name": self.user.name,
        }
        if self.rating is not None:
            who["rating"] = self.rating
        if self.berserk:
            who["berserk"] = True
        return who | {"assisted": True} if self.is_assisted else who

    def note_undecided(self, act: Act) -> None:
        """Remembers the decision if whoever is to make it says that they could not."""
        if is_undecided(act):
            self.undecided.add(act.decision)

    def cancel_absence(self) -> None:
        """Nobody is waited for here."""
        if self.absence is not None:
            self.absence.cancel()
            self.absence = None


def remark_of(act: Act) -> Remark | None:
    """What the player says with an act to themselves alone, None for nothing."""
    if act.note is None and act.value is None:
        return None
    said = {"note": act.note, "value": act.value}
    return {name: what for name, what in said.items() if what is not None}


def deltas_for(client: Client) -> DeltaWriter | None:
    """What shortens the questions to `client` from now on, if it wants that."""
    return DeltaWriter() if FEATURE in client.line.features else None
