"""The words of Catan for its players. Pure; the lines themselves are those of infoset_games.catan.text."""

from collections.abc import Mapping
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.turn import Action, Match
from infoset.watching.catan import CHOSEN
from infoset.watching.names import player_name
from infoset_games.catan.cards import RESOURCE_NAMES
from infoset_games.catan.text import LETTERS, read_text, write_text
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
    "steal": "rob (steal SEAT)",
    "free_road": "free road at edge (free_road N)",
    "end_turn": "end the turn",
    "buy_dev": "buy a development card (s h o)",
    "road": "road at edge (road N: w b)",
    "settlement": "settlement at vertex (settlement N: w b s h)",
    "city": "city at vertex (city N: 2h 3o)",
    "bank": "trade with the bank (bank w o)",
    "offer": "offer to the others (offer 2w:1o to 1 3; `offer` alone asks)",
    "reject": "say no",
    "accept": "say yes",
    "counter": "say what you would give (counter 1w:1o; `counter` alone asks)",
    "withdraw": "withdraw",
    "confirm": "deal with (confirm SEAT)",
}
WITH_SEAT: Final = ("steal", "confirm")
WITH_RESOURCES: Final = ("play_monopoly", "play_plenty", "discard")
FIELDS: Final = ("offer", "give", "take", "to")  # an offer in written form
QUESTIONS: Final = {
    "give": "you give, like 2w1b",
    "take": "you get, like 1o",
    "to": "to which seats, like 1 3 (nothing: to all)",
}


class CatanWording:
    """Resources are the letters w wood, b brick, s sheep, h wheat, o ore."""

    def task(self, kind: str) -> str:
        return TASKS.get(kind, kind)

    def heading(self, verb: str) -> str:
        return HEADINGS.get(verb, verb)

    def is_place(self, verb: str) -> bool:
        return verb in CHOSEN

    def short(self, match: Match, action: Action) -> str:
        verb, *arguments = action
        if verb in WITH_SEAT:
            return f"{arguments[0]} {player_name(match, arguments[0])}"
        if verb in WITH_RESOURCES:
            return " ".join(RESOURCE_NAMES[resource] for resource in arguments)
        if verb == "bank":
            return f"{LETTERS[arguments[0]]}>{LETTERS[arguments[1]]}"
        return write_text(action).partition(" ")[2]

    def write(self, action: Action) -> str:
        return write_text(action)

    def read(self, line: str) -> Action:
        try:
            return read_text(line)
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
        return QUESTIONS.get(name, name)
