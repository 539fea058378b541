"""Checks that states are independent values and that a ply is a function of state and joint action."""

import random

from infoset_games.core import OVER, State
from infoset_games.replay import random_joint, state_hash
from infoset_games.testing.plays import Play, Position


def check_a_copy_lives_its_own_life(play: Play) -> None:
    """Playing on in a copy changes nothing in the original, and the other way round."""
    for position in play.positions():
        original = position.state()
        copied = original.copy()
        before = state_hash(original)
        position.expect(state_hash(copied) == before, "a copy differs from its original")
        play_some(position, copied)
        position.expect(state_hash(original) == before, "playing in a copy changed the original")
        copied = original.copy()
        play_some(position, original)
        position.expect(state_hash(copied) == before, "playing in the original changed a copy")


def check_equal_plies_give_equal_states(play: Play) -> None:
    """`apply` and `sample_chance` are functions of their arguments; nothing else is random."""
    for position in play.positions():
        global_state = random.getstate()
        outcomes = {state_hash(play_some(position, position.state())) for _ in range(2)}
        position.expect(len(outcomes) == 1, "the same actions from equal states end differently")
        untouched = random.getstate() == global_state
        position.expect(untouched, "the rules draw from Python's global random generator")


def play_some(position: Position, state: State, plies: int = 6) -> State:
    """Plays a few random plies in place, the same ones in every equal state; returns `state`."""
    chance, choice = position.rng("chance"), position.rng("choice")
    for _ in range(plies):
        if state.mover() == OVER:
            break
        state.apply(random_joint(state, chance, choice))
    return state
