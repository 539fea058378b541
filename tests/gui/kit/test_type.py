"""Letters: wrapped, cut and measured."""

import pytest

from infoset_gui.kit.type import ELLIPSIS, STYLES, Typesetter

TEXT = "colonists extract omnium from the ground of Mars and build modules"


@pytest.fixture
def type_() -> Typesetter:
    import pygame

    pygame.font.init()
    return Typesetter()


@pytest.mark.parametrize("style", STYLES)
def test_wrapped_lines_fit_and_lose_no_word(type_: Typesetter, style: str) -> None:
    lines = type_.wrap(TEXT, style, 300)
    assert len(lines) > 1
    assert all(type_.width(line, style) <= 300 for line in lines)
    assert " ".join(lines) == TEXT


def test_a_word_that_is_too_long_is_broken(type_: Typesetter) -> None:
    lines = type_.wrap("m" * 60, "body", 100)
    assert "".join(lines) == "m" * 60
    assert all(type_.width(line, "body") <= 100 for line in lines)


def test_what_is_too_wide_ends_with_dots(type_: Typesetter) -> None:
    cut = type_.elide(TEXT, "body", 100)
    assert cut.endswith(ELLIPSIS)
    assert type_.width(cut, "body") <= 100
    assert type_.elide("Mars", "body", 100) == "Mars"


def test_letters_grow_with_the_scale(type_: Typesetter) -> None:
    before = type_.width(TEXT, "body")
    type_.set_scale(2.0)
    assert type_.width(TEXT, "body") == pytest.approx(2 * before, rel=0.05)
