"""Plain values as words on lines, for programs without a JSON library. Pure.

A value is one word, so a line can be cut at its blanks: `SEES players.1.hand 2,0,5`. What lies deeper is
on lines of its own, each under its path; positions in lists count from 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_letters, digits, punctuation
from typing import Any, Final
from urllib.parse import quote

from infoset.turn import Turn

NOTHING: Final = "-"  # an empty text, list or object
# In a text, whatever would be taken for something else is written as in a URL: `%20`.
_SAFE: Final = "".join(sorted({*ascii_letters, *digits, *punctuation} - {"%", ","}))


def spell_turn(turn: Turn) -> Iterator[str]:
    """What the seat knows, then what it may do: the lines that go before a TURN."""
    yield from spell_facts("SEES", turn.plain_observation)
    for index, action in enumerate(turn.actions):
        yield f"ACTION {index} {spell_action(action)}"
    for number, slot in enumerate(turn.slots):
        yield f"SLOT {number} {spell(slot.name)}"
        for index, option in enumerate(slot.options):
            yield f"OPTION {number} {index} {spell_action(option)}"


def spell_facts(head: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """A line `head path word` for everything that stands in `facts`."""
    for name, value in facts.items():
        for path, word in _unfold(spell(name), value):
            yield f"{head} {path} {word}"


def spell_action(action: Any) -> str:
    """An action's verb and its arguments."""
    return " ".join(map(spell, action)) if _is_list(action) and action else spell(action)


def spell(value: Any) -> str:
    """A value as one word: numbers and texts as they are, a list with commas."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"{value}"
        case "" | None:
            return NOTHING
        case str():
            return "%2D" if value == NOTHING else quote(value, safe=_SAFE)
        case Mapping():
            return (
                ",".join(f"{spell(name)}:{spell(inner)}" for name, inner in value.items())
                or NOTHING
            )
        case _:
            return ",".join(map(spell, value)) or NOTHING


def _unfold(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """The value under its path, or its parts where a word cannot hold it."""
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from _unfold(f"{path}.{spell(name)}", inner)
    elif _is_list(value) and any(_is_list(inner) or isinstance(inner, Mapping) for inner in value):
        for index, inner in enumerate(value):
            yield from _unfold(f"{path}.{index}", inner)
    else:
        yield path, spell(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
