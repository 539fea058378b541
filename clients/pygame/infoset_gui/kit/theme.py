"""Colours, by what they are for, in a light and a dark form. Every text on its ground has a contrast of 4.5 or more."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Colour = tuple[int, int, int]

BLACK: Final[Colour] = (13, 17, 23)
WHITE: Final[Colour] = (255, 255, 255)
KEPT: Final = 4_096  # colours that were reckoned: few are used, thousands of times in every picture
LEAST_CONTRAST: Final = 4.5  # WCAG 2.2, level AA
PATTERNS: Final = ("solid", "dashed", "dotted", "double")  # of seats and colours, for every eye


def colour(text: str) -> Colour:
    """`#rrggbb` as a colour. Raises ValueError."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"{text!r}: expected #rrggbb")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


@lru_cache(KEPT)
def mix(one: Colour, other: Colour, share: float) -> Colour:
    """The colour between two; `share` 0 is the first, 1 the other."""
    first, second, third = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return first, second, third


@lru_cache(KEPT)
def luminance(one: Colour) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [part / 255 for part in one]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """From 1 for equal colours to 21 for black and white."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: Colour) -> Colour:
    """Black or white, whichever is easier to read on a ground."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, ground))


@dataclass(frozen=True)
class Theme:
    """One set of colours. `seats` are told apart by `PATTERNS` as well."""

    name: str
    ground: Colour  # behind everything
    surface: Colour  # panels
    raised: Colour  # what lies on a panel
    sunken: Colour  # fields, wells
    line: Colour
    text: Colour
    muted: Colour
    accent: Colour
    on_accent: Colour
    good: Colour
    warn: Colour
    bad: Colour
    seats: tuple[Colour, ...]

    @property
    def is_dark(self) -> bool:
        """Are texts lighter than their ground?"""
        return luminance(self.text) > luminance(self.ground)

    def seat(self, number: int) -> Colour:
        """The colour of a seat."""
        return self.seats[number % len(self.seats)]

    def soft(self, strong: Colour, share: float = 0.16) -> Colour:
        """A tint of a strong colour on a surface."""
        return mix(self.surface, strong, share)


# Seats after Okabe and Ito: told apart with every kind of colour vision.
LIGHT: Final = Theme(
    name="light",
    ground=colour("#e9edf2"),
    surface=colour("#fbfcfe"),
    raised=colour("#f1f4f8"),
    sunken=colour("#ffffff"),
    line=colour("#cdd5df"),
    text=colour("#17202c"),
    muted=colour("#4d596a"),
    accent=colour("#1d5bb8"),
    on_accent=WHITE,
    good=colour("#0f6b4f"),
    warn=colour("#8a5200"),
    bad=colour("#b3261e"),
    seats=(colour("#0a62a6"), colour("#b85400"), colour("#00725a"), colour("#9a3d86")),
)
DARK: Final = Theme(
    name="dark",
    ground=colour("#0e131a"),
    surface=colour("#18202a"),
    raised=colour("#222c39"),
    sunken=colour("#10161e"),
    line=colour("#364353"),
    text=colour("#e9eef5"),
    muted=colour("#a9b5c5"),
    accent=colour("#6cb2ff"),
    on_accent=BLACK,
    good=colour("#4fd1a5"),
    warn=colour("#f2b34c"),
    bad=colour("#ff8f85"),
    seats=(colour("#56b4e9"), colour("#f0953a"), colour("#2fc79a"), colour("#dd8fc9")),
)
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK)}
