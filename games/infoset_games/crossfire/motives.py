"""Finds a command for everything that enemy units did on their paths. Compiled.

A unit that moved was told to. One that stayed ran against an obstacle or a unit that stayed too, wanted a square
that another one wanted as well, or fired where nobody saw it; where no command explains it, the paths
are no good.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.bitboards import holds, no_sets, put
from infoset_games.crossfire.charges import fits_recharge
from infoset_games.crossfire.clues import CONTESTED, STILL, TAKEN, Clues
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.deeds import Deed
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, Geometry
from infoset_games.crossfire.hypothesis import Hypothesis
from infoset_games.crossfire.paths import Paths
from infoset_games.crossfire.stage import FREE
from infoset_games.crossfire.trail import Trail
from infoset_games.crossfire.units import IDLE, NO_ORDER
from infoset_games.rng import Rng


@final
class Motives:
    """Commands for a set of paths, and the shots among them by unit."""

    def __init__(self, paths: Paths) -> None:
        guess = paths.guess
        self.guess: Hypothesis = guess
        self.trails: list[Trail] = paths.trails
        self.deeds: list[list[Deed | None]] = paths.deeds
        self.shots: list[list[int]] = [guess.shots(unit) for unit in range(guess.units)]

    def find(self, rng: Rng) -> bool:
        """Writes the commands into the paths. False where something remains unexplained."""
        for number in range(1, self.guess.rounds + 1):
            scene = Scene(self, number)
            if not scene.explain(rng):
                return False
        return True

    def add_shot(self, unit: int, number: int) -> None:
        self.shots[unit] = sorted([*self.shots[unit], number])

    def may_shoot(self, unit: int, number: int) -> bool:
        """Can the recharge times be given out so that this shot is possible too?"""
        shots = self.shots[:]
        shots[unit] = sorted([*shots[unit], number])
        return fits_recharge(shots, self.guess.view.recharge)


@final
class Scene:
    """One round of the paths. Sets of squares are words (bitboards.py)."""

    def __init__(self, motives: Motives, number: int) -> None:
        guess = motives.guess
        self.motives = motives
        self.number = number
        self.guess = guess
        self.clues: Clues = guess.clues[number - 1]
        self.trails: list[Trail] = motives.trails
        self.staying = [
            unit
            for unit, trail in enumerate(self.trails)
            if (trail.died == 0 or number <= trail.died) and not trail.moved[number]
        ]
        self.geometry: Geometry = guess.geometry
        words, clues = guess.geometry.words, self.clues.sets
        # Squares that nobody enters: of units that stay, or that own units were kept from.
        self.closed: vec[i64] = no_sets(guess.geometry, 1)
        self.ends: vec[i64] = no_sets(guess.geometry, 1)  # of all units after the movement
        self.spared: vec[i64] = no_sets(guess.geometry, 1)  # of all that live on after the round
        for word in range(words):
            self.closed[word] = clues[STILL * words + word] | clues[CONTESTED * words + word]
            self.ends[word] = clues[TAKEN * words + word]
        for trail in self.trails:
            if trail.died == 0 or number <= trail.died:
                put(self.geometry, self.ends, 0, trail.squares[number])
            if trail.died == 0 or number < trail.died:
                put(self.geometry, self.spared, 0, trail.squares[number])
        for unit in self.staying:
            put(self.geometry, self.closed, 0, self.trails[unit].squares[number])
        report = guess.reports[number]
        for own in range(guess.units):
            if report.alive >> own & 1:
                put(self.geometry, self.spared, 0, report.squares[own])

    def explain(self, rng: Rng) -> bool:
        """Writes the commands of this round. False where a stay remains unexplained."""
        puzzling: list[int] = []
        for unit in self.staying:
            deed = self.motives.deeds[self.number][unit]
            trail = self.trails[unit]
            if deed is not None and deed.order != NO_ORDER:
                trail.orders[self.number] = int(deed.order)
                continue
            orders = self.held(unit)
            if not orders:
                puzzling.append(unit)
            elif trail.motions[self.number - 1] == IDLE:
                trail.orders[self.number] = orders[rng.below(len(orders))]
        for unit in puzzling:
            if not self.explain_in_the_open(unit, rng):
                return False
        return True

    def target(self, unit: int, direction: int) -> int:
        """Where a unit that stays would go in this direction, OUTSIDE where it cannot."""
        square = self.trails[unit].squares[self.number]
        return int(self.clues.before.step(square, direction))

    def ways(self, unit: int) -> list[int]:
        """The directions in which a unit can have wanted to go."""
        motion = self.trails[unit].motions[self.number - 1]
        return list(range(DIRECTIONS)) if motion == IDLE else [motion]

    def held(self, unit: int) -> list[int]:
        """The MOVE commands that end where they begin, whatever others do."""
        orders: list[int] = []
        for direction in self.ways(unit):
            target = self.target(unit, direction)
            if target == OUTSIDE or holds(self.geometry, self.closed, 0, target):
                orders.append(direction)
        return orders

    def explain_in_the_open(self, unit: int, rng: Rng) -> bool:
        """A stay that only a rival for the same square or a shot explains."""
        trail = self.trails[unit]
        if self.find_rival(unit):
            return True
        if trail.motions[self.number - 1] != IDLE:
            return False
        shots = self.quiet_shots(unit)
        if not shots:
            return False
        trail.orders[self.number] = shots[rng.below(len(shots))]
        self.motives.add_shot(unit, self.number)
        return True

    def find_rival(self, unit: int) -> bool:
        """Lets another unit that stays want the same empty square, so that neither gets it."""
        for direction in self.ways(unit):
            target = self.target(unit, direction)
            if target == OUTSIDE or holds(self.geometry, self.ends, 0, target):
                continue
            for rival in self.staying:
                if rival != unit and self.may_want(rival, target):
                    if self.trails[unit].motions[self.number - 1] == IDLE:
                        self.trails[unit].orders[self.number] = direction
                    return True
        return False

    def may_want(self, rival: int, target: int) -> bool:
        """Lets a unit want a square, if it does not have other plans."""
        trail = self.trails[rival]
        for direction in self.ways(rival):
            if self.target(rival, direction) == target:
                if trail.motions[self.number - 1] != IDLE:
                    return True
                order = trail.orders[self.number]
                if order == direction:
                    return True
                if self.motives.deeds[self.number][rival] is None and order < FIRE:
                    trail.orders[self.number] = direction
                    return True
        return False

    def quiet_shots(self, unit: int) -> list[int]:
        """The FIRE commands that nobody could tell from standing still."""
        square = self.trails[unit].squares[self.number]
        if not holds(self.geometry, self.clues.after.ground(), FREE, square):
            return []
        if not self.motives.may_shoot(unit, self.number):
            return []
        return [
            FIRE + direction
            for direction in range(DIRECTIONS)
            if not self.hits(square, direction) and self.clues.is_unseen(square, FIRE + direction)
        ]

    def hits(self, square: i64, direction: i64) -> bool:
        """Would a shot from here destroy somebody who lives on?"""
        after = self.clues.after
        lit = after.lit(square, direction)
        while lit != OUTSIDE:
            if holds(self.geometry, self.spared, 0, lit):
                return True
            lit = after.lit(lit, direction)
        return False
