"""Trades between players of Catan: an offer while it is made, one to answer, and what others say to one's own."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from pygame import Rect

from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, icon_button
from infoset_gui.views.catan.cards import amounts_text, draw_amounts, draw_card
from infoset_gui.views.catan.island import Charts
from infoset_gui.views.view import Look


class TradeTable:
    """An offer while it is made: what to give, what to take, and with whom."""

    def __init__(self, charts: Charts, titles: tuple[str, str] = ("You give", "You get")) -> None:
        """`titles` stand above what is given and what is taken."""
        self._charts = charts
        self._titles = titles
        self.kind = ""  # `offer` or `counter` while it is open
        self.give = [0] * len(charts.resources)
        self.take = [0] * len(charts.resources)
        self.to: set[int] = set()
        self._past: list[tuple[list[int], list[int]]] = []

    def open(self, kind: str, to: Sequence[int] = ()) -> None:
        """Begins a new one."""
        self.kind = kind
        self.give = [0] * len(self._charts.resources)
        self.take = [0] * len(self._charts.resources)
        self.to = set(to)
        self._past.clear()

    def close(self) -> None:
        """Not after all."""
        self.kind = ""

    def undo(self) -> bool:
        """Takes the last step back; was there any?"""
        if not self._past:
            return False
        self.give, self.take = self._past.pop()
        return True

    def change(self, side: str, resource: int, by: int) -> None:
        """One card more or less."""
        self._past.append((list(self.give), list(self.take)))
        counts = self.give if side == "give" else self.take
        counts[resource] = max(0, counts[resource] + by)
        if counts[resource] and by > 0:  # a kind lies on one side only
            (self.take if side == "give" else self.give)[resource] = 0

    def draw(self, ui: Ui, rect: Rect, look: Look, hand: Sequence[int] | None) -> None:
        """The whole table; with a `hand` nobody can give more than there is."""
        row = Box(rect, ui.u(12))
        buttons = row.right(ui.u(150))
        give, take = columns(row.rest, 2, ui.u(14))
        self._draw_side(ui, give, "give", self._titles[0], self.give, hand)
        self._draw_side(ui, take, "take", self._titles[1], self.take, None)
        self._draw_buttons(ui, buttons, look)

    def _draw_side(
        self,
        ui: Ui,
        rect: Rect,
        side: str,
        title: str,
        counts: Sequence[int],
        hand: Sequence[int] | None,
    ) -> None:
        box = Box(rect, ui.u(3))
        ui.text(title, box.top(ui.u(20)), "label", ui.theme.muted)
        for at, cell in enumerate(columns(box.rest, len(counts), ui.u(5))):
            name = self._charts.resources[at]
            parts = Box(cell, ui.u(4))
            steps = columns(parts.bottom(ui.u(28)), 2, ui.u(3))
            shown = str(counts[at]) if hand is None else f"{counts[at]}/{hand[at]}"
            draw_card(ui, parts.rest, name, shown, is_faint=not counts[at])
            more = hand is None or counts[at] < hand[at]
            for step, sign, by, can in (
                (steps[0], "minus", -1, counts[at] > 0),
                (steps[1], "plus", 1, more),
            ):
                reason = (
                    ""
                    if can
                    else ("there is none on the table" if by < 0 else f"you have no more {name}")
                )
                icon_button(
                    ui,
                    f"{side} {name} {sign}",
                    step,
                    sign,
                    f"{title}: {'one more' if by > 0 else 'one less'} {name}",
                    partial(self.change, side, at, by),
                    reason=reason,
                )

    def _draw_buttons(self, ui: Ui, rect: Rect, look: Look) -> None:
        box = Box(rect, ui.u(6))
        reason = "" if any(self.give) and any(self.take) else "both sides give at least one card"
        label = "Offer" if self.kind == "offer" else "Counter"
        button(
            ui,
            "send trade",
            box.bottom(ui.u(38)),
            label,
            lambda: self._send(look),
            kind="primary",
            reason=reason,
            key="enter",
        )
        button(ui, "close trade", box.bottom(ui.u(34)), "Close", self.close, key="h")
        if self.kind == "offer":
            others = [seat for seat in range(look.match.seats) if seat != look.seat]
            for seat, cell in zip(others, columns(box.rest, len(others), ui.u(4)), strict=True):
                is_on = seat in self.to
                shade = ui.theme.seat(seat)
                place = Rect(cell.x, cell.centery - ui.u(16), cell.width, ui.u(32))
                ui.fill(place, shade if is_on else ui.theme.surface, 7, shade, 1.6)
                ui.text(
                    str(seat + 1),
                    place,
                    "strong",
                    ui.ink_on(shade) if is_on else None,
                    align="center",
                )
                name = f"to {seat}"
                ui.region(
                    name,
                    place,
                    name,
                    partial(self._toggle, seat),
                    tooltip=f"{'Not to' if is_on else 'Also to'} {look.names[seat]}",
                )
                if ui.is_focused(name):
                    ui.focus_ring(place)

    def _toggle(self, seat: int) -> None:
        self.to ^= {seat}

    def _send(self, look: Look) -> None:
        action: list[Any] = [self.kind, list(self.give), list(self.take)]
        if self.kind == "offer":
            if not self.to:
                look.refuse("an offer goes to at least one player")
                return
            if len(self.to) < look.match.seats - 1:
                action.append(sorted(self.to))  # nobody named is everybody, and only so
        self.close()
        look.answer(action)


def draw_offer(ui: Ui, rect: Rect, look: Look, charts: Charts, counter: Press) -> None:
    """Another player's offer, to be answered."""
    give, take = look.obs["offer"]
    box = Box(rect, ui.u(8))
    turn = look.obs["turn"]
    ui.text(f"{look.names[turn]} offers you", box.top(ui.u(26)), "strong", may_cut=True)
    row = Box(box.top(ui.u(34)), ui.u(10))
    left, right = columns(row.rest, 2, ui.u(20))
    draw_side(ui, left, charts, "You get", give)
    draw_side(ui, right, charts, "You give", take)
    buttons = Box(box.bottom(ui.u(42)), ui.u(8))
    answers = {action[0]: index for index, action in enumerate(look.actions) if len(action) == 1}
    for verb, label, kind, key in (
        ("accept", "Accept", "primary", "y"),
        ("reject", "No", "plain", "n"),
    ):
        index = answers.get(verb)
        reason = "" if index is not None else "you do not have these cards"
        button(
            ui,
            verb,
            buttons.left(ui.u(120)),
            label,
            partial(look.answer, index or 0),
            kind=kind,
            reason=reason,
            key=key,
        )
    if look.turn is not None and any(param.get("kind") == "counter" for param in look.turn.params):
        button(ui, "counter", buttons.left(ui.u(160)), "Another offer", counter, key="t")


