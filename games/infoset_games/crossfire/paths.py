"""Turns a hypothesis into one path for each enemy unit, none in the way of another. Compiled.

One after the other: the sets of a unit are grown again between the paths that are there already, now
only by moves that were free and stays that have a reason; then its path is walked backwards through
them.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.bitboards import no_sets, nth_square, size_of
from infoset_games.crossfire.deeds import Deed, blockers
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, Geometry
from infoset_games.crossfire.hypothesis import Hypothesis
from infoset_games.crossfire.matching import pick_weighted, weight_of
from infoset_games.crossfire.traffic import BUSY, HELD, QUIET, advanced
from infoset_games.crossfire.trail import (
    Trail,
    pick_state,
    pick_step,
    steps_back,
    take_step,
)
from infoset_games.crossfire.units import IDLE
from infoset_games.crossfire.whereabouts import Whereabouts, only
from infoset_games.rng import Rng


@final
class Paths:
    """The paths found so far. Lists by round from 0."""

    def __init__(self, guess: Hypothesis) -> None:
        self.guess = guess
        self.geometry: Geometry = guess.geometry
        rounds = guess.rounds
        self.trails = [Trail(rounds, square) for square in guess.spawns]
        # What the paths leave free, by round from 1.
        self.traffic = [clues.traffic.copy() for clues in guess.clues]
        self.nobody: vec[i64] = no_sets(guess.geometry, 1)
        self.deeds = [deeds[:] for deeds in guess.deeds]  # and those that paths ask of later ones
        self.left = list(range(guess.units))

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
        near = self.nobody
        sets = self.sets(unit, end, near)
        if sets is None:  # then some stay must be explained by who comes later
            near = self.geometry.board
            sets = self.sets(unit, end, near)
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
                where, traffic = sets[number - 1], self.traffic[number - 1]
                steps = steps_back(where, traffic, near, 0, square, motion, number == died)
                step = pick_step(steps, rng)
            take_step(trail, number, step)
            square, motion = int(step.square), int(step.motion)
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
        traffic = self.traffic[number - 1]
        if motion == IDLE and (traffic.explains(square) or traffic.has(QUIET, square)):
            return
        if motion != IDLE and traffic.has(HELD + motion, square):
            return
        found: list[tuple[int, Deed]] = []
        for direction in range(DIRECTIONS):
            target = int(clues.before.step(square, direction))
            if target == OUTSIDE or motion not in (IDLE, direction):
                continue
            for unit in self.left:
                if self.deeds[number][unit] is None and guess.is_living(unit, number):
                    before = guess.reached[number - 1][unit]
                    found += [
                        (unit, deed)
                        for deed in blockers(before, square, target)
                        if deed.square != square and guess.may_end(number, unit, deed.square)
                    ]
        if found:
            reached = guess.reached[number - 1]
            weights = [weight_of(int(reached[unit].size())) for unit, _ in found]
            unit, deed = found[pick_weighted(weights, rng)]
            self.deeds[number][unit] = deed

    def sets(self, unit: int, end: int, near: vec[i64]) -> list[Whereabouts] | None:
        """By round up to `end` where the unit may be; None where it may be nowhere.

        On `near` a unit may be stopped by one without a path.
        """
        guess = self.guess
        where = guess.reached[0][unit]
        sets = [where]
        for number in range(1, end + 1):
            deed = self.deeds[number][unit]
            traffic = self.traffic[number - 1]
            if deed is None:
                where = advanced(where, traffic, near, 0)
            elif where.has(deed.square, deed.motion) and not traffic.has(BUSY, deed.square):
                where = only(self.geometry, deed.square, IDLE)
            else:
                return None
            if number == guess.died[unit]:
                where.cut(guess.graves, unit * self.geometry.words)
            else:
                where.keep(guess.reached[number][unit])
            if where.is_empty():
                return None
            sets.append(where)
        return sets

    def end_of(self, unit: int, where: Whereabouts, rng: Rng) -> tuple[int, int]:
        """The state in which a path ends; a grave has no motion."""
        if self.guess.died[unit]:
            graves = where.union()
            size = size_of(graves, 0, self.geometry.words)
            return int(nth_square(self.geometry, graves, 0, rng.below(size))), IDLE
        state = pick_state(where, rng)
        assert state is not None
        return state

    def note(self, trail: Trail, end: int) -> None:
        """Keeps the squares of a path free of others."""
        for number in range(1, end + 1):
            square = trail.squares[number]
            traffic = self.traffic[number - 1]
            traffic.add_end(square)
            if trail.moved[number]:
                traffic.add_passage(trail.squares[number - 1], square)
            else:
                traffic.add_standing(square)
