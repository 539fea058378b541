"""Everything a seat decides outside the main phase, one ply deep: try each option, value what comes of it. Compiled.

What is valued: cards as they are when the discard is done, an offer as if it were confirmed, a roll
as standing still, places of the robber and thefts by the odds of what is stolen.
"""

from mypy_extensions import i64

from infoset_bots.catan.plies import LOST, Plies
from infoset_games.catan.actions import (
    ACCEPT,
    ANSWERS,
    BEFORE_ROLL,
    DISCARD,
    DISCARDS,
    PLAY_KNIGHT,
    REJECT,
    ROLL,
)
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import DUE, HAND, HELD, PENDING
from infoset_games.catan.state import CatanState
from infoset_games.catan.trading import exchange


def is_option(state: CatanState, action: i64) -> bool:
    """Is the action tried at all? Before the roll only a knight; to offers only yes and no."""
    if state.phase == BEFORE_ROLL:
        return action == ROLL or action == PLAY_KNIGHT
    return state.phase != ANSWERS or action == REJECT or action == ACCEPT


def reaction_value(plies: Plies, state: CatanState, action: i64) -> float:
    """The value of what an action of the searching seat leads to."""
    phase = state.phase
    if phase == DISCARDS:
        return discard_value(plies, state, action - DISCARD)
    if phase == ANSWERS:
        return answer_value(plies, state, action)
    if action == ROLL and phase == BEFORE_ROLL:
        return plies.value(state)
    child = state.copy()
    child.move(action)
    return plies.outlook(child)


def answer_value(plies: Plies, state: CatanState, action: i64) -> float:
    if action == REJECT:
        return plies.value(state)
    traded = state.copy()
    exchange(traded, state.turn, plies.seat, state.offer)
    return plies.value(traded)


def discard_value(plies: Plies, state: CatanState, resource: i64) -> float:
    """The value of the best hand that can be left when `resource` is put aside next."""
    left = state.copy()
    seat = plies.seat
    for kind in range(i64(RESOURCES)):
        aside = i64(state.cells[PENDING + RESOURCES * seat + kind])
        for _ in range(aside):
            drop(left, seat, kind)
    drop(left, seat, resource)
    return shed(plies, left, resource, i64(state.cells[DUE + seat]) - 1)


def drop(state: CatanState, seat: i64, resource: i64) -> None:
    state.cells[HAND + RESOURCES * seat + resource] -= 1
    state.cells[HELD + seat] -= 1


def shed(plies: Plies, state: CatanState, first: i64, count: i64) -> float:
    """The best value after dropping `count` more cards of resources from `first` on."""
    if count == 0:
        return plies.value(state)
    seat = plies.seat
    best = LOST
    for resource in range(first, i64(RESOURCES)):
        if state.cells[HAND + RESOURCES * seat + resource] != 0:
            drop(state, seat, resource)
            best = max(best, shed(plies, state, resource, count - 1))
            state.cells[HAND + RESOURCES * seat + resource] += 1
            state.cells[HELD + seat] += 1
    return best
