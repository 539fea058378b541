"""The path of one enemy unit through the rounds, and how to walk it back through sets. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.bitboards import holds, size_of
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, opposite
from infoset_games.crossfire.traffic import FULL, HELD, QUIET, SHUT, Traffic
from infoset_games.crossfire.units import IDLE, NO_ORDER
from infoset_games.crossfire.whereabouts import Whereabouts
from infoset_games.rng import Rng

# How likely a step back is, beside the others: staying in the open costs a shot.
MOVED_WEIGHT: Final = 40
WALLED_WEIGHT: Final = 20
OPEN_WEIGHT: Final = 2
BLOCKED_WEIGHT: Final = 1


@final
class Trail:
    """By round from 0: where the unit was, its motion, its command and whether it moved.

    `died` is the round in which it was destroyed, 0 while it lives.
    """

    def __init__(self, rounds: int, square: int) -> None:
        """A unit that never moves."""
        self.squares = [square] * (rounds + 1)
        self.motions = [IDLE] * (rounds + 1)
        self.orders = [NO_ORDER] * (rounds + 1)
        self.moved = [False] * (rounds + 1)
        self.died = 0


@final
class Step:
    """One way to have come to a state: the state before, and its weight."""

    def __init__(self, square: i64, motion: i64, direction: i64, weight: i64) -> None:
        self.square: i64 = square
        self.motion: i64 = motion
        self.direction: i64 = direction  # of the step, IDLE if the unit stayed
        self.weight: i64 = weight


def steps_back(
    where: Whereabouts,
    traffic: Traffic,
    near: vec[i64],
    at: i64,
    square: i64,
    motion: i64,
    died: bool,
) -> list[Step]:
    """Every way from a state in `where` to this one; a unit that `died` may have come in any motion.

    `near` is that of `advanced`.
    """
    steps: list[Step] = []
    if traffic.has(FULL, square):
        return steps
    if motion == IDLE:
        stays_back(steps, where, traffic, holds(where.geometry, near, at, square), square)
    if traffic.has(SHUT, square):
        return steps
    for direction in range(i64(DIRECTIONS)):
        if motion == IDLE:
            if died or not traffic.slides(square, direction):
                moves_back(steps, where, traffic, square, direction)
        elif motion == direction:
            moves_back(steps, where, traffic, square, direction)
    return steps


def stays_back(
    steps: list[Step], where: Whereabouts, traffic: Traffic, is_near: bool, square: i64
) -> None:
    """Adds that the unit was here before, and why it may have stayed."""
    if where.has(square, IDLE):
        if traffic.explains(square):
            steps.append(Step(square, IDLE, IDLE, WALLED_WEIGHT))
        elif traffic.has(QUIET, square):
            steps.append(Step(square, IDLE, IDLE, OPEN_WEIGHT))
        elif is_near:
            steps.append(Step(square, IDLE, IDLE, BLOCKED_WEIGHT))
    steps += [
        Step(square, direction, IDLE, BLOCKED_WEIGHT)
        for direction in range(i64(DIRECTIONS))
        if where.has(square, direction) and (is_near or traffic.has(HELD + direction, square))
    ]


def moves_back(
    steps: list[Step], where: Whereabouts, traffic: Traffic, square: i64, direction: i64
) -> None:
    """Adds that the unit came from the square behind it."""
    source = where.geometry.neighbour(square, opposite(direction))
    if source == OUTSIDE or not traffic.can_leave(source, direction):
        return
    if where.has(source, IDLE):
        steps.append(Step(source, IDLE, direction, MOVED_WEIGHT))
    if where.has(source, direction):
        steps.append(Step(source, direction, direction, DIRECTIONS * MOVED_WEIGHT))


def pick_step(steps: list[Step], rng: Rng) -> Step:
    """One of the steps, by weight."""
    total: i64 = 0
    for step in steps:
        total += step.weight
    left = rng.below(total)
    for step in steps:
        left -= step.weight
        if left < 0:
            return step
    raise AssertionError("weights are positive")


def take_step(trail: Trail, number: int, step: Step) -> None:
    """Writes into a trail how its unit came, in round `number`, to where it then was."""
    trail.squares[number - 1] = int(step.square)
    trail.motions[number - 1] = int(step.motion)
    if step.direction != IDLE:
        trail.moved[number] = True
        if step.motion == IDLE:
            trail.orders[number] = int(step.direction)


def pick_state(where: Whereabouts, rng: Rng) -> tuple[int, int] | None:
    """A square and a motion of the set, each state equally often; None if it is empty."""
    total = where.size()
    if total == 0:
        return None
    left = rng.below(total)
    for motion in range(i64(IDLE), i64(DIRECTIONS)):
        size = size_of(where.sets, where.at(motion), where.geometry.words)
        if left < size:
            return int(where.nth(motion, left)), int(motion)
        left -= size
    raise AssertionError("the sizes add up")


def nth(squares: int, index: int) -> int:
    """The member of a set at `index`, ascending."""
    while index > 0:
        squares &= squares - 1
        index -= 1
    return (squares & -squares).bit_length() - 1


def any_member(squares: int, rng: Rng) -> int:
    """A member of a set that is not empty, each equally often."""
    return nth(squares, int(rng.below(squares.bit_count())))
