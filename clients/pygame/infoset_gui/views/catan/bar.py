"""What a player of Catan holds and can do: the bar below the island. Knows which question it shows."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import mix
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.views.catan.cards import draw_card
from infoset_gui.views.catan.choices import (
    Tool,
    button_row,
    draw_bank,
    draw_choices,
    draw_victims,
)
from infoset_gui.views.catan.island import Charts
from infoset_gui.views.catan.names import cards_words, dev_about, dev_name, resource_name
from infoset_gui.views.catan.trading import TradeTable, draw_deal, draw_offer
from infoset_gui.views.catan.words import task
from infoset_gui.views.view import Look

HIGH: Final = 156  # units, whatever is asked: the island keeps its place
BUILDS: Final = (("road", "1"), ("settlement", "2"), ("city", "3"))  # and their keys
ON_BOARD: Final = ("place_settlement", "place_road", "free_road", "robber")  # nothing to press here


class Bar:
    """The bar of one match. `mode` is what is being built, or `bank`, `plenty`, `monopoly`, or nothing."""

    def __init__(self, charts: Charts, anchors: dict[str, Rect]) -> None:
        """`anchors` is where the places of the bar are noted."""
        self.anchors = anchors
        self.mode = ""
        self.trade = TradeTable(charts)
        self._charts = charts
        self._first: int | None = None  # the first card of a year of plenty
        self._aside: list[int] = []  # cards for the seven, chosen and not sent yet

    def on_turn(self, look: Look) -> None:
        """Another question: what was half chosen is forgotten, unless more of the same can be built."""
        kind = look.turn.kind if look.turn else ""
        if kind != "main" or not look.by_verb(self.mode):
            self.mode = ""
        self._first = None
        self._aside.clear()
        self.trade.close()

    def undo(self) -> bool:
        """Takes back the last step of what is not sent yet; was there any?"""
        if self.trade.kind:
            return self.trade.undo()
        if self._aside:
            self._aside.pop()
            return True
        had = bool(self.mode)
        self._close()
        return had

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """The whole bar, as the open question wants it."""
        is_asked = look.turn is not None
        ui.fill(
            rect,
            ui.theme.surface,
            10,
            ui.theme.accent if is_asked else ui.theme.line,
            1.5 if is_asked else 1,
        )
        inner = rect.inflate(-2 * ui.u(12), -2 * ui.u(9))
        hand = look.obs["players"][look.seat]["hand"] or [0] * len(self._charts.resources)
        if self.trade.kind and is_asked:
            self.trade.draw(ui, inner, look, hand)
            return
        match look.turn.kind if look.turn else "":
            case "answer":
                draw_offer(ui, inner, look, self._charts, self._counter)
            case "deal":
                draw_deal(ui, inner, look, self._charts)
            case "victim":
                draw_victims(ui, inner, look)
            case "discard":
                self._draw_discard(ui, inner, look, hand)
            case _ if self.mode in ("bank", "plenty", "monopoly"):
                self._draw_mode(ui, inner, look)
            case _:
                self._draw_usual(ui, inner, look, hand)

    def _counter(self) -> None:
        self.trade.open("counter")

    def _draw_discard(self, ui: Ui, rect: Rect, look: Look, hand: Sequence[int]) -> None:
        """Cards are chosen one by one and put aside all at once."""
        aside, due = self._aside, look.obs["players"][look.seat]["due"]
        left = due - len(aside)
        chosen = [aside.count(resource) for resource in range(len(hand))]
        losses = [resource for resource, count in enumerate(hand) if count > chosen[resource]]
        draw_choices(
            ui,
            rect,
            f"{say('catan-ask-discard', count=due)} {chosen_words(chosen)}",
            self._charts,
            {resource: partial(aside.append, resource) for resource in losses if left},
            "lose",
            self._aside.clear,
            [f"{count - chosen[at]}" for at, count in enumerate(hand)],
            partial(aside_words, hand),
        )
        press = partial(look.answer_all, [["discard", resource] for resource in sorted(aside)])
        draw_put_aside(ui, rect, left, press)

    def _draw_mode(self, ui: Ui, rect: Rect, look: Look) -> None:
        if self.mode == "bank":
            draw_bank(ui, rect, look, self._charts, self._close)
        elif self.mode == "monopoly":
            claims = look.by_verb("play_monopoly")
            draw_choices(
                ui,
                rect,
                say("catan-dev-about-3"),
                self._charts,
                {resource: answering(look, index) for resource, index in claims.items()},
                "claim",
                self._close,
                words_of=claim_words,
            )
        else:
            self._draw_plenty(ui, rect, look)

    def _draw_plenty(self, ui: Ui, rect: Rect, look: Look) -> None:
        """Two cards from the bank, one after the other."""
        gifts = {
            tuple(sorted(action[1:])): index
            for index, action in enumerate(look.actions)
            if action[0] == "play_plenty"
        }
        choices: dict[int, Press] = {}
        for resource in range(len(self._charts.resources)):
            if self._first is None:
                if any(resource in pair for pair in gifts):
                    choices[resource] = partial(self._take_first, look, gifts, resource)
            else:
                index = gifts.get(tuple(sorted((self._first, resource))))
                if index is not None:
                    choices[resource] = answering(look, index)
        taken = [int(at == self._first) for at in range(len(self._charts.resources))]
        chosen = "" if self._first is None else f" {chosen_words(taken)}"
        title = f"{say('catan-dev-about-2')}{chosen}"
        draw_choices(ui, rect, title, self._charts, choices, "take", self._close)

    def _take_first(self, look: Look, gifts: Mapping[tuple[int, ...], int], resource: int) -> None:
        alone = gifts.get((resource,))
        if alone is not None:
            look.answer(alone)
        else:
            self._first = resource

    def _close(self) -> None:
        self.mode, self._first = "", None

    def _draw_usual(self, ui: Ui, rect: Rect, look: Look, hand: Sequence[int]) -> None:
        row = Box(rect, ui.u(12))
        cards = row.left(ui.u(46) * len(hand) + ui.u(4) * (len(hand) - 1))
        for at, count in enumerate(hand):
            cell = Rect(cards.x + at * ui.u(50), cards.y, ui.u(46), cards.height)
            draw_card(ui, cell, self._charts.resources[at], str(count), is_faint=not count)
            ui.hint(f"own {at}", cell, own_words(at, count))
            self.anchors[f"hand:{at}"] = cell
        devs = self._dev_cards(look)
        if devs:
            self._draw_devs(ui, row.left(ui.u(52) * len(devs)), look, devs)
        buttons = self._buttons(look)
        if buttons:
            button_row(ui, row.rest, buttons)
        else:
            ui.text(task(look), row.rest, "body", ui.theme.muted, align="center", may_cut=True)

    def _dev_cards(self, look: Look) -> list[tuple[int, int, int]]:
        """Own development cards: kind, how many, how many of them are new."""
        usable = look.obs["players"][look.seat]["usable"]
        fresh = look.obs["fresh"] or [0] * len(self._charts.dev_cards)
        return [
            (kind, old + new, new)
            for kind, (old, new) in enumerate(zip(usable, fresh, strict=False))
            if old + new
        ]

    def _draw_devs(
        self, ui: Ui, rect: Rect, look: Look, devs: Sequence[tuple[int, int, int]]
    ) -> None:
        for at, (kind, count, new) in enumerate(devs):
            cell = Rect(rect.x + at * ui.u(52), rect.y, ui.u(46), rect.height)
            name = self._charts.dev_cards[kind]
            press = self._play(look, name)
            ground = mix(ui.theme.raised, ui.theme.seat(3), 0.3)
            ui.fill(
                cell,
                ground,
                7,
                ui.theme.good if press and look.hints else ui.theme.line,
                2 if press and look.hints else 1,
            )
            ui.icon(name, (cell.centerx, cell.y + cell.height * 0.36), 28, ui.theme.text)
            ui.text(
                str(count),
                Rect(cell.x, cell.bottom - ui.u(26), cell.width, ui.u(22)),
                "strong",
                align="center",
            )
            about = dev_about(name)
            words = f"{dev_name(name)}: {say('catan-dev-fresh', about=about) if new else about}"
            region = f"play {name}"
            self.anchors[f"dev:{kind}"] = cell
            if press is None:
                ui.hint(region, cell, words)
            else:
                label = say("catan-do-play_road_building", card=dev_name(name))  # whichever it is
                ui.region(region, cell, label, press, tooltip=f"{words}\n{label}")
                if ui.is_focused(region):
                    ui.focus_ring(cell)

    def _play(self, look: Look, name: str) -> Press | None:
        """What pressing a development card does, None where it cannot be played now."""
        found = [index for index, action in enumerate(look.actions) if action[0] == f"play_{name}"]
        if not found:
            return None
        if name in ("plenty", "monopoly"):
            return lambda: self._set_mode(name)
        return answering(look, found[0])

    def _buttons(self, look: Look) -> list[Tool]:
        """What can be pressed, with the reasons why some of it cannot."""
        turn = look.turn
        if turn is None or turn.kind in ON_BOARD:
            return []
        tools = []
        rolls = look.by_verb("roll")
        if rolls:
            roll = answering(look, rolls[None])
            tools.append(Tool("roll", say("catan-do-roll"), "dice", roll, "r"))
        if turn.kind == "main":
            tools += [*self._build_tools(look), *self._trade_tools(look)]
            ends = look.by_verb("end_turn")
            end = answering(look, ends.get(None, 0))
            reason = "" if ends else say("match-not-yet")
            tools.append(Tool("end turn", say("catan-do-end"), "forward", end, "e", reason))
        return tools

    def _build_tools(self, look: Look) -> list[Tool]:
        tools = []
        for verb, key in BUILDS:
            label = say(f"catan-build-{verb}")
            reason = "" if look.by_verb(verb) else self._why_not(look, verb, label)
            press = partial(self._set_mode, verb)
            tools.append(
                Tool(verb, label, verb, press, key, reason, self.mode == verb, self._price(verb))
            )
        buys = look.by_verb("buy_dev")
        reason = "" if buys else self._why_not(look, "dev", say("catan-build-dev"))
        buy = answering(look, buys.get(None, 0))
        return [
            *tools,
            Tool(
                "buy",
                say("catan-build-dev-short"),
                "deck",
                buy,
                "4",
                reason,
                price=self._price("dev"),
            ),
        ]

    def _price(self, what: str) -> list[str]:
        """What it costs, a resource for each card."""
        price = self._charts.prices.get(what, ())
        return [self._charts.resources[at] for at, count in enumerate(price) for _ in range(count)]

    def _trade_tools(self, look: Look) -> list[Tool]:
        turn = look.turn
        can_offer = turn is not None and any(param.get("kind") == "offer" for param in turn.params)
        others = [seat for seat in range(look.match.seats) if seat != look.seat]
        offer, bank = partial(self.trade.open, "offer", others), partial(self._set_mode, "bank")
        no_offer = "" if can_offer else say("catan-no-offers")
        no_bank = "" if look.by_verb("bank") else say("catan-no-bank")
        return [
            Tool("trade", say("catan-offer-short"), "swap", offer, "t", no_offer),
            Tool("bank", say("catan-bank"), "harbour", bank, "b", no_bank),
        ]

    def _why_not(self, look: Look, what: str, label: str) -> str:
        """Why something cannot be built: the missing cards, else that there is no place or piece."""
        price = self._charts.prices.get(what)
        hand = look.obs["players"][look.seat]["hand"]
        if price is not None and len(hand) == len(price):
            missing = [max(0, cost - have) for cost, have in zip(price, hand, strict=True)]
            if any(missing):
                cost = f"{label}{say('catan-costs', cards=cards_words(price))}"
                return f"{cost}\n{say('catan-missing', cards=cards_words(missing))}"
        return say("catan-no-place", what=label)

    def _set_mode(self, mode: str) -> None:
        self.mode = "" if self.mode == mode else mode
        self._first = None


def chosen_words(counts: Sequence[int]) -> str:
    """What was chosen so far."""
    return say("catan-chosen", cards=cards_words(counts))


def own_words(resource: int, count: int) -> str:
    """So many cards in one's hand."""
    cards = say("catan-count", count=count, name=resource_name(resource))
    return f"{say('catan-own-hand')}: {cards}"


def aside_words(hand: Sequence[int], resource: int) -> str:
    """To put one card of a kind aside."""
    cards = say("catan-count", count=hand[resource], name=resource_name(resource))
    return say("catan-set-aside", cards=cards)


def claim_words(resource: int) -> str:
    """To take all cards of a kind."""
    return say("catan-do-play_monopoly", name=resource_name(resource))


def draw_put_aside(ui: Ui, rect: Rect, left: int, press: Press) -> None:
    """The button that puts cards for a seven aside, once none is `left` to be chosen."""
    label = say("catan-put-aside")
    reason = say("catan-discard-more", count=left) if left > 0 else ""
    width = max(ui.u(150), button_width(ui, label))
    place = Rect(rect.right - width, rect.bottom - ui.u(52), width, ui.u(44))
    button(ui, "put aside", place, label, press, kind="primary", key="enter", reason=reason)


def answering(look: Look, index: int) -> Press:
    """A press that answers with this action."""
    return lambda: look.answer(index)
