"""Colonizers on the screen: four seats, what is known of them, and the cards to choose from."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.turn import Action, Match
from infoset.wording import listed, say
from infoset_gui.kit.layout import Box, columns, grid
from infoset_gui.kit.theme import PATTERNS, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.views.colonizers.cards import (
    Colonist,
    draw_amount,
    draw_back,
    draw_role,
    draw_slot,
    draw_small,
    read_colonists,
    read_modules,
)
from infoset_gui.views.colonizers.telling import Teller
from infoset_gui.views.colonizers.tray import Tray
from infoset_gui.views.colonizers.words import (
    ASKED,
    action_words,
    guide,
    holders,
    lesson,
    phase_words,
    task,
)
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look, Step, View

BUBBLE_S: Final = 1.6
LEAST_HAND: Final = 5
ROLE: Final = 72  # units of the place for a colonist, at least


class ColonizersView(View):
    """One match of Colonizers."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._modules = read_modules(match.consts)
        self._colonists = read_colonists(match.consts)
        self._colony = int(match.consts["colony"])
        self._hand_limit = int(match.consts["hand_limit"])
        self._teller = Teller(match, self._modules, self._colonists)
        self._tray = Tray(self._modules, self._colonists, self.anchors)

    def task(self, look: Look) -> str:
        return task(look)

    def guide(self, look: Look) -> str:
        return guide(look)

    def lesson(self, look: Look) -> Sequence[Step]:
        return lesson(look)

    def say(self, event: Mapping[str, Any], usual: str | None) -> str | None:
        return self._teller.say(event)

    def deciders(self, obs: Mapping[str, Any]) -> Iterable[int]:
        return [obs["turn"]] if obs["turn"] >= 0 and obs["phase"] in ASKED else []

    def on_turn(self, look: Look) -> None:
        self._tray.is_shut = False

    def is_forced(self, look: Look) -> bool:
        return [list(action) for action in look.actions] == [["skip"]]

    def write_action(self, action: Action) -> str:
        if len(action) < 2 and action[0] not in ("omnium", "draw"):
            return ""
        return action_words(action, self._modules, self._colonists)

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        self.anchors.clear()
        box = Box(rect, ui.u(8))
        tray = None
        if look.turn is not None:
            tray = box.bottom(ui.u(self._tray.height))
        strip = box.top(ui.u(40))
        self.anchors["area:round"] = strip
        self.anchors["area:table"] = box.rest.copy()
        self._draw_round(ui, strip, look)
        players = look.obs["players"]
        for seat, cell in enumerate(grid(box.rest, 2, 2, ui.u(8))):
            self._draw_seat(ui, cell, look, seat, players[seat])
        if tray is not None:
            self.anchors["area:tray"] = tray
            self._tray.draw(ui, tray, look)

    # The table.

    def _draw_round(self, ui: Ui, rect: Rect, look: Look) -> None:
        obs = look.obs
        ui.fill(rect, ui.theme.surface, 9, ui.theme.line)
        row = Box(rect.inflate(-2 * ui.u(12), 0), ui.u(14))
        words = say("window-table-round", round=obs["round"])
        ui.text(words, row.left(ui.width(words, "strong") + ui.u(2)), "strong")
        deck = f"{obs['deck_n']}"
        cell = row.left(ui.u(24) + ui.width(deck, "strong"))
        ui.icon("deck", (cell.x + ui.u(9), cell.centery), 18, ui.theme.muted)
        ui.text(deck, Rect(cell.x + ui.u(24), cell.y, cell.width, cell.height), "strong")
        ui.hint("deck", cell, say("colonizers-in-deck", count=obs["deck_n"]))
        self.anchors["pile:deck"] = cell
        size = ui.u(34)
        signs = row.right(size * len(self._colonists))
        for number, colonist in enumerate(self._colonists):
            self._draw_status(
                ui,
                Rect(signs.x + size * number, signs.y, size, signs.height),
                look,
                number,
                colonist,
            )
        ui.text(phase_words(str(obs["phase"])), row.rest, "body", ui.theme.muted, may_cut=True)

    def _draw_status(self, ui: Ui, rect: Rect, look: Look, number: int, colonist: Colonist) -> None:
        """One colonist of this round: where it is, as far as that is known."""
        is_out = number in look.obs["out"]
        known = next(
            (seat for seat, player in enumerate(look.obs["players"]) if player["role"] == number),
            None,
        )
        if known is not None:
            ink = ui.theme.seat(known)
            ui.fill(rect.inflate(-ui.u(4), -ui.u(8)), ui.theme.soft(ink, 0.3), 7)
        else:
            ink = mix(ui.theme.surface, ui.theme.muted, 0.3) if is_out else ui.theme.muted
        ui.icon(colonist.sign, rect.center, 20, ink)
        if is_out:
            middle = rect.center
            arm = ui.u(9)
            ui.art.line(
                ui.surface,
                [(middle[0] - arm, middle[1] + arm), (middle[0] + arm, middle[1] - arm)],
                ui.theme.bad,
                ui.u(2),
            )
        self.anchors[f"colonist:{number}"] = rect
        known_of = holders(look, number)
        ui.hint(f"colonist {number}", rect, f"{colonist.title}: {colonist.about}\n{known_of}")

    def _draw_seat(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        colour = ui.theme.seat(seat)
        is_turn = look.obs["turn"] == seat and look.obs["phase"] not in ("over", "shuffle")
        ui.fill(
            rect, ui.theme.soft(colour, 0.10) if is_turn else ui.theme.surface, 10, ui.theme.line
        )
        if is_turn:
            ui.frame(rect, colour, 10, 1.6, PATTERNS[seat % 4])
        self.anchors[f"seat:{seat}"] = rect
        box = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(7)), ui.u(5))
        self._draw_head(ui, box.top(ui.u(26)), look, seat, player)
        body = Box(box.rest, ui.u(8))
        widest = max(ui.width(one.title, "tiny") for one in self._colonists)
        role = body.left(max(ui.u(ROLE), widest + ui.u(10)))
        self._draw_role(ui, role, look, seat, player)
        cells = Box(body.rest, ui.u(5))
        height = (cells.rest.height - 2 * ui.u(5)) // 3
        hand = cells.bottom(height)
        self._draw_colony(ui, cells.rest, seat, player["colony"])
        self._draw_hand(ui, hand, look, seat, player)

    def _draw_head(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        colour = ui.theme.seat(seat)
        row = Box(rect, ui.u(8))
        mark = row.left(ui.u(24))
        ui.fill(Rect(mark.x, mark.centery - ui.u(11), ui.u(22), ui.u(22)), colour, 6)
        ui.text(
            str(seat + 1),
            Rect(mark.x, mark.y, ui.u(22), mark.height),
            "label",
            ui.ink_on(colour),
            align="center",
        )
        points = row.right(ui.u(46))
        draw_amount(ui, points, "star", player["points"], ui.theme.text, right=True)
        name = look.names[seat]
        about = say("colonizers-seat", name=name, omnium=player["omnium"], points=player["points"])
        ui.hint(f"points {seat}", points, about)
        omnium = row.right(ui.u(46))
        draw_amount(ui, omnium, "omnium", player["omnium"], ui.theme.text, right=True)
        ui.hint(f"omnium {seat}", omnium, about)
        shown = say("review-own", name=name) if seat == look.seat else name
        place = ui.text(shown, row.rest, "strong", may_cut=True)
        news = self._news(look, seat)
        rest = Rect(
            place.right + ui.u(10), rect.y, row.rest.right - place.right - ui.u(10), rect.height
        )
        if news and rest.width > ui.u(40):
            ui.text(news, rest, "caption", ui.theme.accent, may_cut=True)

    def _news(self, look: Look, seat: int) -> str:
        """What a seat has just done."""
        if look.age_s > BUBBLE_S:
            return ""
        own = [event for event in look.fresh if event.get("by") == seat]
        said = [words for event in own if (words := self._teller.done(event))]
        return said[-1] if said else ""

    def _draw_role(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        role = player["role"]
        known = self._colonists[role] if role >= 0 else None
        possible = [self._colonists[number] for number in player["possible"]]
        draw_role(ui, rect, known, possible, self._colonists)
        if known is not None:
            words = f"{known.title}: {known.about}"
            if seat == look.seat and seat not in look.obs["revealed"]:
                words += f"\n{say('colonizers-secret-yet')}"
        elif possible:
            names = ", ".join(one.within for one in possible)
            words = sentence(say("colonizers-may-be", names=names))
        else:
            words = sentence(say("colonizers-no-colonist"))
        ui.hint(f"role {seat}", rect, words)

    def _draw_colony(self, ui: Ui, rect: Rect, seat: int, colony: Sequence[int]) -> None:
        across = -(-self._colony // 2)
        for at, cell in enumerate(
            grid(rect, across, 2 if self._colony > 1 else 1, ui.u(5))[: self._colony]
        ):
            self.anchors[f"colony:{seat},{at}"] = cell
            if at < len(colony):
                module = self._modules[colony[at]]
                self.anchors.setdefault(f"module:{colony[at]}", cell)
                draw_small(ui, cell, module, with_cost=False)
                ui.hint(f"colony {seat} {at}", cell, module.about)
            else:
                draw_slot(ui, cell)

    def _draw_hand(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        ui.fill(rect.inflate(ui.u(6), ui.u(4)), ui.theme.sunken, 7)
        hand = player["hand"]
        seen = dict(_pairs(player.get("seen", [])))
        count = max(self._hand_limit, len(hand), LEAST_HAND)
        builds = look.by_verb("build") if seat == look.seat else {}
        for at, cell in enumerate(columns(rect, count, ui.u(5))):
            if at >= len(hand):
                continue
            name = f"hand {seat} {at}"
            number = hand[at]
            if seat == look.seat:
                self.anchors[f"hand:{at}"] = cell
            if number < 0:
                draw_back(ui, cell)
                ui.hint(name, cell, sentence(say("colonizers-hidden-card")))
                continue
            module = self._modules[number]
            self.anchors.setdefault(f"module:{number}", cell)
            draw_small(ui, cell, module)
            note = ""
            if seat != look.seat:
                note = f"\n{say('colonizers-you-know')}"
            elif names := [
                look.names[one]
                for one in range(len(look.names))
                if one != seat and seen.get(at, 0) >> one & 1
            ]:
                note = f"\n{sentence(say('colonizers-seen-by', names=', '.join(names)))}"
            if number in builds:
                index = builds[number]
                if look.hints:
                    ui.art.round_rect(
                        ui.surface,
                        cell.inflate(ui.u(4), ui.u(4)),
                        ui.u(8),
                        None,
                        ui.theme.good,
                        max(2, ui.u(2)),
                    )
                label = say("colonizers-do-build", module=module.title)
                ui.region(
                    name,
                    cell,
                    label,
                    partial(look.answer, index),
                    tooltip=f"{module.about}{note}\n{label}",
                )
                if ui.is_focused(name):
                    ui.focus_ring(cell)
            else:
                ui.hint(name, cell, module.about + note)

    def outcome(self, look: Look, scores: Sequence[float]) -> str:
        if look.obs.get("draw"):
            return say("colonizers-end-draw")
        full = [
            look.names[seat]
            for seat, player in enumerate(look.obs["players"])
            if len(player["colony"]) >= self._colony
        ]
        if not full:
            return ""
        filled = say("colonizers-end-filled", names=listed(full), count=len(full))
        is_equal = len(set(scores)) < len(scores)
        return say("colonizers-end-equal", points=filled) if is_equal else filled

    def statistics(self, look: Look) -> Sequence[tuple[str, Sequence[str]]]:
        players = look.obs["players"]
        return (
            (say("colonizers-stat-built"), [str(len(player["colony"])) for player in players]),
            (say("colonizers-stat-omnium"), [str(player["omnium"]) for player in players]),
            (say("colonizers-stat-hand"), [str(len(player["hand"])) for player in players]),
        )


def _pairs(flat: Sequence[Any]) -> list[tuple[Any, Any]]:
    """`[[0, 9], ...]` as pairs."""
    return [(one[0], one[1]) for one in flat if isinstance(one, list) and len(one) == 2]
