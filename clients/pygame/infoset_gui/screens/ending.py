"""The end of a match: places, scores, and why."""

from collections.abc import Sequence

from pygame import Rect

from infoset.wording import is_said, listed, say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog
from infoset_gui.table import OTHER_RULES, Table
from infoset_gui.views.view import Look, View


def draw_ending(
    ui: Ui,
    table: Table,
    view: View,
    look: Look,
    hide: Press,
    again: Press | None,
    wanting: str,
    leave: Press,
    review: Press,
) -> None:
    """The dialog; `again` is None where there is no room to play on in, `wanting` says who waits for that, `review` tells why it ended so."""
    result = table.result
    assert result is not None
    figures = statistics_of(view, look)
    count = len(result.places)
    height = 190 + 52 * max(1, count) + 28 * len(figures) + 32 * bool(wanting)
    box = Box(dialog(ui, 680, height), ui.u(8))
    ui.text(headline(table), box.top(ui.u(40)), "heading", may_cut=True)
    reason = outcome_of(view, look, result.scores) if result.reason == "finished" else ""
    words = reason or reason_words(result.reason)
    ui.text(words, box.top(ui.u(24)), "body", ui.theme.muted, may_cut=True)
    row = Box(box.bottom(ui.u(44)), ui.u(8))
    if again is not None:
        label = say("match-again-too") if wanting else say("room-again")
        width = button_width(ui, label, icon="again")
        place = row.right(width)
        button(ui, "again", place, label, again, kind="primary", icon="again", tooltip=wanting)
    for name, label, press, icon in (
        ("leave", say("room-leave"), leave, "door"),
        ("look", say("window-match-see-table"), hide, "eye"),
        ("why", say("match-why"), review, "chart"),
    ):
        button(ui, name, row.right(button_width(ui, label, icon=icon)), label, press, icon=icon)
    if wanting:
        ui.text(wanting, box.bottom(ui.u(24)), "strong", ui.theme.accent, may_cut=True)
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


def reason_words(reason: str) -> str:
    """Why a match is over, by its name on the wire."""
    return say(f"match-reason-{reason}") if is_said(f"match-reason-{reason}") else reason


def headline(table: Table) -> str:
    """Who has won."""
    result = table.result
    assert result is not None
    if not result.places:
        return say("window-match-no-result")
    winners = [seat for seat, place in enumerate(result.places) if place == 1]
    if len(winners) == len(result.places):
        return say("window-match-draw")
    if table.is_player and table.match.seat in winners:
        return say("match-you-win") if len(winners) == 1 else say("window-match-shared")
    names = listed([table.name(seat) for seat in winners])
    return say("match-wins", names=names, count=len(winners))


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
        score = result.scores[seat]
        words = say("window-match-points", count=int(score) if score == int(score) else score)
        ui.text(words, row.right(ui.width(words, "strong") + ui.u(2)), "strong")
    over = table.over
    if over is not None and over.timeouts and seat < len(over.timeouts) and over.timeouts[seat]:
        words = say("match-late", count=over.timeouts[seat])
        ui.text(words, row.right(ui.width(words, "caption") + ui.u(10)), "caption", ui.theme.muted)
    name, is_own = table.name(seat), table.is_player and seat == table.match.seat
    ui.text(say("review-own", name=name) if is_own else name, row.rest, "strong", may_cut=True)
