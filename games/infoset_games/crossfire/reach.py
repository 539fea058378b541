"""Reach sets: for each enemy unit every state it may be in, by all that a seat has seen. Compiled.

Sound: the true state is never excluded. Each round the sets grow by all moves and slides, and by
staying where something can have held the unit or it can have fired unseen; the reduction, own beams and empty squares in view cut them; sightings are assigned by matching, and one
that a single unit can explain pins that unit. A unit with an empty set is destroyed; one with a
set may be.
"""

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.clues import Clues
from infoset_games.crossfire.geometry import DIRECTIONS
from infoset_games.crossfire.matching import can_match, matched
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.traffic import advanced, any_traffic, neighbourhoods
from infoset_games.crossfire.whereabouts import Whereabouts, resting_on


def reach_of(board: Board, seat: int, report: Report, least_recharge: int) -> list[Whereabouts]:
    """By enemy unit where it may be after the round of `report`, in the eyes of `seat`.

    `least_recharge` is the least number in the game.
    """
    found = report.reach
    if found is None:
        past = report.past
        if past is None:
            found = [resting_on(1 << square) for square in board.spawns(1 - seat)]
        else:
            found = next_reach(
                reach_of(board, seat, past, least_recharge), Clues(board, report), least_recharge
            )
        report.reach = found
    return found


def next_reach(reach: list[Whereabouts], clues: Clues, least_recharge: int) -> list[Whereabouts]:
    """The sets one round later."""
    report = clues.report
    seen = 0
    for square in report.enemies:
        seen |= 1 << square
    possible = clues.after.passable & ~clues.beams() & ~(report.visible & ~seen)
    near = neighbourhoods(clues, [where.squares() for where in reach])
    loaded = report.number > least_recharge
    grown = [
        advanced(where, clues, any_traffic(clues, near[unit], loaded)).within(possible)
        for unit, where in enumerate(reach)
    ]
    if not report.enemy_asks:
        grown = [Whereabouts(0, where.moving) for where in grown]
    return assigned(grown, report.enemies)


def assigned(reach: list[Whereabouts], enemies: list[int]) -> list[Whereabouts]:
    """Cuts the sets by the sightings: who must be seen, who cannot be."""
    options: list[int] = []
    for square in enemies:
        mask = 0
        for unit in range(len(reach)):
            if reach[unit].squares() >> square & 1:
                mask |= 1 << unit
        options.append(mask)
    if not enemies or not can_match(options):
        return reach
    result: list[Whereabouts] = []
    for unit in range(len(reach)):
        seen = 0
        allowed = ~0
        for sighting, square in enumerate(enemies):
            seen |= 1 << square
            if not matched(options, sighting, unit):
                allowed &= ~(1 << square)
        if must_be_seen(options, unit):
            allowed &= seen
        result.append(reach[unit].within(allowed))
    return result


def must_be_seen(options: list[int], unit: int) -> bool:
    """Does every matching need this unit?"""
    return not can_match(options, 1 << unit)


def is_possible(where: Whereabouts, square: int, motion: int) -> bool:
    """Is this state of a unit in the set?"""
    states = where.resting if not 0 <= motion < DIRECTIONS else where.moving[motion]
    return bool(states >> square & 1)
