"""How the set of states of one unit grows in a round, between others that go their ways. Compiled."""

from typing import Final, final

from infoset_games.crossfire.clues import Clues
from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE
from infoset_games.crossfire.whereabouts import Whereabouts

NOT_BARRED: Final = [0] * DIRECTIONS


@final
class Traffic:
    """What the other units leave to one in a round, as sets of squares."""

    def __init__(
        self, busy: int, barred: list[int], held: list[int], quiet: int, near: int
    ) -> None:
        self.busy = busy  # others are here after the movement
        self.barred = barred  # by direction: leaving here would change places with another
        self.held = held  # by direction: whoever wants to leave here cannot
        self.quiet = quiet  # whoever is idle here can fire, and nobody sees it
        self.near = near  # whoever is here may have been stopped by some other enemy unit
        self.stays = (
            quiet | near | held[0] | held[1] | held[2] | held[3]
        )  # who is idle here may stay

    def explains(self, square: int) -> bool:
        """Is there a MOVE that ends on the square where it began?"""
        for direction in range(DIRECTIONS):
            if self.held[direction] >> square & 1:
                return True
        return False


def any_traffic(clues: Clues, near: int, loaded: bool) -> Traffic:
    """Other enemy units may be anywhere, those on `near` perhaps close enough to be in the way.

    `loaded` tells whether any enemy unit can have fired.
    """
    return Traffic(0, NOT_BARRED, clues.held, clues.quiet if loaded else 0, near)


def known_traffic(
    clues: Clues, busy: int, barred: list[int], still: int, near: int, loaded: bool
) -> Traffic:
    """Others, of both seats, are on `busy` after the movement; those on `still` did not move."""
    shifted = clues.before.geometry.shifted
    held = [
        clues.held[direction] | shifted(still, OPPOSITE[direction])
        for direction in range(DIRECTIONS)
    ]
    return Traffic(busy, barred, held, clues.quiet if loaded else 0, near)


def neighbourhoods(clues: Clues, squares: list[int]) -> list[int]:
    """By unit the squares within two steps of any other, given where each may have been."""
    grown = clues.before.geometry.grown
    wide = [grown(grown(places)) for places in squares]
    near: list[int] = []
    for unit in range(len(wide)):
        others = 0
        for other in range(len(wide)):
            if other != unit:
                others |= wide[other]
        near.append(others)
    return near


def advanced(where: Whereabouts, clues: Clues, traffic: Traffic) -> Whereabouts:
    """Where a unit may be after the movement of a round, before reduction and lasers."""
    before, after = clues.before, clues.after
    shifted = before.geometry.shifted
    resting = where.resting
    held = traffic.held
    near = traffic.near
    stayed = resting & traffic.stays
    free = ~(clues.taken | clues.contested | traffic.busy)
    moving: list[int] = []
    for direction in range(DIRECTIONS):
        states = where.moving[direction]
        sources = resting
        if states:
            stayed |= states & (held[direction] | near)
            sources |= states
        sources &= before.leaving[direction]
        barred = clues.barred[direction] | traffic.barred[direction]
        if barred:
            sources &= ~barred
        arrivals = shifted(sources, direction) & free
        sliding = arrivals & after.sliding[direction]
        moving.append(sliding)
        stayed |= arrivals ^ sliding
    return Whereabouts(stayed & ~(clues.taken | traffic.busy), moving)
