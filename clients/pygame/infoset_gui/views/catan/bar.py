"""What a player of Catan holds and can do: cards, buttons, and the tables for trades, gifts and losses."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import BLACK, Colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, icon_button
from infoset_gui.views.catan.island import TERRAIN, Charts, tone
from infoset_gui.views.view import Look

HIGH: Final = 108
TABLE: Final = 156
ONE_ROW: Final = 3  # buttons
DEV_NAMES: Final = {
    "knight": "Knight",
    "road_building": "Road building",
    "plenty": "Year of plenty",
    "monopoly": "Monopoly",
    "victory": "Victory point",
}
DEV_ABOUT: Final = {
    "knight": "Moves the robber and steals a card; three make an army",
    "road_building": "Two roads without paying",
    "plenty": "Two cards of your choice from the bank",
    "monopoly": "All others hand over their cards of one kind",
    "victory": "A point, secret until the end",
}


def resource_colour(ui: Ui, name: str) -> Colour:
    """The ground of a resource card."""
    return tone(ui, TERRAIN.get(name, TERRAIN["desert"]))


def draw_card(ui: Ui, rect: Rect, name: str, amount: str, *, is_faint: bool = False) -> None:
    """A stack of cards of one resource."""
    ground = resource_colour(ui, name)
    if is_faint:
        ground = mix(ui.theme.surface, ground, 0.3)
    ui.fill(rect, ground, 7, mix(ground, BLACK, 0.3))
    ink = BLACK if not is_faint else ui.theme.muted
    side = min(rect.width * 0.62, rect.height * 0.5) / ui.scale
    ui.icon(name, (rect.centerx, rect.y + rect.height * 0.34), side, mix(ground, ink, 0.75))
    place = Rect(rect.x, rect.bottom - ui.u(26), rect.width, ui.u(22))
    ui.text(amount, place, "strong", ui.ink_on(ground), align="center")


def amounts_text(charts: Charts, counts: Sequence[int]) -> str:
    """`2 wood, 1 ore`."""
    parts = [f"{count} {charts.resources[at]}" for at, count in enumerate(counts) if count]
    return ", ".join(parts) or "nothing"


def draw_amounts(ui: Ui, rect: Rect, charts: Charts, counts: Sequence[int]) -> int:
    """Small cards with counts from the left; returns the pixels taken."""
    x = rect.x
    for at, count in enumerate(counts):
        if not count:
            continue
        width = ui.u(40)
        cell = Rect(x, rect.centery - ui.u(13), width, ui.u(26))
        ground = resource_colour(ui, charts.resources[at])
        ui.fill(cell, ground, 6, mix(ground, BLACK, 0.3))
        ui.icon(
            charts.resources[at], (cell.x + ui.u(13), cell.centery), 17, mix(ground, BLACK, 0.75)
        )
        ui.text(
            str(count),
            Rect(cell.x + ui.u(22), cell.y, ui.u(16), cell.height),
            "label",
            ui.ink_on(ground),
            align="center",
        )
        x += width + ui.u(5)
    return x - rect.x


class TradeTable:
    """An offer while it is made: what to give, what to take, and with whom."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts
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

    def draw(self, ui: Ui, rect: Rect, look: Look, hand: Sequence[int]) -> None:
        """The whole table."""
        row = Box(rect, ui.u(12))
        buttons = row.right(ui.u(150))
        give, take = columns(row.rest, 2, ui.u(14))
        self._draw_side(ui, give, "give", "You give", self.give, hand)
        self._draw_side(ui, take, "take", "You get", self.take, None)
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
            action.append(sorted(self.to))
        self.close()
        look.answer(action)


