"""Every play of Leduc between two players whose minds are known. No tests here."""

from collections.abc import Iterator
from dataclasses import dataclass

from infoset_games.core import CHANCE
from infoset_games.game import Game
from infoset_games.testing.toys.leduc import BET, CALL, FOLD, LeducState


@dataclass
class Play:
    """A whole play of Leduc, how likely it is, and what it brings seat 0."""

    likely: float
    joints: list[dict[int, int]]
    returned: float


def bold(state: LeducState, seat: int) -> int:
    """Bets and calls with the better half of the cards, and with a pair."""
    card = state.cards[seat]
    is_good = card >= 3 or state.open == card ^ 1
    if state.is_answer():
        return CALL if is_good else FOLD
    return BET if is_good else 0


def plays(state: LeducState, likely: float, joints: list[dict[int, int]]) -> Iterator[Play]:
    """Every play from here, in which seat 0 plays boldly and seat 1 bets and calls whatever it has."""
    result = state.result()
    if result is not None:
        yield Play(likely, joints, result.returns[0])
        return
    mover = int(state.mover())
    if mover == CHANCE:
        ways = [(int(code), share) for code, share in state.chance_odds()]
    elif mover == 0:
        ways = [(bold(state, 0), 1.0)]
    else:
        ways = [(CALL if state.is_answer() else BET, 1.0)]
    for code, share in ways:
        after = state.copy()
        after.apply({mover: code})
        yield from plays(after, likely * share, [*joints, {mover: code}])


def every_play(game: Game, first: int) -> list[Play]:
    """Every play in which that seat begins."""
    state = game.start({"first": first})
    assert isinstance(state, LeducState)
    return list(plays(state, 1.0, []))
