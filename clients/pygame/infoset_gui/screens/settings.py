"""What a person can choose: colours, size of text, sounds, speed, hints."""

from collections.abc import Callable
from functools import partial

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, segments, toggle
from infoset_gui.net.session import Session
from infoset_gui.preferences import CONFIRMS, SPEEDS, TEXT_SCALES
from infoset_gui.screens.bar import draw_bar, margins
from infoset_gui.screens.device import show_device
from infoset_gui.screens.people import KeptAwayList
from infoset_gui.stage import Screen, Stage


class SettingsScreen(Screen):
    """Changes count at once, and are kept."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, "Settings", "", self._stage.pop, [])
        likes = self._stage.preferences
        outer = margins(ui, rest)
        box = Box(ui.panel(centred(outer, ui.u(640), ui.u(560))), ui.u(5))
        segments(
            ui,
            "theme",
            self._row(ui, box, "Colours"),
            [("light", "Light"), ("dark", "Dark")],
            likes.theme,
            self._keep("theme"),
            icons=("sun", "moon"),
        )
        scales = [(f"{scale:g}", f"{scale:.0%}") for scale in TEXT_SCALES]
        segments(
            ui,
            "text",
            self._row(ui, box, "Size of text"),
            scales,
            f"{likes.text_scale:g}",
            lambda value: self._keep("text_scale")(float(value)),
        )
        speeds = [(name, label) for name, label, _ in SPEEDS]
        segments(
            ui,
            "speed",
            self._row(ui, box, "Speed of others' turns"),
            speeds,
            likes.speed,
            self._keep("speed"),
        )
        segments(
            ui,
            "confirm",
            self._row(ui, box, "Ask before it is final"),
            CONFIRMS,
            likes.confirm,
            self._keep("confirm"),
        )
        for name, label, about in (
            ("sound", "Sounds", "Short tones: your turn, a refusal, the end"),
            (
                "animations",
                "Animations",
                "Things glide to their new places; a click beside them, or the space bar, skips",
            ),
            ("hints", "Show what can be done", "Legal moves are marked on the board"),
            ("guide", "Explain while I play", "A line of advice with every question"),
            (
                "skip_forced",
                "Pass where there is no choice",
                "A colonist without a power, nothing to build",
            ),
            (
                "hide_hands",
                "Hide hands between people at this computer",
                "A curtain before each turn",
            ),
        ):
            row = box.top(ui.u(46))
            toggle(
                ui,
                name,
                Rect(row.x, row.y, row.width, ui.u(26)),
                label,
                getattr(likes, name),
                self._keep(name),
            )
            ui.text(
                about,
                Rect(row.x + ui.u(46), row.y + ui.u(25), row.width - ui.u(46), ui.u(18)),
                "caption",
                ui.theme.muted,
            )

        if self._stage.sessions:
            self._draw_login(ui, Box(box.top(ui.u(36)), ui.u(10)), self._stage.session)

    def _draw_login(self, ui: Ui, row: Box, session: Session) -> None:
        """The way to another device; and whom one keeps away at this server, with the way to take it back."""
        stage = self._stage
        words = say("move-button")
        press = partial(show_device, stage, session)
        place = row.left(button_width(ui, words, style="label"))
        button(ui, "device", place, words, press, style="label")
        names = list(session.kept_away.names.values())
        if not names:
            return
        press = partial(stage.show, KeptAwayList(stage, session))
        width = button_width(ui, "Change", style="label")
        button(ui, "kept away", row.right(width), "Change", press, style="label")
        ui.icon("away", row.left(ui.u(36)).center, 20, ui.theme.muted)
        words = f"Kept away from you: {', '.join(names)}"
        ui.text(words, row.rest, "body", may_cut=True)

    def _row(self, ui: Ui, box: Box, label: str) -> Rect:
        row = Box(box.top(ui.u(42)), ui.u(10))
        ui.text(label, row.left(ui.u(200)), "strong")
        return row.rest.inflate(0, -2 * ui.u(2))

    def _keep(self, name: str) -> Callable[[object], None]:
        def keep(value: object) -> None:
            setattr(self._stage.preferences, name, value)
            self._stage.save()

        return keep
