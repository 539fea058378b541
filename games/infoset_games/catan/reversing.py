"""Which steps of Catan show nothing that was hidden, so that they can be taken back."""

from typing import Final

from infoset_games.catan.actions import (
    BANK_TRADE,
    DISCARDS,
    END_TURN,
    FREE_ROADS,
    MAIN,
    OFFER,
    PLACE_ROADS,
    PLACE_SETTLEMENTS,
    ROBBER,
)
from infoset_games.catan.beliefs import MOST_DEALS
from infoset_games.catan.cards import NOBODY
from infoset_games.catan.cells import CAP
from infoset_games.catan.state import CatanState

OPEN: Final = (PLACE_SETTLEMENTS, PLACE_ROADS, FREE_ROADS, ROBBER)  # whatever is chosen, all see


def is_reversible(before: CatanState, action: int, after: CatanState) -> bool:
    """Has nobody learned of a hidden card from `action`, where no chance is behind it?

    A development card that is played shows itself, and an offer waits for others. What is paid shows that the hand
    held it, unless every spectator knew so before. What they know each seat knows, and whether a step can be taken
    back then tells nothing that is not public.
    """
    if before.phase == DISCARDS:
        return after.phase == DISCARDS  # put aside face down, until the last card is
    is_plain = before.phase in OPEN or (
        before.phase == MAIN and (action == END_TURN or BANK_TRADE <= action < OFFER)
    )
    return is_plain and not shows_cards(before, after)


def shows_cards(before: CatanState, after: CatanState) -> bool:
    """Does a spectator know more of hidden cards in `after`: what a hand holds, or that it does not win?"""
    known = len(before.belief(NOBODY).deals)
    if known != len(after.belief(NOBODY).deals) or known >= MOST_DEALS:
        return True
    return any(
        before.cells[CAP + seat] != after.cells[CAP + seat]
        for seat in range(int(before.options.seats))
    )
