"""All hands that agree with what was entered, each with a way in which it can have come about. Pure.

Between people a stolen card need not be told. Every deal of the cards that is left possible is kept,
with one row of stolen cards that leads to it; weights do not matter, for the program's players
work out their own knowledge from what their seats have seen (infoset_games.catan.beliefs).
"""

from collections.abc import Iterator
from typing import Final

from infoset_games.catan.beliefs import MOST_DEALS, UNITS, held, step
from infoset_games.catan.cards import NOBODY, RESOURCES
from infoset_games.catan.journal import BUY, STEAL, Journal, Note, entries_since

Thefts = tuple[int, ...]  # the cards of the thefts that were not told, in order
ANY_SEAT: Final = NOBODY


class Hands:
    """The deals that are possible (beliefs.py has their form), by deal the untold thefts behind it."""

    def __init__(self) -> None:
        self.deals: dict[int, Thefts] = {0: ()}
        self._seen: Journal | None = None  # of a position, as far as it was taken in

    def take(self, journal: Journal | None, *, is_told: bool) -> None:
        """Takes in what a journal has more; `is_told`: is the card of a theft in there known?

        What a position says of a theft that was not told is not looked at.
        """
        for note in entries_since(journal, self._seen):
            if note.kind() < BUY:
                self.deals = self._after(note, is_told=is_told)
        self._seen = journal

    def follow(self, journal: Journal | None) -> None:
        """The same story now has another journal: one with other untold cards."""
        self._seen = journal

    def hands_of(self, seat: int) -> dict[tuple[int, ...], int]:
        """The different hands that a seat can have, each with a deal in which it has it."""
        found: dict[tuple[int, ...], int] = {}
        for deal in sorted(self.deals):
            found.setdefault(hand_of(deal, seat), deal)
        return found

    def _after(self, note: Note, *, is_told: bool) -> dict[int, Thefts]:
        found: dict[int, Thefts] = {}
        for deal, thefts in self.deals.items():
            if note.kind() == STEAL and not is_told:
                for resource, moved in stolen_ways(deal, note):
                    found.setdefault(moved, (*thefts, resource))
            else:
                # As one of the two who see the card.
                for moved in step({deal: 1}, note, note.who(), None):
                    found.setdefault(moved, thefts)
        if len(found) > MOST_DEALS:  # a few dozens are usual
            return {deal: found[deal] for deal in sorted(found)[:MOST_DEALS]}
        return found


def stolen_ways(deal: int, note: Note) -> Iterator[tuple[int, int]]:
    """What a theft can have taken, with the deal after it."""
    thief, victim = int(note.who()), int(note.what())
    for resource in range(RESOURCES):
        if held(deal, victim, resource):
            moved = deal - UNITS[RESOURCES * victim + resource]
            yield resource, moved + UNITS[RESOURCES * thief + resource]


def hand_of(deal: int, seat: int) -> tuple[int, ...]:
    """By resource what a seat holds in a deal."""
    return tuple(int(held(deal, seat, resource)) for resource in range(RESOURCES))
