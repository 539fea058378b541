"""One picture while it is drawn: text, shapes and the regions that react. A screen draws itself anew whenever anything changes."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Final

from pygame import BLEND_RGB_MULT, Rect, Surface

from infoset_gui.kit.art import Art, put
from infoset_gui.kit.audit import Audit, Ground
from infoset_gui.kit.editing import Selection
from infoset_gui.kit.icons import icon
from infoset_gui.kit.layout import scale_for
from infoset_gui.kit.regions import Area, Press, Region, Shape
from infoset_gui.kit.theme import Colour, Theme, ink_on
from infoset_gui.kit.type import Typesetter

SCRIM: Final = (100, 104, 110)  # of 255, what is left of the light behind a dialog
TOOLTIP_AFTER_S: Final = 0.35


@dataclass
class Memory:
    """What outlasts a picture: focus, pointer, positions of lists, what is being typed."""

    focus: str | None = None
    focus_box: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    by_keyboard: bool = False  # the focus is shown
    pointer: tuple[int, int] = (-1, -1)
    hover: str | None = None
    hover_since_s: float = 0.0
    pressed: str | None = None
    pressed_by: str = ""  # what the newest press was made with: `mouse`, `focus` or `shortcut`
    scrolled: dict[str, int] = field(default_factory=dict)
    scroll_most: dict[str, int] = field(default_factory=dict)
    selections: dict[str, Selection] = field(default_factory=dict)  # of fields
    shifts: dict[str, int] = field(default_factory=dict)  # pixels that their texts are moved
    follows: dict[str, bool] = field(default_factory=dict)  # lists that stay at their end

    def forget(self) -> None:
        """Another screen is shown: nothing is pointed at or typed into; where lists stood is kept."""
        self.focus = self.hover = self.pressed = None
        self.focus_box = Rect(0, 0, 0, 0)
        self.selections.clear()
        self.shifts.clear()


@dataclass
class TextInput:
    """A field that can be typed into: the region's name leads here.

    `place_at` tells between which letters a point lies, given its pixels from the left; `scale` are the pixels of a unit.
    """

    value: str
    change: Callable[[str], None]
    submit: Press | None
    max_length: int
    is_secret: bool
    keeps_lines: bool
    place_at: Callable[[int], int]
    scale: float


@dataclass(frozen=True)
class ScrollArea:
    """A list that can be moved."""

    name: str
    rect: Rect


class Ui:
    """Draws one picture, and remembers what of it reacts."""

    def __init__(
        self,
        surface: Surface,
        theme: Theme,
        type_: Typesetter,
        art: Art,
        memory: Memory,
        now_s: float,
        *,
        text_scale: float = 1.0,
        audit: Audit | None = None,
    ) -> None:
        self.surface = surface
        self.theme = theme
        self.type = type_
        self.art = art
        self.memory = memory
        self.now_s = now_s
        self.scale = scale_for(surface.get_width(), surface.get_height(), text_scale)
        self.type.set_scale(self.scale)
        self.regions: list[Region] = []
        self.inputs: dict[str, TextInput] = {}
        self.scrolls: list[ScrollArea] = []
        self.again_s = inf  # when this picture is another by itself
        self.layer = 0
        self._audit = audit
        self._clip: Rect | None = None
        self._scroll = ""

    @property
    def is_moving(self) -> bool:
        """Is something animated, so that this picture does not stay as it is?"""
        return self.again_s < inf

    def move(self, at_s: float) -> None:
        """Something in this picture looks otherwise from `at_s` on; a time that has passed is the next frame."""
        self.again_s = min(self.again_s, at_s)

    # Measures.

    def u(self, units: float) -> int:
        """So many units in pixels."""
        return round(units * self.scale)

    @property
    def window(self) -> Rect:
        """The whole picture."""
        return self.surface.get_rect()

    def line(self, style: str = "body") -> int:
        """Pixels from one line to the next."""
        return self.type.line_height(style)

    def width(self, text: str, style: str = "body", size: float | None = None) -> int:
        """Pixels that a text needs."""
        return self.type.width(text, style, size)

    # Shapes.

    def fill(
        self,
        rect: Rect,
        colour: Colour,
        radius: float = 0,
        border: Colour | None = None,
        line: float = 1,
    ) -> None:
        """A rectangle; radius and line in units."""
        self.art.round_rect(
            self.surface, rect, self.u(radius), colour, border, max(1, self.u(line))
        )

    def frame(
        self, rect: Rect, colour: Colour, radius: float, line: float = 1, pattern: str = "solid"
    ) -> None:
        """A border that its pattern tells apart."""
        self.art.pattern_border(
            self.surface, rect, self.u(radius), colour, max(1, self.u(line)), pattern
        )

    def shadow(self, rect: Rect, radius: float = 10, blur: float = 8) -> None:
        """A shadow below what is drawn next."""
        strength = 150 if self.theme.is_dark else 70
        self.art.shadow(self.surface, rect, self.u(radius), max(2, self.u(blur)), strength)

    def panel(self, rect: Rect, *, raised: bool = False) -> Rect:
        """A surface to put things on; returns its inside."""
        ground = self.theme.raised if raised else self.theme.surface
        self.fill(rect, ground, 10, self.theme.line)
        return rect.inflate(-2 * self.u(14), -2 * self.u(12))

    def icon(self, name: str, centre: tuple[float, float], size: float, colour: Colour) -> None:
        """A sign; `size` in units."""
        side = max(4, self.u(size))
        picture = icon(self.art, name, side, colour)
        put(self.surface, picture, (round(centre[0] - side / 2), round(centre[1] - side / 2)))

    # Text.

    def text(
        self,
        text: str,
        rect: Rect,
        style: str = "body",
        colour: Colour | None = None,
        *,
        align: str = "left",
        valign: str = "middle",
        may_cut: bool = False,
        size: float | None = None,
    ) -> Rect:
        """One line; where it is too wide it is cut, which only a name or the like should be (`may_cut`)."""
        colour = self.theme.text if colour is None else colour
        shown = self.type.elide(text, style, rect.width, size)
        picture = self.type.picture(shown, style, colour, size)
        place = picture.get_rect()
        match align:
            case "left":
                place.left = rect.left
            case "right":
                place.right = rect.right
            case _:
                place.centerx = rect.centerx
        match valign:
            case "top":
                place.top = rect.top
            case "bottom":
                place.bottom = rect.bottom
            case _:
                place.centery = rect.centery
        self._write(text, picture, place, colour, is_cut=shown != text and not may_cut)
        return place

    def paragraph(
        self,
        text: str,
        rect: Rect,
        style: str = "body",
        colour: Colour | None = None,
        *,
        align: str = "left",
    ) -> Rect:
        """Text in lines from the top; returns what it took. Lines that find no room are left out, and noted."""
        line = self.type.line_height(style)
        lines = self.type.wrap(text, style, rect.width)
        room = max(1, rect.height // line)
        for at, piece in enumerate(lines[:room]):
            self.text(
                piece,
                Rect(rect.x, rect.y + at * line, rect.width, line),
                style,
                colour,
                align=align,
            )
        if len(lines) > room and self._audit is not None:
            piece, place = lines[room], Rect(rect.x, rect.y, 1, 1)
            picture = self.type.picture(piece or " ", style, colour or self.theme.text)
            self._audit.note(
                self.surface,
                piece,
                picture,
                place,
                self.theme.text,
                self.window,
                self.layer,
                is_cut=True,
            )
        return Rect(rect.x, rect.y, rect.width, min(len(lines), room) * line)

    def paragraph_height(self, text: str, width: int, style: str = "body") -> int:
        """Pixels that a paragraph needs."""
        return len(self.type.wrap(text, style, width)) * self.type.line_height(style)

    def _write(
        self, text: str, picture: Surface, place: Rect, colour: Colour, *, is_cut: bool
    ) -> None:
        if self._audit is not None:
            clip = self.surface.get_clip()
            self._audit.note(
                self.surface, text, picture, place, colour, clip, self.layer, is_cut=is_cut
            )
        self.surface.blit(picture, place)

    def ink_on(self, ground: Colour) -> Colour:
        """Black or white, whichever reads better."""
        return ink_on(ground)

    # Regions.

    def region(
        self,
        name: str,
        shape: Shape | Rect,
        label: str,
        press: Press | None = None,
        *,
        tooltip: str = "",
        reason: str = "",
        key: str = "",
        takes_text: bool = False,
        is_hint: bool = False,
    ) -> Region:
        """A place that reacts. Names must be unique in a picture."""
        found = Region(
            name=name,
            shape=Area(shape) if isinstance(shape, Rect) else shape,
            label=label,
            press=press,
            tooltip=tooltip,
            reason=reason,
            key=key,
            clip=self._clip,
            scroll=self._scroll,
            takes_text=takes_text,
            is_hint=is_hint,
        )
        self.regions.append(found)
        return found

    def hint(self, name: str, shape: Shape | Rect, tooltip: str) -> None:
        """Something to point at that explains itself."""
        self.region(name, shape, tooltip, tooltip=tooltip, is_hint=True)

    def is_hovered(self, name: str) -> bool:
        """Does the pointer rest on it?"""
        return self.memory.hover == name

    def is_focused(self, name: str) -> bool:
        """Is it where the keyboard is, and is that to be shown?"""
        return self.memory.focus == name and self.memory.by_keyboard

    def is_pressed(self, name: str) -> bool:
        """Is the button held down on it?"""
        return self.memory.pressed == name and self.memory.hover == name

    def focus_ring(self, rect: Rect, radius: float = 8) -> None:
        """Shows where the keyboard is."""
        ring = rect.inflate(self.u(6), self.u(6))
        self.art.round_rect(
            self.surface, ring, self.u(radius + 3), None, self.theme.accent, max(2, self.u(2))
        )

    def still(self, key: Hashable, rect: Rect, paint: Callable[[], None]) -> None:
        """Draws something that seldom changes, and fills its whole rectangle; kept as one picture by its key.

        Nothing in it can be pressed.
        """
        inside = rect.clip(self.window)
        of: Hashable = (key, tuple(rect), self.theme.name)
        if (
            self._audit is not None
        ):  # which part of a text is seen, and what it lies on, depends on these
            of = (of, tuple(self.surface.get_clip()), self.layer)
        before = len(self._audit.drawn) if self._audit is not None else 0
        made = False

        def make() -> Surface:
            nonlocal made
            made = True
            paint()
            return self.surface.subsurface(inside).copy()

        kept = self.art.keep(of, make)
        if not made:
            self.surface.blit(kept, inside)
        if self._audit is not None:  # wants to see every text
            if made:
                self.art.notes[of] = self._audit.drawn[before:]
            else:
                self._audit.drawn += self.art.notes[of]

    # Layers and lists.

    def modal(self, *, scrim: bool = True) -> None:
        """From here on only what is drawn next reacts; what lies behind is shaded."""
        self.regions.clear()
        self.inputs.clear()
        self.scrolls.clear()
        self.layer += 1
        if self._audit is not None:
            self._audit.forget_below(self.layer)
        if scrim:
            self.surface.fill(SCRIM, special_flags=BLEND_RGB_MULT)

    def floating(self, rect: Rect, *, may_cover: bool = False) -> None:
        """What is drawn next lies over others, on this ground: nothing that is to be read may be below it.

        It `may_cover` texts where somebody wants it there.
        """
        self.layer += 1
        if self._audit is not None:
            self._audit.floating.append(Ground(rect.copy(), self.layer, may_cover))

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Draws and reacts only inside."""
        before, clip = self.surface.get_clip(), self._clip
        inside = rect.clip(before)
        self.surface.set_clip(inside)
        self._clip = inside if clip is None else inside.clip(clip)
        try:
            yield
        finally:
            self.surface.set_clip(before)
            self._clip = clip

    @contextmanager
    def scroll(self, name: str, rect: Rect, height: int, *, at_end: bool = False) -> Iterator[Rect]:
        """A list of `height` pixels in a rectangle: gives the place to draw it. `at_end` follows what is added."""
        memory = self.memory
        most = max(0, height - rect.height)
        memory.scroll_most[name] = most
        if at_end and memory.follows.get(name, True):
            memory.scrolled[name] = most
        offset = memory.scrolled[name] = max(0, min(memory.scrolled.get(name, 0), most))
        bar = self.u(8) if most else 0
        self.scrolls.append(ScrollArea(name, rect))
        outer, self._scroll = self._scroll, name
        with self.clipped(rect):
            yield Rect(rect.x, rect.y - offset, rect.width - bar, height)
        self._scroll = outer
        if most:
            self._scroll_bar(rect, offset, height)

    def _scroll_bar(self, rect: Rect, offset: int, height: int) -> None:
        width = self.u(4)
        size = max(self.u(20), rect.height * rect.height // height)
        top = rect.y + (rect.height - size) * offset // max(1, height - rect.height)
        self.art.round_rect(
            self.surface, Rect(rect.right - width, top, width, size), width // 2, self.theme.line
        )
