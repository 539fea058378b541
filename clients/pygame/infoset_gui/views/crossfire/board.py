"""The board of Crossfire through the eyes of one seat, of both, or of a stranger. Knows what is chosen, changes nothing."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.knowing.figures import percent_words
from infoset.turn import Match
from infoset.wording import say
from infoset_gui.kit.theme import Colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.views.crossfire.commander import Commander
from infoset_gui.views.crossfire.facts import unit_words
from infoset_gui.views.crossfire.field import (
    BEAM,
    DIRECTIONS,
    Camera,
    Field,
    draw_beam,
    draw_chance,
    draw_fallen,
    draw_ghost,
    draw_maybe,
    draw_names,
    draw_unit,
    squares_of,
)
from infoset_gui.views.crossfire.orders import spawns_of
from infoset_gui.views.crossfire.plans import Plans
from infoset_gui.views.crossfire.sketches import (
    commands_of,
    draw_commands,
    draw_times,
    pointed_at,
)
from infoset_gui.views.crossfire.terrain import draw_lost, draw_ring, draw_terrain
from infoset_gui.views.crossfire.words import unit_name
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look

GUTTER: Final = 17  # units for letters and numbers
GLIDE_S: Final = 0.35
BEAM_S: Final = 1.6
GHOST_ROUNDS: Final = 3
SHOWN_ROUNDS: Final = 3  # before the board shrinks, from which on that is to be seen


class Board:
    """The board of one match."""

    def __init__(self, match: Match, commander: Commander, anchors: dict[str, Rect]) -> None:
        """`anchors` is where the places of the board are noted."""
        self.anchors = anchors
        self.camera = Camera()
        self.plans = Plans(match, commander)
        self.shows_maybe = True
        self._commander = commander
        self._match = match
        self._size = int(match.consts["size"])
        self._period = int(match.consts["period"])
        self._before: list[int] = []  # where the own units were
        self._now: list[int] = []
        self._fired: list[tuple[int, str]] = []  # own shots of the last round: square and direction
        self._rect = Rect(0, 0, 1, 1)

    def on_event(self, event: Mapping[str, Any]) -> None:
        """Notes where the own units are, and what they have lit."""
        if event.get("e") != "units" or not isinstance(event.get("squares"), list):
            return
        squares = event["squares"]
        if event.get("by") != self._match.seat or any(square == -1 for square in squares):
            return
        self._before = self._now or list(squares)
        self._now = list(squares)
        self._fired = [
            (square, DIRECTIONS[order - 4])
            for square, order in zip(squares, event["orders"], strict=True)
            if order >= 4
        ]

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        """The wheel was turned at a place; was that on the board?"""
        if not self._rect.collidepoint(at):
            return False
        return self.camera.turn(steps, (at[0] - self._rect.centerx, at[1] - self._rect.centery))

    def toggle_maybe(self) -> None:
        """Shows where enemies can be, or hides it."""
        self.shows_maybe = not self.shows_maybe

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """Everything in its place, as far as it is known."""
        self._rect = self.anchors["area:board"] = rect
        ui.fill(rect, ground_behind(ui), 10, ui.theme.line)
        gutter = ui.u(GUTTER)
        inside = Rect(
            rect.x + gutter,
            rect.y + gutter,
            rect.width - 2 * gutter,
            rect.height - gutter - ui.u(4),
        )
        field = Field(inside, self._size, self.camera)
        with ui.clipped(inside):
            self._draw_ground(ui, field, look)
        draw_names(ui, field, rect)
        with ui.clipped(inside):
            self._draw(ui, field, look)

    def _draw(self, ui: Ui, field: Field, look: Look) -> None:
        obs = look.obs
        for number in range(self._size * self._size):
            name = f"cell:{number // self._size},{number % self._size}"
            self.anchors[name] = field.square(number)
        if obs["phase"] == "setup" and (look.seat >= 0 or look.eyes):
            self._draw_setup(ui, field, look)
        elif obs.get("reveal"):
            self._draw_revealed(ui, field, look)
        elif look.seat >= 0:
            self._draw_own_view(ui, field, look)
        elif look.eyes:
            self._draw_all(ui, field, look)
        else:
            self._draw_starts(ui, field, look)

    def _draw_starts(self, ui: Ui, field: Field, look: Look) -> None:
        """For strangers, who are not told where units are: where both sides began."""
        for seat in (0, 1):
            for number, square in enumerate(spawns_of(look.obs["map"], seat)):
                place = field.square(square)
                draw_ghost(ui, place, seat, 0)
                began = say("crossfire-began-here", unit=number + 1, name=look.names[seat])
                words = sentence(began)
                ui.hint(f"start {seat} {number}", place, words)

    def _draw_ground(self, ui: Ui, field: Field, look: Look) -> None:
        """Terrain, fog, and what the board loses: the same until something of that changes."""
        obs = look.obs
        is_early, is_over = obs["phase"] == "setup", obs["phase"] == "over"
        is_open = is_early or is_over or look.seat < 0
        sight = "" if is_open else obs["visible"]
        ring, left = (obs["round"] - 1) // self._period, obs["reduction_in"]
        is_told = is_early or (not is_over and left <= SHOWN_ROUNDS)
        is_now = not is_early and left == 1

        def paint() -> None:
            ui.surface.fill(ground_behind(ui), field.rect)
            count = self._size * self._size
            visible = set(range(count)) if is_open else set(squares_of(sight))
            draw_terrain(ui, field, obs["terrain"], visible)
            draw_lost(ui, field, ring)
            if is_told:
                draw_ring(ui, field, ring, is_now=is_now)

        place = field.x, field.y, field.side
        key = "field", obs["terrain"], sight, is_open, ring, is_told, is_now, place
        ui.still(key, field.rect, paint)

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
                name = f"{look.names[seat]}: {unit_name(number, is_king=bool(king))}"
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
            words = f"{sentence(say('crossfire-destroyed'))}: {'; '.join(names)}"
            ui.hint(f"fallen {square}", field.square(square), words)

    def _draw_setup(self, ui: Ui, field: Field, look: Look) -> None:
        drawn = look.obs["map"]
        for seat in (0, 1):
            own = seat == look.seat
            for number, square in enumerate(spawns_of(drawn, seat)):
                label = (
                    str(self._commander.setup.numbers[number])
                    if own and self._commander.setup
                    else "?"
                )
                is_king = (
                    own
                    and self._commander.setup is not None
                    and self._commander.setup.king == number
                )
                draw_unit(ui, field.middle(square), field.side, seat, label, is_king=is_king)
                place = field.square(square)
                if not own:
                    ui.hint(f"enemy {number}", place, sentence(say("crossfire-enemy")))
                elif self._commander.setup is not None:
                    time = self._commander.setup.numbers[number]
                    words = say("crossfire-unit-recharge", unit=number + 1, recharge=time)
                    self._unit_region(ui, place, number, sentence(words))
                    self.anchors[f"unit:{number}"] = place

        sketch, turn = pointed_at(ui, look.sketches), look.turn
        if sketch is not None and turn is not None and len(sketch.picks) == len(turn.slots):
            picks = [sketch.picks[slot.name] for slot in turn.slots]
            draw_times(ui, field, look, spawns_of(drawn, look.seat), picks)

    def _draw_own_view(self, ui: Ui, field: Field, look: Look) -> None:
        obs = look.obs
        enemy = 1 - look.seat
        self._draw_knowledge(ui, field, look, enemy)
        self._draw_lights(ui, field, look)
        self.plans.draw(ui, field, look)
        self._draw_sketch(ui, field, look)
        for square in obs["seen"][-1] if obs["seen"] else []:
            draw_unit(ui, field.middle(square), field.side, enemy, "!")
            words = sentence(say("crossfire-enemy-on", square=field.name(square)))
            ui.hint(f"seen {square}", field.square(square), words)
        for number, unit in enumerate(obs["units"]):
            self._draw_own_unit(ui, field, look, number, unit)

    def _draw_sketch(self, ui: Ui, field: Field, look: Look) -> None:
        """What an assistant proposes."""
        sketch, plans, turn = pointed_at(ui, look.sketches), self.plans.of(look), look.turn
        if sketch is not None and turn is not None and plans is not None:
            draw_commands(ui, field, look, plans, commands_of(turn, sketch.picks))

    def _draw_knowledge(self, ui: Ui, field: Field, look: Look, enemy: int) -> None:
        """Where enemies were seen, and where they can be."""
        seen = look.obs["seen"]
        for age, squares in enumerate(reversed(seen[:-1][-GHOST_ROUNDS:]), start=1):
            for square in squares:
                draw_ghost(ui, field.square(square), enemy, age)
        if not self.shows_maybe:
            return
        counts: dict[int, int] = {}
        for text in look.obs["reach"]:
            for square in squares_of(text):
                counts[square] = counts.get(square, 0) + 1
        chances = chances_of(look, enemy)
        for square, count in counts.items():
            if square in seen[-1]:
                continue
            if not chances:
                draw_maybe(ui, field.square(square), enemy, count)
                continue
            chance = chances.get(square, 0.0)
            draw_chance(ui, field.square(square), enemy, chance)
            may_be = say("crossfire-may-be", count=count)
            words = say("crossfire-may-be-chance", words=may_be, chance=percent_words(chance))
            ui.hint(f"maybe {square}", field.square(square), sentence(words))

    def _draw_lights(self, ui: Ui, field: Field, look: Look) -> None:
        """Beams of the last round: those that were seen, and the own ones."""
        last = look.obs["round"] - 1
        for entry in look.obs["light"]:
            if entry[0] == last:
                draw_beam(ui, field, entry[2:], BEAM, is_across=entry[1] == 0)
        plans = self.plans.of(look)
        if plans is None or look.age_s > BEAM_S:
            return
        for square, direction in self._fired:
            lit = plans.beam(square, direction)
            draw_beam(
                ui, field, lit, ui.theme.seat(look.seat), is_across=direction in ("left", "right")
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
            ui.move(ui.now_s)
        place = field.square(square)
        self.anchors[f"unit:{number}"] = place
        is_king = number == look.obs["king"]
        if self._commander.chosen == number and look.turn is not None:
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
            words,
            partial(self._commander.choose, number),
            tooltip=words,
            key=str(number + 1) if number < 9 else "",
        )
        if ui.is_focused(name):
            ui.focus_ring(place)


def ground_behind(ui: Ui) -> Colour:
    """The colour of the table on which the board lies."""
    return mix(ui.theme.ground, ui.theme.accent, 0.0 if ui.theme.is_dark else 0.12)


def chances_of(look: Look, enemy: int) -> dict[int, float]:
    """The chances of squares, where they are known of this very position."""
    return {
        int(fact.what[1]): fact.chance
        for known in look.known
        if known.seat == enemy
        for fact in known.facts
        if fact.what[0] == "enemy"
    }
