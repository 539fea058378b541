"""The window: draws the screen on top whenever something has changed, and hands it what the person does."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame
from pygame import Surface

from infoset.wording import spoken
from infoset_gui.kit.art import Art
from infoset_gui.kit.audit import Audit
from infoset_gui.kit.input import Hands
from infoset_gui.kit.layout import DESIGN_HEIGHT, DESIGN_WIDTH
from infoset_gui.kit.theme import THEMES
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import TOOLTIP_AFTER_S, Ui
from infoset_gui.kit.widgets import tooltip
from infoset_gui.net.network import Network
from infoset_gui.net.session import Session
from infoset_gui.preferences import Preferences
from infoset_gui.screens.bar import draw_trouble
from infoset_gui.screens.connect import ConnectScreen
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.picture import KEY as PICTURE_KEY
from infoset_gui.screens.picture import save_picture
from infoset_gui.screens.profile import show_profile
from infoset_gui.screens.record_file import open_record
from infoset_gui.stage import Stage
from infoset_gui.table import Table
from infoset_gui.window_clock import window_clock_s

FRAMES_PER_S: Final = 60
TITLE: Final = "Infoset"
FIRST_SHARE: Final = 0.85  # of the screen that the window takes at first


class App:
    """One window. `run` is the whole program; `frame` one step of it, for tests."""

    def __init__(
        self,
        preferences: Preferences,
        size: tuple[int, int] | None = None,
        *,
        clock_s: Callable[[], float] = window_clock_s,
        folder: Path | None = None,
        network: Network | None = None,
        audited: bool = False,
    ) -> None:
        """Opens the window, by default a large part of the screen. `audited` notes every text that is drawn."""
        pygame.display.init()
        pygame.font.init()
        pygame.key.set_repeat(350, 35)
        self.stage = Stage(
            preferences, clock_s, folder=folder, network=network, show_profile=self.show_profile
        )
        self.type = Typesetter()
        self.art = Art()
        self.audit: Audit | None = None
        self.frames = 0
        self._clock_s = clock_s
        self._is_audited = audited
        self._surface = pygame.display.set_mode(size or first_size(), pygame.RESIZABLE)
        pygame.display.set_caption(TITLE)
        self.hands = Hands(self.stage.memory, lambda why: self.stage.say(why, "warn"), self._escape)
        self.hands.mods = pygame.key.get_mods
        self.hands.sound = self.stage.sounds.play
        self.hands.key = self._on_key
        self.hands.idle = lambda: self.stage.dialog is None and self.stage.screen.on_idle()
        self.hands.drag = lambda right, down: self.stage.screen.on_drag(right, down)
        self.hands.zoom = lambda steps, at: self.stage.screen.on_zoom(steps, at)
        self.stage.speak()
        self._kept_for = preferences.theme, spoken()
        self._trouble = ""  # with the connection, as it was drawn last
        self.stage.push(ConnectScreen(self.stage, self.open_table))
        self.ui = self._draw(clock_s())

    def open_table(self, session: Session, table: Table) -> None:
        """A match begins: it is shown, unless it is on the screen already through other eyes of this computer."""
        stage = self.stage
        for screen in stage.screens:
            screen.on_match(table)
        shown = [screen for screen in stage.screens if isinstance(screen, MatchScreen)]
        for screen in shown:
            if screen.adopt(session, table):
                return
        for screen in shown:
            screen.make_way(session)
        stage.toasts.clear()  # they are of what was before
        stage.push(MatchScreen(stage, session, table))
        stage.sounds.play("turn")

    def show_profile(self, session: Session, user: str) -> None:
        """What there is to know of somebody, over whatever screen there is."""
        show_profile(self.stage, session, user)

    def run(self) -> None:
        """Until the person leaves."""
        clock = pygame.time.Clock()
        try:
            while not self.stage.is_over:
                self.frame(pygame.event.get())
                clock.tick(FRAMES_PER_S)
        finally:
            self.close()

    def frame(self, events: list[pygame.event.Event]) -> bool:
        """Takes in what has happened and draws where that has changed anything; was it drawn?"""
        now_s = self._clock_s()
        stage = self.stage
        changed = stage.network.poll()
        for event in events:
            if event.type == pygame.QUIT:
                stage.is_over = True
                return False
            if event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED):
                changed = True
                self._surface = pygame.display.get_surface() or self._surface
                continue
            if event.type == pygame.DROPFILE:
                open_record(stage, Path(event.file))
                continue
            if self.hands.take(event, self.ui, now_s):
                changed = True
                if stage.is_over:
                    return False
                if may_press(event):
                    self.ui = self._draw(now_s)  # the next event meets what this one has made
                    changed = False
        changed |= stage.toasts.expire(now_s)
        changed |= stage.screen.tick(now_s)
        before, self._trouble = self._trouble, stage.trouble
        changed |= before != self._trouble
        is_other = now_s >= self.ui.again_s
        if changed or stage.is_stale or is_other or self._tooltip_is_due(now_s):
            self.ui = self._draw(now_s)
            return True
        return False

    def _tooltip_is_due(self, now_s: float) -> bool:
        memory = self.stage.memory
        waited_s = now_s - memory.hover_since_s
        return memory.hover is not None and TOOLTIP_AFTER_S <= waited_s < TOOLTIP_AFTER_S + 0.2

    def _draw(self, now_s: float) -> Ui:
        stage = self.stage
        preferences = stage.preferences
        stage.sounds.is_on = preferences.sound
        if (
            preferences.theme,
            spoken(),
        ) != self._kept_for:  # pictures are of other colours or words
            self._kept_for = preferences.theme, spoken()
            self.art.clear()
        stage.is_stale = False
        theme = THEMES[preferences.theme]
        surface = self._surface
        self.audit = Audit(surface.get_rect()) if self._is_audited else None
        ui = Ui(
            surface,
            theme,
            self.type,
            self.art,
            stage.memory,
            now_s,
            text_scale=preferences.text_scale,
            audit=self.audit,
        )
        surface.fill(theme.ground)
        stage.screen.draw(ui)
        if self._trouble and not isinstance(stage.screen, MatchScreen):
            draw_trouble(ui, self._trouble)
        if stage.dialog is not None:
            stage.dialog.draw(ui)
        if stage.wants_picture:
            stage.wants_picture = False
            save_picture(stage, surface)
        stage.toasts.draw(ui)
        memory = stage.memory
        if memory.by_keyboard or now_s - memory.hover_since_s >= TOOLTIP_AFTER_S:
            tooltip(ui)
        pygame.display.flip()
        self.frames += 1
        return ui

    def _on_key(self, key: str) -> bool:
        """A key that no region wants; was it of use?"""
        if self.stage.dialog is not None:
            return False
        if key == PICTURE_KEY and self.stage.screen.picture_name():
            self.stage.take_picture()
            return True
        return self.stage.screen.on_key(key)

    def _escape(self) -> None:
        stage = self.stage
        if stage.dialog is not None:
            stage.hide()
        elif not stage.screen.on_escape() and len(stage.screens) > 1:
            stage.pop()

    def resize(self, size: tuple[int, int]) -> None:
        """Another size, as when the person drags a corner."""
        self._surface = pygame.display.set_mode(
            (max(size[0], DESIGN_WIDTH), max(size[1], DESIGN_HEIGHT)), pygame.RESIZABLE
        )
        self.stage.is_stale = True

    @property
    def surface(self) -> Surface:
        """What is seen."""
        return self._surface

    def close(self) -> None:
        """Ends the program. The window is gone at once: nobody waits for what ends behind it."""
        pygame.display.quit()
        self.stage.close()
        pygame.quit()


def first_size() -> tuple[int, int]:
    """A window that is large and leaves the edges of the screen."""
    width, height = pygame.display.get_desktop_sizes()[0]
    return (
        max(DESIGN_WIDTH, round(width * FIRST_SHARE)),
        max(DESIGN_HEIGHT, round(height * FIRST_SHARE)),
    )


def may_press(event: pygame.event.Event) -> bool:
    """Can it do more than move focus and pointer?"""
    if event.type == pygame.KEYDOWN:
        return bool(event.key != pygame.K_TAB)
    return event.type in (pygame.MOUSEBUTTONUP, pygame.TEXTINPUT, pygame.MOUSEWHEEL)
