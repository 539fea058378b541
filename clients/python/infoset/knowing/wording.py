"""What is known of a match in the words of its game, as page, window and terminal say it.

A game from outside says it by its action words in the protocol, as they stand there.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from infoset.printing import clean
from infoset.wording import is_said, say

ROBBED: Final = 7  # of two dice, in Catan
Names = Callable[[int], str]  # a player by their seat


class KnownWords(Protocol):
    """The words of one match. Raises KeyError, IndexError, TypeError or ValueError for what other rules may tell."""

    @abstractmethod
    def what(self, what: Sequence[Any]) -> str:
        """Something hidden, or an outcome."""

    @abstractmethod
    def whole(self, counts: Sequence[int]) -> str:
        """Everything that a seat may hide, together."""

    @abstractmethod
    def action(self, action: Sequence[Any]) -> str:
        """What may come."""

    @abstractmethod
    def gains(self, gains: Sequence[Any], what: Sequence[Any]) -> str:
        """What an outcome gives to whom."""


class Rules(Protocol):
    """The rules whose words are wanted: those of a match, or by themselves."""

    @property
    @abstractmethod
    def game(self) -> str:
        """Its name."""

    @property
    @abstractmethod
    def consts(self) -> Mapping[str, Any]:
        """What never changes under its options."""


class PlainWords:
    """As the protocol writes it: readable for any game."""

    def __init__(self, match: Rules, names: Names) -> None:
        self._match = match
        self._name = names

    def what(self, what: Sequence[Any]) -> str:
        return clean(" ".join(map(str, what)))

    def whole(self, counts: Sequence[int]) -> str:
        return ", ".join(map(str, counts))

    def action(self, action: Sequence[Any]) -> str:
        return self.what(action)

    def gains(self, gains: Sequence[Any], what: Sequence[Any]) -> str:
        return clean(json.dumps(gains, separators=(",", ":")))


class CatanWords(PlainWords):
    """Cards, rolls and thefts."""

    def what(self, what: Sequence[Any]) -> str:
        kind, number = what
        return str(number) if kind == "sum" else say(f"catan-{kind}-{number}")

    def whole(self, counts: Sequence[int]) -> str:
        parts = [
            say("catan-count", count=count, name=self.what(("resource", resource)))
            for resource, count in enumerate(counts)
            if count
        ]
        return ", ".join(parts) or say("catan-nothing")

    def what_of(self, seat: int, row: Sequence[int], *, is_robbed: bool) -> str:
        """What a roll gives to a seat or takes from it; empty for nothing."""
        if is_robbed:
            count = -row[0]
            words = "catan-known-discards"
            return say(words, name=self._name(seat), count=count) if count > 0 else ""
        if not any(count > 0 for count in row):
            return ""
        return say("catan-known-gains", name=self._name(seat), cards=self.whole(row))

    def action(self, action: Sequence[Any]) -> str:
        if action[0] == "steal":
            return say("catan-known-steal", name=self._name(action[1]))
        return say("catan-known-roll" if action[0] == "roll" else "catan-build-dev")

    def gains(self, gains: Sequence[Any], what: Sequence[Any]) -> str:
        is_robbed = what[1] == ROBBED
        told = [self.what_of(seat, row, is_robbed=is_robbed) for seat, row in enumerate(gains)]
        return "; ".join(filter(None, told)) or say(
            "catan-robber" if is_robbed else "catan-nothing"
        )


class ColonizersWords(PlainWords):
    """Colonists, modules, and whom a named colonist hits."""

    def what(self, what: Sequence[Any]) -> str:
        if what[0] == "role":
            return say("colonizers-known-role", role=say(f"colonizers-role-{what[1]}"))
        if what[0] == "module":
            module = self._match.consts["modules"][what[1]]
            key = f"colonizers-card-{module['letter']}"
            return say(key) if is_said(key) else clean(module["name"])
        return self._name(what[1]) if what[0] == "seat" else say("colonizers-known-nobody")

    def action(self, action: Sequence[Any]) -> str:
        if action[0] == "draw":
            return say("colonizers-known-draw")
        return say(f"colonizers-known-{action[0]}", role=say(f"colonizers-role-{action[1]}"))

    def gains(self, gains: Sequence[Any], what: Sequence[Any]) -> str:
        return say("colonizers-known-omnium", count=max(0, *(row[0] for row in gains)))


class CrossfireWords(PlainWords):
    """Squares, by letter and number."""

    def what(self, what: Sequence[Any]) -> str:
        row, column = divmod(int(what[1]), int(self._match.consts["size"]))
        return f"{chr(ord('A') + column)}{row + 1}"


WORDS: Final[Mapping[str, type[PlainWords]]] = {
    "catan": CatanWords,
    "colonizers": ColonizersWords,
    "crossfire": CrossfireWords,
}


def words_for(match: Rules, names: Names) -> KnownWords:
    """The words of a game: its own, else the plain ones."""
    return WORDS.get(match.game, PlainWords)(match, names)
