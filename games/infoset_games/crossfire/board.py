"""A map made ready to play on: its stages by reductions, and where survival is possible. Compiled.

A board never changes and is shared by all positions of a match and by their worlds.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import u8

from infoset_games.crossfire.geometry import geometry_of
from infoset_games.crossfire.maps import Map
from infoset_games.crossfire.stage import PERIOD, Stage
from infoset_games.crossfire.survival import Survival
from infoset_games.crossfire.terrain import PASSABLE_DIGITS, SLIPPERY_DIGITS
from infoset_games.crossfire.ways import Ways, squares_with


@final
class Board:
    """A map under a laser rule, with its stages made when they are first needed."""

    def __init__(self, drawn: Map, laser_stop: int) -> None:
        self.map = drawn
        self.laser_stop = laser_stop
        self.geometry = geometry_of(drawn.size)
        self.count = drawn.size * drawn.size
        self.units = len(drawn.spawns)
        self.reach = drawn.size // 2  # k: reductions until only the centre is left
        self.last_round = PERIOD * self.reach
        self.blank = vec[u8]([0] * self.count)
        self.stages: list[Stage | None] = [None] * (self.reach + 1)
        self.passable = squares_with(PASSABLE_DIGITS, drawn.terrain)
        self.slippery = squares_with(SLIPPERY_DIGITS, drawn.terrain)
        self.found_survival: Survival | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: stages are made anew."""
        return Board, (self.map, self.laser_stop)

    def stage(self, reductions: int) -> Stage:
        """The terrain after this many reductions, 0..reach."""
        found = self.stages[reductions]
        if found is None:
            found = Stage(self.map, reductions, self.laser_stop, self.ways(reductions))
            self.stages[reductions] = found
        return found

    def ways(self, reductions: int) -> Ways:
        """Where units can go after this many reductions: the outer rings are gone, the next is dry."""
        geometry = self.geometry
        return Ways(
            geometry,
            self.passable & ~geometry.outside[reductions],
            self.slippery & ~geometry.outside[reductions + 1],
        )

    def stage_in(self, number: int) -> Stage:
        """The terrain in which the units of round `number` (from 1) move."""
        return self.stage((number - 1) // PERIOD)

    def stage_after(self, number: int) -> Stage:
        """The terrain in which the shots of round `number` fall, and that its end leaves."""
        return self.stage(number // PERIOD)

    def spawns(self, seat: int) -> list[int]:
        """The spawn squares of a seat by unit."""
        return self.map.spawns if seat == 0 else self.map.image_spawns

    def survival(self) -> Survival:
        """Where a unit can still live to see the last squares."""
        found = self.found_survival
        if found is None:
            found = Survival(self.map.size, self.map.terrain)
            self.found_survival = found
        return found
