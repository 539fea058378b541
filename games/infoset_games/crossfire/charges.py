"""Which recharge times fit the shots that units are taken to have fired. Compiled.

A unit starts discharged and needs c full rounds without a shot, at the start and after each one. So
shots in rounds a < b mean c <= b - a - 1, and the first one in round a means c <= a - 1.
"""

from typing import Final

from infoset_games.rng import Rng

NO_BOUND: Final = 1 << 30


def bound_of(shots: list[int]) -> int:
    """The greatest recharge time of a unit that fired in these rounds, ascending."""
    bound = NO_BOUND
    last = 0
    for number in shots:
        bound = min(bound, number - last - 1)
        last = number
    return bound


def fits_recharge(shots: list[list[int]], recharge: list[int]) -> bool:
    """Can the numbers be given out so that every unit could fire as it did? `recharge` ascends."""
    bounds = sorted([bound_of(fired) for fired in shots])
    for at, number in enumerate(recharge):
        if number > bounds[at]:
            return False
    return True


def random_recharge(shots: list[list[int]], recharge: list[int], rng: Rng) -> list[int]:
    """By unit its number, every way that fits equally often. `recharge` ascends and fits.

    Greatest first: whoever can have it could have any smaller one, so the number of ways that are
    left does not depend on whom it is given.
    """
    numbers = [0] * len(shots)
    bounds = [bound_of(fired) for fired in shots]
    for number in reversed(recharge):
        able: list[int] = []
        for unit, bound in enumerate(bounds):
            if numbers[unit] == 0 and bound >= number:
                able.append(unit)
        numbers[able[rng.below(len(able))]] = number
    return numbers
