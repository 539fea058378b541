"""Looks at every text that is drawn: is it all there, is it readable, does anything lie on it? For tests and screenshots."""

from dataclasses import dataclass, field
from typing import Final

import pygame
from pygame import Rect, Surface

from infoset_gui.kit.theme import LEAST_CONTRAST, Colour, contrast

TOUCHING: Final = 2  # pixels that letters of two lines may share: fonts have room above and below


@dataclass(frozen=True)
class Drawn:
    """A text as it was drawn."""

    text: str
    box: Rect  # its letters
    layer: int
    contrast: float
    is_cut: bool  # not all of it found room, though it should


@dataclass(frozen=True)
class Ground:
    """What lies over others: its place and layer, and whether it was put there by somebody who wants it over texts."""

    box: Rect
    layer: int
    may_cover: bool = False


@dataclass
class Audit:
    """Everything that was written on one picture, and all that lies over others."""

    window: Rect
    drawn: list[Drawn] = field(default_factory=list)
    floating: list[Ground] = field(default_factory=list)

    def note(
        self,
        target: Surface,
        text: str,
        picture: Surface,
        place: Rect,
        colour: Colour,
        clip: Rect,
        layer: int,
        *,
        is_cut: bool,
    ) -> None:
        """Takes note of a text that is about to be drawn on `target`."""
        letters = picture.get_bounding_rect().move(place.topleft)
        seen = letters.clip(clip)
        if not seen or not text.strip() or seen.height < letters.height * 0.6:
            return  # scrolled out of sight
        ground = pygame.transform.average_color(target, seen.clip(target.get_rect()))
        found = contrast(colour, (ground[0], ground[1], ground[2]))
        self.drawn.append(Drawn(text, letters, layer, found, is_cut))

    def faults(self) -> list[str]:
        """What is wrong, in words."""
        return [
            *self._unreadable(),
            *self._cut(),
            *self._outside(),
            *self._overlapping(),
            *self._covered(),
        ]

    def forget_below(self, layer: int) -> None:
        """What was drawn so far lies in the shade now."""
        self.drawn = [one for one in self.drawn if one.layer == layer]
        self.floating = [one for one in self.floating if one.layer == layer]

    def _unreadable(self) -> list[str]:
        return [
            f"contrast {one.contrast:.2f}: {one.text!r} at {tuple(one.box)}"
            for one in self.drawn
            if one.contrast < LEAST_CONTRAST
        ]

    def _cut(self) -> list[str]:
        return [f"cut: {one.text!r} at {tuple(one.box)}" for one in self.drawn if one.is_cut]

    def _outside(self) -> list[str]:
        return [
            f"outside: {one.text!r} at {tuple(one.box)}"
            for one in self.drawn
            if not self.window.contains(one.box)
        ]

    def _overlapping(self) -> list[str]:
        boxes = [core(one.box) for one in self.drawn]
        return [
            f"overlap: {one.text!r} and {self.drawn[other].text!r} at {tuple(one.box)}"
            for at, one in enumerate(self.drawn)
            for other in boxes[at].collidelistall(boxes)
            if other > at and self.drawn[other].layer == one.layer
        ]

    def _covered(self) -> list[str]:
        texts = [
            f"covered: {one.text!r} at {tuple(one.box)} by {tuple(ground.box)}"
            for ground in self.floating
            for one in self.drawn
            if one.layer < ground.layer and not ground.may_cover and touch(one.box, ground.box)
        ]
        grounds = [
            f"covered: {tuple(one.box)} by {tuple(other.box)}"
            for at, one in enumerate(self.floating)
            for other in self.floating[at + 1 :]
            if touch(one.box, other.box)
        ]
        return [*texts, *grounds]


def touch(one: Rect, other: Rect) -> bool:
    """Do two lines share more than the room between lines?"""
    return bool(core(one).colliderect(core(other)))


def core(box: Rect) -> Rect:
    """A box without the room that it may share with its neighbours."""
    return box.inflate(-TOUCHING, -TOUCHING)
