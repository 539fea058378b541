"""Assigns sightings to units, each to one that can explain it: bipartite matching by search. Compiled.

`options[i]` is the mask of the units that can explain sighting i; there are at most eight of both.
"""

from typing import Final

from infoset_games.rng import Rng

SURE: Final = 10_000  # the weight of the only state


def can_match(options: list[int], used: int = 0, at: int = 0) -> bool:
    """Can every sighting from `at` on get a unit of its own that is not in `used`?"""
    if at == len(options):
        return True
    free = options[at] & ~used
    while free:
        unit = free & -free
        if can_match(options, used | unit, at + 1):
            return True
        free ^= unit
    return False


def matched(options: list[int], sighting: int, unit: int) -> bool:
    """Is there a matching of all sightings in which `unit` explains `sighting`?"""
    if not options[sighting] >> unit & 1:
        return False
    forced = options[:]
    forced[sighting] = 1 << unit
    others = forced[:sighting] + forced[sighting + 1 :]
    return can_match(others, 1 << unit)


def random_matching(options: list[int], weights: list[int], rng: Rng) -> list[int] | None:
    """By sighting its unit, at random by the weights of the units; None where no matching exists."""
    if not can_match(options):
        return None
    used = 0
    units: list[int] = []
    for sighting in range(len(options)):
        left = options[sighting] & ~used
        able = [
            weights[unit]
            if left >> unit & 1 and can_match(options, used | 1 << unit, sighting + 1)
            else 0
            for unit in range(len(weights))
        ]
        chosen = pick_weighted(able, rng)
        used |= 1 << chosen
        units.append(chosen)
    return units


def pick_weighted(weights: list[int], rng: Rng) -> int:
    """An index, as often as its weight says; some weight is positive."""
    left = int(rng.below(sum(weights)))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError("weights are not negative")


def weight_of(states: int) -> int:
    """How likely one state is of a unit that may be in so many: the fewer, the likelier."""
    return SURE // max(1, states)
