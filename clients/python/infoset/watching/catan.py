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
from infoset.watching.catan_words import card_name, cards_text, resource_name, short_cards, tell
from infoset.watching.names import name_within, player_name
from infoset.watching.text import SEAT_INKS, Style
from infoset.wording import say
from infoset_games.catan.beliefs import held
from infoset_games.catan.cards import (
    NOBODY,
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
CHOSEN: Final = {  # verbs of actions that name a place on the island
    "place_settlement": "vertex",
    "settlement": "vertex",
    "city": "vertex",
    "place_road": "edge",
    "road": "edge",
    "free_road": "edge",
    "move_robber": "hex",
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
        named = say("catan-tell-bank", cards=bank)
        lines = [*self._turn_lines(match, view), named if len(named) <= width else bank]
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
        lines.append(say("catan-tell-bank-keyed", key=key(), cards=bank_text(view)))
        for seat in range(view.seats):
            lines += seat_facts(match, view, seat, hand_text(view, seat))
        return [*lines, *offer_facts(match, view), *choice_facts(view, choices)]

    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        view = read(match, observation)
        cards = cards_text(view.hand(seat)) or say("catan-tell-no-cards")
        lines = [say("catan-tell-hand", cards=cards)]
        fresh = view.fresh() if view.turn == seat else []
        devs = [
            f"{count} {card_name(kind)}" for kind, count in enumerate(view.usable(seat)) if count
        ]
        devs += [
            say("catan-tell-fresh", card=f"{count} {card_name(kind)}")
            for kind, count in enumerate(fresh)
            if count
        ]
        if devs:
            lines.append(say("catan-tell-devs", cards=", ".join(devs)))
        points = view.points(seat) + sum(row[VICTORY] for row in (view.usable(seat), fresh) if row)
        if points != view.points(seat):
            lines.append(say("catan-tell-with-hidden", points=points))
        if sum(view.pending()):
            lines.append(say("catan-tell-aside", cards=cards_text(view.pending())))
        return lines

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        return tell(match, event, self._style)

    def _turn_lines(self, match: Match, view: Observation) -> list[str]:
        first, second = view.dice
        round_text = say("catan-tell-setting-up")
        if view.round:
            round_text = say("catan-tell-round", round=view.round)
        if view.veiled.has_rolled and first:
            roll = f"{first}+{second}={first + second}"
            round_text += f", {say('catan-tell-dice', roll=roll)}"
        actor = int(view.veiled.actor)
        seat = view.turn if actor < 0 or view.phase in ("discard", "answer", "over") else actor
        head = self._style.paint(round_text, "bold")
        if view.phase == "over":
            return [head, say("terminal-over")]
        return [head, say(f"catan-tell-phase-{view.phase}", name=player_name(match, seat))]

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
        numbers = say(
            "catan-tell-short",
            points=view.points(seat),
            cards=view.hand_size(seat),
            devs=view.dev_count(seat),
        )
        road, knights = road_text(view, seat), knights_text(view, seat)
        lines = [
            f"{turn_mark(view, seat)}{self._mark(seat)} {name} {numbers}",
            f"  {say('catan-tell-block', road=road, knights=knights)}",
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
    return say("catan-tell-left", cards=cards, count=view.deck_size)


def key() -> str:
    """The letters of the resources."""
    return ", ".join(f"{letter} {resource_name(at)}" for at, letter in enumerate(LETTERS))


def table_head(name_width: int) -> str:
    """Names of the columns of a player's line."""
    return (
        f"{'':<{name_width + 6}}{say('catan-tell-col-points'):>4}{say('catan-tell-col-cards'):>6}"
        f"{say('catan-tell-col-devs'):>4}{say('catan-tell-col-knights'):>8}"
        f"{say('catan-tell-col-road'):>6}  {say('catan-tell-col-hand')}"
    )


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
