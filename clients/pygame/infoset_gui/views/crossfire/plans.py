"""What commands of Crossfire come to, drawn before they are sent: slides, beams, and who would be lost with the edge."""

from collections.abc import Sequence
from typing import Any, Final

from pygame import Rect

from infoset.turn import Match
from infoset.watching.crossfire_plans import CrossfirePlans
from infoset.wording import say
from infoset_gui.kit.theme import BLACK, Colour, colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.views.crossfire.commander import Commander
from infoset_gui.views.crossfire.field import (
    BEAM,
    DIRECTIONS,
    Field,
    draw_beam,
    draw_sign,
    draw_slide,
)
from infoset_gui.views.crossfire.words import numbered, order_words, unit_order_words
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look

Order = tuple[str, str]  # verb and direction
LIGHT: Final = colour("#ffffff")
WARNING: Final = colour("#ffd24d")


class Plans:
    """The commands of one seat as they would go if nobody else were on the board."""

    def __init__(self, match: Match, commander: Commander) -> None:
        self._match = match
        self._commander = commander
        self._known: tuple[Any, CrossfirePlans | None] = (None, None)

    def of(self, look: Look) -> CrossfirePlans | None:
        """What commands come to, where the rules are installed here."""
        if self._known[0] is not look.obs:
            try:
                self._known = (look.obs, CrossfirePlans(self._match, look.obs))
            except (ValueError, KeyError):
                self._known = (look.obs, None)
        return self._known[1]

    def doomed(self, look: Look) -> Sequence[int]:
        """The units that the shrinking board takes whatever comes, after what they are about to do."""
        plans = self.of(look)
        if plans is None or look.turn is None or self._commander.orders is None:
            return ()
        return [
            unit
            for unit, (square, motion, _, alive) in enumerate(look.obs["units"])
            if alive
            and (order := self._order(look, unit, motion)) is not None
            and not plans.outlives(square, *order)
        ]

    def _order(self, look: Look, unit: int, motion: int) -> Order | None:
        """What a unit is about to do: its motion goes on, else its command."""
        if motion >= 0:
            return "move", DIRECTIONS[motion]
        return self._commander.order(look, unit)

    def draw(self, ui: Ui, field: Field, look: Look) -> None:
        """The commands that are not sent yet, and where the chosen unit can go."""
        plans, orders, chosen = self.of(look), self._commander.orders, self._commander.chosen
        if plans is None or orders is None or look.turn is None:
            return
        ink = mix(ui.theme.seat(look.seat), LIGHT, 0.25)
        doomed = self.doomed(look)
        for unit, (square, motion, _, alive) in enumerate(look.obs["units"]):
            order = self._order(look, unit, motion) if alive else None
            if order is not None:
                draw_plan(ui, field, plans, square, order, ink)
                if unit in doomed:
                    draw_warning(ui, field, plans, square, order)
        if chosen is not None and chosen in orders.asked:
            self._draw_targets(ui, field, look, plans, chosen)
        if doomed:
            draw_alarm(ui, field.rect, say("crossfire-takes", units=numbered(doomed)))

    def _draw_targets(
        self, ui: Ui, field: Field, look: Look, plans: CrossfirePlans, unit: int
    ) -> None:
        """The four ways of the chosen unit, to press."""
        commander = self._commander
        assert commander.orders is not None
        square = look.obs["units"][unit][0]
        verb = "fire" if commander.fires else "move"
        for direction in DIRECTIONS:
            if not commander.orders.can(unit, verb, direction):
                continue
            squares = way(plans, square, (verb, direction))
            if not squares:
                continue
            name = f"{verb} {direction} on the board"
            places = [field.square(at) for at in squares]
            area = places[0].unionall(places[1:])
            if ui.is_hovered(name) or ui.is_focused(name):
                draw_plan(ui, field, plans, square, (verb, direction), ui.theme.accent)
            elif look.hints:
                end = field.middle(squares[0 if commander.fires else -1])
                ui.art.disc(ui.surface, end, field.side * 0.14, ui.theme.accent, BLACK, 1.5)
            ui.region(
                name,
                area.clip(field.rect),
                unit_order_words(unit, verb, direction),
                commander.commanding(look, unit, direction),
                tooltip=plan_words(field, plans, square, (verb, direction)),
            )


def way(plans: CrossfirePlans, square: int, order: Order) -> Sequence[int]:
    """The squares that an order lights, or leads over."""
    verb, direction = order
    return plans.beam(square, direction) if verb == "fire" else plans.slide(square, direction)


def plan_words(field: Field, plans: CrossfirePlans, square: int, order: Order) -> str:
    """What an order comes to, in words."""
    verb, direction = order
    squares = way(plans, square, order)
    count, what = len(squares), sentence(order_words(verb, direction))
    if verb == "fire":
        comes = say("crossfire-lights", count=count)
    else:
        comes = say("crossfire-stops", square=field.name(squares[-1]), count=count)
    words = f"{what}: {comes}"
    is_lost = not plans.outlives(square, verb, direction)
    return f"{words}\n{say('crossfire-no-way')}" if is_lost else words


def draw_plan(
    ui: Ui, field: Field, plans: CrossfirePlans, square: int, order: Order, ink: Colour
) -> None:
    """An order as a broken line: a beam, or a way with its end."""
    verb, direction = order
    squares = way(plans, square, order)
    if verb == "fire":
        is_across = direction in ("left", "right")
        draw_beam(ui, field, squares, BEAM, is_across=is_across, is_plan=True)
    else:
        draw_slide(ui, field, square, squares, ink)


def draw_warning(ui: Ui, field: Field, plans: CrossfirePlans, square: int, order: Order) -> None:
    """A sign at the end of a way that the shrinking board cuts off."""
    end = square if order[0] == "fire" else [square, *way(plans, square, order)][-1]
    x, y = field.middle(end)
    draw_sign(ui, "warning", (x, y - field.side * 0.3), max(10, round(field.side * 0.5)), WARNING)


def draw_alarm(ui: Ui, area: Rect, words: str) -> None:
    """A line over the board."""
    width = ui.width(words, "label") + ui.u(46)
    place = Rect(0, area.y + ui.u(6), width, ui.u(30))
    place.centerx = area.centerx
    ui.floating(place)
    ui.fill(place, ui.theme.bad, 15)
    ink = ui.ink_on(ui.theme.bad)
    ui.icon("warning", (place.x + ui.u(18), place.centery), 17, ink)
    ui.text(words, Rect(place.x + ui.u(32), place.y, width, place.height), "label", ink)
