"""The words of Catan for its players. Pure; the lines themselves are those of infoset_games.catan.text."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.turn import Action, Match, Turn
from infoset.watching.catan import CHOSEN
from infoset.watching.names import player_name
from infoset_games.catan.cards import DESERT, HARBOUR_NAMES, RESOURCE_NAMES, SEVEN
from infoset_games.catan.text import LETTERS, read_text, write_text
from infoset_games.catan.topology import EDGE_ENDS, HARBOUR_EDGES, hexes_around
from infoset_games.core import IllegalActionError

TASKS: Final = {
    "place_settlement": "place a settlement",
    "place_road": "place a road at it",
    "roll": "roll, or play a card first",
    "discard": "put a card aside for the seven",
    "robber": "move the robber",
    "victim": "choose whom to rob",
    "free_road": "build a free road",
    "main": "trade and build, or end the turn",
    "answer": "answer the offer",
    "deal": "close the deal, or withdraw",
}
HEADINGS: Final = {
    "place_settlement": "settlement at vertex (place_settlement N)",
    "place_road": "road at edge (place_road N)",
    "roll": "roll",
    "play_knight": "play a knight",
    "play_road_building": "play road building",
    "play_monopoly": "play monopoly on (play_monopoly w)",
    "play_plenty": "play year of plenty for (play_plenty w o)",
    "discard": "put aside (discard w)",
    "move_robber": "robber to hex (move_robber N)",
    "steal": "rob (steal NAME)",
    "free_road": "free road at edge (free_road N)",
    "end_turn": "end the turn",
    "buy_dev": "buy a development card (s h o)",
    "road": "road at edge (road N: w b)",
    "settlement": "settlement at vertex (settlement N: w b s h)",
    "city": "city at vertex (city N: 2h 3o)",
    "bank": "trade with the bank (bank w o)",
    "offer": "offer to the others (offer 2w:1o to NAME, NAME)",
    "reject": "say no",
    "accept": "say yes",
    "counter": "say what you would give (counter 1w:1o)",
    "withdraw": "withdraw",
    "confirm": "deal with (confirm NAME)",
}
ON_CORNERS: Final = ("place_settlement", "settlement", "city")
MOST_CORNERS: Final = 9  # that are described; the island shows all
WITH_SEAT: Final = ("steal", "confirm")
WITH_RESOURCES: Final = ("play_monopoly", "play_plenty", "discard")
FIELDS: Final = ("offer", "give", "take", "to")  # an offer in written form
QUESTIONS: Final = {
    "give": "you give, like 2w1b",
    "take": "you get, like 1o",
    "to": "to whom, parted by commas (nothing: to all)",
}


class CatanWording:
    """Resources are the letters w wood, b brick, s sheep, h wheat, o ore."""

    def __init__(self, match: Match | None = None) -> None:
        """`match`: whose players are called by their names in what is read; without it by their seats."""
        self._match = match

    def task(self, kind: str) -> str:
        return TASKS.get(kind, kind)

    def heading(self, verb: str) -> str:
        return HEADINGS.get(verb, verb)

    def is_place(self, verb: str) -> bool:
        return verb in CHOSEN

    def explain(self, turn: Turn) -> Sequence[str]:
        """Of corners those that bring most, with what they bring."""
        verbs = {str(action[0]) for action in turn.actions}
        if len(verbs) != 1 or not verbs <= set(ON_CORNERS):
            return ()
        (verb,) = verbs
        board = turn.plain_observation.get("board")
        if board is None:  # nobody's view: the places are on the table
            return ()
        corners = sorted(turn.actions, key=lambda action: -ways_of(board, action[1]))
        best = [corner_text(board, action[1]) for action in corners[:MOST_CORNERS]]
        rest = len(corners) - len(best)
        more = [f"  or any other of the {len(corners)} numbers on the island"] if rest > 0 else []
        return [f"{HEADINGS[verb]}; those that bring most:", *best, *more]

    def short(self, match: Match, action: Action) -> str:
        verb, *arguments = action
        if verb in WITH_SEAT:
            return player_name(match, arguments[0])
        if verb in WITH_RESOURCES:
            return " ".join(RESOURCE_NAMES[resource] for resource in arguments)
        if verb == "bank":
            return f"{LETTERS[arguments[0]]}>{LETTERS[arguments[1]]}"
        if verb == "offer":
            return offer_text(match, action)
        return write_text(action).partition(" ")[2]

    def slot(self, name: str) -> str:
        return name

    def write(self, action: Action) -> str:
        return write_text(action)

    def read(self, line: str) -> Action:
        verb = line.partition(" ")[0].lower()
        doing, before, whom = line.partition(" " if verb in WITH_SEAT else " to ")
        try:
            return read_text(f"{doing}{before}{self._seats(verb, whom)}")
        except IllegalActionError as error:
            raise WrongChoiceError(str(error)) from None

    def read_field(self, name: str, spec: Mapping[str, Any], text: str) -> Any:
        side = "".join(text.split())
        lines = {
            "to": f"offer 1w:1o to {text}",
            "give": f"offer {side}:1w",
            "take": f"offer 1w:{side}",
        }
        try:
            return self.read(lines[name])[FIELDS.index(name)]
        except WrongChoiceError as error:
            raise WrongChoiceError(f"{name}: {str(error).partition(': ')[2]}") from None

    def ask_field(self, name: str, spec: Mapping[str, Any]) -> str:
        question = QUESTIONS.get(name, name)
        if name != "to" or self._match is None:
            return question
        return f"{question}: {', '.join(player_name(self._match, seat) for seat in spec['enum'])}"

    def _seats(self, verb: str, whom: str) -> str:
        """Players by their names, with commas between them, or by their seats: as the numbers of seats.

        Raises WrongChoiceError for who does not play here.
        """
        if self._match is None or not whom.strip():
            return whom
        names = [player_name(self._match, seat) for seat in range(len(self._match.players))]
        seats = {name.casefold(): str(seat) for seat, name in enumerate(names)}
        parts = [part.strip() for part in whom.split(",")]
        for part in parts:
            if part.casefold() not in seats and not all(map(str.isdecimal, part.split())):
                raise WrongChoiceError(f"{verb}: expected some of {', '.join(names)}, got {part!r}")
        return " ".join(seats.get(part.casefold(), part) for part in parts)


def offer_text(match: Match, action: Action) -> str:
    """An offer with the names of those who are asked; nobody where all are."""
    sides = write_text(action[:3]).partition(" ")[2]
    asked = [player_name(match, seat) for seat in action[3]] if len(action) > 3 else []
    return f"{sides} to {', '.join(asked)}" if asked else sides


def ways_of(board: Mapping[str, Any], vertex: int) -> int:
    """In how many of 36 rolls the corner brings cards."""
    numbers = [board["numbers"][hexagon] for hexagon in hexes_around(vertex)]
    return sum(SEVEN - 1 - abs(SEVEN - number) for number in numbers if number)


def corner_text(board: Mapping[str, Any], vertex: int) -> str:
    """A corner by its number, with what it brings: `23  wheat 5, brick 4, ore 11; harbour 3:1 (9 of 36)`."""
    hexes = [number for number in hexes_around(vertex) if board["terrain"][number] != DESERT]
    lies = [f"{RESOURCE_NAMES[board['terrain'][one]]} {board['numbers'][one]}" for one in hexes]
    harbours = [
        f"harbour {HARBOUR_NAMES[kind]}"
        for kind, edge in zip(board["harbours"], HARBOUR_EDGES, strict=True)
        if vertex in EDGE_ENDS[edge]
    ]
    return (
        f"  {vertex:>2}  {'; '.join([', '.join(lies), *harbours])} ({ways_of(board, vertex)} of 36)"
    )
