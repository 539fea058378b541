"""What hides a match while the computer goes from one person to the next."""

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button
from infoset_gui.screens.seating import Seating


def draw_curtain(ui: Ui, seating: Seating, take_over: Press) -> None:
    """Hides everything until the next person is there."""
    seat = max(seating.table.seat, 0)
    colour = ui.theme.seat(seat)
    rect = Rect(0, 0, ui.u(520), ui.u(280))
    rect.center = ui.window.center
    ui.fill(rect, ui.theme.surface, 14, ui.theme.line)
    ui.frame(rect, colour, 14, 2.2, PATTERNS[seat % 4])
    box = Box(rect.inflate(-2 * ui.u(30), -2 * ui.u(26)), ui.u(8))
    ui.icon("hidden", box.top(ui.u(66)).center, 54, colour)
    ui.text(
        say("window-match-next", name=seating.session.name),
        box.top(ui.u(38)),
        "heading",
        align="center",
        may_cut=True,
    )
    ui.text(
        say("window-match-pass-on"),
        box.top(ui.u(26)),
        "body",
        ui.theme.muted,
        align="center",
    )
    button(
        ui,
        "take over",
        box.bottom(ui.u(46)),
        say("window-match-take-over"),
        take_over,
        kind="primary",
        key="enter",
    )
