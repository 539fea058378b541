"""Catan at a real board: what is pointed at instead of typed. Every press becomes a line of `infoset tabletop`."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.turn import Match, Turn
from infoset.watching.names import player_name
from infoset.wording import is_said, say
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.views.catan.bar import BUILDS, chosen_words, claim_words, draw_put_aside
from infoset_gui.views.catan.choices import Tool, button_row, draw_bank, draw_choices, draw_victims
from infoset_gui.views.catan.island import Charts
from infoset_gui.views.catan.names import dev_name, resource_name
from infoset_gui.views.catan.trading import TradeTable, draw_deal, draw_offer
from infoset_gui.views.catan.view import CatanView
from infoset_gui.views.view import Look

SUMS: Final = range(2, 13)
LETTERS: Final = "wbsho"  # of the resources, as they are typed
PLAYS: Final = ("knight", "road_building", "plenty", "monopoly")


@dataclass(frozen=True)
class TableQuestion:
    """What the table asks, as `infoset tabletop --json` says it."""

    wanted: str = ""
    seat: int = -1
    prompt: str = ""
    kind: str = ""
    actions: Sequence[Any] = ()
    params: Sequence[Mapping[str, Any]] = ()
    action: Sequence[Any] = ()  # of a program, to be done on the board
    most: int = 0
    resource: int = -1
    may_draw: bool = False
    obs: Mapping[str, Any] = field(default_factory=dict)
    box: Mapping[str, Any] = field(default_factory=dict)  # of a board that is asked for

    def turn(self, match: Match, number: int) -> Turn | None:
        """The same as a question of a match, where it is for an action."""
        if self.wanted != "action":
            return None
        return Turn(
            match=match,
            decision=number,
            kind=self.kind,
            n=len(self.actions),
            actions=[list(action) for action in self.actions],
            params=list(self.params),
            plain_observation=self.obs,
        )


class TableBar:
    """Below the island, in place of a hand: what the open question can be answered with."""

    def __init__(self, charts: Charts, say: Callable[[str], None]) -> None:
        self.mode = ""
        self.asked = TableQuestion()
        self._charts = charts
        self._say = say
        self._trade = TradeTable(charts, ("catan-table-gives", "catan-table-gets"))
        self._chosen: list[int] = []  # cards for a seven, or of a year of plenty

    def on_question(self, asked: TableQuestion) -> None:
        """Another question: what was half chosen is forgotten, unless it is the same once more."""
        before, self.asked = self.asked, asked
        if (before.wanted, before.seat, before.kind) != (asked.wanted, asked.seat, asked.kind):
            self.mode = ""
        self._chosen.clear()
        self._trade.close()

    def undo(self) -> bool:
        """Takes back the last step of what is not said yet; was there any?"""
        if self._trade.kind:
            if not self._trade.undo():
                self._trade.close()
        elif self._chosen:
            self._chosen.pop()
        elif self.mode:
            self.mode = ""
        else:
            return False
        return True

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """The whole bar, as the open question wants it."""
        is_asked = self.asked.wanted not in ("", "over")
        edge = ui.theme.accent if is_asked else ui.theme.line
        ui.fill(rect, ui.theme.surface, 10, edge, 1.5 if is_asked else 1)
        inner = rect.inflate(-2 * ui.u(12), -2 * ui.u(9))
        match self.asked.wanted:
            case "laid":
                words = say("catan-table-lay")
                self._draw_done(ui, inner, words, say("catan-table-laid"))
            case "done":
                self._draw_done(ui, inner, self.asked.prompt, say("catan-table-done"))
            case "dice":
                self._draw_dice(ui, inner, say("catan-table-rolled"))
            case "resource":
                self._draw_hidden(ui, inner)
            case "card":
                self._draw_drawn(ui, inner)
            case "count":
                self._draw_count(ui, inner)
            case "action":
                self._draw_action(ui, inner, look)
            case _:
                words = self.asked.prompt or say("catan-table-comes")
                ui.text(words, inner, "body", ui.theme.muted, align="center", may_cut=True)

    # Questions that are no action.

    def _draw_done(self, ui: Ui, rect: Rect, words: str, label: str) -> None:
        box = Box(rect, ui.u(8))
        foot = Box(box.bottom(ui.u(44)))
        place = foot.right(button_width(ui, label, icon="check"))
        press = partial(self._say, "")
        button(ui, "done", place, label, press, kind="primary", icon="check", key="enter")
        ui.paragraph(words, box.rest, "title")

    def _draw_dice(self, ui: Ui, rect: Rect, words: str) -> None:
        box = Box(rect, ui.u(6))
        plays = self._plays()
        if plays:
            row = Box(box.bottom(ui.u(44)), ui.u(8))
            first = say("catan-table-first")
            ui.text(first, row.left(ui.width(first) + ui.u(4)), "body")
            self._draw_plays(ui, row, plays)
        ui.text(words, box.top(ui.u(26)), "strong", may_cut=True)
        height = min(box.rest.height, ui.u(64))
        room = Rect(box.rest.x, box.rest.y, box.rest.width, height)
        for total, cell in zip(SUMS, columns(room, len(SUMS), ui.u(6)), strict=True):
            button(ui, f"rolled {total}", cell, str(total), partial(self._say, str(total)))

    def _draw_hidden(self, ui: Ui, rect: Rect) -> None:
        """A card that not everybody may see."""
        names = self._charts.resources
        choices: dict[int, Press] = {
            at: partial(self._say, LETTERS[at]) for at in range(len(names))
        }
        title = say("catan-table-secret")
        draw_choices(ui, rect, title, self._charts, choices, "card", None)
        if self.asked.may_draw:
            label = say("catan-table-draw")
            width = button_width(ui, label, style="label")
            place = Rect(rect.right - width, rect.bottom - ui.u(44), width, ui.u(44))
            button(ui, "let it draw", place, label, partial(self._say, "?"), style="label")

    def _draw_drawn(self, ui: Ui, rect: Rect) -> None:
        box = Box(rect, ui.u(8))
        title = say("catan-table-secret")
        ui.text(title, box.top(ui.u(28)), "strong", may_cut=True)
        cards = self._charts.dev_cards
        room = Rect(box.rest.x, box.rest.y, box.rest.width, min(box.rest.height, ui.u(60)))
        for name, cell in zip(cards, columns(room, len(cards), ui.u(8)), strict=True):
            press = partial(self._say, name)
            label = dev_name(name)
            button(ui, f"drawn {name}", cell, label, press, icon=name, style="label")

    def _draw_count(self, ui: Ui, rect: Rect) -> None:
        box = Box(rect, ui.u(6))
        ui.text(self.asked.prompt, box.top(ui.u(28)), "strong", may_cut=True)
        count = self.asked.most + 1
        across = min(count, 10)
        for at in range(count):
            cell = columns(box.rest, across, ui.u(6))[at % across]
            place = Rect(cell.x, cell.y + at // across * ui.u(48), cell.width, ui.u(42))
            button(ui, f"count {at}", place, str(at), partial(self._say, str(at)))

    # Actions.

    def _act(self, action: Sequence[Any]) -> None:
        self._say(json.dumps(list(action)))

    def _draw_action(self, ui: Ui, rect: Rect, look: Look) -> None:
        if self._trade.kind:
            self._trade.draw(ui, rect, look, None)
            return
        match self.asked.kind:
            case "roll":
                self._draw_dice(ui, rect, say("catan-table-roll"))
            case "main" if self.mode == "bank":
                draw_bank(ui, rect, look, self._charts, partial(self._set_mode, "bank"))
            case _ if self.mode == "plenty":
                self._draw_pair(ui, rect)
            case _ if self.mode == "monopoly":
                self._draw_monopoly(ui, rect)
            case "main":
                button_row(ui, rect, self._tools(look))
            case "discard":
                self._draw_discard(ui, rect, look)
            case "victim":
                draw_victims(ui, rect, look)
            case "answer":
                draw_offer(ui, rect, look, self._charts, partial(self._trade.open, "counter"))
            case "deal":
                draw_deal(ui, rect, look, self._charts)
            case _:
                words = say("catan-table-point")
                ui.text(words, rect, "body", ui.theme.muted, align="center", may_cut=True)

    def _tools(self, look: Look) -> list[Tool]:
        """What can be done in one's turn. Nothing is shut: where it cannot be, the rules say why."""
        tools = [
            Tool(
                verb,
                say(f"catan-build-{verb}"),
                verb,
                partial(self._set_mode, verb),
                key,
                is_on=self.mode == verb,
                price=self._price(verb),
            )
            for verb, key in BUILDS
        ]
        buy = partial(self._act, ["buy_dev"])
        short = say("catan-build-dev-short")
        tools.append(Tool("buy", short, "deck", buy, "4", price=self._price("dev")))
        others = [seat for seat in range(look.match.seats) if seat != look.seat]
        can_offer = any(param.get("kind") == "offer" for param in self.asked.params)
        offer, bank = partial(self._trade.open, "offer", others), partial(self._set_mode, "bank")
        end = partial(self._act, ["end_turn"])
        no_offer = "" if can_offer else say("catan-no-offers")
        no_bank = "" if look.by_verb("bank") else say("catan-table-no-bank")
        tools += [
            Tool("trade", say("catan-offer-short"), "swap", offer, "t", no_offer),
            Tool("bank", say("catan-bank"), "harbour", bank, "b", no_bank),
            *self._play_tools(),
            Tool("won", say("catan-table-won"), "trophy", partial(self._say, "win"), ""),
            Tool("end turn", say("catan-do-end"), "forward", end, "e"),
        ]
        return tools

    def _price(self, what: str) -> list[str]:
        price = self._charts.prices.get(what, ())
        return [self._charts.resources[at] for at, count in enumerate(price) for _ in range(count)]

    def _plays(self) -> list[str]:
        """The development cards that can be laid open now."""
        verbs = {str(action[0]) for action in self.asked.actions}
        return [name for name in PLAYS if f"play_{name}" in verbs]

    def _play_tools(self) -> list[Tool]:
        return [
            Tool(f"play {name}", dev_name(name), name, self._playing(name), "")
            for name in self._plays()
        ]

    def _draw_plays(self, ui: Ui, row: Box, names: Sequence[str]) -> None:
        for name in names:
            label = dev_name(name)
            place = row.left(button_width(ui, label, icon=name, style="label"))
            press = self._playing(name)
            button(ui, f"play {name}", place, label, press, icon=name, style="label")

    def _playing(self, name: str) -> Press:
        if name in ("plenty", "monopoly"):
            return partial(self._set_mode, name)
        return partial(self._act, [f"play_{name}"])

    def _set_mode(self, mode: str) -> None:
        self.mode = "" if self.mode == mode else mode
        self._chosen.clear()

    def _draw_monopoly(self, ui: Ui, rect: Rect) -> None:
        choices: dict[int, Press] = {
            at: partial(self._act, ["play_monopoly", at])
            for at in range(len(self._charts.resources))
        }
        close = partial(self._set_mode, "monopoly")
        title, charts = say("catan-dev-about-3"), self._charts
        draw_choices(ui, rect, title, charts, choices, "claim", close, words_of=claim_words)

    def _draw_pair(self, ui: Ui, rect: Rect) -> None:
        """Two cards from the bank."""
        chosen = f" {chosen_words(self._counts())}" if self._chosen else ""
        title = f"{say('catan-dev-about-2')}{chosen}"
        choices: dict[int, Press] = {
            at: partial(self._take, at) for at in range(len(self._charts.resources))
        }
        close = partial(self._set_mode, "plenty")
        draw_choices(ui, rect, title, self._charts, choices, "take", close)

    def _take(self, resource: int) -> None:
        self._chosen.append(resource)
        if len(self._chosen) == 2:
            pair = sorted(self._chosen)
            self._chosen.clear()
            self._act(["play_plenty", *pair])

    def _counts(self) -> list[int]:
        return [self._chosen.count(at) for at in range(len(self._charts.resources))]

    def _draw_discard(self, ui: Ui, rect: Rect, look: Look) -> None:
        due = look.obs["players"][look.seat]["due"]
        left = due - len(self._chosen)
        choices: dict[int, Press] = {
            at: partial(self._chosen.append, at)
            for at in range(len(self._charts.resources))
            if left > 0
        }
        title = say("catan-table-aside", name=look.names[look.seat], count=due)
        shown = [str(count) for count in self._counts()]
        draw_choices(ui, rect, title, self._charts, choices, "lose", self._chosen.clear, shown)
        press = partial(self._act, ["discard", *sorted(self._chosen)])
        draw_put_aside(ui, rect, left, press)


