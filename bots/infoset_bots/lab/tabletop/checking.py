"""Whether an entry can be in one position with all hands open, and in what words it is refused. Pure.

ContradictionError   an entry that cannot be
  ForbiddenError     because the rules say no
"""

from collections.abc import Sequence
from typing import Final

from infoset.watching.catan_words import resource_name
from infoset.wording import say
from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.hands import Hands
from infoset_bots.lab.tabletop.steps import is_monopoly
from infoset_games.catan.actions import DISCARD, PLAY_MONOPOLY, THEFT
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import PENDING
from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE, IllegalActionError

ABOUT_HAND: Final = ("at hand", "do not hold")  # in what the rules say


class ContradictionError(ValueError):
    """An entry that cannot be after all that was entered before; the message says what is wrong."""


class ForbiddenError(ContradictionError):
    """The rules say no; the message is theirs."""


class Checker:
    """Checks entries at one table. `hands` are all that are possible."""

    def __init__(self, names: Sequence[str], hands: Hands) -> None:
        self._names = names
        self._hands = hands

    def discards(self, position: CatanState, seat: int, codes: Sequence[int]) -> None:
        """Raises ContradictionError where the seat lacks a card that it shall put aside."""
        for resource in range(RESOURCES):
            aside = int(position.cells[PENDING + RESOURCES * seat + resource])
            aside += codes.count(DISCARD + resource)
            if aside > int(position.hand(seat, resource)):
                cards = say("catan-count", count=aside, name=resource_name(resource))
                why = say("terminal-table-not-aside", name=self._names[seat], cards=cards)
                raise ContradictionError(f"discard: {why}")

    def told(self, position: CatanState, entry: Entry, code: int) -> None:
        """Raises ContradictionError where what was told along with an allowed action cannot be."""
        seat = entry.seat
        if is_monopoly(code):
            self._counts(position, seat, code - PLAY_MONOPOLY, entry.counts)
        if entry.card is None or position.to_act() != (seat,):
            return
        after = position.copy()
        after.move(code)
        if after.mover() == CHANCE and after.phase == THEFT:
            victim = int(after.victim)
            if not after.hand(victim, entry.card):
                card = resource_name(entry.card)
                raise ContradictionError(
                    say("terminal-table-none-to-steal", name=self._names[victim], card=card)
                )

    def _counts(
        self, position: CatanState, taker: int, resource: int, counts: Sequence[int] | None
    ) -> None:
        if counts is None:  # asked for, where it matters
            return
        if len(counts) != len(self._names):
            raise ContradictionError(f"expected a count for each of {len(self._names)} seats")
        for seat, count in enumerate(counts):
            hands = self._hands.hands_of(seat)
            if seat != taker and all(hand[resource] != count for hand in hands):
                cards = say("catan-count", count=count, name=resource_name(resource))
                raise ContradictionError(
                    say("terminal-table-cannot-have", name=self._names[seat], cards=cards)
                )
        for seat, count in enumerate(counts):
            if seat != taker and int(position.hand(seat, resource)) != count:
                raise ContradictionError(say("terminal-table-counts", card=resource_name(resource)))

    def explained(self, seat: int, refusals: Sequence[ContradictionError]) -> ContradictionError:
        """One of the refusals of all possible positions, told so that no assumed hand is taken for a fact."""
        # What is wrong whatever the cards are tells more.
        refusal = min(refusals, key=is_about_hand)
        reason, name = str(refusal), self._names[seat]
        if not isinstance(refusal, ForbiddenError):
            return refusal
        if is_about_hand(refusal) and len(self._hands.hands_of(seat)) > 1:
            verb = reason.partition(":")[0]
            costs = reason.partition("costs ")[2].partition(", at hand")[0]
            what = costs or say("terminal-table-cards-for-it")
            why = say("terminal-table-cannot-by-entries", name=name, what=what)
            return ContradictionError(f"{verb}: {why}")
        return ContradictionError(f"{name}: {reason}")


def verify(position: CatanState, seat: int, code: int) -> None:
    """Raises ForbiddenError where the rules forbid the action."""
    try:
        position.verify(seat, code)
    except IllegalActionError as error:
        raise ForbiddenError(str(error)) from None


def is_about_hand(refusal: ContradictionError) -> bool:
    """Would other cards in the hand make it possible?"""
    return any(words in str(refusal) for words in ABOUT_HAND)
