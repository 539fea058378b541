"""Crossfire in words: advice, and what newcomers are shown."""

from collections.abc import Mapping, Sequence
from typing import Final

from infoset.turn import Turn
from infoset_gui.views.crossfire.orders import given_times
from infoset_gui.views.view import Step

GUIDES: Final = {
    "setup": "Press two units to exchange their times: so many rounds pass between two shots. Lose your king and you lose.",
    "orders": "Press a unit, then where it shall go; F changes between moving and firing. On ground units slide until something stops them.",
}


SECRET: Final = (
    "Where units are is secret until the end, also to those who are shown the match later: the rings are where they began. "
    "A player may let you look through their eyes: choose their seat beside the board."
)


def lesson() -> Sequence[Step]:
    """The places of the table, in order."""
    return (
        Step(
            "area:board",
            "Two sides, at the same time",
            "Both command in secret, then everything happens at once. Who loses the king loses; nobody tells which unit it is. "
            "You see only what is near your units, and forests only from beside them.",
        ),
        Step(
            "area:facts",
            "The board shrinks",
            "Every five rounds the outermost ring turns to mountain, with all that stands on it. The striped squares are next. "
            "On bright ground units slide until something stops them; sand and forest stop them at once.",
        ),
        Step(
            "area:bar",
            "Your units",
            "First give out the recharge times: so many rounds pass between two shots of a unit. The crown makes a king. Later: "
            "press a unit, then a square or an arrow; F changes between moving and firing. Send when all have a command.",
        ),
        Step(
            "area:side",
            "What happened",
            "Everything is told here in words. Lessons for one person are in New room.",
        ),
    )


def setup_words(picks: Sequence[int], recharge: Sequence[int]) -> str:
    """A whole setup: the times in the order of the units, and the king."""
    times = " ".join(str(time) for time in given_times(picks, recharge))
    return f"Times {times}, unit {picks[-1] + 1} is king"


def orders_words(turn: Turn, picks: Mapping[str, int]) -> str:
    """Commands for some units."""
    parts = []
    for slot in turn.slots:
        if slot.name in picks:
            verb, direction = slot.options[picks[slot.name]]
            number = int(slot.name.rpartition(" ")[2]) + 1
            parts.append(f"unit {number} {'fires ' if verb == 'fire' else ''}{direction}")
    words = ", ".join(parts)
    return words[:1].upper() + words[1:]


def listed(units: Sequence[int]) -> str:
    """Units by the numbers that people see: `1, 4`."""
    return ", ".join(str(unit + 1) for unit in units)


def rounds(count: int) -> str:
    """`1 round`, `3 rounds`."""
    return f"{count} {'round' if count == 1 else 'rounds'}"