def draw_bank(ui: Ui, rect: Rect, look: Look, charts: Charts, close: Press) -> None:
    """All trades with the bank that can be made."""
    box = Box(rect, ui.u(6))
    head = Box(box.top(ui.u(30)), ui.u(8))
    button(ui, "close bank", head.right(ui.u(90)), "Close", close, key="h", style="label")
    ui.text("Trade with the bank", head.rest, "strong")
    trades = [(index, action) for index, action in enumerate(look.actions) if action[0] == "bank"]
    across = max(1, min(10, max(4, -(-len(trades) // 2))))
    gap = ui.u(5)
    width = min(ui.u(104), (box.rest.width - gap * (across - 1)) // across)
    for at, (index, action) in enumerate(trades):
        cell = Rect(
            box.rest.x + at % across * (width + gap),
            box.rest.y + at // across * ui.u(46),
            width,
            ui.u(40),
        )
        give, take = (charts.resources[int(resource)] for resource in action[1:3])
        name = f"bank {give} {take}"
        ui.fill(cell, ui.theme.raised, 7, ui.theme.accent if ui.is_hovered(name) else ui.theme.line)
        for share, resource in ((0.22, give), (0.78, take)):
            ui.art.disc(
                ui.surface,
                (cell.x + cell.width * share, cell.centery),
                ui.u(14),
                resource_colour(ui, resource),
            )
            ui.icon(resource, (cell.x + cell.width * share, cell.centery), 19, BLACK)
        ui.icon("forward", cell.center, 13, ui.theme.muted)
        ui.region(
            name,
            cell,
            name,
            partial(look.answer, index),
            tooltip=f"{give.title()} for one {take}, at your best rate",
        )
        if ui.is_focused(name):
            ui.focus_ring(cell)


def draw_choices(
    ui: Ui,
    rect: Rect,
    title: str,
    charts: Charts,
    choices: Mapping[int, Press],
    verb: str,
    close: Press | None,
    amounts: Sequence[int] | None = None,
) -> None:
    """One resource to choose: for a monopoly, for a card from the bank, for one to lose."""
    box = Box(rect, ui.u(6))
    head = Box(box.top(ui.u(28)), ui.u(8))
    if close is not None:
        button(ui, "close choice", head.right(ui.u(90)), "Cancel", close, key="h", style="label")
    ui.text(title, head.rest, "strong", may_cut=True)
    cells = columns(
        Rect(box.rest.x, box.rest.y, min(box.rest.width, ui.u(480)), box.rest.height),
        len(charts.resources),
        ui.u(8),
    )
    for at, cell in enumerate(cells):
        name = charts.resources[at]
        press = choices.get(at)
        shown = name if amounts is None else f"{amounts[at]}"
        draw_card(ui, cell, name, shown, is_faint=press is None)
        if press is not None:
            region = f"{verb} {name}"
            if ui.is_hovered(region):
                ui.art.round_rect(ui.surface, cell, ui.u(7), None, ui.theme.accent, max(2, ui.u(2)))
            ui.region(
                region,
                cell,
                region,
                press,
                key=str(at + 1),
                tooltip=f"{verb.title()} {name} ({at + 1})",
            )
            if ui.is_focused(region):
                ui.focus_ring(cell)


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


def draw_victims(ui: Ui, rect: Rect, look: Look) -> None:
    """Whom to rob."""
    box = Box(rect, ui.u(8))
    ui.text("Whom do you rob?", box.top(ui.u(26)), "strong")
    victims = look.by_verb("steal")
    for (seat, index), cell in zip(victims.items(), columns(box.rest, 4, ui.u(8)), strict=False):
        place = Rect(cell.x, cell.y, cell.width, ui.u(46))
        label = f"{look.names[seat]} ({look.obs['players'][seat]['cards']})"
        button(
            ui,
            f"rob {seat}",
            place,
            label,
            partial(look.answer, index),
            key=str(seat + 1),
        )


def button_row(
    ui: Ui, rect: Rect, buttons: Sequence[tuple[str, str, str, Press | None, str, str, bool]]
) -> None:
    """Buttons in as many columns as fit, in two rows: name, label, sign, press, key, reason, is it on?"""
    if len(buttons) <= ONE_ROW:
        rect = Rect(rect.x, rect.centery - ui.u(24), rect.width, 2 * ui.u(51))
        across = max(1, len(buttons))
    else:
        across = -(-len(buttons) // 2)
    cells = [
        cell
        for row in (0, 1)
        for cell in columns(
            Rect(
                rect.x,
                rect.y + row * (rect.height // 2 + ui.u(3)),
                rect.width,
                rect.height // 2 - ui.u(3),
            ),
            across,
            ui.u(6),
        )
    ]
    for (name, label, sign, press, key, reason, is_on), cell in zip(buttons, cells, strict=False):
        kind = "primary" if name in ("roll", "end turn") and not reason else "plain"
        button(
            ui,
            name,
            cell,
            label,
            press,
            icon=sign,
            key=key,
            reason=reason,
            is_on=is_on,
            kind=kind,
            style="label",
            tooltip=f"{label}",
        )
