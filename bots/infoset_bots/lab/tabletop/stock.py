"""Which development cards people can have drawn, if nobody looked: one way that agrees with all. Pure.

A play needs a card bought in an earlier turn; whoever has not won holds few victory cards; there are
so many cards of each kind. Cards drawn unseen that nothing tells of are taken to be knights and
progress cards as long as there are any, so that nobody seems to have won.

It is enough to be greedy. A play uses the oldest card that it can: those left are then the latest, and a
victory card bought later is held at fewer moments.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infoset_games.catan.cards import DEV_COUNTS, DEV_KINDS, VICTORY
from infoset_games.catan.journal import BUY, CAPPED, PLAY, REST, Note

UNTOLD: Final = None


@dataclass(frozen=True)
class Happening:
    """Something public about the development cards of `seat`; `kind` is one of the journal's.

    `what` is the kind of card played, or the most victory cards that can be held; of a card bought
    its kind, or UNTOLD.
    """

    kind: int
    seat: int
    what: int | None = UNTOLD


@dataclass
class _Card:
    """A card drawn: when and by whom, what it is if that is known, whether it is still in the hand."""

    seat: int
    at: int
    kind: int | None
    is_told: bool
    is_ready: bool = False  # a turn has ended since
    is_played: bool = False


def happenings(notes: Iterable[Note], drawn: Sequence[int | None]) -> list[Happening]:
    """What a journal says of development cards; `drawn` are the kinds bought, in order, as far as told."""
    kinds = iter(drawn)
    found: list[Happening] = []
    for note in notes:
        kind, seat = int(note.kind()), int(note.who())
        if kind == BUY:
            found.append(Happening(BUY, seat, next(kinds)))
        elif kind in (PLAY, CAPPED):
            found.append(Happening(kind, seat, int(note.what())))
        elif kind == REST:
            found.append(Happening(REST, seat))
    return found


def draw(story: Sequence[Happening], shown: Mapping[int, int] | None = None) -> list[int] | None:
    """A kind for every card bought, in order; None if there is no way.

    `shown` are seats that in the end hold exactly so many victory cards.
    """
    return _Stock(story, shown or {}).draw()


class _Stock:
    def __init__(self, story: Sequence[Happening], shown: Mapping[int, int]) -> None:
        self._shown = shown
        self._cards: list[_Card] = []
        self._caps: list[tuple[int, int, int]] = []  # when, seat, most victory cards
        self._is_possible = True
        for at, item in enumerate(story):
            self._take(at, item)
        self._left: list[int] = list(DEV_COUNTS)
        for card in self._cards:
            if card.kind is not None:
                self._left[card.kind] -= 1

    def draw(self) -> list[int] | None:
        if not self._is_possible or min(self._left) < 0:
            return None
        if not (self._show() and self._fill() and self._fits()):
            return None
        return [card.kind for card in self._cards if card.kind is not None]

    def _take(self, at: int, item: Happening) -> None:
        own = [card for card in self._cards if card.seat == item.seat]
        if item.kind == BUY:
            self._cards.append(_Card(item.seat, at, item.what, item.what is not None))
        elif item.kind == REST:
            for card in own:
                card.is_ready = True
        elif item.kind == CAPPED:
            assert item.what is not None
            self._caps.append((at, item.seat, item.what))
        else:
            self._play(own, item.what)

    def _play(self, own: Sequence[_Card], kind: int | None) -> None:
        """Uses a card that is known to be one such, else the oldest unknown one."""
        ready = [card for card in own if card.is_ready and not card.is_played]
        for wanted in (kind, None):
            for card in ready:
                if card.kind == wanted:
                    card.kind, card.is_played = kind, True
                    return
        self._is_possible = False

    def _unknown(self) -> list[_Card]:
        return [card for card in self._cards if card.kind is None]

    def _show(self) -> bool:
        """Deals out the victory cards that were shown, the latest cards first."""
        for seat, number in self._shown.items():
            own = [card for card in reversed(self._unknown()) if card.seat == seat]
            missing = number - self._held(seat)
            if not 0 <= missing <= min(len(own), self._left[VICTORY]):
                return False
            for card in own[:missing]:
                card.kind = VICTORY
                self._left[VICTORY] -= 1
        return True

    def _fill(self) -> bool:
        """Deals out all others: victory cards only where nothing else is left."""
        unknown = self._unknown()
        forced = len(unknown) - sum(self._left[:VICTORY])
        for card in reversed(unknown):
            if forced > 0 and card.seat not in self._shown and self._left[VICTORY]:
                card.kind = VICTORY
                if self._fits():
                    self._left[VICTORY] -= 1
                    forced -= 1
                else:
                    card.kind = None
        if forced > 0:
            return False
        for card in self._unknown():
            card.kind = next(kind for kind in range(DEV_KINDS) if self._left[kind])
            self._left[card.kind] -= 1
        return True

    def _held(self, seat: int, before: int | None = None) -> int:
        """Victory cards that a seat holds, or held at that time."""
        return sum(
            card.seat == seat and card.kind == VICTORY and (before is None or card.at < before)
            for card in self._cards
        )

    def _fits(self) -> bool:
        return all(self._held(seat, at) <= most for at, seat, most in self._caps)
