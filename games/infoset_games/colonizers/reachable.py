"""Refuses positions that the rules cannot reach, naming the field and what was expected. Not compiled.

What one position shows by itself is checked; whether some draws and choices lead to all of it is not asked.
"""

from typing import Final

from infoset_games.colonizers.actions import FINISHED, PICK, SHUFFLE
from infoset_games.colonizers.cards import COLONISTS, OPPORTUNIST, SEATS, SPY
from infoset_games.colonizers.cells import SEEN
from infoset_games.colonizers.state import ColonizersState

OPENING: Final = (SHUFFLE, PICK)  # of a round: nobody has had its turn in it
NAMING: Final = (OPPORTUNIST, SPY)
LAST: Final = SEATS - 1


def check_reachable(state: ColonizersState) -> None:
    """Raises ValueError naming the field that no play leads to."""
    expect(state.phase != SHUFFLE or state.turn == 0, "turn", "0 in the shuffle phase")
    check_end(state)
    check_colonies(state)
    check_public(state)
    check_seen(state)


def expect(held: bool, field: str, wanted: str) -> None:
    if not held:
        raise ValueError(f"{field}: expected {wanted}")


def turns_ended(state: ColonizersState, seat: int) -> int:
    """How many turns of the seat are over."""
    is_over = state.phase == FINISHED and not state.is_draw
    has_had = state.phase not in OPENING and (seat < state.turn or is_over)
    return int(state.round) - 1 + has_had


def check_colonies(state: ColonizersState) -> None:
    """One module a turn; a full colony ends the game with its round."""
    for seat in range(SEATS):
        most = turns_ended(state, seat)
        size = len(state.colony(seat))
        expect(size <= most, f"seats[{seat}].colony", f"at most {most} modules by now")
        is_latest = turns_ended(state, seat) == state.round
        expect(
            size < state.full or is_latest,
            f"seats[{seat}].colony",
            "a full one only in the round that ends the game",
        )


def check_end(state: ColonizersState) -> None:
    """Over with a full colony at the end of a round, or without cards to draw."""
    is_over = state.phase == FINISHED
    if state.is_draw:
        expect(is_over, "draw", "false before the end")
        expect(
            len(state.deck_cards()) < 2, "deck", "less than two cards where a draw ends the game"
        )
    elif is_over:
        expect(state.has_full_colony(), "phase", "over with a full colony or a draw only")
        expect(state.turn == LAST, "turn", f"{LAST} at the end of the last round")


def check_public(state: ColonizersState) -> None:
    """Colonists are public from their seat's turn on, or once they were named."""
    if state.phase in OPENING:
        expect(state.revealed == 0, "revealed", "0 before the first turn of a round")
        expect(state.out == 0, "out", "0 before the first turn of a round")
        return
    had = (2 << int(state.turn)) - 1
    expect(
        state.revealed & had == had, "revealed", f"the seats of {had}, which have had their turns"
    )
    named = (int(state.revealed) & ~had).bit_count() + int(state.out).bit_count()
    most = sum(state.role(seat) in NAMING for seat in range(int(state.turn) + 1))
    expect(named <= most, "revealed", f"with out at most {most} colonists that were named")
    for seat in range(SEATS):
        is_out = state.out >> state.role(seat) & 1
        expect(not is_out, "out", f"no colonist that a seat has, as seat {seat}")
    expect(state.out < 1 << COLONISTS, "out", "colonists")


def check_seen(state: ColonizersState) -> None:
    """A player who holds a card has seen it."""
    hands = [(f"seats[{seat}].hand", seat, state.hand_cards(seat)) for seat in range(SEATS)]
    drawn = ("drawn", int(state.turn), state.drawn_cards())
    for field, seat, cards in (*hands, drawn):
        for place, card in enumerate(cards):
            is_seen = card >> SEEN & (1 << seat) != 0
            expect(is_seen, f"{field}[{place}]", f"a card that seat {seat} has seen")
