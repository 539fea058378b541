"""From where a unit can outlive the reductions."""

from tests.games.crossfire.scenes import SIZE, board_of

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.generator import random_map
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, members
from infoset_games.crossfire.units import IDLE
from infoset_games.rng import Rng


def test_in_the_open_everybody_has_time_until_the_ring_is_about_to_fall() -> None:
    survival = board_of().survival()
    assert survival.last_round == 20
    assert survival.is_safe(0, IDLE, 0)
    corner, edge = 0, 5
    assert survival.is_safe(edge, IDLE, 4)
    assert not survival.is_safe(edge, IDLE, 5)
    assert not survival.is_safe(corner, IDLE, 4)  # both ways lead along the doomed ring


def test_a_pocket_that_closes_is_found_out_rounds_before() -> None:
    walls = {(1, 3): "M", (1, 4): "M", (1, 5): "M", (1, 6): "M", (1, 7): "M"}
    survival = board_of(walls).survival()
    assert survival.is_safe(5, IDLE, 0)
    assert not survival.is_safe(5, IDLE, 2)


def test_a_slide_that_cannot_stop_in_time_is_deadly() -> None:
    survival = board_of(base="G").survival()
    assert survival.is_safe(2 * SIZE + 5, IDLE, 3)
    assert not survival.is_safe(1 * SIZE + 5, 0, 4)  # up, onto the ring that falls


def test_beyond_the_last_nine_squares_nothing_is_promised_or_denied() -> None:
    assert board_of().survival().is_safe(0, IDLE, 21)


def test_it_is_what_following_every_unit_shows() -> None:
    for size, units, symmetry in ((11, 3, 0), (15, 5, 3), (21, 8, 4)):
        board = Board(random_map(size, units, symmetry, Rng("survival", str(size))), 1)
        survival = board.survival()
        known: dict[tuple[int, int, int], bool] = {}
        last = survival.last_round
        for number in range(last, -1, -1):
            for square in range(size * size):
                for motion in range(IDLE, DIRECTIONS):
                    state = square, motion, number
                    known[state] = follow(board, known, *state, last)
                    assert survival.is_safe(*state) == known[state], state
        resting = [square for square in range(size * size) if known[square, IDLE, 0]]
        assert members(survival.resting(0)) == resting


def follow(
    board: Board,
    known: dict[tuple[int, int, int], bool],
    square: int,
    motion: int,
    number: int,
    last: int,
) -> bool:
    """Can the unit survive, if it is `known` of which states after the next round?"""
    if number == last:
        return bool(board.stage_after(number).passable >> square & 1)
    before, after = board.stage_in(number + 1), board.stage_after(number + 1)
    ways = range(DIRECTIONS) if motion == IDLE else [motion]
    steps = [int(before.step(square, way)) for way in ways]
    if not before.passable >> square & 1:
        return False
    found = [
        known[target, way if after.slides(target, way) else IDLE, number + 1]
        for way, target in zip(ways, steps, strict=True)
        if target != OUTSIDE
    ]
    if motion == IDLE and OUTSIDE in steps:
        found.append(known[square, IDLE, number + 1])
    return any(found)
