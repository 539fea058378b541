"""How a match of Catan looks as text: the island, and beside it who has what. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Action, Match
from infoset.watching.catan_facts import choice_facts, island_facts, offer_facts, seat_facts
from infoset.watching.catan_map import (
    NARROW,
    SEAT_LETTERS,
    WIDE,
    Island,
    IslandPicture,
    width_with,
)
from infoset.watching.catan_words import cards_text, say, short_cards
from infoset.watching.names import name_within, player_name
from infoset.watching.text import SEAT_INKS, Style
from infoset_games.catan.beliefs import held
from infoset_games.catan.cards import (
    DEV_NAMES,
    NOBODY,
    RESOURCE_NAMES,
    RESOURCES,
    SPECIAL_POINTS,
    VICTORY,
)
from infoset_games.catan.observation import Observation
from infoset_games.catan.text import LETTERS

ROOMY: Final = 36  # columns beside the wide island that the players need
TABULAR: Final = 57  # columns from which on every player takes one line
NAME: Final = 10  # columns of a player's name at least
LONGEST_NAME: Final = 24
KEY: Final = ", ".join(
    f"{letter} {name}" for letter, name in zip(LETTERS, RESOURCE_NAMES, strict=True)
)
CHOSEN: Final = {  # verbs of actions that name a place on the island
    "place_settlement": "vertex",
    "settlement": "vertex",
    "city": "vertex",
    "place_road": "edge",
    "road": "edge",
    "free_road": "edge",
    "move_robber": "hex",
}
PHASES: Final = {
    "place_settlement": "places a settlement",
    "place_road": "places a road",
    "roll": "is to roll",
    "dice": "rolls",
    "discard": "has rolled a seven: discards",
    "robber": "moves the robber",
    "victim": "chooses a victim",
    "theft": "steals",
    "free_road": "builds a free road",
    "main": "trades and builds",
    "draw": "draws a card",
    "answer": "waits for answers",
    "deal": "closes a deal",
    "over": "the game is over",
}


class CatanBoard:
    """The island with all pieces; hands, points and the bank as far as the eyes may see."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def draw(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action], width: int
    ) -> list[str]:
        half = WIDE if width >= width_with(WIDE) + ROOMY else NARROW
        island = island_of(read(match, observation), choices)
        return IslandPicture(half).draw(island).lines(self._style)

    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        view = read(match, observation)
        bank = bank_text(view)
        lines = [*self._turn_lines(match, view), f"bank {bank}" if len(bank) + 5 <= width else bank]
        if width >= TABULAR:
            name_width = min(NAME + width - TABULAR, LONGEST_NAME)
            lines += ["", self._style.paint(table_head(name_width), "dim")]
            lines += [self._row(match, view, seat, name_width) for seat in range(view.seats)]
        else:
            for seat in range(view.seats):
                lines += self._block(match, view, seat)
        return lines + offer_facts(match, view)

    def facts(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
    ) -> list[str]:
        view = read(match, observation)
        lines = [", ".join(self._turn_lines(match, view)), *island_facts(view)]
        lines.append(f"bank ({KEY}): {bank_text(view)}")
        for seat in range(view.seats):
            lines += seat_facts(match, view, seat, hand_text(view, seat))
        return [*lines, *offer_facts(match, view), *choice_facts(view, choices)]

    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        view = read(match, observation)
        lines = [f"hand: {cards_text(view.hand(seat)) or 'no cards'}"]
        fresh = view.fresh() if view.turn == seat else []
        cards = [
            f"{count} {DEV_NAMES[kind]}" for kind, count in enumerate(view.usable(seat)) if count
        ]
        cards += [f"{count} {DEV_NAMES[kind]} (new)" for kind, count in enumerate(fresh) if count]
        if cards:
            lines.append(f"cards: {', '.join(cards)}")
        points = view.points(seat) + sum(row[VICTORY] for row in (view.usable(seat), fresh) if row)
        if points != view.points(seat):
            lines.append(f"points with hidden ones: {points}")
        if sum(view.pending()):
            lines.append(f"put aside: {cards_text(view.pending())}")
        return lines

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        return say(match, event, self._style)

    def _turn_lines(self, match: Match, view: Observation) -> list[str]:
        first, second = view.dice
        rolled = view.veiled.has_rolled and first
        dice = f", dice {first}+{second}={first + second}" if rolled else ""
        round_text = f"round {view.round}" if view.round else "setting up"
        actor = int(view.veiled.actor)
        seat = view.turn if actor < 0 or view.phase in ("discard", "answer", "over") else actor
        who = "" if view.phase == "over" else f"{player_name(match, seat)} "
        return [self._style.paint(f"{round_text}{dice}", "bold"), f"{who}{PHASES[view.phase]}"]

    def _mark(self, seat: int) -> str:
        letter = SEAT_LETTERS[seat]
        return self._style.paint(f"({letter})", SEAT_INKS[seat], "bold")

    def _row(self, match: Match, view: Observation, seat: int, width: int) -> str:
        """One player in a line below `table_head`, the name in `width` columns."""
        name = self._style.paint(name_within(match, seat, width), "bold")
        numbers = (
            f"{view.points(seat):>4}{view.hand_size(seat):>6}{view.dev_count(seat):>4}"
            f"{knights_text(view, seat):>8}{road_text(view, seat):>6}"
        )
        return f"{turn_mark(view, seat)}{self._mark(seat)} {name}{numbers}  {hand_text(view, seat)}"

    def _block(self, match: Match, view: Observation, seat: int) -> list[str]:
        """One player in two lines, three with a hand that is known."""
        name = self._style.paint(name_within(match, seat, NAME), "bold")
        numbers = f"{view.points(seat)}p {view.hand_size(seat)}c {view.dev_count(seat)}d"
        lines = [
            f"{turn_mark(view, seat)}{self._mark(seat)} {name} {numbers}",
            f"  road {road_text(view, seat)}, knights {knights_text(view, seat)}",
        ]
        hand = hand_text(view, seat)
        return [*lines, f"  {hand}"] if hand else lines


