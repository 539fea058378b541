"""Any game at all: what is known as fields, what can be done as buttons."""

import json
from functools import partial
from typing import Final

from pygame import Rect

from infoset.errors import WrongChoiceError
from infoset.seated.wording import wording_for
from infoset.turn import Match
from infoset.watching.boards import PlainBoard
from infoset.watching.text import Style
from infoset.wording import say
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, stepper
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look, View

MAX_SHOWN: Final = 400  # buttons


class PlainView(View):
    """Fields above, answers below."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._board = PlainBoard(Style())
        self._wording = wording_for(match)
        self._picks: dict[str, int] = {}
        self._text = ""

    def task(self, look: Look) -> str:
        if look.turn is None:
            return say("match-waiting")
        return sentence(self._wording.task(look.turn.kind))

    def on_turn(self, look: Look) -> None:
        self._picks.clear()
        self._text = ""

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        self.anchors.clear()
        box = Box(rect, ui.u(10))
        tray = box.bottom(rect.height // 2) if look.turn is not None else None
        inner = ui.panel(box.rest)
        lines = self._board.draw(self.match, look.obs, (), 80)
        width = inner.width - ui.u(10)
        height = sum(ui.paragraph_height(line, width) for line in lines)
        with ui.scroll("fields", inner, height) as place:
            y = place.y
            for line in lines:
                y += ui.paragraph(line, Rect(place.x, y, width, 10**6)).height
        if tray is not None:
            self._draw_answers(ui, ui.panel(tray), look)

    def _draw_answers(self, ui: Ui, rect: Rect, look: Look) -> None:
        turn = look.turn
        assert turn is not None
        if turn.is_product:
            self._draw_slots(ui, rect, look)
            return
        box = Box(rect, ui.u(8))
        if turn.params:
            row = box.bottom(ui.u(38))
            kinds = ", ".join(str(param.get("kind")) for param in turn.params)
            field(
                ui,
                "written",
                row,
                self._text,
                self._set_text,
                hint=say("window-table-written", form=f'["{kinds}", …]'),
                submit=lambda: self._write(look),
                max_length=2_000,
            )
        area, gap = box.rest, ui.u(6)
        across = max(1, area.width // ui.u(200))
        height = ui.u(38)
        count = min(len(turn.actions), MAX_SHOWN)
        total = -(-count // across) * (height + gap)
        with ui.scroll("answers", area, total) as place:
            width = (place.width - gap * (across - 1)) // across
            for index in range(count):
                action = turn.actions[index]
                cell = self.anchors[f"action:{index}"] = Rect(
                    place.x + index % across * (width + gap),
                    place.y + index // across * (height + gap),
                    width,
                    height,
                )
                button(
                    ui,
                    f"action {index}",
                    cell,
                    self._wording.write(action),
                    partial(look.answer, index),
                    style="body",
                )

    def _draw_slots(self, ui: Ui, rect: Rect, look: Look) -> None:
        turn = look.turn
        assert turn is not None
        box = Box(rect, ui.u(8))
        button(
            ui,
            "send",
            box.bottom(ui.u(40)),
            say("frame-talk-send"),
            lambda: look.answer(self._all(look)),
            kind="primary",
        )
        row = ui.u(44)
        with ui.scroll("slots", box.rest, row * len(turn.slots)) as place:
            for at, slot in enumerate(turn.slots):
                line = Box(Rect(place.x, place.y + at * row, place.width, row - ui.u(6)))
                self.anchors[f"slot:{slot.name}"] = line.rest.copy()
                ui.text(slot.name, line.left(line.rest.width // 3), "strong")
                pick = self._picks.get(slot.name, 0)
                count = len(slot.options)
                stepper(
                    ui,
                    f"slot {slot.name}",
                    line.rest,
                    self._wording.short(self.match, slot.options[pick]),
                    partial(self._pick, slot.name, (pick - 1) % count),
                    partial(self._pick, slot.name, (pick + 1) % count),
                )

    def _pick(self, name: str, pick: int) -> None:
        self._picks[name] = pick

    def _all(self, look: Look) -> list[int]:
        assert look.turn is not None
        return [self._picks.get(slot.name, 0) for slot in look.turn.slots]

    def _set_text(self, value: str) -> None:
        self._text = value

    def _write(self, look: Look) -> None:
        try:
            look.answer(json.loads(self._text))
        except (ValueError, WrongChoiceError) as error:
            look.refuse(str(error))
