"""Places of a picture that react: where they are, what a press does, what they are called."""

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pygame import Rect

Press = Callable[[], object]


class Shape(Protocol):
    """An area."""

    @property
    @abstractmethod
    def box(self) -> Rect:
        """The smallest rectangle around it."""

    @abstractmethod
    def has(self, x: float, y: float) -> bool:
        """Is the point inside?"""


@dataclass(frozen=True)
class Area:
    """A rectangle."""

    rect: Rect

    @property
    def box(self) -> Rect:
        return self.rect

    def has(self, x: float, y: float) -> bool:
        return bool(self.rect.collidepoint(x, y))


@dataclass(frozen=True)
class Round:
    """A disc."""

    centre: tuple[float, float]
    radius: float

    @property
    def box(self) -> Rect:
        side = math.ceil(2 * self.radius)
        return Rect(
            round(self.centre[0] - self.radius), round(self.centre[1] - self.radius), side, side
        )

    def has(self, x: float, y: float) -> bool:
        return math.dist(self.centre, (x, y)) <= self.radius


@dataclass(frozen=True)
class Polygon:
    """A simple polygon."""

    points: Sequence[tuple[float, float]]

    @property
    def box(self) -> Rect:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        left, top = math.floor(min(xs)), math.floor(min(ys))
        return Rect(left, top, math.ceil(max(xs)) - left, math.ceil(max(ys)) - top)

    def has(self, x: float, y: float) -> bool:
        inside = False
        previous_x, previous_y = self.points[-1]
        for corner_x, corner_y in self.points:
            if (corner_y > y) != (previous_y > y):
                across = (previous_x - corner_x) * (y - corner_y) / (previous_y - corner_y)
                inside ^= x < corner_x + across
            previous_x, previous_y = corner_x, corner_y
        return inside


@dataclass(frozen=True)
class Region:
    """Something that can be pressed, pointed at or typed into.

    `label` says what a press does; `reason`, where there is one, why nothing can be done now. `key` presses it from
    anywhere on the screen. `clip` is what can be seen of it; `scroll` names the list it is part of.
    """

    name: str
    shape: Shape
    label: str
    press: Press | None = None
    tooltip: str = ""
    reason: str = ""
    key: str = ""
    clip: Rect | None = None
    scroll: str = ""
    takes_text: bool = False
    is_hint: bool = False  # only to be pointed at, not a stop for the keyboard

    @property
    def can_press(self) -> bool:
        """Does a press do anything?"""
        return self.press is not None and not self.reason

    def has(self, x: float, y: float) -> bool:
        """Is the point in the part that is seen?"""
        if self.clip is not None and not self.clip.collidepoint(x, y):
            return False
        return self.shape.has(x, y)


def find(regions: Sequence[Region], x: float, y: float) -> Region | None:
    """The region at a point, the one drawn last where there are several."""
    for region in reversed(regions):
        if region.has(x, y):
            return region
    return None


def named(regions: Sequence[Region], name: str) -> Region | None:
    """The region of this name."""
    for region in regions:
        if region.name == name:
            return region
    return None


def stops(regions: Sequence[Region]) -> list[Region]:
    """Where the keyboard can go, in order."""
    return [region for region in regions if not region.is_hint]


def after(regions: Sequence[Region], name: str | None, by: int) -> Region | None:
    """The next stop of the keyboard, or the one before, around in a circle."""
    order = stops(regions)
    if not order:
        return None
    for at, region in enumerate(order):
        if region.name == name:
            return order[(at + by) % len(order)]
    return order[0 if by > 0 else -1]


def towards(
    regions: Sequence[Region], start: Rect, right: int, down: int, name: str | None
) -> Region | None:
    """The nearest stop in a direction, straight ahead rather than aside."""
    best, best_cost = None, math.inf
    for region in stops(regions):
        if region.name == name:
            continue
        box = region.shape.box
        x, y = box.centerx - start.centerx, box.centery - start.centery
        ahead = x * right + y * down
        aside = abs(x * down) + abs(y * right)
        if ahead <= 0 or aside > 2.5 * ahead + 4:
            continue
        cost = ahead + 2.2 * aside
        if cost < best_cost:
            best, best_cost = region, cost
    return best
