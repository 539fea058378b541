"""What one seat of Crossfire is about to command, and has not sent: times and a king, then orders."""

from collections.abc import Mapping, Sequence
from functools import partial

from infoset.turn import Answer
from infoset.wording import say
from infoset_gui.kit.regions import Press
from infoset_gui.views.crossfire.orders import Orders, Setup
from infoset_gui.views.crossfire.words import numbered, unit_name, unit_order_words
from infoset_gui.views.view import Look


class Commander:
    """The choices of one seat. At most one of `setup` and `orders` is open."""

    def __init__(self) -> None:
        self.setup: Setup | None = None
        self.orders: Orders | None = None
        self.chosen: int | None = None  # the unit that gets the next command
        self.fires = False  # the next command is a shot
        self._laid_ready: Mapping[str, int] = {}  # by an assistant, as far as it is taken over

    def on_turn(self, look: Look) -> None:
        """Another question is open."""
        turn = look.turn
        self.fires, self.chosen = False, None
        if turn is None:
            return
        if turn.kind == "setup":
            self.setup, self.orders = Setup(look.obs["recharge"]), None
        else:
            self.orders, self.setup = Orders(turn), None
            self.chosen = next(iter(self.orders.asked), None)

    @property
    def missing(self) -> Sequence[int]:
        """The units without a command."""
        return self.orders.missing if self.orders is not None else ()

    def take(self, look: Look) -> None:
        """Takes over what an assistant has laid ready, once."""
        if look.laid_ready != self._laid_ready:
            self._laid_ready = dict(look.laid_ready)
            if self.orders is not None and look.turn is not None:
                self.orders.take(look.laid_ready)

    def order(self, look: Look, unit: int) -> tuple[str, str] | None:
        """The command that a unit has got."""
        return self.orders.order(unit) if self.orders is not None and look.turn else None

    def can_choose(self, look: Look, unit: int) -> bool:
        """Does this unit wait for a command?"""
        return look.turn is not None and self.orders is not None and unit in self.orders.asked

    def choose(self, unit: int) -> None:
        """Names the unit for the next command; before the match, the second one swaps its time with the first."""
        if self.setup is not None:
            if self.chosen is None:
                self.chosen = unit
                return
            if self.chosen != unit:
                self.setup.swap(self.chosen, unit)
            self.chosen = None
        elif self.orders is not None and unit in self.orders.asked:
            self.chosen = unit

    def commanding(self, look: Look, unit: int, direction: str) -> Press:
        """A press that gives this command."""
        return partial(self.command, look, unit, direction)

    def command(self, look: Look, unit: int, direction: str) -> None:
        """Gives a unit its command and goes on to the next one without; says why where that cannot be."""
        orders = self.orders
        if orders is None:
            return
        verb = "fire" if self.fires else "move"
        if not orders.give(unit, verb, direction):
            look.refuse(self.why_not(look, unit, direction))
            return
        self.fires = False
        missing = orders.missing
        later = [one for one in missing if one > unit]
        self.chosen = next(iter(later or missing), unit)

    def why_not(self, look: Look, unit: int | None, direction: str) -> str:
        """Why the next command cannot be this one; empty where it can."""
        verb = "fire" if self.fires else "move"
        if unit is None or self.orders is None or unit not in self.orders.asked:
            return say("crossfire-choose-unit")
        if self.orders.can(unit, verb, direction):
            return ""
        wait = look.obs["units"][unit][2]
        if self.fires and wait:
            return f"{unit_name(unit)}: {say('crossfire-can-fire', count=wait)}"
        order = unit_order_words(unit, verb, direction)
        return say("crossfire-not-from-here", order=order)

    def toggle_fire(self) -> None:
        """Changes between moving and firing."""
        self.fires = not self.fires

    def why_not_send(self) -> str:
        """Why nothing can be sent yet; empty where it can."""
        return say("crossfire-without", units=numbered(self.missing)) if self.missing else ""

    def send(self, look: Look) -> None:
        """Answers the question, where everything is chosen."""
        chosen = self.setup or self.orders
        if self.missing:
            look.refuse(self.why_not_send())
        elif chosen is not None:
            look.answer(chosen.answer())

    def complete(self) -> tuple[Answer, str] | None:
        """What is chosen so far as an answer, with the first option where a unit has no command; None: nothing is."""
        if self.setup is not None:
            told = say("crossfire-sent-setup")
            return (self.setup.answer(), told) if self.setup.is_touched else None
        orders = self.orders
        if orders is None or not orders.picks:
            return None
        units, missing = numbered(sorted(orders.picks)), numbered(orders.missing)
        if missing:
            told = say("crossfire-sent-some", units=units, missing=missing)
        else:
            told = say("crossfire-sent-orders", units=units)
        return orders.completed(), told

    def undo(self) -> bool:
        """Takes back the last step of what is not sent yet; was there any?"""
        chosen = self.setup or self.orders
        return chosen is not None and chosen.undo()
