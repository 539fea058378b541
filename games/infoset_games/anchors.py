"""Names for what one can point at in a game, such as `cell:4,7` or `seat:1`.

The descriptor of a game (descriptor.py) names in the field `anchors` a function, for instance
`"hexes_game.anchors:anchors"`, that is given the game and returns its kinds of anchors by name. Every game has some
besides, for what all games have: seats, actions, slots, and the screen itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from infoset_games.descriptor import BrokenPartError, Descriptor, load_part
from infoset_games.game import Game

MAX_ACTIONS: Final = 4_096  # of a list on the wire
PANELS: Final = ("top_left", "top_right", "side", "banner", "bottom")
MAX_DIGITS: Final = 6


class AnchorKind(Protocol):
    """What may stand behind the colon."""

    def has(self, place: str) -> bool:
        """Is there such a place?"""
        ...


@dataclass(frozen=True)
class Numbered:
    """Places numbered from 0: `hex:18`."""

    count: int

    def has(self, place: str) -> bool:
        return is_number(place, self.count)


@dataclass(frozen=True)
class Grid:
    """Places by row and column, from 0: `cell:4,7`."""

    rows: int
    columns: int

    def has(self, place: str) -> bool:
        row, comma, column = place.partition(",")
        return bool(comma) and is_number(row, self.rows) and is_number(column, self.columns)


@dataclass(frozen=True)
class Named:
    """Places that have a name: `pile:discard`. None: whatever is well formed."""

    names: frozenset[str] | None

    def has(self, place: str) -> bool:
        if self.names is not None:
            return place in self.names
        return 0 < len(place) <= 32 and place.isprintable()


class Screen:
    """A panel, or a place between 0 and 1 to the right and down: `screen:side`, `screen:0.5,0.1`."""

    def has(self, place: str) -> bool:
        """As AnchorKind."""
        right, comma, down = place.partition(",")
        return place in PANELS or (bool(comma) and is_share(right) and is_share(down))


Anchors = Mapping[str, AnchorKind]
Publish = Callable[[Game], Anchors]


class AnchorBook:
    """All anchors of one game. A game that publishes none is believed whatever has a kind and a place."""

    def __init__(self, game: Game, publish: Publish | None) -> None:
        """`publish` is the game's own function, None where it has none."""
        self.is_complete: Final = publish is not None
        self._kinds: Final[dict[str, AnchorKind]] = {
            **({} if publish is None else publish(game)),
            "seat": Numbered(game.seats),
            "action": Numbered(MAX_ACTIONS),
            "slot": Named(None),
            "screen": Screen(),
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that are known, sorted."""
        return tuple(sorted(self._kinds))

    def has(self, anchor: str) -> bool:
        """Is there such an anchor?"""
        name, colon, place = anchor.partition(":")
        kind = self._kinds.get(name)
        if kind is None:
            return not self.is_complete and bool(name and colon and place) and anchor.isprintable()
        return kind.has(place)


def is_number(text: str, below: int) -> bool:
    """Is it a plain number from 0 on, below a bound?"""
    return text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS and int(text) < below


def is_share(text: str) -> bool:
    """Is it a decimal number from 0 to 1?"""
    whole, _, decimals = text.partition(".")
    if not is_number(whole, 2) or (decimals and not is_number(decimals, 10**MAX_DIGITS)):
        return False
    return float(text) <= 1.0


def open_book(game: Game, descriptor: Descriptor | None = None) -> AnchorBook:
    """The anchors of a game; `descriptor` None takes the installed one. Raises BrokenPartError."""
    publish = load_part(game.name, "anchors", descriptor)
    try:
        return AnchorBook(game, publish)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BrokenPartError(game.name, "anchors", str(publish), why) from error
