"""Turns a hypothesis into one path for each enemy unit, none in the way of another. Compiled.

One after the other: the sets of a unit are grown again between the paths that are there already, now
only by moves that were free and stays that have a reason; then its path is walked backwards through
them.
"""

from typing import final

from infoset_games.crossfire.deeds import Deed, blockers
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE
from infoset_games.crossfire.hypothesis import Hypothesis
from infoset_games.crossfire.matching import pick_weighted, weight_of
from infoset_games.crossfire.traffic import Traffic, advanced, known_traffic
from infoset_games.crossfire.trail import (
    Trail,
    nth,
    pick_state,
    pick_step,
    steps_back,
    take_step,
)
from infoset_games.crossfire.units import IDLE
from infoset_games.crossfire.whereabouts import Whereabouts
from infoset_games.rng import Rng


@final
class Paths:
    """The paths found so far. Lists by round from 0."""

    def __init__(self, guess: Hypothesis) -> None:
        self.guess = guess
        rounds = guess.rounds
        self.trails = [Trail(rounds, square) for square in guess.spawns]
        self.busy = [0] * (rounds + 1)
        self.still = [0] + [clues.still for clues in guess.clues]
        self.deeds = [deeds[:] for deeds in guess.deeds]  # and those that paths ask of later ones
        self.left = list(range(guess.units))
        self.barred = [[0] * DIRECTIONS for _ in range(rounds + 1)]

    def find(self, rng: Rng) -> bool:
        """Finds a path for each unit, in random order. False where one has no way left."""
        while self.left:
            unit = self.left.pop(rng.below(len(self.left)))
            if not self.add(unit, rng):
                return False
        return True

    def add(self, unit: int, rng: Rng) -> bool:
        """Finds a path for a unit between those that are there."""
        guess = self.guess
        died = guess.died[unit]
        end = died if died else guess.rounds
        traffic = [self.traffic(number, 0) for number in range(1, end + 1)]
        sets = self.sets(unit, end, traffic)
        if sets is None:  # then some stay must be explained by who comes later
            full = guess.board.geometry.full
            traffic = [self.traffic(number, full) for number in range(1, end + 1)]
            sets = self.sets(unit, end, traffic)
        if sets is None:
            return False
        square, motion = self.end_of(unit, sets[end], rng)
        trail = Trail(guess.rounds, square)
        trail.died = died
        trail.motions[end] = motion
        for number in range(end, 0, -1):
            deed = self.deeds[number][unit]
            if deed is not None:
                step = deed.step()
            else:
                where, clues = sets[number - 1], guess.clues[number - 1]
                is_death = number == died
                steps = steps_back(where, clues, traffic[number - 1], square, motion, is_death)
                step = pick_step(steps, rng)
            take_step(trail, number, step)
            square, motion = step.square, step.motion
        self.trails[unit] = trail
        self.note(trail, end)
        for number in range(1, end + 1):
            if not trail.moved[number] and self.deeds[number][unit] is None:
                self.ask_for_reason(trail, number, rng)
        return True

    def ask_for_reason(self, trail: Trail, number: int, rng: Rng) -> None:
        """Has a unit without a path get in the way of one whose stay nothing else explains."""
        guess = self.guess
        clues = guess.clues[number - 1]
        square, motion = trail.squares[number], trail.motions[number - 1]
        traffic = self.traffic(number, 0)
        bit = 1 << square
        if motion == IDLE and (traffic.explains(square) or traffic.quiet & bit):
            return
        if motion != IDLE and traffic.held[motion] & bit:
            return
        found: list[tuple[int, Deed]] = []
        for direction in range(DIRECTIONS):
            target = int(clues.before.step(square, direction))
            if target == OUTSIDE or motion not in (IDLE, direction):
                continue
            for unit in self.left:
                if self.deeds[number][unit] is None and guess.is_living(unit, number):
                    before = guess.reached[number - 1][unit]
                    after = guess.left_after(number, unit)
                    found += [
                        (unit, deed)
                        for deed in blockers(clues, before, square, target)
                        if after >> deed.square & 1 and deed.square != square
                    ]
        if found:
            weights = [weight_of(guess.reached[number - 1][unit].size()) for unit, _ in found]
            unit, deed = found[pick_weighted(weights, rng)]
            self.deeds[number][unit] = deed

    def traffic(self, number: int, near: int) -> Traffic:
        """What the paths leave free in a round; on `near` a unit may be stopped by one without a path."""
        guess = self.guess
        loaded = number > guess.view.recharge[0]
        clues = guess.clues[number - 1]
        return known_traffic(
            clues, self.busy[number], self.barred[number], self.still[number], near, loaded
        )

    def sets(self, unit: int, end: int, traffic: list[Traffic]) -> list[Whereabouts] | None:
        """By round up to `end` where the unit may be; None where it may be nowhere."""
        guess = self.guess
        where = guess.reached[0][unit]
        sets = [where]
        for number in range(1, end + 1):
            deed = self.deeds[number][unit]
            if deed is not None:
                where = common(where, deed.start())
                if not where.squares() or self.busy[number] >> deed.square & 1:
                    return None
                where = Whereabouts(1 << deed.square, [0] * DIRECTIONS)
            else:
                where = advanced(where, guess.clues[number - 1], traffic[number - 1])
            if number == guess.died[unit]:
                where = where.within(guess.graves[unit])
            else:
                where = common(where, guess.reached[number][unit])
            if not where.squares():
                return None
            sets.append(where)
        return sets

    def end_of(self, unit: int, where: Whereabouts, rng: Rng) -> tuple[int, int]:
        """The state in which a path ends; a grave has no motion."""
        if self.guess.died[unit]:
            graves = where.squares()
            return nth(graves, int(rng.below(graves.bit_count()))), IDLE
        state = pick_state(where, rng)
        assert state is not None
        return state

    def note(self, trail: Trail, end: int) -> None:
        """Keeps the squares of a path free of others."""
        for number in range(1, end + 1):
            square = trail.squares[number]
            self.busy[number] |= 1 << square
            if not trail.moved[number]:
                self.still[number] |= 1 << square
            else:
                self.bar(number, trail.squares[number - 1], square)

    def bar(self, number: int, source: int, square: int) -> None:
        """Lets nobody come from `square` to `source` while a path leads the other way."""
        count, neighbours = self.guess.board.count, self.guess.board.geometry.neighbours
        for direction in range(DIRECTIONS):
            if neighbours[direction * count + square] == source:
                self.barred[number][direction] |= 1 << square


def common(where: Whereabouts, other: Whereabouts) -> Whereabouts:
    """The states in both sets."""
    moving = [where.moving[way] & other.moving[way] for way in range(DIRECTIONS)]
    return Whereabouts(where.resting & other.resting, moving)
