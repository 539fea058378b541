"""Smooth pictures by key, made once for each size: sprites, round rectangles, borders with patterns, shadows."""

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from infoset_gui.kit.audit import Drawn
from infoset_gui.kit.brush import Brush, Point
from infoset_gui.kit.cache import Cache
from infoset_gui.kit.theme import Colour

OVERSAMPLING: Final = 4
LARGE: Final = 500_000  # pixels from which on twice is fine enough
PREMULTIPLIED: Final = pygame.BLEND_PREMULTIPLIED
Paint = Callable[[Brush], None]


def weigh(surface: Surface) -> int:
    """The bytes of a picture."""
    return surface.get_width() * surface.get_height() * surface.get_bytesize()


class Art:
    """Pictures for one window. Their colours are multiplied with their alpha: `put` blends them right."""

    def __init__(self) -> None:
        self._sprites: Cache[Surface] = Cache(weigh)
        self.notes: dict[Hashable, list[Drawn]] = {}  # of the texts in kept pictures, for an audit

    def sprite(self, key: Hashable, width: int, height: int, units: float, paint: Paint) -> Surface:
        """A picture of so many pixels, painted in `units` across."""
        width, height = max(1, width), max(1, height)
        return self._sprites.get(
            (key, width, height), lambda: render(width, height, width / units, paint)
        )

    def keep(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """Any picture, made where there is none of this key."""
        return self._sprites.get(("kept", key), make)

    def tile(self, key: Hashable, side: int, units: float, paint: Paint) -> Surface:
        """A square picture without holes, which is put down faster than a `sprite`."""
        return self.keep(
            ("tile", key, side), lambda: render(side, side, side / units, paint).convert(24)
        )

    def corner(self, radius: int, fill: Colour | None, border: Colour | None, line: int) -> Surface:
        """A disc with a line around it, whose quarters are the corners of a round rectangle."""

        def paint(brush: Brush) -> None:
            if border is not None and line:
                brush.circle((radius, radius), radius, border)
            if fill is not None:
                inner = radius - (line if border is not None else 0)
                brush.circle((radius, radius), max(0, inner), fill)
            elif border is not None:
                brush.circle((radius, radius), max(0, radius - line), (0, 0, 0))

        if fill is None:
            return self._sprites.get(
                ("hollow", radius, border, line), lambda: hollow(radius, border, line)
            )
        return self.sprite(
            ("corner", radius, fill, border, line), 2 * radius, 2 * radius, 2 * radius, paint
        )

    def round_rect(
        self,
        target: Surface,
        rect: Rect,
        radius: int,
        fill: Colour | None,
        border: Colour | None = None,
        line: int = 1,
    ) -> None:
        """A rectangle with round corners, filled, bordered or both."""
        radius = max(0, min(radius, rect.width // 2, rect.height // 2))
        line = line if border is not None else 0
        if radius:
            self._put_corners(target, rect, radius, self.corner(radius, fill, border, line))
        inner = rect.inflate(-2 * radius, -2 * radius)
        if fill is not None:
            target.fill(fill, Rect(rect.x, inner.y, rect.width, inner.height))
            if radius:
                target.fill(fill, Rect(inner.x, rect.y, inner.width, radius))
                target.fill(fill, Rect(inner.x, inner.bottom, inner.width, radius))
        if border is not None:
            for edge in edges(rect, inner, line):
                target.fill(border, edge)

    def _put_corners(self, target: Surface, rect: Rect, radius: int, disc: Surface) -> None:
        for right in (0, 1):
            for bottom in (0, 1):
                place = (
                    rect.right - radius if right else rect.x,
                    rect.bottom - radius if bottom else rect.y,
                )
                quarter = Rect(right * radius, bottom * radius, radius, radius)
                target.blit(disc, place, quarter, special_flags=PREMULTIPLIED)

    def pattern_border(
        self, target: Surface, rect: Rect, radius: int, colour: Colour, line: int, pattern: str
    ) -> None:
        """A border that is told apart without its colour: solid, dashed, dotted or double."""
        match pattern:
            case "double":
                self.round_rect(target, rect, radius, None, colour, line)
                inner = rect.inflate(-4 * line, -4 * line)
                self.round_rect(target, inner, max(1, radius - 2 * line), None, colour, line)
            case "solid":
                self.round_rect(target, rect, radius, None, colour, line + line // 2)
            case "dashed":
                self._dashes(target, rect, radius, colour, line + line // 2)
            case _:
                self._dots(target, rect, radius, colour, line)

    def _dashes(self, target: Surface, rect: Rect, radius: int, colour: Colour, line: int) -> None:
        radius = max(1, min(radius, rect.width // 2, rect.height // 2))
        self._put_corners(target, rect, radius, self.corner(radius, None, colour, line))
        inner = rect.inflate(-2 * radius, -2 * radius)
        length = 4 * line
        for edge in edges(rect, inner, line):
            is_flat = edge.width >= edge.height
            span = edge.width if is_flat else edge.height
            count = max(1, span // (2 * length))
            for at in range(count):
                start = round((at + 0.25) * span / count)
                size = max(1, round(span / count / 2))
                piece = (
                    Rect(edge.x + start, edge.y, size, line)
                    if is_flat
                    else Rect(edge.x, edge.y + start, line, size)
                )
                target.fill(colour, piece)

    def _dots(self, target: Surface, rect: Rect, radius: int, colour: Colour, line: int) -> None:
        size = max(2, 2 * line)
        dot = self.sprite(("dot", colour), size, size, 2, lambda b: b.circle((1, 1), 1, colour))
        for x, y in along(rect.inflate(-size, -size), max(0, radius - size // 2), 2 * size):
            target.blit(
                dot, (round(x - size / 2), round(y - size / 2)), special_flags=PREMULTIPLIED
            )

    def shadow(self, target: Surface, rect: Rect, radius: int, blur: int, strength: int) -> None:
        """A soft shadow below a rectangle."""
        pad = 2 * blur
        side = 2 * (radius + pad) + 2
        tile = self._sprites.get(
            ("shadow", radius, blur, strength), lambda: shadow_tile(side, radius, blur, strength)
        )
        outer = rect.inflate(2 * pad, 2 * pad).move(0, blur // 2)
        half = side // 2
        stretch(target, tile, outer, half)

    def polygon(
        self,
        target: Surface,
        points: Sequence[Point],
        fill: Colour | None,
        border: Colour | None = None,
        line: float = 1.0,
    ) -> None:
        """A smooth polygon in pixels of the target."""
        left = math.floor(min(x for x, _ in points) - line)
        top = math.floor(min(y for _, y in points) - line)
        width = math.ceil(max(x for x, _ in points) + line) - left
        height = math.ceil(max(y for _, y in points) + line) - top
        shifted = tuple((round(x - left, 2), round(y - top, 2)) for x, y in points)

        def paint(brush: Brush) -> None:
            if fill is not None:
                brush.polygon(shifted, fill)
            if border is not None:
                brush.stroke(shifted, border, line, closed=True)

        picture = self.sprite(("polygon", shifted, fill, border, line), width, height, width, paint)
        target.blit(picture, (left, top), special_flags=PREMULTIPLIED)

    def line(self, target: Surface, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A smooth line with round ends, in pixels of the target."""
        left = math.floor(min(x for x, _ in points) - width)
        top = math.floor(min(y for _, y in points) - width)
        across = math.ceil(max(x for x, _ in points) + width) - left
        down = math.ceil(max(y for _, y in points) + width) - top
        shifted = tuple((round(x - left, 2), round(y - top, 2)) for x, y in points)
        picture = self.sprite(
            ("line", shifted, colour, width),
            across,
            down,
            across,
            lambda brush: brush.stroke(shifted, colour, width),
        )
        target.blit(picture, (left, top), special_flags=PREMULTIPLIED)

    def disc(
        self,
        target: Surface,
        centre: Point,
        radius: float,
        fill: Colour | None,
        border: Colour | None = None,
        line: float = 1.0,
    ) -> None:
        """A smooth circle in pixels of the target."""
        side = math.ceil(2 * radius + 2)
        middle = side / 2

        def paint(brush: Brush) -> None:
            if border is not None:
                if fill is None:
                    brush.ring((middle, middle), radius - line / 2, border, line)
                    return
                brush.circle((middle, middle), radius, border)
            if fill is not None:
                brush.circle((middle, middle), radius - (line if border else 0), fill)

        picture = self.sprite(
            ("disc", round(radius, 1), fill, border, line), side, side, side, paint
        )
        place = round(centre[0] - middle), round(centre[1] - middle)
        target.blit(picture, place, special_flags=PREMULTIPLIED)

    def veil(
        self, target: Surface, rect: Rect, colour: Colour, share: float, radius: int = 0
    ) -> None:
        """A rectangle that lets through what lies below; `share` is how much of it is its own."""
        radius = max(0, min(radius, rect.width // 2, rect.height // 2))
        key = "veil", rect.size, colour, share, radius
        picture = self.keep(key, lambda: veiled(rect.size, colour, share, radius))
        target.blit(picture, rect, special_flags=PREMULTIPLIED)

    def clear(self) -> None:
        """Forgets all pictures, as after a change of size or theme."""
        self._sprites.clear()
        self.notes.clear()


def put(target: Surface, picture: Surface, place: tuple[int, int]) -> None:
    """Puts a picture of an `Art` on another."""
    target.blit(picture, place, special_flags=PREMULTIPLIED)


def render(width: int, height: int, scale: float, paint: Paint) -> Surface:
    """A picture painted large and scaled down; `scale` pixels for each unit."""
    fine = 2 if width * height > LARGE else OVERSAMPLING
    large = Surface((width * fine, height * fine), pygame.SRCALPHA)
    paint(Brush(large, scale * fine))
    return pygame.transform.smoothscale(large, (width, height))


def veiled(size: tuple[int, int], colour: Colour, share: float, radius: int) -> Surface:
    """A round rectangle of a colour with this share of alpha, multiplied with it."""
    width, height = size
    picture = render(width, height, 1.0, lambda b: b.rect(0, 0, width, height, colour, radius))
    faded = round(255 * share)
    picture.fill((faded, faded, faded, faded), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def hollow(radius: int, border: Colour | None, line: int) -> Surface:
    """A circle of which only the line is painted."""
    side = 2 * radius

    def paint(brush: Brush) -> None:
        if border is not None:
            brush.ring((radius, radius), radius - line / 2, border, line)

    return render(side, side, 1.0, paint)


def edges(rect: Rect, inner: Rect, line: int) -> tuple[Rect, Rect, Rect, Rect]:
    """The straight parts of a border: top, bottom, left, right."""
    return (
        Rect(inner.x, rect.y, inner.width, line),
        Rect(inner.x, rect.bottom - line, inner.width, line),
        Rect(rect.x, inner.y, line, inner.height),
        Rect(rect.right - line, inner.y, line, inner.height),
    )


def along(rect: Rect, radius: int, step: float) -> list[Point]:
    """Points on the outline of a round rectangle, about `step` apart."""
    radius = min(radius, rect.width // 2, rect.height // 2)
    flat, tall = rect.width - 2 * radius, rect.height - 2 * radius
    quarter = math.pi * radius / 2
    total = 2 * (flat + tall) + 4 * quarter
    count = max(4, round(total / step))
    return [outline_point(rect, radius, total * at / count) for at in range(count)]


def outline_point(rect: Rect, radius: int, way: float) -> Point:
    """The point after `way` pixels clockwise from the upper left corner's end."""
    flat, tall = rect.width - 2 * radius, rect.height - 2 * radius
    quarter = math.pi * radius / 2
    corners = (
        (rect.right - radius, rect.y + radius, -90.0),
        (rect.right - radius, rect.bottom - radius, 0.0),
        (rect.x + radius, rect.bottom - radius, 90.0),
        (rect.x + radius, rect.y + radius, 180.0),
    )
    starts = (
        (rect.x + radius, rect.y, 1, 0, flat),
        (rect.right, rect.y + radius, 0, 1, tall),
        (rect.right - radius, rect.bottom, -1, 0, flat),
        (rect.x, rect.bottom - radius, 0, -1, tall),
    )
    for (x, y, right, down, length), (middle_x, middle_y, turn) in zip(
        starts, corners, strict=True
    ):
        if way <= length:
            return x + right * way, y + down * way
        way -= length
        if way <= quarter and radius:
            angle = math.radians(turn + 90 * way / quarter)
            return middle_x + radius * math.cos(angle), middle_y + radius * math.sin(angle)
        way -= quarter
    return float(rect.x + radius), float(rect.y)


def shadow_tile(side: int, radius: int, blur: int, strength: int) -> Surface:
    """A blurred square from whose parts shadows of all sizes are made."""
    tile = Surface((side, side), pygame.SRCALPHA)
    inner = Rect(0, 0, side, side).inflate(-4 * blur, -4 * blur)
    pygame.draw.rect(tile, (0, 0, 0, strength), inner, border_radius=radius)
    return pygame.transform.gaussian_blur(tile, blur)


def stretch(target: Surface, tile: Surface, outer: Rect, half: int) -> None:
    """Puts a tile with its corners as they are and its middle stretched."""
    side = tile.get_width()
    inner_width, inner_height = outer.width - 2 * half, outer.height - 2 * half
    for x, left in ((outer.x, 0), (outer.right - half, side - half)):
        for y, top in ((outer.y, 0), (outer.bottom - half, side - half)):
            target.blit(tile, (x, y), Rect(left, top, half, half), special_flags=PREMULTIPLIED)
    if inner_width > 0:
        for y, top in ((outer.y, 0), (outer.bottom - half, side - half)):
            strip = pygame.transform.scale(
                tile.subsurface(Rect(half, top, 1, half)), (inner_width, half)
            )
            target.blit(strip, (outer.x + half, y), special_flags=PREMULTIPLIED)
    if inner_height > 0:
        for x, left in ((outer.x, 0), (outer.right - half, side - half)):
            strip = pygame.transform.scale(
                tile.subsurface(Rect(left, half, half, 1)), (half, inner_height)
            )
            target.blit(strip, (x, outer.y + half), special_flags=PREMULTIPLIED)