def read(match: Match, observation: Mapping[str, Any]) -> Observation:
    """The observation. Raises ValueError where it is not of these rules."""
    assert match.engine is not None
    view: Observation = match.engine.read_observation(observation)
    return view


def island_of(view: Observation, choices: Sequence[Action] = ()) -> Island:
    """What lies on the board, and where one of the actions can be done."""
    seats = range(view.seats)
    return Island(
        view.veiled.board,
        view.robber,
        {edge: seat for seat in seats for edge in view.roads(seat)},
        {place: (seat, False) for seat in seats for place in view.settlements(seat)}
        | {place: (seat, True) for seat in seats for place in view.cities(seat)},
        open_hexes=_places(choices, "hex"),
        open_vertices=_places(choices, "vertex"),
        open_edges=_places(choices, "edge"),
    )


def _places(choices: Sequence[Action], kind: str) -> frozenset[int]:
    return frozenset(
        action[1] for action in choices if len(action) > 1 and CHOSEN.get(action[0]) == kind
    )


def bank_text(view: Observation) -> str:
    """What is left to be had."""
    cards = short_cards(view.bank, all_of_them=True)
    if not view.veiled.options.bank_public:
        cards = " ".join(f"{text}+" if text.endswith("2") else text for text in cards.split())
    return f"{cards} dev {view.deck_size}"


def table_head(name_width: int) -> str:
    """Names of the columns of a player's line."""
    return f"{'':<{name_width + 6}} pts cards dev knights  road  hand"


def turn_mark(view: Observation, seat: int) -> str:
    """Whose turn it is."""
    return "> " if view.turn == seat and view.phase != "over" else "  "


def road_text(view: Observation, seat: int) -> str:
    """The length of the longest road, with the points it brings."""
    bonus = f"+{SPECIAL_POINTS}" if view.longest == seat != NOBODY else ""
    return f"{view.road_length(seat)}{bonus}"


def knights_text(view: Observation, seat: int) -> str:
    """The knights played, with the points they bring."""
    bonus = f"+{SPECIAL_POINTS}" if view.army == seat != NOBODY else ""
    return f"{view.knights(seat)}{bonus}"


def hand_text(view: Observation, seat: int) -> str:
    """The cards of a hand: those that are certain, and how many more there are."""
    if not view.hand_size(seat):
        return ""
    if view.is_sure(seat):
        return short_cards(view.hand(seat))
    certain = [
        min(int(held(deal, seat, resource)) for deal, _ in view.deals)
        for resource in range(RESOURCES)
    ]
    unknown = view.hand_size(seat) - sum(certain)
    return " ".join(filter(None, (short_cards(certain), f"?{unknown}")))
