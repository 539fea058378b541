"""What stands beside the island of Catan: the bank, and of each player what all see and what is known for certain."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.views.catan.island import Charts
from infoset_gui.views.catan.names import cards_words, resource_name
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look

COLUMN: Final = 246  # units across


class Players:
    """The column of one match."""

    def __init__(self, charts: Charts, anchors: dict[str, Rect]) -> None:
        """`anchors` is where the places of the column are noted."""
        self.anchors = anchors
        self._charts = charts

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """The bank above, the seats below."""
        box = Box(rect, ui.u(6))
        self._draw_bank_row(ui, box.top(ui.u(64)), look)
        players = look.obs["players"]
        gap = ui.u(6)
        height = min(ui.u(104), (box.rest.height - gap * (len(players) - 1)) // len(players))
        for seat, player in enumerate(players):
            self._draw_player(ui, box.top(height), look, seat, player)

    def _draw_bank_row(self, ui: Ui, rect: Rect, look: Look) -> None:
        ui.fill(rect, ui.theme.surface, 9, ui.theme.line)
        self.anchors["area:bank"] = rect
        inner = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(5)))
        head = Box(inner.top(ui.u(22)))
        number = look.obs["round"]
        round_text = say("window-table-round", round=number) if number else say("catan-setting-up")
        deck = say("catan-cards-of", count=look.obs["deck_n"])
        place = head.right(ui.width(deck, "caption") + ui.u(24))
        ui.icon("deck", (place.x + ui.u(8), place.centery), 15, ui.theme.muted)
        ui.text(
            deck,
            Rect(place.x + ui.u(20), place.y, place.width, place.height),
            "caption",
            ui.theme.muted,
        )
        ui.text(round_text, head.rest, "label")
        self._draw_counts(ui, inner.rest, look.obs["bank"])

    def _draw_counts(self, ui: Ui, rect: Rect, counts: Sequence[int]) -> None:
        """What the bank has of each resource, also of none."""
        width = rect.width / len(counts)
        for at, count in enumerate(counts):
            cell = Rect(round(rect.x + at * width), rect.y, round(width), rect.height)
            ui.icon(
                self._charts.resources[at], (cell.x + ui.u(10), cell.centery), 17, ui.theme.muted
            )
            ui.text(
                str(count),
                Rect(cell.x + ui.u(21), cell.y, cell.width - ui.u(21), cell.height),
                "label",
            )
            cards = say("catan-count", count=count, name=resource_name(at))
            ui.hint(f"bank {at}", cell, say("catan-in-bank", cards=cards))
            self.anchors[f"bank:{at}"] = cell

    def _draw_player(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        colour = ui.theme.seat(seat)
        is_turn = look.obs["turn"] == seat and look.obs["phase"] != "over"
        ui.fill(
            rect, ui.theme.soft(colour, 0.12) if is_turn else ui.theme.surface, 9, ui.theme.line
        )
        if is_turn:
            ui.frame(rect, colour, 9, 1.5, PATTERNS[seat % 4])
        self.anchors[f"seat:{seat}"] = rect
        box = Box(rect.inflate(-2 * ui.u(9), -2 * ui.u(5)), ui.u(1))
        third = box.rest.height // 3
        head = Box(box.top(third), ui.u(7))
        mark = head.left(ui.u(22))
        ui.fill(Rect(mark.x, mark.centery - ui.u(10), ui.u(20), ui.u(20)), colour, 6)
        ui.text(
            str(seat + 1),
            Rect(mark.x, mark.y, ui.u(20), mark.height),
            "label",
            ui.ink_on(colour),
            align="center",
        )
        points = f"{player['points']}"
        secret = self._secret_points(look, seat)
        if secret:
            points += f"+{secret}"
        place = head.right(ui.width(points, "strong") + ui.u(22))
        ui.icon("star", (place.x + ui.u(8), place.centery), 16, ui.theme.text)
        ui.text(
            points,
            Rect(place.x + ui.u(20), place.y, place.width - ui.u(20), place.height),
            "strong",
        )
        name = look.names[seat]
        words = say("catan-player", name=name, count=player["points"])
        if secret:
            words += f"\n{say('catan-secret-points', count=secret)}"
        ui.hint(f"points {seat}", place, words)
        shown = say("review-own", name=name) if seat == look.seat else name
        ui.text(shown, head.rest, "strong", may_cut=True)
        self._draw_figures(ui, box.top(third), look, seat, player)
        self._draw_known(ui, box.rest, look, seat, player)

    def _secret_points(self, look: Look, seat: int) -> int:
        """Own victory point cards."""
        if seat != look.seat or "victory" not in self._charts.dev_cards:
            return 0
        kind = self._charts.dev_cards.index("victory")
        rows = [look.obs["players"][seat]["usable"], look.obs["fresh"]]
        return sum(row[kind] for row in rows if len(row) > kind)

    def _draw_figures(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        holds = {"road": look.obs["longest"] == seat, "knight": look.obs["army"] == seat}
        figures = (
            ("hand", player["cards"], say("catan-hand-cards")),
            ("deck", player["devs"], say("catan-devs")),
            ("knight", player["played"][0], say("catan-knights-played")),
            ("road", player["road"], say("catan-trail")),
        )
        width = rect.width // 4
        for at, (sign, count, about) in enumerate(figures):
            cell = Rect(rect.x + at * width, rect.y, width, rect.height)
            is_best = holds.get(sign, False)
            ink = ui.theme.warn if is_best else ui.theme.muted
            ui.icon(sign, (cell.x + ui.u(9), cell.centery), 17, ink)
            ui.text(
                f"{count}{'*' if is_best else ''}",
                Rect(cell.x + ui.u(21), cell.y, width - ui.u(21), cell.height),
                "label",
                ink if is_best else None,
            )
            words = f"{sentence(about)}: {count}"
            if is_best:
                held = say("catan-log-longest" if sign == "road" else "catan-log-army")
                words += f"\n{sentence(held)}"
            ui.hint(f"{sign} {seat}", cell, words)

    def _draw_known(
        self, ui: Ui, rect: Rect, look: Look, seat: int, player: Mapping[str, Any]
    ) -> None:
        """What is known of a hand."""
        counts, unknown = known_hand(look.obs, seat)
        x = rect.x
        for at, count in enumerate(counts):
            if count:
                ui.icon(self._charts.resources[at], (x + ui.u(8), rect.centery), 15, ui.theme.muted)
                ui.text(str(count), Rect(x + ui.u(18), rect.y, ui.u(19), rect.height), "caption")
                x += ui.u(37)
        if unknown:
            ui.icon("question", (x + ui.u(8), rect.centery), 15, ui.theme.muted)
            ui.text(str(unknown), Rect(x + ui.u(18), rect.y, ui.u(20), rect.height), "caption")
        words = say("catan-certain", cards=cards_words(counts))
        if unknown:
            words += f"\n{say('catan-uncertain', count=unknown)}"
        ui.hint(f"known {seat}", rect, words)


def known_hand(obs: Mapping[str, Any], seat: int) -> tuple[list[int], int]:
    """The cards that a hand holds for certain, and how many more there are."""
    player = obs["players"][seat]
    if player["hand"]:
        return list(player["hand"]), 0
    unsure, deals = obs.get("unsure", []), obs.get("deals", [])
    if seat not in unsure or not deals:
        return [], player["cards"]
    first = 1 + 5 * unsure.index(seat)
    certain = [min(deal[first + at] for deal in deals) for at in range(5)]
    return certain, player["cards"] - sum(certain)
