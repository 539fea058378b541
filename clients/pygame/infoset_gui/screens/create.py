"""A new room: game options, clock, who may watch, how assistants may help."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.refusals import sentence
from infoset.wording import say
from infoset_gui.kit.forms import Choice, Item, Line, Switch, draw_form
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.phrases import clock_words, pace_words, practice_words
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.options import OptionRows
from infoset_gui.screens.room import RoomScreen
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import ClockSpec, CreateRoom, GameInfo, Join, Room

CLOCKS: Final[dict[str, dict[str, Any]]] = {
    "none": {"kind": "none"},
    "slow": {"kind": "per_move", "move_ms": 120_000},
    "usual": {"kind": "per_move", "move_ms": 30_000, "first_ms": 30_000},
    "quick": {"kind": "per_move", "move_ms": 10_000, "first_ms": 20_000},
    "bank": {"kind": "bank", "main_ms": 600_000, "inc_ms": 10_000},
    "blitz": {"kind": "bank", "main_ms": 180_000, "inc_ms": 2_000},
}
DAYS: Final[dict[str, dict[str, Any]]] = {
    f"days{days}": {"kind": "correspondence", "move_days": days} for days in (1, 3, 7)
}  # in a room only: whoever looks for opponents waits for them
WATCH: Final = ("public", "delayed", "off")
TALK: Final = ("people", "all", "off")
ASSIST: Final = ("off", "advice", "confirm", "auto")
SERIES: Final = (1, 3, 5, 7)
MAX_TITLE: Final = 60


class CreateScreen(Screen):
    """The form for a new room."""

    def __init__(self, stage: Stage, game: GameInfo) -> None:
        self._stage = stage
        self._game = game
        self._rows = OptionRows(game.game, game.options, {})
        self._title = ""
        self._clock = "none"
        self._pace = ""
        self._watch = "public"
        self._talk = "people"
        self._assist = "auto"
        self._best_of = 1
        self._unlisted = False
        self._undo = True
        self._test = ""

    def _create(self) -> None:
        if self._rows.faults:
            self._stage.say(say("window-room-option-wrong"), "bad")
            return
        session = self._stage.session

        def opened(room: Room) -> None:
            session.take_room(room)
            self._stage.leave(self)
            self._stage.push(RoomScreen(self._stage, room.room.room))
            session.request(Join(room=room.room.room, seat=0), Room, session.take_room)

        session.enter(CreateRoom.model_validate(self._wish()), Room, opened)

    def _wish(self) -> dict[str, Any]:
        title = f"#{self._test}" if self._test else self._title.strip() or self._usual_title
        clock = (CLOCKS | DAYS)[self._clock]
        wish: dict[str, Any] = {
            "game": self._game.game,
            "options": dict(self._rows.values),
            "watch": self._watch,
            "talk": self._talk,
            "assist": self._assist,
            "undo": self._undo,
            **({"title": title} if title else {}),
            **({"unlisted": True} if self._unlisted else {}),
            **({"best_of": self._best_of} if self._best_of > 1 else {}),
        }
        return wish | (
            {"pace": self._pace}
            if self._pace
            else {"clock": ClockSpec.model_validate(clock).model_dump(exclude_none=True)}
        )

    @property
    def _usual_title(self) -> str:
        return say("window-create-title-of", name=self._stage.session.name)[:MAX_TITLE]

    # The picture.

    def draw(self, ui: Ui) -> None:
        game = self._game
        title = say("window-create-title", game=game_title(game.game))
        rest = draw_bar(ui, title, game.rules, self._stage.pop, [])
        outer = Box(margins(ui, rest), ui.u(12))
        foot = Box(outer.bottom(ui.u(44)), ui.u(10))
        label = say("room-form-open")
        width = max(ui.u(180), button_width(ui, label))
        button(ui, "create", foot.right(width), label, self._create, kind="primary")
        label = say("room-form-cancel")
        button(ui, "cancel", foot.right(button_width(ui, label)), label, self._stage.pop)
        left, right = columns(outer.rest, 2, ui.u(14))
        self._draw_part(ui, left, "options", say("window-room-rules"), self._rows.items())
        self._draw_part(ui, right, "terms", say("room-table"), self._terms())

    def _draw_part(self, ui: Ui, rect: Rect, name: str, title: str, items: list[Item]) -> None:
        box = Box(ui.panel(rect), ui.u(8))
        ui.text(title, box.top(ui.u(28)), "title")
        draw_form(ui, name, box.rest, items)

    def _terms(self) -> list[Item]:
        """All but the rules of the game, as a form."""
        items: list[Item] = [
            Line(
                name="title",
                label=say("room-form-title"),
                about=say("window-create-title-about"),
                value=self._title,
                change=self._set("_title"),
                hint=self._usual_title,
                max_length=MAX_TITLE,
            )
        ]
        if self._game.tests:
            items.append(self._practice())
        if self._game.paces:
            items.append(self._paces())
        if not self._pace:
            items.append(self._clocks())
        items += self._people()
        if self._game.seats[1] == 2:
            items.append(self._series())
        return [
            *items,
            Switch(
                name="undo",
                label=say("room-form-undo"),
                value=self._undo,
                change=self._set("_undo"),
            ),
            Switch(
                name="unlisted",
                label=say("window-create-unlisted"),
                about=say("window-create-unlisted-about"),
                value=self._unlisted,
                change=self._set("_unlisted"),
            ),
        ]

    def _practice(self) -> Item:
        game = self._game
        tests = [(test, practice_words(game.game, test)) for test in game.tests or ()]
        return Choice(
            name="test",
            label=say("window-create-test"),
            about=say("window-create-test-about"),
            options=[("", sentence(say("window-none"))), *tests],
            value=self._test,
            change=self._set("_test"),
        )

    def _paces(self) -> Item:
        paces = [(pace, pace_words(pace)) for pace in self._game.paces or ()]
        return Choice(
            name="pace",
            label=say("room-form-pace"),
            about=say("window-create-pace-about"),
            options=[("", sentence(say("room-form-pace-clock"))), *paces],
            value=self._pace,
            change=self._set("_pace"),
        )

    def _clocks(self) -> Item:
        return Choice(
            name="clock",
            label=say("room-clock"),
            about=say("window-create-clock-about"),
            options=clock_choices(CLOCKS | DAYS),
            value=self._clock,
            change=self._set("_clock"),
        )

    def _people(self) -> list[Item]:
        """Who may watch, talk and help."""
        return [
            Choice(
                name="watch",
                label=say("room-form-watch"),
                about=say("window-create-watch-about"),
                options=[(one, sentence(say(f"room-form-watch-{one}"))) for one in WATCH],
                value=self._watch,
                change=self._set("_watch"),
            ),
            Choice(
                name="talk",
                label=say("room-form-talk"),
                options=[(one, sentence(say(f"room-talk-{one}"))) for one in TALK],
                value=self._talk,
                change=self._set("_talk"),
            ),
            Choice(
                name="assist",
                label=say("window-create-assist"),
                about=say("window-create-assist-about"),
                options=[(one, say(f"window-create-assist-{one}")) for one in ASSIST],
                value=self._assist,
                change=self._set("_assist"),
            ),
        ]

    def _series(self) -> Item:
        return Choice(
            name="series",
            label=say("room-form-series"),
            about=say("window-create-series-about"),
            options=[(str(most), say("window-create-series", count=most)) for most in SERIES],
            value=str(self._best_of),
            change=lambda value: self._set("_best_of")(int(value)),
        )

    def _set(self, name: str) -> Callable[[Any], None]:
        return partial(setattr, self, name)


def clock_choices(clocks: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Time controls by name, with their words."""
    return [
        (name, sentence(clock_words(ClockSpec.model_validate(spec))))
        for name, spec in clocks.items()
    ]