class CatanTableView(CatanView):
    """The same island and players, with a bar that is pointed at for everybody at the table."""

    def __init__(self, match: Match, say: Callable[[str], None]) -> None:
        super().__init__(match)
        self.table_bar = TableBar(self._charts, say)

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        everybody = replace(look, seat=-1)
        self.draw_table(ui, rect, look, everybody, self.table_bar, self.table_bar.mode)

    def undo(self) -> bool:
        return self.table_bar.undo()

    def prompt(self, asked: TableQuestion) -> str:
        """What is asked, and of whom; what the table says of it where there are no better words."""
        name = player_name(self.match, asked.seat) if asked.seat >= 0 else ""
        match asked.wanted:
            case "action" if asked.kind == "discard":
                due = asked.obs["players"][asked.seat]["due"]
                return say("catan-table-aside", name=name, count=due)
            case "action" if is_said(f"catan-ask-{asked.kind}"):
                words = say(f"catan-ask-{asked.kind}")
                return say("catan-table-asks", name=name, words=words)
            case "done" if words := self.write_action(list(asked.action)):
                return say("catan-table-asks", name=name, words=words)
            case "dice":
                return say("catan-table-asks", name=name, words=say("catan-table-rolled"))
            case "resource" | "card":
                return say("catan-table-secret")
            case "count" if asked.resource < 0:
                return say("catan-table-held", name=name)
            case "count":
                resource = resource_name(asked.resource)
                return say("catan-table-hands-over", name=name, resource=resource)
            case _:
                return asked.prompt

    def without_numbers(self, text: str) -> str:
        """A line with places by what lies around them."""
        places = self._places
        if places is None:
            return text
        text = re.sub(r"(?:vertex|hex) \d+ \(([^)]*)\)", r"\1", text)
        text = re.sub(r": edge \d+", "", text)
        text = re.sub(r"vertex (\d+)", lambda found: places.around(int(found[1])), text)
        text = re.sub(r"(?:at )?edge (\d+)", lambda found: places.edge(int(found[1])), text)
        return re.sub(r"hex (\d+)", lambda found: places.hex(int(found[1])), text)
