"""The first screen: who one is, and which server."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from pygame import Rect

from infoset.address import DEFAULT_URL, read_address
from infoset.device import Moved, use_code
from infoset.discovering import Found, discover
from infoset.errors import AddressError
from infoset.word_files import ENGLISH
from infoset.wording import say, spoken
from infoset_gui.kit.art import put
from infoset_gui.kit.brush import Brush, regular
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import Listing, Note, Row
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, icon_button, spinner, toggle
from infoset_gui.net.session import Login, Session
from infoset_gui.screens.bar import tool_width
from infoset_gui.screens.lobby import LobbyScreen
from infoset_gui.screens.settings import SettingsScreen
from infoset_gui.screens.tabletop_setup import TabletopSetup
from infoset_gui.stage import Screen, Stage
from infoset_gui.table import Table

LOOK_EVERY_S: Final = 8.0


class ConnectScreen(Screen):
    """Name, address or token; servers nearby; a server of one's own."""

    def __init__(self, stage: Stage, open_table: Callable[[Session, Table], None]) -> None:
        self._stage = stage
        self._open_table = open_table
        preferences = stage.preferences
        self._name = (
            preferences.name or os.environ.get("USER", "") or os.environ.get("USERNAME", "")
        )
        self._url = preferences.url
        self._token = ""
        self._with_token = False
        self._code = ""  # that another device shows
        self._with_code = False
        self._found: list[Found] = []
        self._is_looking = False
        self._look_s = -1e9
        self._session: Session | None = None
        self._is_starting = False  # a server of one's own
        self._others: list[Login] = []  # people of this computer who come back with the first one

    @property
    def _is_new(self) -> bool:
        """Has this person been nowhere yet, and is nobody near?"""
        return self._stage.preferences.url == DEFAULT_URL and not self._found

    # What can be done.

    def connect(self, url: str, token: str = "") -> None:
        """Logs in; the lobby follows when the server has said welcome."""
        if self._session is not None or self._is_starting:
            return
        name = self._name.strip() or "guest"
        try:
            address = read_address(url.strip(), None)
        except AddressError as error:
            self._stage.say(address_words(url.strip(), error), "bad")
            return
        if token and not address.can_carry_token:
            self._stage.say(say("window-connect-tls"), "bad")
            return
        self._stage.toasts.clear()  # why it did not work before
        preferences = self._stage.preferences
        preferences.name = name
        if url.strip() != self._stage.local_server.url:  # which is gone the next time
            preferences.url = url.strip()
        self._stage.save()
        self._stage.log_out()
        self._session = self._stage.log_in(
            Login(url.strip(), name, token.strip(), preferences.secret)
        )
        self._session.on_table = self._open_table

    def come_back(self) -> None:
        """Logs all people of this computer in once more; a server of one's own that has ended is started anew."""
        stage = self._stage
        own, *others = (session.login for session in stage.sessions)
        is_ended = stage.has_lost(stage.session)
        stage.log_out()
        if is_ended:
            self.play_here()
        else:
            self.connect(own.url, own.token)
        self._others = others

    def play_here(self) -> None:
        """Starts a server on this computer and logs in there."""
        self._is_starting = True

        def started(address: str) -> None:
            if not self._is_starting:  # not after all: it waits, and ends with the window
                return
            self._is_starting = False
            self.connect(address)

        def failed(error: Exception) -> None:
            if self._is_starting:
                self._stage.say(str(error), "bad")
            self._is_starting = False

        self._stage.network.start(self._stage.local_server.start(), started, failed)

    def tick(self, now_s: float) -> bool:
        session = self._session
        if session is not None and session.state == "open" and session.games:
            self.enter()
            return True
        if session is not None and session.state == "over":
            self._session, self._others = None, []
            self._stage.say(session.problem or say("window-closed"), "bad")
            return True
        if not self._is_looking and now_s - self._look_s > LOOK_EVERY_S:
            self._is_looking, self._look_s = True, now_s
            self._stage.network.start(discover(), self._looked, lambda error: self._looked([]))
        return False

    def enter(self) -> None:
        """The login is done: the lobby, and whoever was here as well."""
        self._session = None
        stage = self._stage
        stage.push(LobbyScreen(stage))
        for login in self._others:
            guest = stage.log_in(replace(login, url=stage.session.login.url))
            guest.on_table = self._open_table
        self._others = []

    def on_match(self, table: Table) -> None:
        if self._stage.screen is self:  # one that went on while nobody was here
            self.enter()

    def _looked(self, found: list[Found]) -> None:
        self._found, self._is_looking = found, False

    def on_escape(self) -> bool:
        self._others = []
        if self._session is not None:
            self._stage.log_out()
            self._session = None
            return True
        if self._is_starting:
            self._is_starting = False
            return True
        return False

    # The picture.

    def draw(self, ui: Ui) -> None:
        draw_backdrop(ui)
        corner = Rect(ui.window.right - ui.u(56), ui.u(14), ui.u(42), ui.u(42))
        word = say("frame-settings")
        width = max(corner.width, tool_width(ui, word))
        icon_button(
            ui,
            "settings",
            Rect(corner.right - width, corner.y, width, corner.height),
            "settings",
            word,
            lambda: self._stage.push(SettingsScreen(self._stage)),
            text=word,
        )
        body = centred(ui.window, ui.u(880), ui.u(520))
        box = Box(body, ui.u(20))
        self._draw_title(ui, box.top(ui.u(96)))
        left = box.left(ui.u(430))
        self._draw_login(ui, left)
        self._draw_nearby(ui, box.rest)
        if self._session is not None or self._is_starting:
            self._draw_waiting(ui)

    def _draw_title(self, ui: Ui, rect: Rect) -> None:
        side = ui.u(66)
        accent, other = ui.theme.accent, ui.theme.seat(1)
        picture = ui.art.sprite(
            ("mark", accent, other), side, side, 64, lambda b: paint_mark(b, ui)
        )
        put(ui.surface, picture, (rect.x, rect.centery - side // 2))
        words = Rect(rect.x + side + ui.u(18), rect.y, rect.width - side, rect.height)
        box = Box(words)
        ui.text("Infoset", box.top(ui.u(58)), "display")
        ui.text(say("window-connect-about"), box.rest, "body", ui.theme.muted, valign="top")

    def _draw_login(self, ui: Ui, rect: Rect) -> None:
        box = Box(ui.panel(rect), ui.u(8))
        ui.text(say("window-connect-server"), box.top(ui.u(30)), "title")
        box.top(ui.u(2))
        ui.text(say("door-name"), box.top(ui.u(20)), "label", ui.theme.muted)
        field(
            ui,
            "name",
            box.top(ui.u(40)),
            self._name,
            self._set_name,
            hint=say("window-connect-name-hint"),
            icon="person",
            max_length=32,
        )
        ui.text(say("window-connect-address"), box.top(ui.u(20)), "label", ui.theme.muted)
        field(
            ui,
            "address",
            box.top(ui.u(40)),
            self._url,
            self._set_url,
            hint="infoset://host:7421",
            icon="network",
            submit=self._go,
        )
        toggle(
            ui,
            "with token",
            box.top(ui.u(34)),
            say("window-connect-with-token"),
            self._with_token,
            self._set_with_token,
        )
        if self._with_token:
            field(
                ui,
                "token",
                box.top(ui.u(40)),
                self._token,
                self._set_token,
                hint=say("door-token"),
                icon="key",
                submit=self._go,
                is_secret=True,
                max_length=512,
            )
        if not self._with_token:
            self._draw_code(ui, box)
        kind = "plain" if self._is_new else "primary"
        place = box.bottom(ui.u(46))
        label = say("window-connect-connect")
        button(ui, "connect", place, label, self._go, kind=kind, icon="forward")

    def _draw_code(self, ui: Ui, box: Box) -> None:
        """The way from another device."""
        words = say("move-way")
        toggle(ui, "with code", box.top(ui.u(34)), words, self._with_code, self._set_with_code)
        if self._with_code:
            place = box.top(ui.u(40))
            hint = say("move-code")
            field(
                ui,
                "code",
                place,
                self._code,
                self._set_code,
                hint=hint,
                icon="key",
                submit=self._go,
            )

    def _draw_nearby(self, ui: Ui, rect: Rect) -> None:
        outer = Box(rect, ui.u(16))
        here = outer.bottom(ui.u(196))
        box = Box(ui.panel(outer.rest), ui.u(8))
        head = box.top(ui.u(30))
        ui.text(say("window-connect-network"), head, "title")
        if self._is_looking:
            spinner(ui, (head.right - ui.u(14), head.centery), 18)
        words = say("mine-looking") if self._is_looking else say("window-connect-none")
        rows = [self._nearby_row(at, found) for at, found in enumerate(self._found)]
        draw_list(ui, box.rest, Listing(name="nearby", rows=rows or [Note(words)]))
        box = Box(ui.panel(here), ui.u(8))
        ui.text(say("window-connect-here"), box.top(ui.u(28)), "title")
        ui.paragraph(
            say("window-connect-here-about"),
            box.top(ui.line() * 2),
            "body",
            ui.theme.muted,
        )
        button(
            ui,
            "play here",
            box.bottom(ui.u(42)),
            say("window-connect-play-here"),
            self.play_here,
            kind="primary" if self._is_new else "plain",
            icon="computer",
        )
        button(
            ui,
            "at a board",
            box.bottom(ui.u(38)),
            say("window-connect-board"),
            self._sit_at_board,
            icon="dice",
            style="label",
        )

    def _sit_at_board(self) -> None:
        self._stage.push(TabletopSetup(self._stage, self._stage.tables))

    def _nearby_row(self, at: int, found: Found) -> Row:
        people = found.people
        told = [] if people is None else [say("window-connect-people", count=people)]
        return Row(
            title=found.name,
            sign="network",
            facts=[found.url, *told],
            name=f"nearby {at}",
            label=say("window-connect-to-server", name=found.name),
            press=partial(self.connect, found.url),
        )

    def _draw_waiting(self, ui: Ui) -> None:
        ui.modal()
        rect = centred(ui.window, ui.u(400), ui.u(150))
        ui.fill(rect, ui.theme.surface, 12, ui.theme.line)
        box = Box(rect.inflate(-2 * ui.u(20), -2 * ui.u(16)), ui.u(8))
        session = self._session
        words = (
            say("window-connect-starting")
            if session is None
            else say("window-connect-connecting", address=session.login.url)
        )
        row = box.top(ui.u(56))
        spinner(ui, (row.x + ui.u(14), row.centery))
        ui.text(
            words,
            Rect(row.x + ui.u(38), row.y, row.width - ui.u(38), row.height),
            may_cut=True,
        )
        label = say("room-form-cancel")
        button(ui, "cancel", box.bottom(ui.u(40)), label, self._cancel)

    def _cancel(self) -> None:
        self.on_escape()

    def _go(self) -> None:
        if self._with_code and not self._with_token:
            self._move_here()
        else:
            self.connect(self._url, self._token if self._with_token else "")

    def _set_name(self, value: str) -> None:
        self._name = value

    def _set_url(self, value: str) -> None:
        self._url = value

    def _set_token(self, value: str) -> None:
        self._token = value

    def _move_here(self) -> None:
        """Goes on as whoever made the code on another device."""
        stage, url = self._stage, self._url
        try:
            address = read_address(url.strip(), None)
        except AddressError as error:
            stage.say(address_words(url.strip(), error), "bad")
            return
        work = asyncio.to_thread(use_code, address, self._code.strip(), stage.preferences.secret)
        stage.network.start(work, self._moved, lambda error: stage.say(str(error), "bad"))

    def _moved(self, moved: Moved) -> None:
        self._name, self._code, self._with_code = moved.name, "", False
        self._token, self._with_token = moved.token, bool(moved.token)
        self.connect(self._url, moved.token)

    def _set_code(self, value: str) -> None:
        self._code = value

    def _set_with_code(self, value: bool) -> None:
        self._with_code = value

    def _set_with_token(self, value: bool) -> None:
        self._with_token = value


def address_words(address: str, error: AddressError) -> str:
    """Why it cannot be read; in English exactly."""
    if spoken() == ENGLISH:
        return str(error)
    return say("window-connect-no-address", address=address)


def paint_mark(brush: Brush, ui: Ui) -> None:
    """The sign of the program: a hexagon, half of it hidden."""
    points = regular((32, 32), 30, 6)
    brush.polygon(points, ui.theme.accent)
    brush.polygon([points[0], points[1], points[2], points[3]], ui.theme.seat(1))
    brush.circle((32, 32), 13, ui.theme.ground)
    brush.circle((32, 32), 6, ui.theme.text)


def draw_backdrop(ui: Ui) -> None:
    """Faint hexagons behind the first screen."""
    radius = ui.u(74)
    shade = ui.theme.soft(ui.theme.accent, 0.06) if ui.theme.is_dark else ui.theme.raised
    across, down = radius * 1.732, radius * 1.5
    for row in range(-1, int(ui.window.height / down) + 2):
        for column in range(-1, int(ui.window.width / across) + 2):
            if (row * 7 + column * 3) % 5 < 2:
                x = column * across + (across / 2 if row % 2 else 0)
                points = regular((round(x), round(row * down)), radius - ui.u(4), 6)
                ui.art.polygon(ui.surface, points, shade)
