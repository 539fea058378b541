"""A guess how the enemy came to show what was seen, made forward round by round. Compiled.

It commits to who was seen where, who was destroyed, who fired the beams in view and who stood in the
way of own units; everything else stays open as sets. Single units only are looked at: that they do
not get into each other's way is seen to later (paths.py).
"""

from typing import Final, final

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.charges import fits_recharge
from infoset_games.crossfire.clues import Clues
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.deeds import Deed, blockers
from infoset_games.crossfire.geometry import DIRECTIONS, DOWN, LEFT, OPPOSITE, OUTSIDE, RIGHT, UP
from infoset_games.crossfire.matching import pick_weighted, random_matching, weight_of
from infoset_games.crossfire.observation import Observation
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.traffic import advanced, any_traffic, neighbourhoods
from infoset_games.crossfire.units import IDLE
from infoset_games.crossfire.whereabouts import Whereabouts, resting_on
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
        self.units: int = view.board.units
        self.reports: list[Report] = last.chain()
        self.rounds = last.number
        self.clues: list[Clues] = view.clues()
        self.spawns: list[int] = view.board.spawns(1 - view.seat)
        start = [resting_on(1 << square) for square in self.spawns]
        self.reached: list[list[Whereabouts]] = [start]  # where units may be after a round
        self.left: list[list[Whereabouts]] = []  # the same, less what the next round rules out
        self.deeds: list[list[Deed | None]] = [[None] * self.units]
        self.needed = [1] * (self.rounds + 1)  # by round how many units must be left after it
        for number in range(self.rounds - 1, -1, -1):
            seen = len(self.reports[number + 1].enemies) + len(self.reports[number + 1].fallen)
            self.needed[number] = max(self.needed[number + 1], seen)
        self.died = [0] * self.units  # the round, 0 while alive
        self.graves = [0] * self.units  # the squares on which it may have died

    def rewind(self, number: int) -> None:
        """Forgets what was guessed about the rounds after `number`."""
        del self.reached[number + 1 :]
        del self.left[number:]
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

    def left_after(self, number: int, unit: int) -> int:
        """The squares on which an idle unit may be after a round, or have died in it."""
        if self.died[unit] == number:
            return self.graves[unit]
        return self.reached[number][unit].resting

    def extend(self, rng: Rng) -> bool:
        """Guesses one more round. False, and nothing changed, where this guess leads nowhere."""
        number = len(self.reached)
        guess = Guess(self, self.clues[number - 1])
        if not guess.explain_bumps(rng) or not guess.explain_light(rng):
            return False
        if not guess.move(rng):
            return False
        self.left.append(guess.prior)
        self.reached.append(guess.result)
        self.deeds.append(guess.deeds)
        for unit in range(self.units):
            if guess.graves[unit]:
                self.died[unit] = number
                self.graves[unit] = guess.graves[unit]
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
        self.beams: int = clues.beams()  # of both seats, as far as known
        self.result: list[Whereabouts] = []
        self.graves = [0] * self.units
        seen = 0
        for square in self.report.enemies:
            seen |= 1 << square
        for square in self.report.fallen:
            seen |= 1 << square
        self.open = ~clues.taken & (seen | ~self.report.visible)  # where an enemy may have ended

    def is_free(self, unit: int) -> bool:
        """Is the unit alive, and nothing yet said of it?"""
        return self.so_far.died[unit] == 0 and self.deeds[unit] is None

    def commit_one(self, found: list[tuple[int, Deed]], rng: Rng) -> Deed:
        """Takes one of the explanations for true, by how likely its unit was there."""
        weights = [weight_of(self.prior[unit].size()) for unit, _ in found]
        unit, deed = found[pick_weighted(weights, rng)]
        self.deeds[unit] = deed
        self.prior[unit] = deed.start()
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
                for deed in blockers(self.clues, self.prior[unit], own, target)
                if self.open >> deed.square & 1
            ]
            if not found:
                return False
            self.commit_one(found, rng)
        return True

    def is_bumped(self, target: int) -> bool:
        """Does somebody already stand on this square, or aim at it?"""
        before = self.clues.before
        for deed in self.deeds:
            if deed is None:
                continue
            if deed.square == target:
                return True
            for direction in range(DIRECTIONS):
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
            direction = deed.order - FIRE
            beam = self.clues.after.beam(deed.square, direction)
            self.beams |= beam
            dead &= ~beam
            if direction == LEFT or direction == RIGHT:
                across &= ~beam
            else:
                along &= ~beam
        return True

    def shooters(self, square: int, ways: list[int]) -> list[tuple[int, Deed]]:
        """Who can have lit a square, along one of these directions."""
        found: list[tuple[int, Deed]] = []
        after = self.clues.after
        neighbours, count = self.so_far.board.geometry.neighbours, self.so_far.board.count
        for direction in ways:
            back = OPPOSITE[direction] * count
            place = square
            while place != OUTSIDE and not after.stops[place]:
                place = neighbours[back + place]
                if place != OUTSIDE and self.may_shoot(place, direction):
                    self.add_shooters(found, place, direction)
        return found

    def may_shoot(self, square: int, direction: int) -> bool:
        """Would a shot from here show only what was seen?"""
        bit = 1 << square
        if not bit & self.open & self.clues.after.passable:
            return False
        return self.clues.is_unseen(square, FIRE + direction)

    def add_shooters(self, found: list[tuple[int, Deed]], square: int, direction: int) -> None:
        bit = 1 << square
        number = self.report.number
        for unit in range(self.units):
            if self.is_free(unit) and self.prior[unit].resting & bit:
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
        standing: list[Whereabouts] = []
        deadly: list[int] = []
        safe = self.clues.after.passable & ~self.beams
        near = neighbourhoods(self.clues, [where.squares() for where in self.prior])
        for unit in range(self.units):
            grown = self.grown(unit, near[unit])
            standing.append(grown.within(safe))
            deadly.append(grown.squares() & ~safe)
        weights = [weight_of(where.size()) for where in standing]
        chosen = random_matching(self.demands(standing, deadly), weights, rng)
        if chosen is None:
            return False
        self.result = [
            self.unseen(unit, standing[unit], deadly[unit], rng)
            if unit not in chosen
            else standing[unit]
            for unit in range(self.units)
        ]
        fallen = len(self.report.fallen)
        for at, unit in enumerate(chosen):
            if at < fallen:
                self.graves[unit] = 1 << self.report.fallen[at]
                self.result[unit] = resting_on(0)
            else:
                square = self.report.enemies[at - fallen]
                self.result[unit] = standing[unit].within(1 << square)
        return self.is_sound()

    def grown(self, unit: int, near: int) -> Whereabouts:
        """Where a unit may be after the movement; nowhere if it was dead before."""
        deed = self.deeds[unit]
        if self.so_far.died[unit]:
            return resting_on(0)
        if deed is not None:
            return resting_on(1 << deed.square)
        loaded = self.report.number > self.so_far.view.recharge[0]
        return advanced(self.prior[unit], self.clues, any_traffic(self.clues, near, loaded))

    def demands(self, standing: list[Whereabouts], deadly: list[int]) -> list[int]:
        """By destroyed and then by seen enemy the mask of the units that it may be."""
        places = [where.squares() for where in standing]
        fallen = [self.claimed(square, deadly) for square in self.report.fallen]
        return fallen + [self.claimed(square, places) for square in self.report.enemies]

    def claimed(self, square: int, places: list[int]) -> int:
        """The mask of the units that can be on a square; only the one that is said to hold it."""
        mask = 0
        for unit in range(self.units):
            deed = self.deeds[unit]
            if places[unit] >> square & 1:
                if deed is not None:
                    return 1 << unit
                mask |= 1 << unit
        return mask

    def unseen(self, unit: int, standing: Whereabouts, deadly: int, rng: Rng) -> Whereabouts:
        """The states in which a unit was not seen; or it died unseen, as often as that is likely."""
        hidden = standing.within(~self.report.visible)
        deadly &= ~self.report.visible
        dead = deadly.bit_count()
        if dead and self.may_spare():
            alive = CAUTION * hidden.squares().bit_count()
            if int(rng.below(dead + alive)) < dead:
                self.graves[unit] = deadly
                return resting_on(0)
        return hidden

    def may_spare(self) -> bool:
        """Are there more units alive than the seat is yet to see at once?"""
        living = 0
        for unit in range(self.units):
            if not self.so_far.died[unit] and not self.graves[unit]:
                living += 1
        return living > self.so_far.needed[self.report.number]

    def is_sound(self) -> bool:
        """Is everybody somewhere, somebody alive, and is the enemy asked as it is known to be?"""
        living: list[int] = []
        for unit in range(self.units):
            if self.so_far.died[unit] or self.graves[unit]:
                continue
            if not self.report.enemy_asks:
                self.result[unit] = Whereabouts(0, self.result[unit].moving)
            if not self.result[unit].squares():
                return False
            living.append(unit)
        if len(living) == 1 and self.report.enemy_asks:
            only = living[0]
            self.result[only] = resting_on(self.result[only].resting)
            return self.result[only].resting != 0
        return bool(living)


def lowest(squares: int) -> int:
    """The first square of a set."""
    return (squares & -squares).bit_length() - 1
