"""Pictures: made once, bounded, and told apart without colour."""

import pygame
import pytest
from pygame import Rect, Surface

from infoset_gui.kit.art import Art
from infoset_gui.kit.cache import Cache
from infoset_gui.kit.icons import ICONS, icon
from infoset_gui.kit.theme import PATTERNS


@pytest.mark.parametrize("name", ICONS)
def test_every_sign_can_be_drawn_and_is_seen(name: str) -> None:
    picture = icon(Art(), name, 24, (255, 255, 255))
    assert picture.get_size() == (24, 24)
    assert picture.get_bounding_rect().width > 6


def test_a_picture_is_made_once() -> None:
    art = Art()
    assert icon(art, "star", 20, (1, 2, 3)) is icon(art, "star", 20, (1, 2, 3))


def test_borders_differ_without_their_colour() -> None:
    art, drawn = Art(), []
    for pattern in PATTERNS:
        surface = Surface((160, 90))
        art.pattern_border(surface, Rect(5, 5, 150, 80), 10, (255, 255, 255), 2, pattern)
        drawn.append(pygame.image.tobytes(surface, "RGB"))
    assert len(set(drawn)) == len(PATTERNS)


def test_a_full_cache_forgets_what_was_not_used_for_longest() -> None:
    cache: Cache[str] = Cache(len, 10)
    cache.get("a", lambda: "12345")
    cache.get("b", lambda: "12345")
    cache.get("a", lambda: "never made")
    cache.get("c", lambda: "12345")
    assert cache.weight == 10
    assert cache.get("a", lambda: "anew") == "12345"
    assert cache.get("b", lambda: "anew1") == "anew1"
