"""The middle of a match's bar: what is asked, how long there is, whether the connection holds."""

from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, button, button_width
from infoset_gui.phrases import minutes_words
from infoset_gui.screens.bar import game_title, tool_width
from infoset_gui.screens.holding import draw_held
from infoset_gui.screens.seating import Seating
from infoset_gui.table import OTHER_RULES
from infoset_gui.views.view import Look

HURRY_S: Final = 10.0


def draw_status(
    ui: Ui,
    seating: Seating,
    look: Look,
    about: str,
    tools: int,
    come_back: Press | None,
    sure: tuple[Press, Press],
) -> None:
    """In the bar: what is asked, and how long there is; `come_back` where the connection is lost for good, or a bot has the seat.

    `about` stands beside the title; `tools` are the pixels at its right that are taken; `sure` confirms the choice that is held, or takes it back.
    """
    table = seating.table
    left = ui.u(34) + tool_width(ui, say("window-back"))
    left += ui.width(game_title(table.match.game), "title")
    left += ui.width(about) + ui.u(14) if about else 0
    right = ui.window.right - tools - ui.u(24)
    row = Box(Rect(left, ui.u(8), max(ui.u(80), right - left), ui.u(36)), ui.u(10))
    left_s = table.left_s(ui.now_s)
    if left_s is not None and table.turn is not None:
        words = minutes_words(left_s)
        cell = row.right(ui.u(84))
        is_late = left_s < HURRY_S
        ink = ui.theme.bad if is_late else ui.theme.text
        ui.fill(cell, ui.theme.soft(ink, 0.14), 8, ink if is_late else ui.theme.line)
        ui.icon("clock", (cell.x + ui.u(20), cell.centery), 18, ink)
        ui.text(
            words,
            Rect(cell.x + ui.u(32), cell.y, cell.width - ui.u(38), cell.height),
            "strong",
            ink,
            align="center",
        )
    session = seating.session
    if come_back is not None and table.is_replaced:
        words = say("window-match-replaced", bot=table.taken[table.seat])
        draw_lost(ui, row, say("window-match-play-myself"), words, come_back)
        return
    if come_back is not None:
        problem = session.problem
        words = say("window-not-connected", why=problem) if problem else say("window-server-ended")
        draw_lost(ui, row, say("window-reconnect"), words, come_back)
        return
    if word := session.trouble:
        cell = row.right(max(ui.u(150), badge_width(ui, word)))
        badge(ui, cell.inflate(0, -ui.u(8)), word, ui.theme.warn)
    held = seating.held
    if held is not None and held.is_for(look.turn):
        draw_held(ui, row, held, *sure)
        return
    try:
        words = seating.view.task(look) if look.obs else say("match-board-comes")
    except OTHER_RULES:
        words = ""
    if table.result is not None:
        words = say(
            "match-over"
        )  # also where it was broken off, and the position knows nothing of it
    elif table.sealed is not None:
        label = say("match-take-back")
        place = row.right(button_width(ui, label, style="label")).inflate(0, -ui.u(4))
        button(ui, "reopen", place, label, table.reopen, key="u", style="label")
        words = say("match-sealed-about")
    if look.turn is not None:
        cell = row.left(min(row.rest.width, ui.width(words, "strong") + ui.u(44)))
        ui.fill(cell, ui.theme.soft(ui.theme.accent, 0.2), 8)
        ui.icon("play", (cell.x + ui.u(16), cell.centery), 12, ui.theme.accent)
        ui.text(
            words,
            Rect(cell.x + ui.u(30), cell.y, cell.width - ui.u(34), cell.height),
            "strong",
            may_cut=True,
        )
    else:
        ui.text(words, row.rest, "body", ui.theme.muted, may_cut=True)


def draw_lost(ui: Ui, row: Box, label: str, words: str, come_back: Press) -> None:
    """There is no connection, or no seat, and none comes by itself."""
    width = button_width(ui, label, icon="again", style="label")
    place = row.right(width).inflate(0, -ui.u(4))
    button(ui, "come back", place, label, come_back, kind="primary", icon="again", style="label")
    ui.text(words, row.rest, "strong", ui.theme.bad, may_cut=True)
    ui.hint("lost", row.rest, words)
