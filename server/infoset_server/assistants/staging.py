"""Orders that owner and assistants of a seat lay ready for a decision, until the owner plays them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from infoset_games.decision import Decision
from infoset_games.spaces import ProductSpace
from infoset_protocol.messages import Act
from infoset_server.assistants.assistant import STAGING, Assistant, AssistOffError
from infoset_server.assistants.suggestions import (
    Suggestions,
    open_decision,
    product_of,
    read_orders,
)
from infoset_server.common.request_errors import BadOptionError, NotFoundError
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat

OWNER: Final = "owner"  # in the record, where an assistant has its id


@dataclass
class StagedOrders:
    """The orders of one seat; they belong to one decision and go with it."""

    decision: int = 0
    orders: dict[int, int] = field(default_factory=dict)

    def open_for(self, decision: int) -> None:
        """Forgets what was laid ready for another decision."""
        if self.decision != decision:
            self.decision = decision
            self.orders = {}

    def lay(self, orders: Mapping[int, int], clear: bool) -> None:
        """Lays orders ready, in place of older ones of the same slots; with `clear`, of all."""
        if clear:
            self.orders = {}
        self.orders |= orders

    def picks(self, space: ProductSpace, rest: str | None) -> list[int]:
        """One option for each slot. Raises BadOptionError naming the slots without an order."""
        left = self.left(space)
        if left and rest is None:
            raise BadOptionError("rest", f"`first`, or orders for {', '.join(left[:8])}")
        return [self.orders.get(slot, 0) for slot in range(len(space.sizes))]

    def left(self, space: ProductSpace) -> list[str]:
        """The slots without an order."""
        return [name for slot, name in enumerate(space.names) if slot not in self.orders]

    def named(self, space: ProductSpace) -> dict[str, int]:
        """The orders by the names of their slots, in the order of the slots."""
        return {
            name: self.orders[slot] for slot, name in enumerate(space.names) if slot in self.orders
        }


class Staging:
    """What is laid ready at `match_seat`. `note(kind, ...)` notes what is done for the record."""

    def __init__(
        self,
        live: MatchRunner,
        match_seat: MatchSeat,
        suggestions: Suggestions,
        members: Collection[Assistant],
        note: Callable[..., None],
    ) -> None:
        """`members` are those who assist the seat at the time."""
        self._live = live
        self._match_seat = match_seat
        self._suggestions = suggestions
        self._members = members
        self._note = note
        self._policy = live.settings.assist
        self._laid = StagedOrders()

    @property
    def orders(self) -> dict[int, int]:
        """What is laid ready, by the numbers of the slots."""
        return self._laid.orders

    def check(self) -> None:
        """Raises AssistOffError where the owner plays everything by hand."""
        if self._policy not in STAGING:
            raise AssistOffError(self._policy, "accept, stage and commit")

    def open_for(self, decision: int) -> None:
        """The seat is asked: what was laid ready for another decision is gone."""
        self._laid.open_for(decision)

    def lay(
        self, by: Assistant | None, asked: Decision, orders: Mapping[str, int], clear: bool
    ) -> dict[str, Any]:
        """Lays orders ready; returns `staged`. Raises RequestError, and then nothing has changed."""
        return self._lay(by, asked, read_orders(orders, self._live.match, asked), clear)

    def act(self, decision: int, rest: str | None, number: int | None) -> Act:
        """The act that plays what is laid ready, as request `number`. Raises RequestError."""
        self.check()
        asked = open_decision(self._live.match, self._match_seat.seat, decision)
        self._laid.open_for(decision)
        picks = self._laid.picks(product_of(asked), rest)
        return Act(match_id=self._live.id, decision=decision, picks=picks, id=number)

    def accept(self, suggestion: int, choice: int, number: int | None) -> Act | dict[str, Any]:
        """The act that plays a proposal, or for one of `orders`, `staged`. Raises RequestError."""
        self.check()
        shown = self._suggestions.find(suggestion)
        if shown is None or choice >= len(shown.top):
            raise NotFoundError(f"proposal {choice} of suggestion {suggestion}")
        asked = open_decision(self._live.match, self._match_seat.seat, shown.decision)
        resolved = shown.top[choice]
        if resolved.action is None:
            maker = next((one for one in self._members if one.id == shown.assistant), None)
            return self._lay(maker, asked, resolved.orders, clear=False)
        self._suggestions.accepting(suggestion, choice)
        return shown.act(choice, self._live.id, number)

    def message(self, asked: Decision, by: Assistant | None) -> dict[str, Any]:
        """The message `staged`: what is laid ready for a decision."""
        space = product_of(asked)
        message: dict[str, Any] = {
            "type": "staged",
            "match_id": self._live.id,
            "decision": asked.number,
            "orders": self._laid.named(space),
            "left": self._laid.left(space),
        }
        return message if by is None else message | {"by": by.name}

    def _lay(
        self, by: Assistant | None, asked: Decision, orders: dict[int, int], clear: bool
    ) -> dict[str, Any]:
        self._laid.open_for(asked.number)
        self._laid.lay(orders, clear)
        message = self.message(asked, by)
        who = OWNER if by is None else by.id
        self._note("staged", by=who, decision=asked.number, orders=message["orders"])
        return message
