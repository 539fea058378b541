"""Trades between players of Catan: an offer while it is made, one to answer, and what others say to one's own."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, icon_button
from infoset_gui.views.catan.cards import draw_amounts, draw_card
from infoset_gui.views.catan.island import Charts
from infoset_gui.views.catan.names import cards_words, thing_name
from infoset_gui.views.view import Look

ANSWERS: Final = ("accept", "reject", "waiting")


class TradeTable:
    """An offer while it is made: what to give, what to take, and with whom."""

    def __init__(
        self, charts: Charts, titles: tuple[str, str] = ("catan-give", "catan-get")
    ) -> None:
        """`titles` are the keys of what stands above what is given and what is taken."""
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
        self._draw_side(ui, give, "give", say(self._titles[0]), self.give, hand)
        self._draw_side(ui, take, "take", say(self._titles[1]), self.take, None)
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
            what = thing_name(name)
            for step, sign, by, can, label, why in (
                (
                    steps[0],
                    "minus",
                    -1,
                    counts[at] > 0,
                    say("catan-one-less", name=what),
                    say("catan-none-there", name=what),
                ),
                (
                    steps[1],
                    "plus",
                    1,
                    more,
                    say("catan-one-more", name=what, count=counts[at]),
                    say("catan-no-more", name=what),
                ),
            ):
                icon_button(
                    ui,
                    f"{side} {name} {sign}",
                    step,
                    sign,
                    f"{title}: {label}",
                    partial(self.change, side, at, by),
                    reason="" if can else why,
                )

    def _draw_buttons(self, ui: Ui, rect: Rect, look: Look) -> None:
        box = Box(rect, ui.u(6))
        reason = "" if any(self.give) and any(self.take) else say("catan-both-sides")
        label = say("catan-offer" if self.kind == "offer" else "catan-say-so")
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
        button(ui, "close trade", box.bottom(ui.u(34)), say("frame-close"), self.close, key="h")
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
                words = say("catan-not-to" if is_on else "catan-also-to", name=look.names[seat])
                ui.region(name, place, words, partial(self._toggle, seat), tooltip=words)
                if ui.is_focused(name):
                    ui.focus_ring(place)

    def _toggle(self, seat: int) -> None:
        self.to ^= {seat}

    def _send(self, look: Look) -> None:
        action: list[Any] = [self.kind, list(self.give), list(self.take)]
        if self.kind == "offer":
            if not self.to:
                look.refuse(say("catan-to-somebody"))
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
    words = say("catan-offers", name=look.names[turn], me=False)
    ui.text(words, box.top(ui.u(26)), "strong", may_cut=True)
    row = Box(box.top(ui.u(34)), ui.u(10))
    left, right = columns(row.rest, 2, ui.u(20))
    draw_side(ui, left, charts, say("catan-get"), give)
    draw_side(ui, right, charts, say("catan-give"), take)
    buttons = Box(box.bottom(ui.u(42)), ui.u(8))
    answers = {action[0]: index for index, action in enumerate(look.actions) if len(action) == 1}
    for verb, label, kind, key in (
        ("accept", say("catan-agree"), "primary", "y"),
        ("reject", say("catan-decline"), "plain", "n"),
    ):
        index = answers.get(verb)
        reason = "" if index is not None else say("catan-lacking")
        button(
            ui,
            verb,
            buttons.left(max(ui.u(120), button_width(ui, label))),
            label,
            partial(look.answer, index or 0),
            kind=kind,
            reason=reason,
            key=key,
        )
    if look.turn is not None and any(param.get("kind") == "counter" for param in look.turn.params):
        label = say("catan-else")
        place = buttons.left(max(ui.u(160), button_width(ui, label)))
        button(ui, "counter", place, label, counter, key="t")


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
        index, label = withdraw[None], say("catan-do-withdraw")
        button(
            ui,
            "withdraw",
            head.right(max(ui.u(120), button_width(ui, label, style="label"))),
            label,
            lambda: look.answer(index),
            key="x",
            style="label",
        )
    offer = say("catan-for", give=cards_words(give), take=cards_words(take))
    ui.text(f"{say('catan-an-offer')}: {offer}", head.rest, "strong", may_cut=True)
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
                say("catan-deal"),
                partial(look.answer, confirms[seat]),
                kind="primary",
                style="label",
            )
        ui.paragraph(answer_words(answer), inner.rest, "caption", ui.theme.muted)


def answer_words(answer: Sequence[Any]) -> str:
    """What somebody says to an offer."""
    if answer[0] == "counter":
        sides = {"give": cards_words(answer[2]), "take": cards_words(answer[1])}
        return say("catan-answer-counter", **sides)
    return say(f"catan-answer-{answer[0]}") if answer[0] in ANSWERS else ""
