"""Actions as short lines of text, `offer 2w:1o to 1 3`, and back. For terminals and logs; not compiled.

The words are those of the written form; resources are the letters w (wood), b (brick), s (sheep), h (wheat)
and o (ore), a side of a trade counts them: `2w1b`.
"""

import re
from typing import Final

from infoset_games.catan.cards import DEV_NAMES, RESOURCES
from infoset_games.catan.notation import BARE, NUMBERED
from infoset_games.core import IllegalActionError, Json

LETTERS: Final = "wbsho"
BY_RESOURCE: Final = ("play_monopoly", "discard", "stolen", "bank", "play_plenty")
TRADES: Final = ("offer", "counter")
SIDE: Final = re.compile(rf"(?:[1-9][0-9]?[{LETTERS}])+")
CARDS: Final = re.compile(rf"([1-9][0-9]?)([{LETTERS}])")


def write_text(action: list[Json]) -> str:
    """The line for a written action."""
    verb, *arguments = action
    if verb in TRADES:
        line = f"{verb} {_write_side(arguments[0])}:{_write_side(arguments[1])}"
        seats = [str(seat) for seat in arguments[2]] if len(arguments) > 2 else []
        return " ".join([line, "to", *seats]) if seats else line
    if verb in BY_RESOURCE:
        return " ".join([verb, *(LETTERS[resource] for resource in arguments)])
    if verb == "drawn":
        return f"drawn {DEV_NAMES[arguments[0]]}"
    return " ".join([verb, *(str(number) for number in arguments)])


def read_text(line: str) -> list[Json]:
    """The written action of a line, legal or not. Raises IllegalActionError naming what is wrong."""
    words = line.lower().split()
    if not words:
        raise IllegalActionError("expected an action, like `road 17`")
    verb, *arguments = words
    if verb in TRADES:
        return _read_trade(verb, arguments)
    if verb in BY_RESOURCE:
        return [verb, *(_read_letter(verb, word) for word in arguments)]
    if verb == "drawn":
        return [verb, *(_read_card(word) for word in arguments)]
    if verb in BARE or verb in NUMBERED or verb == "dice":
        return [verb, *(_read_number(verb, word) for word in arguments)]
    raise IllegalActionError(f"{verb}: no such action")


def _write_side(counts: list[int]) -> str:
    return "".join(f"{count}{LETTERS[kind]}" for kind, count in enumerate(counts) if count)


def _read_trade(verb: str, words: list[str]) -> list[Json]:
    """`2w:1o`, for an offer perhaps followed by `to` and seats."""
    sides = words[0].split(":") if words else []
    if len(sides) != 2:
        raise IllegalActionError(f"{verb}: expected what is given and taken, like 2w:1o")
    written: list[Json] = [verb, *(_read_side(verb, side) for side in sides)]
    if len(words) > 1:
        if words[1] != "to" or verb != "offer":
            raise IllegalActionError(f"{verb}: expected nothing or `to` and seats behind the cards")
        written.append([_read_number(verb, word) for word in words[2:]])
    return written


def _read_side(verb: str, side: str) -> list[int]:
    if not SIDE.fullmatch(side):
        raise IllegalActionError(f"{verb}: expected counted cards like 2w1b, got {side!r}")
    counts = [0] * RESOURCES
    for count, letter in CARDS.findall(side):
        counts[LETTERS.index(letter)] += int(count)
    return counts


def _read_letter(verb: str, word: str) -> int:
    if len(word) != 1 or word not in LETTERS:
        raise IllegalActionError(f"{verb}: expected one of {', '.join(LETTERS)}, got {word!r}")
    return LETTERS.index(word)


def _read_card(word: str) -> int:
    if word not in DEV_NAMES:
        raise IllegalActionError(f"drawn: expected one of {', '.join(DEV_NAMES)}, got {word!r}")
    return DEV_NAMES.index(word)


def _read_number(verb: str, word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 4):
        raise IllegalActionError(f"{verb}: expected a small number, got {word!r}")
    return int(word)
