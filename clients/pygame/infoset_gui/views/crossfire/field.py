"""The board of Crossfire: squares on the screen with zoom and pan, and what is drawn on them."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from pygame import Rect

from infoset_gui.kit.art import put
from infoset_gui.kit.brush import Brush, Point, regular
from infoset_gui.kit.icons import paint_icon
from infoset_gui.kit.theme import BLACK, WHITE, Colour, colour, mix
from infoset_gui.kit.ui import Ui

MOST_ZOOM: Final = 3.0
SHADOW: Final = 150  # of 255, below a piece
BEAM: Final = colour("#ff3b30")
STEPS: Final = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
TURNS: Final = {"up": -90, "right": 0, "down": 90, "left": 180}
DIRECTIONS: Final = ("up", "right", "down", "left")


def squares_of(text: str) -> list[int]:
    """A set of squares as the wire writes it: a hexadecimal number with a bit for each."""
    bits = int(text, 16) if text else 0
    return [at for at in range(bits.bit_length()) if bits >> at & 1]


def square_name(number: int, size: int) -> str:
    """A square as people say it: letters across, numbers down."""
    return f"{chr(65 + number % size)}{number // size + 1}"


def ring_of(number: int, size: int) -> int:
    """How far a square is from the edge, from 0."""
    row, column = divmod(number, size)
    return min(row, column, size - 1 - row, size - 1 - column)


class Camera:
    """How much of the board is seen, and which part. Kept from picture to picture."""

    def __init__(self) -> None:
        self.zoom = 1.0
        self.right = 0.0  # pixels that the board is moved
        self.down = 0.0

    def turn(self, steps: int, at: tuple[float, float]) -> bool:
        """Zooms around a point, given from the middle of the board's place; has that changed anything?"""
        zoom = max(1.0, min(MOST_ZOOM, self.zoom * 1.15**steps))
        if zoom == self.zoom:
            return False
        factor = zoom / self.zoom
        self.right = at[0] - (at[0] - self.right) * factor
        self.down = at[1] - (at[1] - self.down) * factor
        self.zoom = zoom
        return True

    def step(self, steps: int) -> bool:
        """Zooms around the middle; has that changed anything?"""
        return self.turn(steps, (0, 0))

    def drag(self, right: int, down: int) -> None:
        """Moves the board."""
        self.right += right
        self.down += down

    def reset(self) -> None:
        """All of it again."""
        self.zoom, self.right, self.down = 1.0, 0.0, 0.0


class Field:
    """Squares on the screen for one picture."""

    def __init__(self, rect: Rect, size: int, camera: Camera) -> None:
        self.rect = rect
        self.size = size
        self.side = max(8, math.floor(min(rect.width, rect.height) / size * camera.zoom))
        whole = self.side * size
        slack_x, slack_y = max(0.0, (whole - rect.width) / 2), max(0.0, (whole - rect.height) / 2)
        camera.right = max(-slack_x, min(slack_x, camera.right))
        camera.down = max(-slack_y, min(slack_y, camera.down))
        self.x = round(rect.centerx - whole / 2 + camera.right)
        self.y = round(rect.centery - whole / 2 + camera.down)

    def square(self, number: int) -> Rect:
        """The place of a square."""
        return Rect(
            self.x + number % self.size * self.side,
            self.y + number // self.size * self.side,
            self.side,
            self.side,
        )

    def middle(self, number: float) -> Point:
        """Its middle."""
        place = self.square(int(number))
        return place.x + self.side / 2, place.y + self.side / 2

    def between(self, one: int, other: int, share: float) -> Point:
        """A point on the way from one square to another."""
        (x1, y1), (x2, y2) = self.middle(one), self.middle(other)
        return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share

    @property
    def board(self) -> Rect:
        """The whole board."""
        return Rect(self.x, self.y, self.side * self.size, self.side * self.size)

    def name(self, number: int) -> str:
        """As people say it: letters across, numbers down."""
        return square_name(number, self.size)

    def ring(self, number: int) -> int:
        """How far from the edge, from 0."""
        return ring_of(number, self.size)


