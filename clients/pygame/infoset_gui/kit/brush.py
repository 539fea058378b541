"""Draws smooth shapes: many times too large, then scaled down. Measures are units of its own box."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame

from infoset_gui.kit.theme import Colour

Point = tuple[float, float]


class Brush:
    """Draws on a surface whose side has `scale` pixels for each unit."""

    def __init__(self, surface: pygame.Surface, scale: float) -> None:
        self._surface = surface
        self._scale = scale

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self._surface, colour, [self._at(point) for point in points])

    def circle(self, centre: Point, radius: float, colour: Colour) -> None:
        """A disc."""
        pygame.draw.circle(self._surface, colour, self._at(centre), radius * self._scale)

    def ring(self, centre: Point, radius: float, colour: Colour, width: float) -> None:
        """A circle whose line has its middle at `radius`."""
        outer = (radius + width / 2) * self._scale
        line = max(1, round(width * self._scale))
        pygame.draw.circle(self._surface, colour, self._at(centre), outer, line)

    def ellipse(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A filled ellipse in a rectangle."""
        pygame.draw.ellipse(self._surface, colour, self._rect(x, y, width, height))

    def rect(
        self, x: float, y: float, width: float, height: float, colour: Colour, radius: float = 0
    ) -> None:
        """A filled rectangle with round corners."""
        corner = round(radius * self._scale)
        pygame.draw.rect(
            self._surface, colour, self._rect(x, y, width, height), border_radius=corner
        )

    def stroke(
        self, points: Sequence[Point], colour: Colour, width: float, *, closed: bool = False
    ) -> None:
        """A line through points, with round ends and corners."""
        line = [self._at(point) for point in points]
        if closed:
            line.append(line[0])
        half = width * self._scale / 2
        for start, end in pairwise(line):
            self._segment(start, end, half, colour)
        for point in line:
            pygame.draw.circle(self._surface, colour, point, half)

    def arc(
        self, centre: Point, radius: float, start: float, end: float, colour: Colour, width: float
    ) -> None:
        """Part of a circle from one angle to another, in degrees clockwise from the right."""
        self.stroke(arc_points(centre, radius, start, end), colour, width)

    def _segment(self, start: Point, end: Point, half: float, colour: Colour) -> None:
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        if length == 0:
            return
        x, y = -(end[1] - start[1]) / length * half, (end[0] - start[0]) / length * half
        corners = [
            (start[0] + x, start[1] + y),
            (end[0] + x, end[1] + y),
            (end[0] - x, end[1] - y),
            (start[0] - x, start[1] - y),
        ]
        pygame.draw.polygon(self._surface, colour, corners)

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        scale = self._scale
        left, top = round(x * scale), round(y * scale)
        return pygame.Rect(
            left, top, round((x + width) * scale) - left, round((y + height) * scale) - top
        )


def arc_points(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    """Points along part of a circle, angles in degrees clockwise from the right."""
    count = max(3, round(abs(end - start) / 6))
    angles = [math.radians(start + (end - start) * at / count) for at in range(count + 1)]
    return [
        (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))
        for angle in angles
    ]


def regular(centre: Point, radius: float, corners: int, turn: float = -90) -> list[Point]:
    """The corners of a regular polygon, the first at angle `turn`."""
    return [
        (
            centre[0] + radius * math.cos(math.radians(turn + 360 * at / corners)),
            centre[1] + radius * math.sin(math.radians(turn + 360 * at / corners)),
        )
        for at in range(corners)
    ]
