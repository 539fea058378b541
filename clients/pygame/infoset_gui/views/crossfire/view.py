"""Crossfire on the screen: the board in fog, one's units, and commands that show what they come to before they are sent."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pygame import Rect

from infoset.turn import Match
from infoset.watching.crossfire_plans import CrossfirePlans
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import BLACK, Colour, colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, icon_button
from infoset_gui.views.crossfire.facts import (
    draw_legend,
    draw_shrinking,
    draw_state,
    unit_words,
)
from infoset_gui.views.crossfire.field import (
    DIRECTIONS,
    Camera,
    Field,
    draw_beam,
    draw_fallen,
    draw_ghost,
    draw_maybe,
    draw_ring,
    draw_slide,
    draw_terrain,
    draw_unit,
    squares_of,
)
from infoset_gui.views.crossfire.orders import Orders, Setup, spawns_of
from infoset_gui.views.view import Look, Step, View

BAR: Final = 118
SIDE: Final = 176
GLIDE_S: Final = 0.35
BEAM_S: Final = 1.6
GHOST_ROUNDS: Final = 3
BEAM: Final = colour("#ff3b30")
KEYS: Final = {"w": "up", "d": "right", "s": "down", "a": "left"}


class CrossfireView(View):
    """One match of Crossfire."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._size = int(match.consts["size"])
        self._period = int(match.consts["period"])
        self._camera = Camera()
        self._orders: Orders | None = None
        self._setup: Setup | None = None
        self._chosen: int | None = None  # the unit that gets the next command
        self._fires = False  # the next command is a shot
        self._shows_maybe = True
        self._before: list[int] = []  # where the own units were
        self._now: list[int] = []
        self._fired: list[tuple[int, str]] = []  # own shots of the last round: square and direction
        self._rect = Rect(0, 0, 1, 1)
        self._laid_ready: Mapping[str, int] = {}  # by an assistant, as far as it is taken over
        self._plans: tuple[Any, CrossfirePlans | None] = (None, None)

    def task(self, look: Look) -> str:
        if look.turn is not None:
            if look.turn.kind == "setup":
                return "Give out the recharge times and name your king"
            left = len(self._orders.missing) if self._orders else 0
            return f"Command your units: {left} left" if left else "Send your orders"
        return "The game is over" if look.obs.get("phase") == "over" else "The others are choosing"

    def guide(self, look: Look) -> str:
        if look.turn is None:
            return ""
        if look.turn.kind == "setup":
            return "Press two units to exchange their times: so many rounds pass between two shots. Lose your king and you lose."
        return "Press a unit, then where it shall go; F changes between moving and firing. On ground units slide until something stops them."

    def lesson(self, look: Look) -> Sequence[Step]:
        return (
            Step(
                "area:board",
                "Two sides, at the same time",
                "Both command in secret, then everything happens at once. Who loses the king loses; nobody tells which unit it is. "
                "You see only what is near your units, and forests only from beside them.",
            ),
            Step(
                "area:facts",
                "The board shrinks",
                "Every five rounds the outermost ring turns to mountain, with all that stands on it. The striped squares are next. "
                "On bright ground units slide until something stops them; sand and forest stop them at once.",
            ),
            Step(
                "area:bar",
                "Your units",
                "First give out the recharge times: so many rounds pass between two shots of a unit. The crown makes a king. Later: "
                "press a unit, then a square or an arrow; F changes between moving and firing. Send when all have a command.",
            ),
            Step(
                "area:side",
                "What happened",
                "Everything is told here in words. Lessons for one person are in New room.",
            ),
        )

    def on_turn(self, look: Look) -> None:
        turn = look.turn
        self._fires = False
        self._chosen = None
        if turn is None:
            return
        if turn.kind == "setup":
            self._setup, self._orders = Setup(look.obs["recharge"]), None
        else:
            self._orders, self._setup = Orders(turn), None
            self._chosen = next(iter(self._orders.asked), None)

    def on_event(self, event: Mapping[str, Any]) -> None:
        if event.get("e") != "units" or not isinstance(event.get("squares"), list):
            return
        squares = event["squares"]
        if event.get("by") != self.match.seat or any(square == -1 for square in squares):
            return
        self._before = self._now or list(squares)
        self._now = list(squares)
        self._fired = [
            (square, DIRECTIONS[order - 4])
            for square, order in zip(squares, event["orders"], strict=True)
            if order >= 4
        ]

    def say(self, event: Mapping[str, Any], usual: str | None) -> str | None:
        if event.get("e") != "units" or usual is None:
            return usual
        parts = usual.removeprefix("units: ").split(", ")
        counted = [
            f"{int(number) + 1} {words}"
            for number, _, words in (part.partition(" ") for part in parts)
        ]
        return f"Unit {', '.join(counted)}"

    def undo(self) -> bool:
        if self._setup is not None:
            return self._setup.undo()
        return self._orders is not None and self._orders.undo()

    def on_key(self, key: str, look: Look) -> bool:
        if key in ("+", "=", "-"):
            return self._camera.turn(-2 if key == "-" else 2, (0, 0))
        if key == "0":
            self._camera.reset()
            return True
        if key in KEYS and self._orders is not None and self._chosen is not None:
            self._command(look, self._chosen, KEYS[key])
            return True
        return False

    def on_drag(self, right: int, down: int) -> None:
        self._camera.drag(right, down)

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        if not self._rect.collidepoint(at):
            return False
        return self._camera.turn(steps, (at[0] - self._rect.centerx, at[1] - self._rect.centery))

    def statistics(self, look: Look) -> Sequence[tuple[str, Sequence[str]]]:
        reveal = look.obs.get("reveal") or []
        return (
            (
                ("Units left", [str(sum(unit[4] for unit in side)) for side in reveal]),
                ("Recharge times", [" ".join(str(unit[2]) for unit in side) for side in reveal]),
            )
            if reveal
            else ()
        )

    # The picture.

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        self.anchors = {}
        if look.laid_ready != self._laid_ready:
            self._laid_ready = dict(look.laid_ready)
            if self._orders is not None and look.turn is not None:
                self._orders.take(look.laid_ready)
        box = Box(rect, ui.u(8))
        if look.seat >= 0 and look.obs["phase"] != "over":
            bar = self.anchors["area:bar"] = box.bottom(ui.u(BAR))
            self._draw_bar(ui, bar, look)
        facts = self.anchors["area:facts"] = box.right(ui.u(SIDE))
        self._draw_facts(ui, facts, look)
        self._rect = self.anchors["area:board"] = box.rest
        ui.fill(box.rest, mix(ui.theme.ground, BLACK, 0.25), 10)
        with ui.clipped(box.rest):
            self._draw_board(
                ui, Field(box.rest.inflate(-ui.u(8), -ui.u(8)), self._size, self._camera), look
            )

    def _plan(self, look: Look) -> CrossfirePlans | None:
        """What commands come to, where the rules are installed here."""
        if self._plans[0] is not look.obs:
            try:
                self._plans = (look.obs, CrossfirePlans(self.match, look.obs))
            except (ValueError, KeyError):
                self._plans = (look.obs, None)
        return self._plans[1]

    def _draw_board(self, ui: Ui, field: Field, look: Look) -> None:
        obs = look.obs
        is_open = obs["phase"] in ("setup", "over") or look.seat < 0
        count = self._size * self._size
        visible = set(range(count)) if is_open else set(squares_of(obs["visible"]))
        draw_terrain(ui, field, obs["terrain"], visible)
        for number in range(count):
            self.anchors[f"cell:{number // self._size},{number % self._size}"] = field.square(
                number
            )
        if obs["phase"] != "over":
            ring = (obs["round"] - 1) // self._period
            if obs["phase"] == "setup" or obs["reduction_in"] <= 3:
                draw_ring(
                    ui, field, ring, is_now=obs["phase"] != "setup" and obs["reduction_in"] == 1
                )
        if obs["phase"] == "setup":
            self._draw_setup(ui, field, look)
        elif obs.get("reveal"):
            self._draw_revealed(ui, field, look)
        elif look.seat >= 0:
            self._draw_own_view(ui, field, look)
        else:
            self._draw_all(ui, field, look)

    def _draw_all(self, ui: Ui, field: Field, look: Look) -> None:
        """Both sides, for who may see through all eyes."""
        for seat, obs in enumerate(look.eyes):
            for number, (square, motion, wait, alive) in enumerate(obs["units"]):
                if alive:
                    draw_unit(
                        ui,
                        field.middle(square),
                        field.side,
                        seat,
                        str(number + 1),
                        is_king=number == obs["king"],
                        is_charged=not wait,
                        motion=DIRECTIONS[motion] if motion >= 0 else "",
                    )

    def _draw_revealed(self, ui: Ui, field: Field, look: Look) -> None:
        """All units at the end; where several were destroyed on one square they share a sign."""
        fallen: dict[int, list[str]] = {}
        for seat, side in enumerate(look.obs["reveal"]):
            for number, unit in enumerate(side):
                square, motion, _, wait, alive, king = unit[:6]
                name = f"{look.names[seat]}, unit {number + 1}{' (king)' if king else ''}"
                if not alive:
                    draw_fallen(ui, field.middle(square), field.side, seat, is_king=bool(king))
                    fallen.setdefault(square, []).append(name)
                    continue
                draw_unit(
                    ui,
                    field.middle(square),
                    field.side,
                    seat,
                    str(number + 1),
                    is_king=bool(king),
                    is_charged=not wait,
                    motion=DIRECTIONS[motion] if motion >= 0 else "",
                )
                ui.hint(f"revealed {seat} {number}", field.square(square), name)
        for square, names in fallen.items():
            ui.hint(f"fallen {square}", field.square(square), f"Destroyed: {'; '.join(names)}")

    def _draw_setup(self, ui: Ui, field: Field, look: Look) -> None:
        drawn = look.obs["map"]
        for seat in (0, 1):
            own = seat == look.seat
            for number, square in enumerate(spawns_of(drawn, seat)):
                label = str(self._setup.numbers[number]) if own and self._setup else "?"
                is_king = own and self._setup is not None and self._setup.king == number
                draw_unit(ui, field.middle(square), field.side, seat, label, is_king=is_king)
                place = field.square(square)
                if not own:
                    ui.hint(
                        f"enemy {number}", place, "An enemy unit starts here; its time is secret"
                    )
                elif self._setup is not None:
                    self._unit_region(
                        ui,
                        place,
                        number,
                        f"Unit {number + 1}: fires every {self._setup.numbers[number]} rounds",
                    )
                    self.anchors[f"unit:{number}"] = place

    def _draw_own_view(self, ui: Ui, field: Field, look: Look) -> None:
        obs = look.obs
        enemy = 1 - look.seat
        self._draw_knowledge(ui, field, look, enemy)
        self._draw_lights(ui, field, look)
        self._draw_plans(ui, field, look)
        for square in obs["seen"][-1] if obs["seen"] else []:
            draw_unit(ui, field.middle(square), field.side, enemy, "!")
            ui.hint(f"seen {square}", field.square(square), f"An enemy at {field.name(square)}")
        for number, unit in enumerate(obs["units"]):
            self._draw_own_unit(ui, field, look, number, unit)

    def _draw_knowledge(self, ui: Ui, field: Field, look: Look, enemy: int) -> None:
        """Where enemies were seen, and where they can be."""
        seen = look.obs["seen"]
        for age, squares in enumerate(reversed(seen[:-1][-GHOST_ROUNDS:]), start=1):
            for square in squares:
                draw_ghost(ui, field.square(square), enemy, age)
        if not self._shows_maybe:
            return
        counts: dict[int, int] = {}
        for text in look.obs["reach"]:
            for square in squares_of(text):
                counts[square] = counts.get(square, 0) + 1
        for square, count in counts.items():
            if square not in seen[-1]:
                draw_maybe(ui, field.square(square), enemy, count)

    def _draw_lights(self, ui: Ui, field: Field, look: Look) -> None:
        """Beams of the last round: those that were seen, and the own ones."""
        last = look.obs["round"] - 1
        for entry in look.obs["light"]:
            if entry[0] == last:
                draw_beam(ui, field, entry[2:], BEAM, is_across=entry[1] == 0)
        plans = self._plan(look)
        if plans is None or look.age_s > BEAM_S:
            return
        for square, direction in self._fired:
            lit = plans.beam(square, direction)
            draw_beam(
                ui, field, lit, ui.theme.seat(look.seat), is_across=direction in ("left", "right")
            )

    def _draw_plans(self, ui: Ui, field: Field, look: Look) -> None:
        """What the commands come to that are not sent yet, and where the chosen unit can go."""
        plans, orders = self._plan(look), self._orders
        if plans is None or orders is None or look.turn is None:
            return
        ink = ui.theme.seat(look.seat)
        for unit in orders.asked:
            order = orders.order(unit)
            if order is not None:
                self._draw_plan(
                    ui,
                    field,
                    plans,
                    look.obs["units"][unit][0],
                    order,
                    mix(ink, colour("#ffffff"), 0.25),
                )
        if self._chosen is not None and self._chosen in orders.asked:
            self._draw_targets(ui, field, look, plans, self._chosen)

    def _draw_plan(
        self,
        ui: Ui,
        field: Field,
        plans: CrossfirePlans,
        square: int,
        order: tuple[str, str],
        ink: Colour,
    ) -> None:
        verb, direction = order
        if verb == "fire":
            draw_beam(
                ui,
                field,
                plans.beam(square, direction),
                BEAM,
                is_across=direction in ("left", "right"),
                is_plan=True,
            )
        else:
            draw_slide(ui, field, square, plans.slide(square, direction), ink)

    def _draw_targets(
        self, ui: Ui, field: Field, look: Look, plans: CrossfirePlans, unit: int
    ) -> None:
        """The four ways of the chosen unit, to press."""
        orders = self._orders
        assert orders is not None
        square = look.obs["units"][unit][0]
        verb = "fire" if self._fires else "move"
        for direction in DIRECTIONS:
            if not orders.can(unit, verb, direction):
                continue
            squares = (
                plans.beam(square, direction) if self._fires else plans.slide(square, direction)
            )
            name = f"{verb} {direction} on the board"
            places = [field.square(at) for at in squares]
            if not places:
                continue
            area = places[0].unionall(places[1:])
            is_here = ui.is_hovered(name) or ui.is_focused(name)
            if is_here:
                self._draw_plan(ui, field, plans, square, (verb, direction), ui.theme.accent)
            elif look.hints:
                end = field.middle(squares[-1 if not self._fires else 0])
                ui.art.disc(ui.surface, end, field.side * 0.14, ui.theme.accent, BLACK, 1.5)
            words = self._target_words(field, plans, squares, direction)
            ui.region(
                name,
                area.clip(field.rect),
                f"unit {unit + 1} {verb} {direction}",
                self._commanding(look, unit, direction),
                tooltip=words,
            )

    def _target_words(
        self, field: Field, plans: CrossfirePlans, squares: Sequence[int], direction: str
    ) -> str:
        if self._fires:
            return f"Fire {direction}: lights {len(squares)} squares"
        end = squares[-1]
        words = f"Move {direction}: stops at {field.name(end)} after {len(squares)} {'round' if len(squares) == 1 else 'rounds'}"
        return (
            words
            if plans.is_survivable(end)
            else f"{words}\nNo way from there outlives the shrinking board"
        )

    def _draw_own_unit(
        self, ui: Ui, field: Field, look: Look, number: int, unit: Sequence[int]
    ) -> None:
        square, motion, wait, alive = unit
        if not alive:
            return
        middle = field.middle(square)
        if (
            look.animated
            and look.age_s < GLIDE_S
            and number < len(self._before)
            and self._now[number] == square
        ):
            middle = field.between(self._before[number], square, look.age_s / GLIDE_S)
            ui.is_moving = True
        place = field.square(square)
        self.anchors[f"unit:{number}"] = place
        is_king = number == look.obs["king"]
        if self._chosen == number and look.turn is not None:
            ui.art.disc(
                ui.surface,
                middle,
                field.side * 0.56,
                None,
                ui.theme.accent,
                max(2.0, field.side * 0.08),
            )
        draw_unit(
            ui,
            middle,
            field.side,
            look.seat,
            str(number + 1),
            is_king=is_king,
            is_charged=not wait,
            motion=DIRECTIONS[motion] if motion >= 0 else "",
        )
        self._unit_region(ui, place, number, unit_words(number, unit, look.obs, is_king=is_king))

    def _unit_region(self, ui: Ui, place: Rect, number: int, words: str) -> None:
        name = f"unit {number}"
        ui.region(
            name,
            place,
            name,
            lambda: self._choose(number),
            tooltip=words,
            key=str(number + 1) if number < 9 else "",
        )
        if ui.is_focused(name):
            ui.focus_ring(place)

    # What is chosen.

    def _choose(self, unit: int) -> None:
        if self._setup is not None:
            if self._chosen is None:
                self._chosen = unit
            else:
                if self._chosen != unit:
                    self._setup.swap(self._chosen, unit)
                self._chosen = None
        elif self._orders is not None and unit in self._orders.asked:
            self._chosen = unit

    def _commanding(self, look: Look, unit: int, direction: str) -> Press:
        return lambda: self._command(look, unit, direction)

    def _command(self, look: Look, unit: int, direction: str) -> None:
        orders = self._orders
        if orders is None:
            return
        verb = "fire" if self._fires else "move"
        if not orders.give(unit, verb, direction):
            wait = look.obs["units"][unit][2]
            look.refuse(
                f"unit {unit + 1} is not charged: it can fire in {wait} {'round' if wait == 1 else 'rounds'}"
                if self._fires
                else f"unit {unit + 1} is on the move"
            )
            return
        self._fires = False
        missing = orders.missing
        later = [one for one in missing if one > unit]
        self._chosen = next(iter(later or missing), unit)

    def _zoom(self, steps: int) -> None:
        self._camera.turn(steps, (0, 0))

    def _toggle_fire(self) -> None:
        self._fires = not self._fires

    def _toggle_maybe(self) -> None:
        self._shows_maybe = not self._shows_maybe

    def _send(self, look: Look) -> None:
        chosen = self._setup or self._orders
        if isinstance(chosen, Orders) and chosen.missing:
            look.refuse(
                f"without a command yet: unit {', '.join(str(unit + 1) for unit in chosen.missing)}"
            )
        elif chosen is not None:
            look.answer(chosen.answer())

    # Beside and below the board.

    def _draw_facts(self, ui: Ui, rect: Rect, look: Look) -> None:
        obs = look.obs
        box = Box(rect, ui.u(8))
        head = Box(ui.panel(box.top(ui.u(126))), ui.u(2))
        last = self.match.consts.get("last_round", "")
        ui.text(f"Round {obs['round']}", head.top(ui.u(26)), "title")
        ui.text(f"of at most {last}", head.top(ui.u(18)), "caption", ui.theme.muted)
        draw_shrinking(ui, head.rest, look)
        tools = Box(box.top(ui.u(38)), ui.u(6))
        width = (tools.rest.width - 3 * ui.u(6)) // 4
        for name, sign, label, press, key, is_on in (
            (
                "maybe",
                "question",
                "Where enemies can be",
                self._toggle_maybe,
                "g",
                self._shows_maybe,
            ),
            (
                "closer",
                "plus",
                "Closer (+ or the wheel)",
                lambda: self._zoom(3),
                "",
                False,
            ),
            (
                "farther",
                "minus",
                "Farther (- or the wheel)",
                lambda: self._zoom(-3),
                "",
                False,
            ),
            (
                "whole",
                "expand",
                "The whole board (0); drag with the right button",
                self._camera.reset,
                "",
                False,
            ),
        ):
            cell = tools.left(width)
            ui.fill(cell, ui.theme.surface, 8, ui.theme.line)
            icon_button(ui, name, cell, sign, label, press, key=key, is_on=is_on)
        draw_legend(ui, box.rest)

    def _draw_bar(self, ui: Ui, rect: Rect, look: Look) -> None:
        is_asked = look.turn is not None
        ui.fill(
            rect,
            ui.theme.surface,
            10,
            ui.theme.accent if is_asked else ui.theme.line,
            1.5 if is_asked else 1,
        )
        row = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(9)), ui.u(10))
        if not is_asked:
            self._draw_units(ui, row.rest, look)
            return
        buttons = Box(row.right(ui.u(104)), ui.u(6))
        reason = ""
        if self._orders is not None and self._orders.missing:
            reason = f"without a command yet: unit {', '.join(str(unit + 1) for unit in self._orders.missing)}"
        button(
            ui,
            "send orders",
            buttons.bottom(ui.u(44)),
            "Send",
            lambda: self._send(look),
            kind="primary",
            icon="send",
            key="enter",
            reason=reason,
        )
        button(
            ui,
            "undo",
            buttons.rest,
            "Undo",
            lambda: self._undo_or_say(look),
            icon="undo",
            key="u",
            style="label",
        )
        if self._setup is None:
            self._draw_pad(ui, row.right(ui.u(160)), look)
        self._draw_units(ui, row.rest, look)

    def _undo_or_say(self, look: Look) -> None:
        if not self.undo():
            look.refuse("there is nothing to take back")

    def _draw_pad(self, ui: Ui, rect: Rect, look: Look) -> None:
        """Directions for the chosen unit, and whether it moves or fires."""
        unit, orders = self._chosen, self._orders
        row = Box(rect, ui.u(6))
        side = min(ui.u(32), rect.height // 3)
        pad = row.left(3 * side + ui.u(4))
        verb = "fire" if self._fires else "move"
        places = {"up": (1, 0), "left": (0, 1), "right": (2, 1), "down": (1, 2)}
        signs = {"up": "up", "down": "down", "left": "left", "right": "forward"}
        for direction, (column, line) in places.items():
            cell = Rect(
                pad.x + column * side,
                pad.centery - side * 3 // 2 + line * side,
                side - ui.u(2),
                side - ui.u(2),
            )
            can = unit is not None and orders is not None and orders.can(unit, verb, direction)
            reason = (
                ""
                if can
                else "choose a unit that waits for a command"
                if unit is None
                else f"unit {unit + 1} cannot {verb} now"
            )
            ui.fill(cell, ui.theme.raised, 6, ui.theme.line)
            icon_button(
                ui,
                f"{verb} {direction}",
                cell,
                signs[direction],
                f"{verb.title()} {direction}",
                self._commanding(look, unit, direction) if unit is not None else None,
                reason=reason,
                key="",
                ink=ui.theme.bad if self._fires else None,
            )
        label = "Fires" if self._fires else "Moves"
        cell = Rect(row.rest.x, pad.centery - ui.u(18), row.rest.width, ui.u(36))
        button(
            ui,
            "fire or move",
            cell,
            label,
            self._toggle_fire,
            key="f",
            style="label",
            is_on=self._fires,
            tooltip="Moving or firing?",
        )

    def _draw_units(self, ui: Ui, rect: Rect, look: Look) -> None:
        """A card for each unit: its charge, what it is doing, its command."""
        count = len(look.obs["units"]) or len(look.obs["recharge"])
        for number, cell in enumerate(columns(rect, count, ui.u(5))):
            self._draw_unit_card(ui, cell, look, number)

    def _draw_unit_card(self, ui: Ui, rect: Rect, look: Look, number: int) -> None:
        units = look.obs["units"]
        unit = units[number] if units else None
        alive = unit is None or bool(unit[3])
        is_chosen = self._chosen == number and look.turn is not None
        needs = (
            self._orders is not None and look.turn is not None and number in self._orders.missing
        )
        shade = ui.theme.seat(look.seat)
        ground = ui.theme.soft(ui.theme.accent, 0.22) if is_chosen else ui.theme.raised
        ui.fill(
            rect,
            ground,
            8,
            ui.theme.accent if is_chosen else ui.theme.warn if needs else ui.theme.line,
            1.6 if needs or is_chosen else 1,
        )
        box = Box(rect.inflate(-2 * ui.u(3), -2 * ui.u(5)), ui.u(2))
        is_king = number == (self._setup.king if self._setup and unit is None else look.obs["king"])
        head = box.top(ui.u(26))
        mark = Rect(head.centerx - ui.u(11), head.y + ui.u(2), ui.u(22), ui.u(22))
        ui.fill(mark, shade if alive else ui.theme.muted, 11)
        ui.text(
            str(number + 1),
            mark,
            "label",
            ui.ink_on(shade if alive else ui.theme.muted),
            align="center",
        )
        if is_king and mark.right + ui.u(20) <= rect.right:
            ui.icon("crown", (mark.right + ui.u(10), mark.centery), 17, ui.theme.warn)
        foot = box.bottom(ui.u(26))
        if unit is None:
            if self._setup is not None:
                self._draw_setup_card(ui, rect, box.rest, foot, number, is_king=is_king)
            return
        draw_state(ui, box.rest, unit, look, number)
        self._draw_command(ui, foot, look, number, unit)
        words = unit_words(number, unit, look.obs, is_king=is_king)
        if (
            alive
            and look.turn is not None
            and self._orders is not None
            and number in self._orders.asked
        ):
            name = f"card {number}"
            ui.region(name, rect, name, lambda: self._choose(number), tooltip=words)
            if ui.is_focused(name):
                ui.focus_ring(rect)
        else:
            ui.hint(f"card {number}", rect, words)

    def _draw_setup_card(
        self, ui: Ui, rect: Rect, middle: Rect, foot: Rect, number: int, *, is_king: bool
    ) -> None:
        setup = self._setup
        assert setup is not None
        ui.text(str(setup.numbers[number]), middle, "title", align="center")
        name = f"card {number}"
        upper = Rect(rect.x, rect.y, rect.width, foot.y - rect.y)
        ui.region(
            name,
            upper,
            name,
            lambda: self._choose(number),
            tooltip=f"Fires every {setup.numbers[number]} rounds\nPress two units to exchange",
        )
        if ui.is_focused(name):
            ui.focus_ring(upper)
        ink = ui.theme.warn if is_king else ui.theme.muted
        icon_button(
            ui,
            f"crown {number}",
            foot,
            "crown",
            f"Unit {number + 1} is the king" if is_king else f"Make unit {number + 1} the king",
            lambda: setup.crown(number),
            is_on=is_king,
            ink=ink,
        )

    def _draw_command(
        self, ui: Ui, rect: Rect, look: Look, number: int, unit: Sequence[int]
    ) -> None:
        """The command that is chosen, or the motion that goes on."""
        signs = {"up": "up", "down": "down", "left": "left", "right": "forward"}
        order = (
            self._orders.order(number)
            if self._orders is not None and look.turn is not None
            else None
        )
        if order is not None:
            verb, direction = order
            ink = ui.theme.bad if verb == "fire" else ui.theme.good
            shift = ui.u(9) if verb == "fire" else 0
            if shift:
                ui.icon("bolt", (rect.centerx - shift, rect.centery), 16, ink)
            ui.icon(signs[direction], (rect.centerx + shift, rect.centery), 18, ink)
        elif unit[3] and unit[1] >= 0:
            ui.icon(signs[DIRECTIONS[unit[1]]], rect.center, 18, ui.theme.muted)