def draw_names(ui: Ui, field: Field, rect: Rect) -> None:
    """Letters above the columns and numbers beside the rows that are seen."""
    left = max(rect.x, min(field.x, field.rect.right) - ui.u(17))
    for at in range(field.size):
        middle = field.middle(at * field.size + at)
        column = Rect(round(middle[0] - field.side / 2), rect.y, field.side, field.rect.y - rect.y)
        row = Rect(left, round(middle[1] - field.side / 2), field.rect.x - rect.x, field.side)
        if field.rect.left <= middle[0] <= field.rect.right:
            ui.text(chr(65 + at), column, "tiny", ui.theme.text, align="center", may_cut=True)
        if field.rect.top <= middle[1] <= field.rect.bottom:
            ui.text(str(at + 1), row, "tiny", ui.theme.text, align="center", may_cut=True)


def draw_beam(
    ui: Ui,
    field: Field,
    squares: Iterable[int],
    ink: Colour,
    *,
    is_across: bool,
    is_plan: bool = False,
) -> None:
    """Lit squares, along the row or the column."""
    for number in squares:
        place = field.square(number)
        x, y = place.center
        half = field.side / 2
        ends: list[Point] = (
            [(x - half, y), (x + half, y)] if is_across else [(x, y - half), (x, y + half)]
        )
        if is_plan:
            for at in (0.1, 0.6):
                piece = [share(ends, at), share(ends, at + 0.28)]
                ui.art.line(ui.surface, piece, ink, max(2.0, field.side * 0.12))
            continue
        ui.art.line(ui.surface, ends, mix(ink, WHITE, 0.1), field.side * 0.3)
        ui.art.line(ui.surface, ends, mix(ink, WHITE, 0.75), field.side * 0.12)


def share(ends: Sequence[Point], at: float) -> Point:
    """A point on the way between two."""
    (x1, y1), (x2, y2) = ends
    return x1 + (x2 - x1) * at, y1 + (y2 - y1) * at


def draw_slide(ui: Ui, field: Field, start: int, squares: Sequence[int], ink: Colour) -> None:
    """The way a unit is going to take, with its end."""
    if not squares:
        return
    line = [field.middle(start), field.middle(squares[-1])]
    steps = max(2, len(squares) * 3)
    for at in range(steps):
        piece = [share(line, (at + 0.15) / steps), share(line, (at + 0.7) / steps)]
        ui.art.line(ui.surface, piece, ink, max(2.0, field.side * 0.1))
    ui.art.disc(ui.surface, line[1], field.side * 0.3, None, ink, max(2.0, field.side * 0.09))


def draw_unit(
    ui: Ui,
    middle: Point,
    side: float,
    seat: int,
    label: str,
    *,
    is_king: bool = False,
    is_charged: bool = False,
    motion: str = "",
) -> None:
    """A unit: its number, a crown for the king, a spark when it can fire, an arrow in motion."""
    shade = ui.theme.seat(seat)
    draw_body(ui, middle, side, shade, is_round=seat == 0)
    place = Rect(0, 0, round(side), round(side * 0.7))
    place.center = round(middle[0]), round(middle[1])
    ui.text(label, place, "strong", ui.ink_on(shade), align="center", size=side * 0.44)
    small = max(8, round(side * 0.4))
    if is_king:
        draw_sign(ui, "crown", (middle[0], middle[1] - side * 0.42), small, colour("#ffd24d"))
    if is_charged:
        draw_sign(
            ui, "bolt", (middle[0] + side * 0.36, middle[1] + side * 0.3), small, colour("#ffe27a")
        )
    if motion:
        draw_arrow(ui, middle, side, motion, shade)