def draw_side(ui: Ui, rect: Rect, charts: Charts, title: str, counts: Sequence[int]) -> None:
    """One side of a trade."""
    row = Box(rect, ui.u(8))
    ui.text(title, row.left(ui.width(title, "label") + ui.u(6)), "label", ui.theme.muted)
    draw_amounts(ui, row.rest, charts, counts)


def draw_deal(ui: Ui, rect: Rect, look: Look, charts: Charts) -> None:
    """What the others say to one's offer; one of them can be taken."""
    box = Box(rect, ui.u(5))
    give, take = look.obs["offer"]
    head = Box(box.top(ui.u(30)), ui.u(8))
    confirms = look.by_verb("confirm")
    withdraw = look.by_verb("withdraw")
    if withdraw:
        index = withdraw[None]
        button(
            ui,
            "withdraw",
            head.right(ui.u(120)),
            "Withdraw",
            lambda: look.answer(index),
            key="x",
            style="label",
        )
    ui.text(
        f"Your offer: {amounts_text(charts, give)} for {amounts_text(charts, take)}",
        head.rest,
        "strong",
        may_cut=True,
    )
    answers = [(seat, answer) for seat, answer in enumerate(look.obs["answers"]) if answer]
    for (seat, answer), cell in zip(
        answers, columns(box.rest, max(3, len(answers)), ui.u(8)), strict=False
    ):
        ui.fill(cell, ui.theme.raised, 8, ui.theme.seat(seat), 1.5)
        inner = Box(cell.inflate(-2 * ui.u(10), -2 * ui.u(6)), ui.u(3))
        ui.text(look.names[seat], inner.top(ui.u(22)), "label", may_cut=True)
        if seat in confirms:
            button(
                ui,
                f"deal with {seat}",
                inner.bottom(ui.u(32)),
                "Deal",
                partial(look.answer, confirms[seat]),
                kind="primary",
                style="label",
            )
        words = {"accept": "says yes", "reject": "says no", "waiting": "is thinking"}.get(
            answer[0], ""
        )
        if answer[0] == "counter":
            words = f"gives {amounts_text(charts, answer[2])} for {amounts_text(charts, answer[1])}"
        ui.paragraph(words, inner.rest, "caption", ui.theme.muted)
