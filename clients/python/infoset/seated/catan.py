"""The words of Catan for its players. Pure; the lines themselves are those of infoset_games.catan.text."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.turn import Action, Match, Turn
from infoset.watching.catan import CHOSEN
from infoset.watching.catan_words import harbour_name, resource_name
from infoset.watching.names import player_name
from infoset.wording import is_said, say
from infoset_games.catan.cards import DESERT, SEVEN
from infoset_games.catan.text import LETTERS, read_text, write_text
from infoset_games.catan.topology import EDGE_ENDS, HARBOUR_EDGES, hexes_around
from infoset_games.core import IllegalActionError

# How an action is written, for those that differ in more than their verb.
WRITTEN: Final = {
    "place_settlement": "place_settlement N",
    "place_road": "place_road N",
    "play_monopoly": "play_monopoly w",
    "play_plenty": "play_plenty w o",
    "discard": "discard w",
    "move_robber": "move_robber N",
    "steal": "steal NAME",
    "free_road": "free_road N",
    "buy_dev": "s h o",
    "road": "road N: w b",
    "settlement": "settlement N: w b s h",
    "city": "city N: 2h 3o",
    "bank": "bank w o",
    "offer": "offer 2w:1o to NAME, NAME",
    "counter": "counter 1w:1o",
    "confirm": "confirm NAME",
}
ON_CORNERS: Final = ("place_settlement", "settlement", "city")
MOST_CORNERS: Final = 9  # that are described; the island shows all
WITH_SEAT: Final = ("steal", "confirm")
WITH_RESOURCES: Final = ("play_monopoly", "play_plenty", "discard")
FIELDS: Final = ("offer", "give", "take", "to")  # an offer in written form
EXAMPLES: Final = {"give": "2w1b", "take": "1o", "to": ""}  # of a field of an offer


class CatanWording:
    """Resources are the letters w wood, b brick, s sheep, h wheat, o ore."""

    def __init__(self, match: Match | None = None) -> None:
        """`match`: whose players are called by their names in what is read; without it by their seats."""
        self._match = match

    def task(self, kind: str) -> str:
        return say(f"catan-tell-task-{kind}") if is_said(f"catan-tell-task-{kind}") else kind

    def heading(self, verb: str) -> str:
        if not is_said(f"catan-tell-head-{verb}"):
            return verb
        words = say(f"catan-tell-head-{verb}")
        return f"{words} ({WRITTEN[verb]})" if verb in WRITTEN else words

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
        more = [f"  {say('catan-tell-any-other', count=len(corners))}"] if rest > 0 else []
        return [say("catan-tell-best", heading=self.heading(verb)), *best, *more]

    def short(self, match: Match, action: Action) -> str:
        verb, *arguments = action
        if verb in WITH_SEAT:
            return player_name(match, arguments[0])
        if verb in WITH_RESOURCES:
            return " ".join(resource_name(resource) for resource in arguments)
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
        question = name
        if name in EXAMPLES:
            question = say(f"catan-tell-ask-{name}", example=EXAMPLES[name])
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
                expected = say(
                    "catan-tell-some-of", verb=verb, names=", ".join(names), got=repr(part)
                )
                raise WrongChoiceError(expected)
        return " ".join(seats.get(part.casefold(), part) for part in parts)


def offer_text(match: Match, action: Action) -> str:
    """An offer with the names of those who are asked; nobody where all are."""
    sides = write_text(action[:3]).partition(" ")[2]
    asked = [player_name(match, seat) for seat in action[3]] if len(action) > 3 else []
    return say("catan-tell-offer-to", sides=sides, names=", ".join(asked)) if asked else sides


def ways_of(board: Mapping[str, Any], vertex: int) -> int:
    """In how many of 36 rolls the corner brings cards."""
    numbers = [board["numbers"][hexagon] for hexagon in hexes_around(vertex)]
    return sum(SEVEN - 1 - abs(SEVEN - number) for number in numbers if number)


def corner_text(board: Mapping[str, Any], vertex: int) -> str:
    """A corner by its number, with what it brings: `23  wheat 5, brick 4, ore 11; harbour 3:1 (9 of 36)`."""
    hexes = [number for number in hexes_around(vertex) if board["terrain"][number] != DESERT]
    lies = [f"{resource_name(board['terrain'][one])} {board['numbers'][one]}" for one in hexes]
    harbours = [
        say("catan-tell-harbour", kind=harbour_name(kind))
        for kind, edge in zip(board["harbours"], HARBOUR_EDGES, strict=True)
        if vertex in EDGE_ENDS[edge]
    ]
    told = "; ".join([", ".join(lies), *harbours])
    return f"  {vertex:>2}  {say('catan-tell-corner', lies=told, ways=ways_of(board, vertex))}"