def draw_body(ui: Ui, middle: Point, side: float, shade: Colour, *, is_round: bool) -> None:
    """The piece itself, standing on the board: a disc, or a square on its tip."""
    box = math.ceil(side * 1.1)
    body = Rect(0, 0, round(side * 0.72), round(side * 0.72))
    body.center = round(middle[0]), round(middle[1])
    ui.art.shadow(ui.surface, body, body.width // 2, max(2, round(side * 0.09)), SHADOW)
    rim = mix(shade, WHITE, 0.5)

    def paint(brush: Brush) -> None:
        layers = ((0.4, BLACK), (0.345, rim), (0.315, shade))
        for radius, ink in layers:
            if is_round:
                brush.circle((0.55, 0.55), radius, ink)
            else:
                brush.polygon(regular((0.55, 0.55), radius * 1.18, 4), ink)

    picture = ui.art.sprite(("unit", is_round, shade), box, box, 1.1, paint)
    put(ui.surface, picture, (round(middle[0] - box / 2), round(middle[1] - box / 2)))


def draw_fallen(ui: Ui, middle: Point, side: float, seat: int, *, is_king: bool) -> None:
    """Where a unit was destroyed; a little aside for each seat, so that both are seen."""
    place = middle[0] + side * (0.14 if seat else -0.14), middle[1]
    draw_sign(ui, "badge-skull", place, max(8, round(side * 0.5)), ui.theme.seat(seat))
    if is_king:
        above = place[0], middle[1] - side * 0.36
        draw_sign(ui, "crown", above, max(8, round(side * 0.36)), colour("#ffd24d"))


def draw_sign(ui: Ui, name: str, middle: Point, side: int, ink: Colour) -> None:
    """A small sign with a dark edge, to be seen on everything."""

    def paint(brush: Brush) -> None:
        paint_icon(brush, name, ink)

    back = ui.art.sprite(
        ("edge", name),
        round(side * 1.35),
        round(side * 1.35),
        24,
        lambda b: paint_icon(b, name, BLACK),
    )
    put(
        ui.surface,
        back,
        (round(middle[0] - back.get_width() / 2), round(middle[1] - back.get_height() / 2)),
    )
    front = ui.art.sprite(("sign", name, ink), side, side, 24, paint)
    put(ui.surface, front, (round(middle[0] - side / 2), round(middle[1] - side / 2)))


def draw_arrow(ui: Ui, middle: Point, side: float, motion: str, ink: Colour) -> None:
    """The direction a unit is sliding."""
    right, down = STEPS[motion]
    tip = middle[0] + right * side * 0.66, middle[1] + down * side * 0.66
    corners = regular((round(tip[0], 1), round(tip[1], 1)), side * 0.17, 3, TURNS[motion])
    ui.art.polygon(ui.surface, corners, ink, BLACK, max(1.0, side * 0.04))


def draw_ghost(ui: Ui, place: Rect, seat: int, age: int) -> None:
    """Where an enemy was seen some rounds ago."""
    ink = mix(ui.theme.seat(seat), ui.theme.muted, min(0.75, 0.25 * age))
    middle = place.x + place.width / 2, place.y + place.height / 2
    corners = (
        regular(middle, place.width * 0.36, 4) if seat else regular(middle, place.width * 0.32, 12)
    )
    ui.art.polygon(ui.surface, corners, None, ink, max(1.5, place.width * 0.06))


def draw_chance(ui: Ui, place: Rect, seat: int, chance: float) -> None:
    """How likely an enemy is here: the larger the dot, the likelier."""
    size = place.width * (0.05 + 0.27 * chance)
    ui.art.disc(ui.surface, place.center, size, ui.theme.seat(seat), BLACK, 1)


def draw_maybe(ui: Ui, place: Rect, seat: int, count: int) -> None:
    """Where so many enemies can be."""
    ink = ui.theme.seat(seat)
    size = place.width * (0.07 + 0.035 * min(count, 4))
    ui.art.disc(
        ui.surface,
        (place.right - place.width * 0.2, place.y + place.height * 0.2),
        size,
        ink,
        BLACK,
        1,
    )
