"""The secret setup of a seat as one number: which unit gets which recharge time, and who is king. Compiled.

A product: slot i chooses among the numbers not yet given, ascending, for the unit on spawn i; the
last slot is the king's spawn. Every combination is a setup; equal numbers make equal setups.
"""

from typing import Final

from infoset_games.spaces import ProductSpace

SETUP_SPACES: Final[dict[int, ProductSpace]] = {}  # by number of units


def setup_space(units: int) -> ProductSpace:
    """What a seat with this many units may choose."""
    found = SETUP_SPACES.get(units)
    if found is None:
        names = [f"spawn {unit}" for unit in range(units)] + ["king"]
        found = ProductSpace(names, [units - unit for unit in range(units)] + [units])
        SETUP_SPACES[units] = found
    return found


def split_setup(code: int, recharge: list[int]) -> tuple[list[int], int]:
    """The recharge time of each unit and the king's number. `recharge` ascends."""
    picks = setup_space(len(recharge)).split(code)
    left = recharge[:]
    numbers = [left.pop(picks[unit]) for unit in range(len(recharge))]
    return numbers, picks[len(recharge)]


def join_setup(numbers: list[int], king: int, recharge: list[int]) -> int:
    """The first code of a setup. Raises ValueError unless `numbers` are `recharge` in some order."""
    if len(numbers) != len(recharge):
        raise ValueError(f"expected {len(recharge)} recharge times, got {len(numbers)}")
    left = recharge[:]
    picks: list[int] = []
    for unit, number in enumerate(numbers):
        if number not in left:
            raise ValueError(f"spawn {unit}: {number} is not among the times left, {left}")
        picks.append(left.index(number))
        left.remove(number)
    return setup_space(len(recharge)).join([*picks, king])
