"""Whether a map is fit to be played on, with reasons by square, and how hard it is. Compiled."""

from collections.abc import Iterator
from typing import Final

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.geometry import DIRECTIONS
from infoset_games.crossfire.maps import Map
from infoset_games.crossfire.terrain import STOP_MOUNTAIN

LEAST_CONNECTED: Final = 0.9  # of the passable squares
LEAST_EXITS: Final = 2
HARD_SHARE: Final = 0.25  # of stop squares without survival
MEDIUM_SHARE: Final = 0.1
EASY: Final = "easy"
MEDIUM: Final = "medium"
HARD: Final = "hard"


def faults_of(drawn: Map) -> list[str]:
    """What makes a map unfit, each fault naming its square; nothing if it is fit."""
    board = Board(drawn, STOP_MOUNTAIN)  # the reading under which beams reach farthest
    return list(faults_on(board))


def is_playable(drawn: Map) -> bool:
    """Is a map fit? Looks no further than to its first fault."""
    return next(faults_on(Board(drawn, STOP_MOUNTAIN)), None) is None


def faults_on(board: Board) -> Iterator[str]:
    yield from connection_faults(board)
    yield from spawn_faults(board)


def connection_faults(board: Board) -> Iterator[str]:
    stage, geometry = board.stage(0), board.geometry
    region = 1 << geometry.centre & stage.passable
    before = 0
    while region != before:
        before = region
        region = geometry.grown(region) & stage.passable
    if region.bit_count() < LEAST_CONNECTED * stage.passable.bit_count():
        yield f"the centre {geometry.name(geometry.centre)} is cut off from the rest"
    for seat in range(2):
        for square in board.spawns(seat):
            if not region >> square & 1:
                yield f"spawn {geometry.name(square)} is cut off from the centre"


def spawn_faults(board: Board) -> Iterator[str]:
    """Faults of the spawn squares of seat 0; those of seat 1 are their images."""
    stage, geometry = board.stage(0), board.geometry
    enemies = 0
    for square in board.spawns(1):
        enemies |= 1 << square
    for square in board.spawns(0):
        name = geometry.name(square)
        exits = 0
        for direction in range(DIRECTIONS):
            exits += stage.leaving[direction] >> square & 1
            if stage.beam(square, direction) & enemies:
                yield f"spawn {name} has an enemy spawn in its firing line"
        if exits < LEAST_EXITS:
            yield f"spawn {name} has fewer than {LEAST_EXITS} passable neighbours"
        if not board.survival().is_safe(square, -1, 0):
            yield f"from spawn {name} nobody can reach the last squares in time"


def doomed_share(board: Board) -> float:
    """The share of the squares where a unit can come to rest at the start, but from which it cannot survive."""
    stage = board.stage(0)
    stops = 0
    for direction in range(DIRECTIONS):
        # A unit that goes on in this direction stops where it cannot, or does not slide.
        stops |= (
            board.geometry.shifted(stage.leaving[direction], direction) & ~stage.sliding[direction]
        )
    doomed = stops & ~board.survival().resting(0)
    return doomed.bit_count() / max(1, stops.bit_count())


def difficulty(board: Board) -> str:
    """easy, medium or hard, by the share of squares that are a trap from the start."""
    share = doomed_share(board)
    if share >= HARD_SHARE:
        return HARD
    return MEDIUM if share >= MEDIUM_SHARE else EASY
