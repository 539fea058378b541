"""One's units in Crossfire below the board: a card for each with its command, directions, and what sends it all."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, icon_button
from infoset_gui.views.crossfire.commander import Commander
from infoset_gui.views.crossfire.facts import draw_state, unit_words
from infoset_gui.views.crossfire.field import DIRECTIONS
from infoset_gui.views.crossfire.words import order_words, unit_name
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look

STEP: Final = 32  # units of an arrow
SIGNS: Final = {"up": "up", "down": "down", "left": "left", "right": "forward"}


def verbs() -> tuple[str, str]:
    """What the next order makes a unit do: move, fire."""
    return say("crossfire-moves"), say("crossfire-fires")


def sends() -> str:
    """The word for sending everything."""
    return say("crossfire-send")


def undoes() -> str:
    """The word for taking a step back."""
    return say("window-table-undo")


class Bar:
    """The bar of one match."""

    def __init__(self, commander: Commander) -> None:
        self._commander = commander

    def draw(self, ui: Ui, rect: Rect, look: Look, doomed: Sequence[int]) -> None:
        """The whole bar; `doomed` are the units that get a warning."""
        is_asked = look.turn is not None
        ui.fill(
            rect,
            ui.theme.surface,
            10,
            ui.theme.accent if is_asked else ui.theme.line,
            1.5 if is_asked else 1,
        )
        row = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(9)), ui.u(10))
        if is_asked:
            words = max(button_width(ui, one, icon="send") for one in (sends(), undoes()))
            self._draw_buttons(ui, Box(row.right(max(ui.u(104), words)), ui.u(6)), look)
            if self._commander.setup is None:
                words = max(ui.width(one, "label") for one in verbs())
                pad = ui.u(3 * STEP + 4 + 6 + 10) + words
                self._draw_pad(ui, row.right(max(ui.u(160), pad)), look)
        count = len(look.obs["units"]) or len(look.obs["recharge"])
        for number, cell in enumerate(columns(row.rest, count, ui.u(5))):
            self._draw_card(ui, cell, look, number, is_doomed=number in doomed)

    def _draw_buttons(self, ui: Ui, box: Box, look: Look) -> None:
        commander = self._commander
        button(
            ui,
            "send orders",
            box.bottom(ui.u(44)),
            sends(),
            partial(commander.send, look),
            kind="primary",
            icon="send",
            key="enter",
            reason=commander.why_not_send(),
        )
        button(
            ui,
            "undo",
            box.rest,
            undoes(),
            partial(self._undo, look),
            icon="undo",
            key="u",
            style="label",
        )

    def _undo(self, look: Look) -> None:
        if not self._commander.undo():
            look.refuse(say("window-table-nothing-back"))

    def _draw_pad(self, ui: Ui, rect: Rect, look: Look) -> None:
        """Directions for the chosen unit, and whether it moves or fires."""
        commander = self._commander
        unit = commander.chosen
        row = Box(rect, ui.u(6))
        side = min(ui.u(STEP), rect.height // 3)
        pad = row.left(3 * side + ui.u(4))
        verb = "fire" if commander.fires else "move"
        places = {"up": (1, 0), "left": (0, 1), "right": (2, 1), "down": (1, 2)}
        for direction, (column, line) in places.items():
            cell = Rect(
                pad.x + column * side,
                pad.centery - side * 3 // 2 + line * side,
                side - ui.u(2),
                side - ui.u(2),
            )
            ui.fill(cell, ui.theme.raised, 6, ui.theme.line)
            icon_button(
                ui,
                f"{verb} {direction}",
                cell,
                SIGNS[direction],
                sentence(order_words(verb, direction)),
                commander.commanding(look, unit, direction) if unit is not None else None,
                reason=commander.why_not(look, unit, direction),
                ink=ui.theme.bad if commander.fires else None,
            )
        cell = Rect(row.rest.x, pad.centery - ui.u(18), row.rest.width, ui.u(36))
        button(
            ui,
            "fire or move",
            cell,
            verbs()[commander.fires],
            commander.toggle_fire,
            key="f",
            style="label",
            is_on=commander.fires,
            tooltip=say("crossfire-move-or-fire"),
        )

    def _draw_card(self, ui: Ui, rect: Rect, look: Look, number: int, *, is_doomed: bool) -> None:
        """A unit: its charge, what it is doing, its command."""
        commander = self._commander
        units = look.obs["units"]
        unit = units[number] if units else None
        alive = unit is None or bool(unit[3])
        is_chosen = commander.chosen == number and look.turn is not None
        needs = look.turn is not None and number in commander.missing
        self._draw_ground(ui, rect, is_chosen=is_chosen, needs=needs, is_doomed=is_doomed)
        box = Box(rect.inflate(-2 * ui.u(3), -2 * ui.u(5)), ui.u(2))
        setup = commander.setup if unit is None else None
        is_king = number == (setup.king if setup else look.obs["king"])
        self._draw_head(ui, box.top(ui.u(26)), rect, look, number, alive=alive, is_king=is_king)
        foot = box.bottom(ui.u(26))
        if unit is None:
            if setup is not None:
                self._draw_setup(ui, rect, box.rest, foot, number, is_king=is_king)
            return
        draw_state(ui, box.rest, unit, look, number)
        self._draw_command(ui, foot, look, number, unit)
        words = unit_words(number, unit, look.obs, is_king=is_king)
        if not (alive and commander.can_choose(look, number)):
            ui.hint(f"card {number}", rect, words)
            return
        name = f"card {number}"
        ui.region(name, rect, words, partial(commander.choose, number), tooltip=words)
        if ui.is_focused(name):
            ui.focus_ring(rect)

    def _draw_ground(
        self, ui: Ui, rect: Rect, *, is_chosen: bool, needs: bool, is_doomed: bool
    ) -> None:
        ground = ui.theme.soft(ui.theme.accent, 0.22) if is_chosen else ui.theme.raised
        edge = ui.theme.bad if is_doomed else ui.theme.accent if is_chosen else ui.theme.line
        ui.fill(rect, ground, 8, edge, 1.6 if is_chosen or is_doomed else 1)
        if needs and not (is_chosen or is_doomed):
            ui.frame(rect, ui.theme.accent, 8, 1, "dashed")

    def _draw_head(
        self,
        ui: Ui,
        head: Rect,
        rect: Rect,
        look: Look,
        number: int,
        *,
        alive: bool,
        is_king: bool,
    ) -> None:
        """The number of a unit, and its crown where there is room."""
        shade = ui.theme.seat(look.seat) if alive else ui.theme.muted
        mark = Rect(head.centerx - ui.u(11), head.y + ui.u(2), ui.u(22), ui.u(22))
        ui.fill(mark, shade, 11)
        ui.text(str(number + 1), mark, "label", ui.ink_on(shade), align="center")
        if is_king and mark.right + ui.u(20) <= rect.right:
            ui.icon("crown", (mark.right + ui.u(10), mark.centery), 17, ui.theme.warn)

    def _draw_setup(
        self, ui: Ui, rect: Rect, middle: Rect, foot: Rect, number: int, *, is_king: bool
    ) -> None:
        """Before the match: the time that a unit gets, and who is king."""
        commander = self._commander
        setup = commander.setup
        assert setup is not None
        ui.text(str(setup.numbers[number]), middle, "title", align="center")
        name = f"card {number}"
        upper = Rect(rect.x, rect.y, rect.width, foot.y - rect.y)
        recharge = say("crossfire-recharge-of", unit=number + 1)
        words = f"{sentence(recharge)}: {setup.numbers[number]}\n{say('crossfire-exchange')}"
        ui.region(name, upper, words, partial(commander.choose, number), tooltip=words)
        if ui.is_focused(name):
            ui.focus_ring(upper)
        icon_button(
            ui,
            f"crown {number}",
            foot,
            "crown",
            unit_name(number, is_king=True)
            if is_king
            else sentence(say("crossfire-make-king", unit=number + 1)),
            partial(setup.crown, number),
            is_on=is_king,
            ink=ui.theme.warn if is_king else ui.theme.muted,
        )

    def _draw_command(
        self, ui: Ui, rect: Rect, look: Look, number: int, unit: Sequence[int]
    ) -> None:
        """The command that is chosen, or the motion that goes on."""
        order = self._commander.order(look, number)
        if order is not None:
            verb, direction = order
            ink = ui.theme.bad if verb == "fire" else ui.theme.good
            shift = ui.u(9) if verb == "fire" else 0
            if shift:
                ui.icon("bolt", (rect.centerx - shift, rect.centery), 16, ink)
            ui.icon(SIGNS[direction], (rect.centerx + shift, rect.centery), 18, ink)
        elif unit[3] and unit[1] >= 0:
            ui.icon(SIGNS[DIRECTIONS[unit[1]]], rect.center, 18, ui.theme.muted)
