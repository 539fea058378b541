"""Liar's Dice in the window: the last bid, a cup for each seat, and two presses for the next bid."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from infoset.turn import Action, Match
from infoset.wording import say
from infoset_gui.kit.layout import Box, centred, columns, grid
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, stepper
from infoset_gui.views.view import Look, View
from pygame import Rect

COVERED = 0
# Places of the pips of each face, in quarters of the die.
PIPS: Mapping[int, Sequence[tuple[int, int]]] = {
    1: [(2, 2)],
    2: [(1, 1), (3, 3)],
    3: [(1, 1), (2, 2), (3, 3)],
    4: [(1, 1), (1, 3), (3, 1), (3, 3)],
    5: [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)],
    6: [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)],
}
TIMES = "\N{MULTIPLICATION SIGN}"


class LiarsDiceView(View):
    """One match of Liar's Dice."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._count = 0  # of the bid that is being made

    def task(self, look: Look) -> str:
        if look.turn is None:
            return say("liars_dice-ask-wait")
        return say("liars_dice-ask-raise") if look.obs["bids"] else say("liars_dice-ask-open")

    def deciders(self, obs: Mapping[str, Any]) -> Iterable[int]:
        seat = decider(obs)
        return [] if seat is None else [seat]

    def on_turn(self, look: Look) -> None:
        self._count = 0

    def write_action(self, action: Action) -> str:
        if action[0] == "liar":
            return say("liars_dice-choose-liar")
        return say("liars_dice-choose-bid", bid=f"{action[1]} {TIMES} {action[2]}")

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        self.anchors.clear()
        box = Box(rect, ui.u(8))
        tray = box.bottom(ui.u(64)) if look.turn is not None else None
        self._draw_bid(ui, box.top(ui.u(70)), look)
        seats = len(look.obs["left"])
        rows = -(-seats // 2)
        for seat, cell in zip(range(seats), grid(box.rest, 2, rows, ui.u(8)), strict=False):
            self._draw_cup(ui, cell, look, seat)
        if tray is not None:
            self._draw_tray(ui, ui.panel(tray), look)

    def _draw_bid(self, ui: Ui, rect: Rect, look: Look) -> None:
        inner = Box(ui.panel(rect), ui.u(10))
        total = sum(look.obs["left"])
        words = say("liars_dice-on-table", count=total)
        ui.text(words, inner.right(ui.width(words) + ui.u(4)), "body", ui.theme.muted)
        if not look.obs["bids"]:
            ui.text(say("liars_dice-no-bid"), inner.rest, "title")
            return
        _, count, face = look.obs["bids"][-1]
        bidder = (look.obs["opener"] + len(look.obs["bids"]) - 1) % len(look.names)
        side = inner.rest.height
        place = inner.right(side)
        draw_die(ui, centred(place, side, side), face)
        words = f"{count} {TIMES}"
        ui.text(words, inner.right(ui.width(words, "title") + ui.u(4)), "title")
        told = say("liars_dice-says", name=look.names[bidder], me=False)
        ui.text(told, inner.rest, "body", align="right", may_cut=True)

    def _draw_cup(self, ui: Ui, rect: Rect, look: Look, seat: int) -> None:
        obs, colour = look.obs, ui.theme.seat(seat)
        ui.fill(rect, ui.theme.surface, 10, ui.theme.line)
        if decider(obs) == seat:
            ui.frame(rect, colour, 10, 1.6, PATTERNS[seat % 4])
        self.anchors[f"seat:{seat}"] = rect
        box = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(10)), ui.u(8))
        head = Box(box.top(ui.u(26)), ui.u(8))
        mark = centred(head.left(ui.u(22)), ui.u(22), ui.u(22))
        ui.fill(mark, colour, 6)
        ui.text(str(seat + 1), mark, "label", ui.ink_on(colour), align="center")
        left = say("liars_dice-dice", count=obs["left"][seat])
        ui.text(left, head.right(ui.width(left) + ui.u(2)), "body", ui.theme.muted)
        ui.text(look.names[seat], head.rest, "strong", may_cut=True)
        if obs["lifted"][seat] and not obs["bids"]:
            row = Box(box.bottom(ui.u(26)), ui.u(6))
            words = say("liars_dice-last-round")
            ui.text(words, row.left(ui.width(words) + ui.u(4)), "body", ui.theme.muted)
            draw_dice(ui, row.rest, obs["lifted"][seat])
        draw_dice(ui, box.rest, obs["cups"][seat])

    def _draw_tray(self, ui: Ui, rect: Rect, look: Look) -> None:
        bids = look.by_verb("bid")
        at = {tuple(action[1:]): index for index, action in enumerate(look.actions)}
        row = Box(rect, ui.u(8))
        if liar := look.by_verb("liar"):
            words, call = say("liars_dice-liar"), partial(look.answer, liar[None])
            place = row.right(max(ui.u(110), ui.width(words) + ui.u(40)))
            button(ui, "liar", place, words, call, kind="danger")
        if not bids:
            return
        self._count = self._count if self._count in bids else min(bids)
        stepper(
            ui,
            "count",
            row.left(ui.u(150)),
            f"{self._count} {TIMES}",
            partial(self._bid, self._count - 1),
            partial(self._bid, self._count + 1),
            can_down=self._count - 1 in bids,
            can_up=self._count + 1 in bids,
        )
        for face, cell in zip(PIPS, columns(row.rest, len(PIPS), ui.u(6)), strict=True):
            index = at.get((self._count, face))
            press = None if index is None else partial(look.answer, index)
            reason = say("liars_dice-not-higher") if index is None else ""
            button(ui, f"bid {face}", cell, f"{self._count} {TIMES} {face}", press, reason=reason)
            if index is not None:
                self.anchors[f"action:{index}"] = cell

    def _bid(self, count: int) -> None:
        self._count = count


def decider(obs: Mapping[str, Any]) -> int | None:
    """The seat to decide, as everybody can see; None while dice are rolled."""
    if 0 in obs["left"] or any(
        len(cup) < left for cup, left in zip(obs["cups"], obs["left"], strict=True)
    ):
        return None
    seat: int = (obs["opener"] + len(obs["bids"])) % len(obs["left"])
    return seat


def draw_dice(ui: Ui, rect: Rect, faces: Sequence[int]) -> None:
    """Dice in a row, as large as there is room for."""
    gap = ui.u(6)
    side = min(rect.height, ui.u(76), (rect.width - 4 * gap) // 5)
    for at, face in enumerate(faces):
        place = Rect(rect.x + at * (side + gap), rect.centery - side // 2, side, side)
        draw_die(ui, place, face)


def draw_die(ui: Ui, rect: Rect, face: int) -> None:
    """One die; a covered one has a question mark."""
    if face == COVERED:
        ui.fill(rect, ui.theme.raised, 6, ui.theme.line)
        ui.text("?", rect, "strong", ui.theme.muted, align="center")
        return
    ui.fill(rect, ui.theme.sunken, 6, ui.theme.muted)
    for x, y in PIPS[face]:
        centre = (rect.x + rect.width * x / 4, rect.y + rect.height * y / 4)
        ui.art.disc(ui.surface, centre, rect.width / 11, ui.theme.text)
