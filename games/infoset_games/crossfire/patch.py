"""A world put together from reach sets where no complete enemy play is at hand. Compiled; never fails.

Sightings go to units by matching, unseen units stand somewhere in their sets, no two on one square.
Each gets a past that leads there by steps, as far as its sets hold one; otherwise it always stood there.
"""

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.bitboards import no_sets, put, read_set, write_set
from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE, OUTSIDE, Geometry
from infoset_games.crossfire.history import Deal, Round
from infoset_games.crossfire.matching import random_matching, weight_of
from infoset_games.crossfire.observation import Observation
from infoset_games.crossfire.reach import options_of, reach_of
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.traffic import neighbourhoods
from infoset_games.crossfire.trail import (
    Trail,
    any_member,
    pick_state,
    pick_step,
    steps_back,
    take_step,
)
from infoset_games.crossfire.units import (
    ALIVE,
    IDLE,
    KING,
    MOTION,
    MOVED,
    ORDER,
    RECHARGE,
    SIDE,
    SQUARE,
    WAIT,
    no_units,
)
from infoset_games.crossfire.whereabouts import Whereabouts
from infoset_games.rng import Rng


def patched_world(view: Observation, last: Report, deal: Deal, rng: Rng) -> CrossfireState:
    """A world in which the seat observes `view`."""
    trails = choose_trails(view, last, rng)
    numbers = shuffled(view.recharge, rng)
    living = [unit for unit, trail in enumerate(trails) if trail.died == 0]
    king = living[rng.below(len(living))]
    now: Round | None = None
    for report in last.chain():
        cells = no_units()
        write_own(cells, view, report)
        for unit, trail in enumerate(trails):
            write_enemy(cells, view, report.number, unit, trail, numbers[unit])
        cells[KING + SIDE * (1 - view.seat) + king] = 1
        now = Round(now, report.number, cells, 0)
        now.tell(view.seat, report)
    world = CrossfireState(deal, now)
    world.approximate = True
    return world


def shuffled(numbers: list[int], rng: Rng) -> list[int]:
    """The numbers in random order."""
    left = numbers[:]
    return [left.pop(rng.below(len(left))) for _ in range(len(numbers))]


# Where everybody is.


def choose_trails(view: Observation, last: Report, rng: Rng) -> list[Trail]:
    """By enemy unit its path to where it is now; some unit lives, and is idle if the enemy is asked."""
    reach = reach_of(view.board, view.seat, last, view.recharge[0])
    found = place_seen(reach, last, rng)
    geometry = view.board.geometry
    taken = set_in_words(geometry, last.visible)
    trails: list[Trail] = []
    for unit in range(len(reach)):
        square = found[unit]
        allowed = reach[unit].copy()
        if square == OUTSIDE:
            allowed.cut_out(taken, 0)
        else:
            allowed.cut(set_in_words(geometry, 1 << square), 0)
        state = pick_state(allowed, rng)
        if state is not None:
            trails.append(walk_back(view, last, unit, state[0], state[1], rng))
            put(geometry, taken, 0, state[0])
        elif square != OUTSIDE:
            trails.append(standing(view, last, square))
        else:
            trails.append(dead_trail(view, last, unit, rng))
    revive(view, last, trails, taken, rng)
    return trails


def set_in_words(geometry: Geometry, squares: int) -> vec[i64]:
    """A set of squares (geometry.py) in words."""
    sets = no_sets(geometry, 1)
    write_set(geometry, sets, 0, squares)
    return sets


def place_seen(reach: list[Whereabouts], last: Report, rng: Rng) -> list[int]:
    """By unit the sighting that it is, or OUTSIDE."""
    options = options_of(reach, last.enemies)
    weights = [weight_of(int(where.size())) for where in reach]
    units = random_matching(options, weights, rng)
    if units is None:  # only in a world that was patched before: anybody may be anywhere
        units = list(range(len(options)))
    found = [OUTSIDE] * len(reach)
    for sighting, unit in enumerate(units):
        found[unit] = last.enemies[sighting]
    return found


def walk_back(
    view: Observation, last: Report, unit: int, square: int, motion: int, rng: Rng
) -> Trail:
    """A path through the reach sets of a unit to a state in the last of them."""
    trail = Trail(last.number, square)
    trail.motions[last.number] = motion
    report = last
    past = report.past
    while past is not None:
        reach = reach_of(view.board, view.seat, past, view.recharge[0])
        clues = view.clues()[report.number - 1]
        near = neighbourhoods(view.board.geometry, reach)
        at = unit * view.board.geometry.words
        steps = steps_back(reach[unit], clues.traffic, near, at, square, motion, False)
        step = pick_step(steps, rng)
        take_step(trail, report.number, step)
        square, motion = int(step.square), int(step.motion)
        report = past
        past = report.past
    return trail


