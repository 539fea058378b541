"""A new room: game options, clock, who may watch, how assistants may help. Also changes a room that is there."""

from typing import Any, Final

from pygame import Rect

from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, choice, stepper, toggle
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.options import ROW, OptionRows, label_of, labelled
from infoset_gui.screens.room import RoomScreen
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import ClockSpec, CreateRoom, GameInfo, Join, Room

CLOCKS: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("none", "None", {"kind": "none"}),
    ("slow", "2 min a move", {"kind": "per_move", "move_ms": 120_000}),
    ("usual", "30 s a move", {"kind": "per_move", "move_ms": 30_000, "first_ms": 30_000}),
    ("quick", "10 s a move", {"kind": "per_move", "move_ms": 10_000, "first_ms": 20_000}),
    ("bank", "10 min + 10 s", {"kind": "bank", "main_ms": 600_000, "inc_ms": 10_000}),
    ("blitz", "3 min + 2 s", {"kind": "bank", "main_ms": 180_000, "inc_ms": 2_000}),
)
DAYS: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = tuple(
    (f"days{days}", label, {"kind": "correspondence", "move_days": days})
    for days, label in ((1, "A day a move"), (3, "3 days a move"), (7, "7 days a move"))
)  # in a room only: whoever looks for opponents waits for them
ASSIST: Final = (("off", "Off"), ("advice", "Advice"), ("confirm", "Confirm"), ("auto", "Auto"))
ABOUT_ASSIST: Final = "Programs that help: with advice, with moves to confirm, or on their own"
TALK: Final = (("people", "People"), ("all", "All"), ("off", "Nobody"))
SERIES: Final = (1, 3, 5, 7)


class CreateScreen(Screen):
    """The form for a new room."""

    def __init__(self, stage: Stage, game: GameInfo) -> None:
        self._stage = stage
        self._game = game
        self._rows = OptionRows(game.options, {})
        self._title = ""
        self._clock = "none"
        self._pace = ""
        self._watch = "public"
        self._talk = "people"
        self._assist = "auto"
        self._best_of = 1
        self._unlisted = False
        self._test = ""

    def _create(self) -> None:
        if self._rows.faults:
            self._stage.say("an option is not filled in right", "bad")
            return
        session = self._stage.session

        def opened(room: Room) -> None:
            session.take_room(room)
            self._stage.leave(self)
            self._stage.push(RoomScreen(self._stage, room.room.room))
            session.request(Join(room=room.room.room, seat=0), Room, session.take_room)

        session.request(CreateRoom.model_validate(self._wish()), Room, opened)

    def _wish(self) -> dict[str, Any]:
        usual = f"{self._stage.session.name}'s room"
        title = f"#{self._test}" if self._test else self._title.strip() or usual
        clock = next(spec for name, _, spec in (*CLOCKS, *DAYS) if name == self._clock)
        wish: dict[str, Any] = {
            "game": self._game.game,
            "options": dict(self._rows.values),
            "watch": self._watch,
            "talk": self._talk,
            "assist": self._assist,
            **({"title": title} if title else {}),
            **({"unlisted": True} if self._unlisted else {}),
            **({"best_of": self._best_of} if self._best_of > 1 else {}),
        }
        return wish | (
            {"pace": self._pace}
            if self._pace
            else {"clock": ClockSpec.model_validate(clock).model_dump(exclude_none=True)}
        )

    # The picture.

    def draw(self, ui: Ui) -> None:
        game = self._game
        rest = draw_bar(ui, f"New room: {game_title(game.game)}", game.rules, self._stage.pop, [])
        outer = Box(margins(ui, rest), ui.u(12))
        foot = Box(outer.bottom(ui.u(44)), ui.u(10))
        button(
            ui,
            "create",
            foot.right(max(ui.u(180), button_width(ui, "Open the room"))),
            "Open the room",
            self._create,
            kind="primary",
        )
        button(ui, "cancel", foot.right(button_width(ui, "Cancel")), "Cancel", self._stage.pop)
        left, right = columns(outer.rest, 2, ui.u(14))
        self._draw_options(ui, ui.panel(left))
        self._draw_terms(ui, ui.panel(right))

    def _draw_options(self, ui: Ui, rect: Rect) -> None:
        box = Box(rect, ui.u(8))
        ui.text("Rules", box.top(ui.u(28)), "title")
        with ui.scroll("options", box.rest, self._rows.height(ui, box.rest.width)) as place:
            self._rows.draw(ui, place)

    def _draw_terms(self, ui: Ui, rect: Rect) -> None:
        box = Box(rect, ui.u(8))
        ui.text("Table", box.top(ui.u(28)), "title")
        height = ui.u(ROW) * (8 + bool(self._game.tests) + bool(self._game.paces))
        with ui.scroll("terms", box.rest, height) as place:
            self._draw_rows(ui, Box(place))

    def _draw_rows(self, ui: Ui, box: Box) -> None:
        place = self._row(ui, box, "Title", "What the lobby shows")
        field(
            ui,
            "title",
            place,
            self._title,
            self._set("_title"),
            hint=f"{self._stage.session.name}'s room",
            max_length=60,
        )
        if self._game.tests:
            tests = [("", "None"), *((test, label_of(test)) for test in self._game.tests)]
            choice(
                ui,
                "test",
                self._row(ui, box, "Lesson or test room", "For one person"),
                tests,
                self._test,
                self._set("_test"),
            )
        if self._game.paces:
            paces = [("", "Own"), *((pace, label_of(pace)) for pace in self._game.paces)]
            choice(
                ui,
                "pace",
                self._row(
                    ui, box, "Pace", "A named pace sets the clock and what happens to the late"
                ),
                paces,
                self._pace,
                self._set("_pace"),
            )
        if not self._pace:
            clocks = [(name, label) for name, label, _ in (*CLOCKS, *DAYS)]
            choice(
                ui,
                "clock",
                self._row(ui, box, "Clock", "Time of each player"),
                clocks,
                self._clock,
                self._set("_clock"),
            )
        watch = [("public", "At once"), ("delayed", "Later"), ("off", "Nobody")]
        choice(
            ui,
            "watch",
            self._row(ui, box, "Who may watch", "Onlookers see only what is public"),
            watch,
            self._watch,
            self._set("_watch"),
        )
        choice(
            ui,
            "talk",
            self._row(ui, box, "Who may talk", "While you play; All: programs, too"),
            TALK,
            self._talk,
            self._set("_talk"),
        )
        choice(
            ui,
            "assist",
            self._row(ui, box, "Assistants", ABOUT_ASSIST),
            ASSIST,
            self._assist,
            self._set("_assist"),
        )
        if self._game.seats[1] == 2:
            at = SERIES.index(self._best_of)
            stepper(
                ui,
                "series",
                self._row(ui, box, "Series", "Best of so many matches"),
                "One match" if self._best_of == 1 else f"Best of {self._best_of}",
                lambda: self._set("_best_of")(SERIES[at - 1]),
                lambda: self._set("_best_of")(SERIES[at + 1]),
                can_down=at > 0,
                can_up=at < len(SERIES) - 1,
            )
        place = self._row(ui, box, "Not in the lobby", "Others need the room's code")
        toggle(
            ui,
            "unlisted",
            place,
            "On" if self._unlisted else "Off",
            self._unlisted,
            self._set("_unlisted"),
        )

    def _row(self, ui: Ui, box: Box, label: str, about: str) -> Rect:
        return labelled(ui, box.top(ui.u(ROW)), label, about)

    def _set(self, name: str) -> Any:
        def change(value: Any) -> None:
            setattr(self, name, value)

        return change
