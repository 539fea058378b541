"""What a player of Crossfire has chosen and not sent yet: commands for units, or recharge times and the king."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Turn

MAX_PAST: Final = 200


class Orders:
    """A command for each unit that is asked, each one of the options of its slot."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.units = {slot.name: int(slot.name.rpartition(" ")[2]) for slot in turn.slots}
        self._options = {
            self.units[slot.name]: [list(one) for one in slot.options] for slot in turn.slots
        }
        self.picks: dict[int, int] = {}
        self._past: list[dict[int, int]] = []

    @property
    def asked(self) -> list[int]:
        """The units that need a command."""
        return list(self._options)

    @property
    def missing(self) -> list[int]:
        """Those without one."""
        return [unit for unit in self._options if unit not in self.picks]

    def can(self, unit: int, verb: str, direction: str) -> bool:
        """Is it one of the unit's options?"""
        return [verb, direction] in self._options.get(unit, [])

    def give(self, unit: int, verb: str, direction: str) -> bool:
        """Notes a command; False: the unit cannot do that."""
        if not self.can(unit, verb, direction):
            return False
        self._keep()
        self.picks[unit] = self._options[unit].index([verb, direction])
        return True

    def take(self, orders: Mapping[str, int]) -> None:
        """Notes commands by slot, as an assistant lays them ready."""
        self._keep()
        for name, pick in orders.items():
            if name in self.units and 0 <= pick < len(self._options[self.units[name]]):
                self.picks[self.units[name]] = pick

    def order(self, unit: int) -> tuple[str, str] | None:
        """The command of a unit."""
        if unit not in self.picks:
            return None
        verb, direction = self._options[unit][self.picks[unit]]
        return verb, direction

    def clear(self) -> None:
        """None after all."""
        self._keep()
        self.picks = {}

    def undo(self) -> bool:
        """Takes the last step back; was there any?"""
        if not self._past:
            return False
        self.picks = self._past.pop()
        return True

    def answer(self) -> list[int]:
        """One option for each slot, in order. Only where none is missing."""
        return [self.picks[unit] for unit in self._options]

    def completed(self) -> list[int]:
        """The same where some are missing: the first option, which is the harmless one, stands for them."""
        return [self.picks.get(unit, 0) for unit in self._options]

    def _keep(self) -> None:
        self._past = [*self._past, dict(self.picks)][-MAX_PAST:]


class Setup:
    """Who gets which recharge time, and who is king."""

    def __init__(self, recharge: Sequence[int]) -> None:
        self.numbers = list(recharge)
        self.king = 0
        self._recharge = list(recharge)
        self._past: list[tuple[list[int], int]] = []

    @property
    def is_touched(self) -> bool:
        """Has anything been chosen?"""
        return bool(self._past)

    def swap(self, one: int, other: int) -> None:
        """Two units exchange their recharge times."""
        self._keep()
        self.numbers[one], self.numbers[other] = self.numbers[other], self.numbers[one]

    def crown(self, unit: int) -> None:
        """Names the king."""
        self._keep()
        self.king = unit

    def undo(self) -> bool:
        """Takes the last step back; was there any?"""
        if not self._past:
            return False
        self.numbers, self.king = self._past.pop()
        return True

    def answer(self) -> list[int]:
        """One option for each slot: each spawn takes the nth of the numbers that are left over, then the king."""
        left, picks = list(self._recharge), []
        for number in self.numbers:
            at = left.index(number)
            picks.append(at)
            left.pop(at)
        return [*picks, self.king]

    def _keep(self) -> None:
        self._past = [*self._past, (list(self.numbers), self.king)][-MAX_PAST:]


def given_times(picks: Sequence[int], recharge: Sequence[int]) -> list[int]:
    """The times of a whole setup in the order of the units: the other way round than `Setup.answer`."""
    left = list(recharge)
    return [left.pop(pick) for pick in picks[:-1]]


def spawns_of(drawn: Sequence[str], seat: int) -> list[int]:
    """The squares where a seat's units start, by number, from the map as it is drawn."""
    first = "0" if seat == 0 else "a"
    rows: Sequence[Any] = drawn[1:]
    found: dict[int, int] = {}
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            number = ord(sign) - ord(first)
            if 0 <= number < 10 and not (first == "0" and not sign.isdigit()):
                found[number] = row * len(rows) + column
    return [found[number] for number in sorted(found)]
