"""What a person can choose: language, colours, size of text, sounds, speed, hints."""

from collections.abc import Callable
from functools import partial

from pygame import Rect

from infoset.refusals import sentence
from infoset.wording import language_name, languages, say
from infoset_gui.kit.forms import Choice, Item, Switch, draw_rows, form_height
from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.net.session import Session
from infoset_gui.preferences import CONFIRMS, SPEEDS, TEXT_SCALES, Preferences
from infoset_gui.screens.bar import draw_bar, margins
from infoset_gui.screens.device import show_device
from infoset_gui.screens.people import KeptAwayList
from infoset_gui.stage import Screen, Stage

WIDTH = 720
FOOT = 36


class SettingsScreen(Screen):
    """Changes count at once, and are kept."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("frame-settings"), "", self._stage.pop, [])
        items = choices(self._stage.preferences, self._keep)
        outer = margins(ui, rest)
        width = min(ui.u(WIDTH), outer.width)
        sessions = self._stage.sessions
        foot = ui.u(FOOT) if sessions else 0
        inner = width - 2 * ui.u(14)
        height = min(form_height(ui, inner, items) + foot + 2 * ui.u(12), outer.height)
        box = Box(ui.panel(centred(outer, width, height)))
        if sessions:
            self._draw_login(ui, box.bottom(foot), self._stage.session)
        with ui.scroll("settings", box.rest, form_height(ui, box.rest.width, items)) as place:
            draw_rows(ui, place, items)

    def _draw_login(self, ui: Ui, rect: Rect, session: Session) -> None:
        """The way to another device; and whom one keeps away at this server, with the way to take it back."""
        stage = self._stage
        row = Box(rect, ui.u(10))
        words = say("move-button")
        place = row.left(button_width(ui, words, style="label"))
        button(ui, "device", place, words, partial(show_device, stage, session), style="label")
        names = list(session.kept_away.names.values())
        if not names:
            return
        press = partial(stage.show, KeptAwayList(stage, session))
        label = say("window-change")
        width = button_width(ui, label, style="label")
        button(ui, "kept away", row.right(width), label, press, style="label")
        ui.icon("away", row.left(ui.u(36)).center, 20, ui.theme.muted)
        words = say("window-kept-away", names=", ".join(names))
        ui.text(words, row.rest, "body", may_cut=True)

    def _keep(self, name: str, value: object) -> None:
        setattr(self._stage.preferences, name, value)
        self._stage.save()
        self._stage.speak()


def choices(likes: Preferences, keep: Callable[[str, object], None]) -> list[Item]:
    """All settings as a form; `keep` is told the name of a preference and its new value."""
    spoken = [(code, sentence(language_name(code))) for code in languages()]
    scales = [(f"{scale:g}", f"{scale:.0%}") for scale in TEXT_SCALES]
    speeds = [(name, sentence(say(key))) for name, key, _ in SPEEDS]
    return [
        Choice(
            name="language",
            label=say("frame-language"),
            options=[("", sentence(say("window-language-auto"))), *spoken],
            value=likes.language,
            change=partial(keep, "language"),
        ),
        Choice(
            name="theme",
            label=say("frame-theme"),
            options=[
                ("light", sentence(say("frame-theme-light"))),
                ("dark", sentence(say("frame-theme-dark"))),
            ],
            value=likes.theme,
            change=partial(keep, "theme"),
            icons=("sun", "moon"),
        ),
        Choice(
            name="text",
            label=say("frame-text"),
            options=scales,
            value=f"{likes.text_scale:g}",
            change=lambda value: keep("text_scale", float(value)),
        ),
        Choice(
            name="speed",
            label=say("window-speed"),
            options=speeds,
            value=likes.speed,
            change=partial(keep, "speed"),
        ),
        Choice(
            name="confirm",
            label=say("frame-confirm"),
            options=[(name, sentence(say(key))) for name, key in CONFIRMS],
            value=likes.confirm,
            change=partial(keep, "confirm"),
        ),
        *(
            Switch(
                name=name,
                label=label,
                about=about,
                value=getattr(likes, name),
                change=partial(keep, name),
            )
            for name, label, about in switches()
        ),
    ]


def switches() -> list[tuple[str, str, str]]:
    """What is on or off: the name of the preference, what it is called, what it means."""
    return [
        ("sound", say("frame-sounds"), say("window-sounds-about")),
        ("animations", say("frame-motion"), say("window-motion-about")),
        ("hints", say("window-hints"), say("window-hints-about")),
        ("guide", say("window-guide"), say("window-guide-about")),
        ("skip_forced", say("window-forced"), say("window-forced-about")),
        ("hide_hands", say("window-hide"), say("window-hide-about")),
    ]
