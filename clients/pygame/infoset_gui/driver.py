"""A person made of code: clicks, presses keys, waits for things to be seen. For tests and screenshots; opens no window."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pygame
from pygame.event import Event

from infoset_gui.app import App
from infoset_gui.kit.regions import Region, find, named, stops

PATIENCE_S: Final = 60.0
PAUSE_S: Final = 0.002
MAX_TRIES: Final = 4  # to get somewhere with the tabulator, while the picture changes


class NotSeenError(AssertionError):
    """What should be on the screen is not."""


class Driver:
    """Hands and eyes on one window."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.notes: list[str] = []  # all that was ever shown

    @property
    def regions(self) -> list[Region]:
        """What can be pressed now."""
        return self.app.ui.regions

    def step(self, *events: Event) -> None:
        """One frame."""
        self.app.frame(list(events))

    def wait(
        self, seen: Callable[[], bool], what: str = "", patience_s: float = PATIENCE_S
    ) -> None:
        """Frames until something is so. Raises NotSeenError."""
        give_up = time.monotonic() + patience_s
        while True:
            self.step()
            self.notes.extend(
                toast.text for toast in self.app.stage.toasts.shown if toast.text not in self.notes
            )
            if seen():
                return
            if time.monotonic() > give_up:
                raise NotSeenError(
                    f"{what or 'it'} did not come; notes: {self.notes}; seen: {', '.join(self.names())}"
                )
            time.sleep(PAUSE_S)

    def names(self) -> list[str]:
        """The names of what can be pressed."""
        return [region.name for region in self.regions if region.can_press]

    def has(self, name: str) -> bool:
        """Is there a region of that name?"""
        return named(self.regions, name) is not None

    def region(self, name: str) -> Region:
        """The region of that name. Raises NotSeenError."""
        found = named(self.regions, name)
        if found is None:
            raise NotSeenError(f"no {name!r}; seen: {', '.join(self.names())}")
        return found

    # The mouse.

    def click(self, name: str) -> None:
        """Clicks on a region, after scrolling it into view."""
        if not self.has(name):
            self.wait(lambda: self.has(name), name)
        place = self.spot(self.region(name))
        if place is None:
            self._scroll_to(name)
            place = self.spot(self.region(name))
        if place is None:
            raise NotSeenError(f"{name!r} cannot be reached with the mouse")
        self.click_at(place)

    def click_at(self, place: tuple[int, int]) -> None:
        """Moves there, presses, lets go."""
        self.step(
            Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)),
            Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1),
            Event(pygame.MOUSEBUTTONUP, pos=place, button=1),
        )

    def hover(self, name: str) -> None:
        """Rests the pointer on a region."""
        place = self.spot(self.region(name))
        assert place is not None
        self.step(Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))

    def spot(self, region: Region) -> tuple[int, int] | None:
        """A point that belongs to this region and to none above it."""
        for x, y in points_in(region):
            if (
                self.app.surface.get_rect().collidepoint(x, y)
                and find(self.regions, x, y) is region
            ):
                return x, y
        return None

    def _scroll_to(self, name: str) -> None:
        region = self.region(name)
        area = next((one for one in self.app.ui.scrolls if one.name == region.scroll), None)
        if area is None:
            return
        for _ in range(200):
            box = self.region(name).shape.box
            if area.rect.contains(box) or self.spot(self.region(name)) is not None:
                return
            step = 1 if box.centery < area.rect.centery else -1
            self.step(
                Event(pygame.MOUSEMOTION, pos=area.rect.center, rel=(0, 0), buttons=(0, 0, 0))
            )
            self.step(Event(pygame.MOUSEWHEEL, x=0, y=step))

    # The keyboard.

    def key(self, key: int, mod: int = 0) -> None:
        """One key."""
        self.step(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def choose(self, name: str) -> None:
        """Goes to a region with the tabulator and presses Enter."""
        if not self.has(name):
            self.wait(lambda: self.has(name), name)
        self.focus(name)
        self.key(pygame.K_RETURN)

    def focus(self, name: str) -> None:
        """Goes to a region with the tabulator. Raises NotSeenError where that does not lead there."""
        for _ in range(MAX_TRIES):
            order = [region.name for region in stops(self.regions)]
            current = self.app.stage.memory.focus
            if current == name:
                return
            if name not in order:
                break
            way = order.index(name) - (order.index(current) if current in order else -1)
            mod = pygame.KMOD_SHIFT if way < 0 else 0
            self.step(*[Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=mod, unicode="")] * abs(way))
        raise NotSeenError(f"the tabulator does not lead to {name!r}")

    def write(self, text: str) -> None:
        """Types into the field that has the focus, in place of what is there."""
        self.key(pygame.K_END)
        for _ in range(400):
            typing = self.app.ui.inputs.get(self.app.stage.memory.focus or "")
            if typing is None or not typing.value:
                break
            self.key(pygame.K_BACKSPACE)
        self.step(Event(pygame.TEXTINPUT, text=text))

    # The eyes.

    def shot(self, file: Path) -> None:
        """Keeps what is seen as a picture."""
        file.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self.app.surface, file)

    def redraw(self) -> list[str]:
        """Draws anew; returns what is wrong with the texts, where they are noted."""
        self.app.stage.is_stale = True
        self.step()
        return self.app.audit.faults() if self.app.audit is not None else []


def points_in(region: Region) -> Iterator[tuple[int, int]]:
    """Points of a region, the middle first."""
    box = region.shape.box
    yield box.center
    for row in range(1, 8):
        for column in range(1, 8):
            x, y = box.x + box.width * column // 8, box.y + box.height * row // 8
            if region.has(x, y):
                yield x, y
