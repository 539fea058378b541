"""Crossfire in words: orders, units, rounds, and what newcomers are shown."""

from collections.abc import Mapping, Sequence
from typing import Final

from infoset.turn import Action, Turn
from infoset.wording import say
from infoset_gui.views.crossfire.orders import given_times
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look, Step

TOUR: Final = (  # places that newcomers are shown
    ("area:board", "board"),
    ("area:facts", "facts"),
    ("area:bar", "bar"),
)


def guide(look: Look) -> str:
    """Advice for what is asked."""
    match look.turn.kind if look.turn else "":
        case "setup":
            return say("crossfire-guide-setup")
        case "orders":
            return say("crossfire-guide-orders")
        case _:
            return ""


def lesson() -> Sequence[Step]:
    """The places of the table, in order."""
    steps = (
        Step(anchor, say(f"crossfire-tour-{what}-title"), say(f"crossfire-tour-{what}-1"))
        for anchor, what in TOUR
    )
    return (*steps, Step("area:side", say("match-log"), say("window-table-side")))


def way_words(way: str) -> str:
    """A direction."""
    return say(f"crossfire-way-{way}")


def order_words(verb: str, way: str) -> str:
    """An order to a unit: `fire left`."""
    return say(f"crossfire-order-{verb}", way=way_words(way))


def unit_name(number: int, *, is_king: bool = False) -> str:
    """A unit by the number that people see."""
    unit = f"{say('crossfire-unit')} {number + 1}"
    return say("crossfire-unit-king", unit=unit) if is_king else unit


def unit_order_words(number: int, verb: str, way: str) -> str:
    """A unit with its order: `Unit 1: fire left`."""
    return f"{unit_name(number)}: {order_words(verb, way)}"


def setup_words(picks: Sequence[int], recharge: Sequence[int]) -> str:
    """A whole setup: the times in the order of the units, and the king."""
    times = ", ".join(str(time) for time in given_times(picks, recharge))
    return say("crossfire-do-setup", numbers=times, king=picks[-1] + 1)


def orders_words(turn: Turn, picks: Mapping[str, int]) -> str:
    """Commands for some units."""
    parts = []
    for slot in turn.slots:
        if slot.name in picks:
            number = int(slot.name.rpartition(" ")[2])
            parts.append(unit_order_words(number, *slot.options[picks[slot.name]]))
    return sentence("; ".join(parts))


def action_words(action: Action) -> str:
    """A setup, or the commands of a round, as a record has them."""
    match list(action):
        case ["setup", list(numbers), int(king)]:
            times = ", ".join(str(time) for time in numbers)
            return say("crossfire-do-setup", numbers=times, king=king + 1)
        case ["orders", *orders] if orders:
            return sentence("; ".join(unit_order_words(*order) for order in orders))
        case _:
            return ""


def numbered(units: Sequence[int]) -> str:
    """Units by the numbers that people see: `1, 4`."""
    return ", ".join(str(unit + 1) for unit in units)
