"""The end of a match: places, scores, and why."""

from collections.abc import Sequence
from typing import Final

from pygame import Rect

from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog
from infoset_gui.table import OTHER_RULES, Table
from infoset_gui.views.view import Look, View

REASONS: Final = {
    "finished": "The match was played to its end",
    "forfeit": "A seat was forfeited",
    "resign": "A seat was given up",
    "timeout": "Time ran out",
    "aborted": "The match was broken off",
    "error": "The server could not go on with the match",
}


def draw_ending(
    ui: Ui, table: Table, view: View, look: Look, hide: Press, again: Press | None, leave: Press
) -> None:
    """The dialog; `again` is None where there is no room to play on in."""
    result = table.result
    assert result is not None
    figures = statistics_of(view, look)
    count = len(result.places)
    box = Box(dialog(ui, 640, 190 + 52 * max(1, count) + 28 * len(figures)), ui.u(8))
    ui.text(headline(table), box.top(ui.u(40)), "heading", may_cut=True)
    reason = outcome_of(view, look, result.scores) if result.reason == "finished" else ""
    words = reason or REASONS.get(result.reason, result.reason)
    ui.text(words, box.top(ui.u(24)), "body", ui.theme.muted, may_cut=True)
    row = Box(box.bottom(ui.u(44)), ui.u(8))
    if again is not None:
        button(
            ui,
            "again",
            row.right(button_width(ui, "Again", icon="again")),
            "Again",
            again,
            kind="primary",
            icon="again",
        )
    button(
        ui, "leave", row.right(button_width(ui, "Leave", icon="door")), "Leave", leave, icon="door"
    )
    button(
        ui,
        "look",
        row.right(button_width(ui, "See the table", icon="eye")),
        "See the table",
        hide,
        icon="eye",
    )
    order = sorted(range(count), key=lambda seat: (result.places[seat], seat))
    for seat in order:
        draw_place(ui, box.top(ui.u(44)), table, seat)
    for name, values in figures:
        line = Box(box.top(ui.u(20)))
        ui.text(name, line.left(ui.u(180)), "caption", ui.theme.muted)
        width = line.rest.width // max(1, len(values))
        for seat, value in enumerate(values):
            cell = Box(line.left(width), ui.u(6))
            ui.fill(cell.left(ui.u(12)).inflate(0, -ui.u(9)), ui.theme.seat(seat), 3)
            ui.text(value, cell.rest, "caption", may_cut=True)


def outcome_of(view: View, look: Look, scores: Sequence[float]) -> str:
    """The view's reason; none where the observation is not what it expects."""
    try:
        return view.outcome(look, scores)
    except OTHER_RULES:
        return ""


def statistics_of(view: View, look: Look) -> list[tuple[str, list[str]]]:
    """The view's figures; none where the observation is not what it expects."""
    try:
        return [(name, list(values)) for name, values in view.statistics(look)]
    except OTHER_RULES:
        return []


def headline(table: Table) -> str:
    """Who has won."""
    result = table.result
    assert result is not None
    if not result.places:
        return "No result"
    winners = [seat for seat, place in enumerate(result.places) if place == 1]
    if len(winners) == len(result.places):
        return "Nobody wins: a draw"
    if table.is_player and table.match.seat in winners:
        return "You win!" if len(winners) == 1 else "You share the first place"
    return f"{' and '.join(table.name(seat) for seat in winners)} won"


def draw_place(ui: Ui, rect: Rect, table: Table, seat: int) -> None:
    """One seat in the order of places."""
    result = table.result
    assert result is not None
    place = result.places[seat]
    colour = ui.theme.seat(seat)
    ui.fill(rect, ui.theme.raised, 8)
    ui.frame(rect, colour, 8, 1.4, PATTERNS[seat % 4])
    row = Box(rect.inflate(-2 * ui.u(12), 0), ui.u(10))
    mark = row.left(ui.u(30))
    ui.text(f"{place}.", mark, "title")
    sign = row.left(ui.u(26))
    if place == 1:
        ui.icon("trophy", sign.center, 22, ui.theme.warn)
    if seat < len(result.scores):
        words = "1 point" if result.scores[seat] == 1 else f"{result.scores[seat]:g} points"
        ui.text(words, row.right(ui.width(words, "strong") + ui.u(2)), "strong")
    over = table.over
    if over is not None and over.timeouts and seat < len(over.timeouts) and over.timeouts[seat]:
        words = f"{over.timeouts[seat]} times late"
        ui.text(words, row.right(ui.width(words, "caption") + ui.u(10)), "caption", ui.theme.muted)
    name = (
        f"{table.name(seat)} (you)"
        if table.is_player and seat == table.match.seat
        else table.name(seat)
    )
    ui.text(name, row.rest, "strong", may_cut=True)
