"""A guess how the enemy came to show what was seen, made forward round by round. Compiled.

It commits to who was seen where, who was destroyed, who fired the beams in view and who stood in the
way of own units; everything else stays open as sets. Single units only are looked at: that they do
not get into each other's way is seen to later (paths.py).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.bits import count_bits
from infoset_games.crossfire.bitboards import holds, no_sets, put, size_of
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.charges import fits_recharge
from infoset_games.crossfire.clues import OPEN, SAFE, VISIBLE, Clues
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.deeds import Deed, blockers
from infoset_games.crossfire.geometry import (
    DIRECTIONS,
    DOWN,
    LEFT,
    OUTSIDE,
    RIGHT,
    UP,
    Geometry,
    opposite,
)
from infoset_games.crossfire.matching import pick_weighted, random_matching, weight_of
from infoset_games.crossfire.observation import Observation
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.stage import FREE
from infoset_games.crossfire.traffic import advanced, neighbourhoods
from infoset_games.crossfire.units import IDLE
from infoset_games.crossfire.whereabouts import Whereabouts, nowhere, only
from infoset_games.rng import Rng

ROWWISE: Final = [LEFT, RIGHT]
COLUMNWISE: Final = [UP, DOWN]
EVERY_WAY: Final = [UP, RIGHT, DOWN, LEFT]
CAUTION: Final = 8  # how much rather a unit lives than dies on squares as many


@final
class Hypothesis:
    """The guess so far. Lists by round hold lists by enemy unit."""

    def __init__(self, view: Observation, last: Report) -> None:
        self.view = view
        self.board: Board = view.board
        self.geometry: Geometry = view.board.geometry
        self.units: int = view.board.units
        self.reports: list[Report] = last.chain()
        self.rounds = last.number
        self.clues: list[Clues] = view.clues()
        self.spawns: list[int] = view.board.spawns(1 - view.seat)
        start = [only(self.geometry, square, IDLE) for square in self.spawns]
        self.reached: list[list[Whereabouts]] = [start]  # where units may be after a round
        self.deeds: list[list[Deed | None]] = [[None] * self.units]
        self.needed = [1] * (self.rounds + 1)  # by round how many units must be left after it
        for number in range(self.rounds - 1, -1, -1):
            seen = len(self.reports[number + 1].enemies) + len(self.reports[number + 1].fallen)
            self.needed[number] = max(self.needed[number + 1], seen)
        self.died = [0] * self.units  # the round, 0 while alive
        self.graves: vec[i64] = no_sets(self.geometry, self.units)  # where it may have died

    def rewind(self, number: int) -> None:
        """Forgets what was guessed about the rounds after `number`."""
        del self.reached[number + 1 :]
        del self.deeds[number + 1 :]
        for unit in range(self.units):
            if self.died[unit] > number:
                self.died[unit] = 0

    def shots(self, unit: int) -> list[int]:
        """The rounds in which a unit is taken to have fired."""
        found: list[int] = []
        for number, deeds in enumerate(self.deeds):
            deed = deeds[unit]
            if deed is not None and deed.order >= FIRE:
                found.append(number)
        return found

    def is_living(self, unit: int, number: int) -> bool:
        """Is a unit alive when round `number` begins?"""
        return self.died[unit] == 0 or number <= self.died[unit]

    def may_end(self, number: int, unit: int, square: i64) -> bool:
        """May a unit be idle here after a round, or have died here in it?"""
        if self.died[unit] == number:
            return holds(self.geometry, self.graves, unit * self.geometry.words, square)
        return self.reached[number][unit].has(square, IDLE)

    def extend(self, rng: Rng) -> bool:
        """Guesses one more round. False, and nothing changed, where this guess leads nowhere."""
        number = len(self.reached)
        guess = Guess(self, self.clues[number - 1])
        if not guess.explain_bumps(rng) or not guess.explain_light(rng):
            return False
        if not guess.move(rng):
            return False
        self.reached.append(guess.result)
        self.deeds.append(guess.deeds)
        words = self.geometry.words
        for unit in range(self.units):
            if guess.dying >> unit & 1:
                self.died[unit] = number
                for word in range(unit * words, (unit + 1) * words):
                    self.graves[word] = guess.graves[word]
        return True


@final
class Guess:
    """The guess about one round, in the making."""

    def __init__(self, so_far: Hypothesis, clues: Clues) -> None:
        self.so_far = so_far
        self.clues = clues
        self.report: Report = clues.report
        self.units: int = so_far.units
        self.prior: list[Whereabouts] = so_far.reached[-1][:]
        self.deeds: list[Deed | None] = [None] * self.units
        self.geometry: Geometry = so_far.geometry
        words = self.geometry.words
        self.safe: vec[i64] = clues.sets[
            SAFE * words : (SAFE + 1) * words
        ]  # from beams, as far as known
        self.result: list[Whereabouts] = []
        self.dying: i64 = 0  # the mask of the units that die in this round
        self.graves: vec[i64] = no_sets(self.geometry, self.units)  # and where they may

    def is_free(self, unit: int) -> bool:
        """Is the unit alive, and nothing yet said of it?"""
        return self.so_far.died[unit] == 0 and self.deeds[unit] is None

    def commit_one(self, found: list[tuple[int, Deed]], rng: Rng) -> Deed:
        """Takes one of the explanations for true, by how likely its unit was there."""
        weights = [weight_of(self.prior[unit].size()) for unit, _ in found]
        unit, deed = found[pick_weighted(weights, rng)]
        self.deeds[unit] = deed
        self.prior[unit] = only(self.geometry, deed.square, deed.motion)
        return deed

    # Own units were blocked by somebody.

    def explain_bumps(self, rng: Rng) -> bool:
        """Finds somebody in the way of every own unit that ran into the enemy."""
        for own, target in self.clues.bumps:
            if self.is_bumped(target):
                continue
            found = [
                (unit, deed)
                for unit in range(self.units)
                if self.is_free(unit)
                for deed in blockers(self.prior[unit], own, target)
                if self.clues.has(OPEN, deed.square)
            ]
            if not found:
                return False
            self.commit_one(found, rng)
        return True

    def is_bumped(self, target: i64) -> bool:
        """Does somebody already stand on this square, or aim at it?"""
        before = self.clues.before
        for deed in self.deeds:
            if deed is None:
                continue
            if deed.square == target:
                return True
            for direction in range(i64(DIRECTIONS)):
                if deed.aims_in(direction) and before.step(deed.square, direction) == target:
                    return True
        return False

    # Somebody fired.

    def explain_light(self, rng: Rng) -> bool:
        """Finds a shooter for every enemy beam in view and for every own unit shot dead."""
        across, along = self.report.light_across, self.report.light_along
        dead = self.clues.shot_dead
        while across or along or dead:
            if across:
                found = self.shooters(lowest(across), ROWWISE)
            elif along:
                found = self.shooters(lowest(along), COLUMNWISE)
            else:
                found = self.shooters(lowest(dead), EVERY_WAY)
            if not found:
                return False
            deed = self.commit_one(found, rng)
            direction = int(deed.order) - FIRE
            beam = self.clues.after.beam(int(deed.square), direction)
            self.note_beam(deed.square, direction)
            dead &= ~beam
            if direction == LEFT or direction == RIGHT:
                across &= ~beam
            else:
                along &= ~beam
        return True

    def note_beam(self, square: i64, direction: i64) -> None:
        """Nobody is safe where this shot falls."""
        after, geometry = self.clues.after, self.geometry
        lit = after.lit(square, direction)
        while lit != OUTSIDE:
            self.safe[geometry.word_of[lit]] &= ~geometry.bit_of[lit]
            lit = after.lit(lit, direction)

    def shooters(self, square: int, ways: list[int]) -> list[tuple[int, Deed]]:
        """Who can have lit a square, along one of these directions."""
        found: list[tuple[int, Deed]] = []
        after = self.clues.after
        for way in ways:
            direction: i64 = way
            place: i64 = square
            while place != OUTSIDE and not after.stops[place]:
                place = self.geometry.neighbour(place, opposite(direction))
                if place != OUTSIDE and self.may_shoot(place, direction):
                    self.add_shooters(found, place, direction)
        return found

    def may_shoot(self, square: i64, direction: i64) -> bool:
        """Would a shot from here show only what was seen?"""
        if not self.clues.has(OPEN, square):
            return False
        if not holds(self.geometry, self.clues.after.ground(), FREE, square):
            return False
        return self.clues.is_unseen(square, FIRE + direction)

    def add_shooters(self, found: list[tuple[int, Deed]], square: i64, direction: i64) -> None:
        number = self.report.number
        for unit in range(self.units):
            if self.is_free(unit) and self.prior[unit].has(square, IDLE):
                shots = [self.so_far.shots(other) for other in range(self.units)]
                for other in range(self.units):
                    deed = self.deeds[other]
                    if other == unit or (deed is not None and deed.order >= FIRE):
                        shots[other].append(number)
                if fits_recharge(shots, self.so_far.view.recharge):
                    found.append((unit, Deed(square, IDLE, FIRE + direction)))

    # Everybody has moved.

    def move(self, rng: Rng) -> bool:
        """Grows all sets by the round, and says who was seen, who was destroyed, who is neither."""
        self.grow()
        demands = self.demands()
        weights = [weight_of(int(where.size())) for where in self.result] if demands else []
        chosen = random_matching(demands, weights, rng)
        if chosen is None:
            return False
        for unit in range(self.units):
            if unit not in chosen:
                self.hide(unit, rng)
        fallen = len(self.report.fallen)
        words = self.geometry.words
        for at, unit in enumerate(chosen):
            if at < fallen:
                for word in range(unit * words, (unit + 1) * words):
                    self.graves[word] = 0
                put(self.geometry, self.graves, unit * words, self.report.fallen[at])
                self.die(unit)
            else:
                seen = no_sets(self.geometry, 1)
                put(self.geometry, seen, 0, self.report.enemies[at - fallen])
                self.result[unit].cut(seen, 0)
        return self.is_sound()

    def grow(self) -> None:
        """Finds where each unit may stand, and where it may have died."""
        words = self.geometry.words
        near = neighbourhoods(self.geometry, self.prior)
        for unit in range(self.units):
            grown = self.grown(unit, near)
            first = unit * words
            for word in range(words):
                self.graves[first + word] = grown.word(word) & ~self.safe[word]
            grown.cut(self.safe, 0)
            self.result.append(grown)

    def grown(self, unit: int, near: vec[i64]) -> Whereabouts:
        """Where a unit may be after the movement; nowhere if it was dead before."""
        deed = self.deeds[unit]
        if self.so_far.died[unit]:
            return nowhere(self.geometry)
        if deed is not None:
            return only(self.geometry, deed.square, IDLE)
        return advanced(self.prior[unit], self.clues.traffic, near, unit * self.geometry.words)

    def demands(self) -> list[int]:
        """By destroyed and then by seen enemy the mask of the units that it may be."""
        words = self.geometry.words
        found: list[int] = []
        for square in self.report.fallen:
            able: i64 = 0
            for unit in range(i64(self.units)):
                if holds(self.geometry, self.graves, unit * words, square):
                    able |= 1 << unit
            found.append(self.claimed(able))
        for square in self.report.enemies:
            able = 0
            for unit in range(i64(self.units)):
                if self.result[unit].covers(square):
                    able |= 1 << unit
            found.append(self.claimed(able))
        return found

    def claimed(self, able: i64) -> int:
        """Of the units that can be on a square those that may; only the one that is said to hold it."""
        for unit in range(i64(self.units)):
            if able >> unit & 1 and self.deeds[unit] is not None:
                return 1 << int(unit)
        return int(able)

    def die(self, unit: i64) -> None:
        self.dying |= 1 << unit
        self.result[unit] = nowhere(self.geometry)

    def hide(self, unit: int, rng: Rng) -> None:
        """Leaves a unit the states in which it was not seen; or it died unseen, as often as that is likely."""
        words = self.geometry.words
        visible = VISIBLE * words
        hidden = self.result[unit]
        hidden.cut_out(self.clues.sets, visible)
        for word in range(words):
            self.graves[unit * words + word] &= ~self.clues.sets[visible + word]
        dead = size_of(self.graves, unit * words, words)
        if dead and self.may_spare():
            alive: i64 = 0
            for word in range(words):
                alive += CAUTION * count_bits(hidden.word(word))
            if rng.below(dead + alive) < dead:
                self.die(unit)

    def may_spare(self) -> bool:
        """Are there more units alive than the seat is yet to see at once?"""
        living = 0
        for unit in range(self.units):
            if not self.so_far.died[unit] and not self.dying >> unit & 1:
                living += 1
        return living > self.so_far.needed[self.report.number]

    def is_sound(self) -> bool:
        """Is everybody somewhere, somebody alive, and is the enemy asked as it is known to be?"""
        living: list[int] = []
        for unit in range(self.units):
            if self.so_far.died[unit] or self.dying >> unit & 1:
                continue
            if not self.report.enemy_asks:
                self.result[unit].rouse()
            if self.result[unit].is_empty():
                return False
            living.append(unit)
        if len(living) == 1 and self.report.enemy_asks:
            last = self.result[living[0]]
            last.settle()
            return not last.is_empty()
        return bool(living)


def lowest(squares: int) -> int:
    """The first square of a set."""
    return (squares & -squares).bit_length() - 1
