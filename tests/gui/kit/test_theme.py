"""Colours: readable on every ground they are put on, in both themes."""

import pytest

from infoset_gui.kit.theme import (
    LEAST_CONTRAST,
    PATTERNS,
    THEMES,
    Theme,
    colour,
    contrast,
    ink_on,
    mix,
)

GROUNDS = ("ground", "surface", "raised", "sunken")
INKS = ("text", "muted", "accent", "good", "warn", "bad")


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_ink_is_readable_on_every_ground(theme: Theme) -> None:
    for ground in GROUNDS:
        for ink in INKS:
            found = contrast(getattr(theme, ink), getattr(theme, ground))
            assert found >= LEAST_CONTRAST, f"{ink} on {ground}: {found:.2f}"
    assert contrast(theme.on_accent, theme.accent) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_number_is_readable_on_every_seat(theme: Theme) -> None:
    for shade in theme.seats:
        assert contrast(ink_on(shade), shade) >= LEAST_CONTRAST


def test_seats_are_told_apart_without_colours() -> None:
    assert len(set(PATTERNS)) == len(THEMES["dark"].seats) == 4


def test_a_mixture_lies_between() -> None:
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)


@pytest.mark.parametrize("text", ["", "#12", "123456#", "#gg0000"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"#rrggbb|invalid literal"):
        colour(text)
