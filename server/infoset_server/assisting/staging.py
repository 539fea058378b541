"""Orders laid ready for the slots of an open decision, before it is played. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from infoset_games.match import Decision, Match
from infoset_games.spaces import ProductSpace
from infoset_server.assisting.errors import IllegalProposalError
from infoset_server.requests import BadOptionError


@dataclass
class Stage:
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


def product_of(asked: Decision) -> ProductSpace:
    """The slots of a decision. Raises BadOptionError where it has none."""
    space = asked.space
    if not isinstance(space, ProductSpace):
        raise BadOptionError("orders", "none: this decision has no slots; use index or action")
    return space


def read_orders(orders: Mapping[str, int], match: Match, asked: Decision) -> dict[int, int]:
    """Orders by the numbers of their slots. Raises IllegalProposalError naming the slot that is wrong."""
    space = product_of(asked)
    slots = {name: slot for slot, name in enumerate(space.names)}
    left = match.terms.max_illegal - asked.illegal
    read: dict[int, int] = {}
    for name, pick in orders.items():
        slot = slots.get(name)
        if slot is None:
            known = ", ".join(space.names[:12])
            raise IllegalProposalError(
                f"orders: no slot {name[:40]!r} now; there are {known}", left
            )
        if pick >= space.sizes[slot]:
            most = space.sizes[slot] - 1
            raise IllegalProposalError(f"orders.{name}: expected 0..{most}, got {pick}", left)
        read[slot] = pick
    return read
