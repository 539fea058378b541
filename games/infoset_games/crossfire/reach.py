"""Reach sets: for each enemy unit every state it may be in, by all that a seat has seen. Compiled.

Sound: the true state is never excluded. Each round the sets grow by all moves and slides, and by
staying where something can have held the unit or it can have fired unseen; the reduction, own beams and empty squares in view cut them; sightings are assigned by matching, and one
that a single unit can explain pins that unit. A unit with an empty set is destroyed; one with a
set may be.
"""

from mypy_extensions import i64

from infoset_games.crossfire.bitboards import no_sets, put
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.clues import SAFE, VISIBLE, Clues
from infoset_games.crossfire.matching import can_match, matched
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.traffic import advanced, neighbourhoods
from infoset_games.crossfire.units import IDLE
from infoset_games.crossfire.whereabouts import Whereabouts, only


def reach_of(board: Board, seat: int, report: Report, least_recharge: int) -> list[Whereabouts]:
    """By enemy unit where it may be after the round of `report`, in the eyes of `seat`.

    `least_recharge` is the least number in the game.
    """
    found = report.reach
    if found is None:
        past = report.past
        if past is None:
            found = [only(board.geometry, square, IDLE) for square in board.spawns(1 - seat)]
        else:
            earlier = reach_of(board, seat, past, least_recharge)
            found = next_reach(earlier, Clues(board, report, least_recharge))
        report.reach = found
    return found


def next_reach(reach: list[Whereabouts], clues: Clues) -> list[Whereabouts]:
    """The sets one round later."""
    report, geometry = clues.report, clues.geometry
    words = geometry.words
    possible = no_sets(geometry, 1)
    for square in report.enemies:
        put(geometry, possible, 0, square)
    for word in range(words):
        possible[word] |= ~clues.sets[VISIBLE * words + word]
        possible[word] &= clues.sets[SAFE * words + word]
    near = neighbourhoods(geometry, reach)
    grown: list[Whereabouts] = []
    for unit in range(len(reach)):
        where = advanced(reach[unit], clues.traffic, near, unit * words)
        where.cut(possible, 0)
        if not report.enemy_asks:
            where.rouse()
        grown.append(where)
    return assigned(grown, report.enemies)


def assigned(reach: list[Whereabouts], enemies: list[int]) -> list[Whereabouts]:
    """Cuts the sets by the sightings: who must be seen, who cannot be."""
    options = options_of(reach, enemies)
    if not enemies or not can_match(options):
        return reach
    geometry = reach[0].geometry
    result: list[Whereabouts] = []
    for unit in range(len(reach)):
        possible = no_sets(geometry, 1)  # of the squares with a sighting
        others = no_sets(geometry, 1)
        for sighting, square in enumerate(enemies):
            put(geometry, others, 0, square)
            if matched(options, sighting, unit):
                put(geometry, possible, 0, square)
        if not must_be_seen(options, unit):
            for word in range(geometry.words):
                possible[word] |= ~others[word]
        where = reach[unit].copy()
        where.cut(possible, 0)
        result.append(where)
    return result


def options_of(reach: list[Whereabouts], squares: list[int]) -> list[int]:
    """By sighting the mask of the units that it may be."""
    options: list[int] = []
    for square in squares:
        able: i64 = 0
        for unit in range(i64(len(reach))):
            if reach[unit].covers(square):
                able |= 1 << unit
        options.append(int(able))
    return options


def must_be_seen(options: list[int], unit: int) -> bool:
    """Does every matching need this unit?"""
    return not can_match(options, 1 << unit)


def is_possible(where: Whereabouts, square: int, motion: int) -> bool:
    """Is this state of a unit in the set?"""
    return where.has(square, motion)
