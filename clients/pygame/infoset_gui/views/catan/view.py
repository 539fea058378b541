"""Catan on the screen: the island, the players beside it, one's own cards and what can be done with them below."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from pygame import Rect

from infoset.turn import Action, Match
from infoset.watching.names import player_name
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.views.catan.bar import HIGH, Bar
from infoset_gui.views.catan.board import Board
from infoset_gui.views.catan.island import read_charts
from infoset_gui.views.catan.names import bank_words, dev_name, resource_name
from infoset_gui.views.catan.players import COLUMN, Players
from infoset_gui.views.catan.spots import ON_EDGE, ON_VERTEX, place_words
from infoset_gui.views.catan.telling import say_event
from infoset_gui.views.catan.words import Places, guide, lesson, task
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import BUTTON, Look, Step, View

TOOLS: Final = {  # the buttons by what they do
    "roll": "roll",
    "end_turn": "end turn",
    "buy_dev": "buy",
    "bank": "bank",
    "offer": "trade",
    "accept": "accept",
    "reject": "reject",
    "withdraw": "withdraw",
}
PLAIN: Final = (  # verbs whose actions have nothing but these
    "roll",
    "end_turn",
    "reject",
    "withdraw",
    "buy_dev",
    "play_knight",
)


class Lower(Protocol):
    """What stands below the island."""

    @abstractmethod
    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """Draws it."""


class CatanView(View):
    """One match of Catan."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        charts = read_charts(match.consts)
        self._charts = charts
        self._board = Board(charts, self.anchors)
        self._players = Players(charts, self.anchors)
        self._bar = Bar(charts, self.anchors)
        self._gained: Counter[int] = Counter()
        self._stolen: Counter[int] = Counter()
        self._places: Places | None = None  # once the board is known
        self._obs: Mapping[str, Any] = {}  # of the newest picture

    def task(self, look: Look) -> str:
        return task(look)

    def guide(self, look: Look) -> str:
        return guide(look)

    def lesson(self, look: Look) -> Sequence[Step]:
        return lesson(max(look.seat, 0), look.match.options.get("target", 10))

    def deciders(self, obs: Mapping[str, Any]) -> Iterable[int]:
        phase, players = obs["phase"], obs["players"]
        if phase == "discard":
            return [seat for seat, player in enumerate(players) if player["due"] > 0]
        if phase == "answer":
            return [seat for seat, said in enumerate(obs["answers"]) if said[:1] == ["waiting"]]
        return [obs["turn"]] if obs["turn"] >= 0 and phase != "over" else []

    def on_turn(self, look: Look) -> None:
        self._bar.on_turn(look)

    def on_event(self, event: Mapping[str, Any]) -> None:
        match event.get("e"):
            case "dice":
                self._board.rolls[sum(event["dice"])] += 1
            case "yield":
                self._gained[event["by"]] += sum(event["cards"])
            case "theft":
                self._stolen[event["from"]] += 1
            case _:
                pass

    def on_position(self, obs: Mapping[str, Any]) -> None:
        if self._places is None and "board" in obs:
            self._places = Places(self._charts, obs["board"])

    def say(self, event: Mapping[str, Any], usual: str | None) -> str | None:
        return say_event(self.match, event, self._places)

    def anchor_of(self, action: Action) -> str:
        verb = str(action[0])
        if verb in ON_VERTEX:
            return f"node:{action[1]}"
        if verb in ON_EDGE:
            return f"edge:{action[1]}"
        if verb == "move_robber":
            return f"hex:{action[1]}"
        if verb in ("steal", "confirm"):
            return f"seat:{action[1]}"
        return f"{BUTTON}{TOOLS[verb]}" if verb in TOOLS else self._card_of(verb)

    def write_action(self, action: Action) -> str:
        verb, places = str(action[0]), self._places
        if places is None:
            return ""
        if verb in (*ON_VERTEX, *ON_EDGE, "move_robber"):
            return place_words(verb, action[1], places)
        if verb in ("steal", "confirm"):
            return say(f"catan-do-{verb}", name=player_name(self.match, action[1]))
        return self._write_cards(verb, action)

    def _write_cards(self, verb: str, action: Action) -> str:
        """An action with cards, or with nothing at all."""
        if verb in PLAIN:
            return say(f"catan-do-{verb}")
        match verb:
            case "bank":
                return bank_words(self._charts, self._obs, self._obs["turn"], action)
            case "play_road_building":
                return say("catan-do-play_road_building", card=dev_name("road_building"))
            case "play_plenty":
                names = [resource_name(resource) for resource in action[1:]]
                return say("catan-do-play_plenty", cards=" + ".join(names))
            case "play_monopoly":
                return say("catan-do-play_monopoly", name=resource_name(action[1]))
            case _:
                return ""

    def _card_of(self, verb: str) -> str:
        """The development card that a verb plays."""
        card = verb.removeprefix("play_")
        cards = self._charts.dev_cards
        return f"dev:{cards.index(card)}" if card in cards and card != verb else ""

    def undo(self) -> bool:
        return self._bar.undo()

    def outcome(self, look: Look, scores: Sequence[float]) -> str:
        target = look.match.options.get("target", 10)
        if max(scores) < target:
            return say("catan-end-limit")
        return say("catan-end-points", count=target)

    def statistics(self, look: Look) -> Sequence[tuple[str, Sequence[str]]]:
        players = look.obs["players"]
        seats = range(len(players))
        return (
            (
                say("catan-stat-buildings"),
                [f"{len(one['settlements'])}, {len(one['cities'])}" for one in players],
            ),
            (sentence(say("catan-trail")), [str(one["road"]) for one in players]),
            (sentence(say("catan-knights")), [str(one["played"][0]) for one in players]),
            (say("catan-stat-dice"), [str(self._gained[seat]) for seat in seats]),
            (say("catan-stat-stolen"), [str(self._stolen[seat]) for seat in seats]),
        )

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        bar = self._bar if look.seat >= 0 else None
        self.draw_table(ui, rect, look, look, bar, self._bar.mode)

    def draw_table(
        self, ui: Ui, rect: Rect, look: Look, players: Look, bar: Lower | None, mode: str
    ) -> None:
        """Everything in its place. `players` is how those are seen; the `bar` knows what is built (`mode`)."""
        self.anchors.clear()
        places = self._places = Places(self._charts, look.obs["board"])
        self._obs = look.obs
        box = Box(rect, ui.u(8))
        if bar is not None:
            lower = self.anchors["area:bar"] = box.bottom(ui.u(HIGH))
            bar.draw(ui, lower, look)
        column = box.right(ui.u(COLUMN))
        self.anchors["area:island"] = box.rest.copy()
        self._board.draw(ui, box.rest, look, places, mode)
        self._players.draw(ui, column, players)

    def draw_over(self, ui: Ui) -> None:
        self._board.draw_statistics(ui)
