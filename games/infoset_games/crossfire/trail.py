"""The path of one enemy unit through the rounds, and how to walk it back through sets. Compiled."""

from typing import Final, final

from infoset_games.crossfire.clues import Clues
from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE, OUTSIDE
from infoset_games.crossfire.traffic import Traffic
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

    def __init__(self, square: int, motion: int, direction: int, weight: int) -> None:
        self.square = square
        self.motion = motion
        self.direction = direction  # of the step, IDLE if the unit stayed
        self.weight = weight


def steps_back(
    where: Whereabouts, clues: Clues, traffic: Traffic, square: int, motion: int, died: bool
) -> list[Step]:
    """Every way from a state in `where` to this one; a unit that `died` may have come in any motion."""
    bit = 1 << square
    if bit & (clues.taken | traffic.busy):
        return []
    steps: list[Step] = []
    if motion == IDLE:
        stays_back(steps, where, traffic, square)
    if bit & clues.contested:
        return steps
    sliding = clues.after.sliding
    for direction in range(DIRECTIONS):
        if motion == IDLE:
            if died or not sliding[direction] & bit:
                moves_back(steps, where, clues, traffic, square, direction)
        elif motion == direction:
            moves_back(steps, where, clues, traffic, square, direction)
    return steps


def stays_back(steps: list[Step], where: Whereabouts, traffic: Traffic, square: int) -> None:
    """Adds that the unit was here before, and why it may have stayed."""
    bit = 1 << square
    if where.resting & bit:
        if traffic.explains(square):
            steps.append(Step(square, IDLE, IDLE, WALLED_WEIGHT))
        elif traffic.quiet & bit:
            steps.append(Step(square, IDLE, IDLE, OPEN_WEIGHT))
        elif traffic.near & bit:
            steps.append(Step(square, IDLE, IDLE, BLOCKED_WEIGHT))
    steps += [
        Step(square, direction, IDLE, BLOCKED_WEIGHT)
        for direction in range(DIRECTIONS)
        if where.moving[direction] & (traffic.held[direction] | traffic.near) & bit
    ]


def moves_back(
    steps: list[Step],
    where: Whereabouts,
    clues: Clues,
    traffic: Traffic,
    square: int,
    direction: int,
) -> None:
    """Adds that the unit came from the square behind it."""
    before = clues.before
    source = int(before.geometry.neighbour(square, OPPOSITE[direction]))
    if source == OUTSIDE:
        return
    bit = 1 << source & before.leaving[direction]
    bit &= ~(clues.barred[direction] | traffic.barred[direction])
    if where.resting & bit:
        steps.append(Step(source, IDLE, direction, MOVED_WEIGHT))
    if where.moving[direction] & bit:
        steps.append(Step(source, direction, direction, DIRECTIONS * MOVED_WEIGHT))


def pick_step(steps: list[Step], rng: Rng) -> Step:
    """One of the steps, by weight."""
    total = 0
    for step in steps:
        total += step.weight
    left = int(rng.below(total))
    for step in steps:
        left -= step.weight
        if left < 0:
            return step
    raise AssertionError("weights are positive")


def take_step(trail: Trail, number: int, step: Step) -> None:
    """Writes into a trail how its unit came, in round `number`, to where it then was."""
    trail.squares[number - 1] = step.square
    trail.motions[number - 1] = step.motion
    if step.direction != IDLE:
        trail.moved[number] = True
        if step.motion == IDLE:
            trail.orders[number] = step.direction


def pick_state(where: Whereabouts, rng: Rng) -> tuple[int, int] | None:
    """A square and a motion of the set, each state equally often; None if it is empty."""
    sizes = [where.resting.bit_count()] + [states.bit_count() for states in where.moving]
    total = sum(sizes)
    if total == 0:
        return None
    left = int(rng.below(total))
    if left < sizes[0]:
        return nth(where.resting, left), IDLE
    left -= sizes[0]
    for direction in range(DIRECTIONS):
        if left < sizes[1 + direction]:
            return nth(where.moving[direction], left), direction
        left -= sizes[1 + direction]
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
