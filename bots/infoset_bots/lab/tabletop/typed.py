"""What people type at the table: actions, dice, cards, counts. Pure; whether it can be is for `World` to say.

8   3 5             the dice: the sum alone is enough
12                  a place where only places are asked, else the number of a listed action
["road", 17]        an action as the protocol has it
road 17             an action in the text notation (infoset_games.catan.text); seats also by name
discard w w o       all cards at once, or counted: discard 2w1o
steal ann w         behind a theft or a purchase between people the card, if all may know it
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.watching.catan import CHOSEN
from infoset.watching.catan_words import resource_name
from infoset.wording import say
from infoset_games.catan.cards import DEV_NAMES, RESOURCE_NAMES, RESOURCES
from infoset_games.catan.text import CARDS, LETTERS, SIDE, read_text
from infoset_games.core import IllegalActionError, Json

ALIASES: Final = {
    "yes": "accept",
    "no": "reject",
    "end": "end_turn",
    "done": "end_turn",
    "buy": "buy_dev",
    "knight": "play_knight",
}
WITH_SEATS: Final = ("steal", "confirm", "offer")
DICE: Final = re.compile(r"(?:roll\s+)?(\d{1,2})(?:\s*[+, ]\s*(\d))?", re.ASCII)
LEAST_SUM: Final = 2
MOST_SUM: Final = 12
SIDES: Final = 6
UNKNOWN: Final = "?"


@dataclass(frozen=True)
class Said:
    """A typed action, with what was told along with it."""

    action: list[Json]
    dice: tuple[int, int] | None = None
    card: int | None = None


def read_said(kind: str, line: str, actions: Sequence[list[Json]], names: Sequence[str]) -> Said:
    """The action in a line that answers a decision of this kind. Raises WrongChoiceError.

    `actions` are those that were listed.
    """
    if line.startswith("["):
        return Said(_written(line))
    words = line.lower().split()
    if not words:
        raise WrongChoiceError(say("terminal-table-action-expected"))
    if kind == "roll" and DICE.fullmatch(line.strip().lower()):
        return Said(["roll"], read_dice(line))
    if len(words) == 1 and words[0].isdecimal():
        return Said(_numbered(int(words[0]), actions))
    words[0] = ALIASES.get(words[0], words[0])
    if words == ["roll"]:
        raise WrongChoiceError(say("terminal-table-type-dice"))
    if words[0] in WITH_SEATS:
        words = [words[0], *(_seat_word(word, names) for word in words[1:])]
    if words[0] == "discard":
        words = ["discard", *_spelled("".join(words[1:]))]
    words, card = _split_card(words)
    try:
        action = read_text(" ".join(words))
    except IllegalActionError as error:
        raise WrongChoiceError(str(error)) from None
    if action[0] == "discard":
        action = ["discard", *sorted(action[1:])]
    return Said(action, card=card)


def place_verb(actions: Sequence[Sequence[Json]]) -> str | None:
    """The verb of all actions, where they differ in nothing but a place: then numbers are places."""
    verbs = {str(action[0]) for action in actions}
    verb = verbs.pop() if len(verbs) == 1 else ""
    return verb if verb in CHOSEN else None


def read_dice(line: str) -> tuple[int, int]:
    """Two dice, or two that make the sum. Raises WrongChoiceError."""
    found = DICE.fullmatch(line.strip().lower())
    if found is None:
        raise WrongChoiceError(say("terminal-table-dice-expected"))
    first = int(found[1])
    if found[2] is None:
        if not LEAST_SUM <= first <= MOST_SUM:
            raise WrongChoiceError(
                say("terminal-table-sum", least=LEAST_SUM, most=MOST_SUM, got=str(first))
            )
        low = max(1, first - SIDES)
        return low, first - low
    second = int(found[2])
    if not (1 <= first <= SIDES and 1 <= second <= SIDES):
        raise WrongChoiceError(say("terminal-table-two-numbers", most=SIDES))
    return first, second


def read_resource(word: str) -> int:
    """A resource by letter or name. Raises WrongChoiceError."""
    word = word.strip().lower()
    if len(word) == 1 and word in LETTERS:
        return LETTERS.index(word)
    if word in RESOURCE_NAMES:
        return RESOURCE_NAMES.index(word)
    raise WrongChoiceError(say("terminal-table-got", what=resource_expected(), got=repr(word)))


def resource_expected() -> str:
    """What a resource is typed as."""
    names = ", ".join(f"{letter} {resource_name(at)}" for at, letter in enumerate(LETTERS))
    return say("terminal-table-resource", names=names)


def card_expected() -> str:
    """What a development card is typed as."""
    return say("terminal-table-one-of", names=", ".join(DEV_NAMES))


def read_card(word: str) -> int:
    """A development card by name or its beginning. Raises WrongChoiceError."""
    word = "_".join(word.strip().lower().split())
    found = [kind for kind, name in enumerate(DEV_NAMES) if word and name.startswith(word)]
    if len(found) != 1:
        raise WrongChoiceError(say("terminal-table-got", what=card_expected(), got=repr(word)))
    return found[0]


def read_count(word: str, most: int) -> int:
    """A number. Raises WrongChoiceError."""
    word = word.strip()
    if not (word.isascii() and word.isdecimal() and len(word) < 4 and int(word) <= most):
        raise WrongChoiceError(say("terminal-table-count", most=most, got=repr(word)))
    return int(word)


def _written(line: str) -> list[Json]:
    """An action as the protocol has it."""
    try:
        action: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WrongChoiceError(say("terminal-no-json", why=str(error))) from None
    if not isinstance(action, list) or not action or not isinstance(action[0], str):
        raise WrongChoiceError(say("terminal-list-expected", example='["road", 17]'))
    return action


def _numbered(number: int, actions: Sequence[list[Json]]) -> list[Json]:
    verb = place_verb(actions)
    if verb is not None:
        return [verb, number]
    if number >= len(actions):
        raise WrongChoiceError(say("terminal-table-listed", last=len(actions) - 1))
    return actions[number]


def _seat_word(word: str, names: Sequence[str]) -> str:
    lowered = [name.lower() for name in names]
    return str(lowered.index(word)) if word in lowered else word


def _spelled(side: str) -> list[str]:
    """`2w1o` as letters; anything else as it is, letter by letter."""
    if not SIDE.fullmatch(side):
        return list(side)
    return [letter for count, letter in CARDS.findall(side) for _ in range(min(int(count), 20))]


def _split_card(words: list[str]) -> tuple[list[str], int | None]:
    """The card behind a theft (`move_robber 5 w`, `steal 1 w`) or a purchase (`buy_dev knight`)."""
    verb, *rest = words
    if verb in ("move_robber", "steal") and len(rest) == 2:
        return words[:2], None if rest[1] == UNKNOWN else read_resource(rest[1])
    if verb == "buy_dev" and rest:
        told = " ".join(rest)
        return words[:1], None if told == UNKNOWN else read_card(told)
    return words, None


assert len(LETTERS) == RESOURCES