def dead_trail(view: Observation, last: Report, unit: int, rng: Rng) -> Trail:
    """The path of a unit that can be nowhere: it ends where it last could be."""
    died = last.number
    end = last.past
    while end is not None:
        state = pick_state(reach_of(view.board, view.seat, end, view.recharge[0])[unit], rng)
        if state is not None:
            return ended(walk_back(view, end, unit, state[0], state[1], rng), last.number, died)
        died = end.number
        end = end.past
    raise AssertionError("before the first round every unit is on its spawn square")


def ended(start: Trail, rounds: int, died: int) -> Trail:
    """A trail prolonged to `rounds` by the unit's remains."""
    square = start.squares[died - 1]
    trail = Trail(rounds, square)
    trail.died = died
    for number in range(died):
        trail.squares[number] = start.squares[number]
        trail.motions[number] = start.motions[number]
        trail.orders[number] = start.orders[number]
        trail.moved[number] = start.moved[number]
    return trail


def standing(view: Observation, last: Report, square: int) -> Trail:
    """The path of a unit that has always stood here, or, if no enemy is idle, slid here just now."""
    trail = Trail(last.number, square)
    if last.enemy_asks:
        return trail
    after, neighbours = view.board.stage_after(last.number), view.board.geometry.neighbours
    for direction in range(DIRECTIONS):
        source = neighbours[OPPOSITE[direction] * view.board.count + square]
        if after.sliding[direction] >> square & 1 and source != OUTSIDE:
            for number in range(last.number):
                trail.squares[number] = source
            trail.motions[last.number] = direction
            trail.orders[last.number] = direction
            trail.moved[last.number] = True
            break
    return trail


def revive(view: Observation, last: Report, trails: list[Trail], taken: vec[i64], rng: Rng) -> None:
    """Sees to it that somebody lives, and is idle where the enemy is asked."""
    living = [unit for unit, trail in enumerate(trails) if trail.died == 0]
    if not living:
        after = view.board.stage_after(last.number)
        free = after.passable & ~read_set(view.board.geometry, taken, 0)
        if not last.enemy_asks:
            sliding = 0
            for squares in after.sliding:
                sliding |= squares
            free &= sliding
        trails[rng.below(len(trails))] = standing(
            view, last, any_member(free or after.passable, rng)
        )
    elif last.enemy_asks:
        for unit in living:
            if trails[unit].motions[last.number] == IDLE:
                return
        make_idle(view, last, trails, living, taken, rng)


def make_idle(
    view: Observation,
    last: Report,
    trails: list[Trail],
    living: list[int],
    taken: vec[i64],
    rng: Rng,
) -> None:
    """Lets one of the living units, all in motion, be idle: where its set allows it, else where it is."""
    reach = reach_of(view.board, view.seat, last, view.recharge[0])
    start = int(rng.below(len(living)))
    for at in range(len(living)):
        unit = living[(start + at) % len(living)]
        own = 1 << trails[unit].squares[last.number]
        resting = reach[unit].copy()
        resting.settle()
        allowed = set_in_words(view.board.geometry, own)
        if not own & last.visible:
            for word in range(len(taken)):
                allowed[word] |= ~taken[word]
        resting.cut(allowed, 0)
        state = pick_state(resting, rng)
        if state is not None:
            trails[unit] = walk_back(view, last, unit, state[0], state[1], rng)
            return
    unit = living[start]
    trails[unit] = standing(view, last, trails[unit].squares[last.number])


# The cells.


def write_own(cells: vec[i64], view: Observation, report: Report) -> None:
    """The seat's own units after a round, as it knows them."""
    first = SIDE * view.seat
    for number in range(view.board.units):
        unit = first + number
        cells[SQUARE + unit] = report.squares[number]
        cells[MOTION + unit] = report.motions[number]
        cells[RECHARGE + unit] = view.numbers[number]
        cells[WAIT + unit] = report.waits[number]
        cells[ALIVE + unit] = report.alive >> number & 1
        cells[ORDER + unit] = report.orders[number]
        cells[MOVED + unit] = report.moved >> number & 1
        cells[KING + unit] = 1 if number == view.king else 0


def write_enemy(
    cells: vec[i64], view: Observation, number: int, enemy: int, trail: Trail, recharge: int
) -> None:
    """An enemy unit after round `number` of its path. It has never fired."""
    unit = SIDE * (1 - view.seat) + enemy
    lives = trail.died == 0 or number < trail.died
    last = number if lives else trail.died - 1
    cells[SQUARE + unit] = trail.squares[number]
    cells[MOTION + unit] = trail.motions[number] if lives else IDLE
    cells[RECHARGE + unit] = recharge
    cells[WAIT + unit] = max(0, recharge - last)
    cells[ALIVE + unit] = 1 if lives else 0
    cells[ORDER + unit] = trail.orders[number]
    cells[MOVED + unit] = 1 if trail.moved[number] else 0
