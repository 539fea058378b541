"""Positions as values: copies, setups, fallbacks, results, mirrored plays."""

import pytest
from tests.games.crossfire.scenes import Scene, plays

from infoset_games.core import OVER, SEVERAL, IllegalActionError
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.setups import join_setup, setup_space, split_setup
from infoset_games.crossfire.units import ALIVE, KING, MOTION, RECHARGE, SIDE, SQUARE, WAIT
from infoset_games.policies import RandomPolicy
from infoset_games.replay import state_hash
from infoset_games.rng import Rng

GAME = Crossfire()


def test_after_the_setup_every_unit_stands_on_its_spawn_discharged() -> None:
    state = GAME.start(GAME.deal(Rng("setup")))
    state.apply({0: state.legal(0).size - 1, 1: 0})
    assert state.now is not None
    cells, board = state.now.cells, state.deal.board
    for seat in (0, 1):
        for number, square in enumerate(board.spawns(seat)):
            unit = SIDE * seat + number
            assert (cells[SQUARE + unit], cells[MOTION + unit], cells[ALIVE + unit]) == (
                square,
                -1,
                1,
            )
            assert cells[WAIT + unit] == cells[RECHARGE + unit]
    assert [unit for unit in range(5) if cells[KING + unit]] == [4]
    assert [int(cells[RECHARGE + unit]) for unit in range(5)] == state.deal.recharge[::-1]


@pytest.mark.parametrize(
    ("recharge", "setups"), [([2, 3, 4, 5, 6], 600), ([2, 2, 3, 3, 3], 50), ([4], 1)]
)
def test_setups_and_codes_translate_both_ways(recharge: list[int], setups: int) -> None:
    seen = set()
    for code in range(setup_space(len(recharge)).size):
        numbers, king = split_setup(code, recharge)
        assert sorted(numbers) == recharge
        assert split_setup(join_setup(numbers, king, recharge), recharge) == (numbers, king)
        seen.add((tuple(numbers), king))
    assert len(seen) == setups


def test_a_copy_shares_the_past_and_goes_its_own_way() -> None:
    state = plays(GAME, "copy", [RandomPolicy(), RandomPolicy()])[2]
    twin, before = state.copy(), state_hash(state)
    twin.apply({seat: twin.legal(seat).item(0) for seat in twin.to_act()})
    assert state_hash(state) == before
    assert state_hash(twin) != before


def test_a_finished_play_asks_nobody() -> None:
    state = plays(GAME, "over", [RandomPolicy(), RandomPolicy()])[-1]
    assert (state.mover(), state.to_act(), state.legal(0).size) == (OVER, (), 0)
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.verify(0, 0)


def test_decisions_are_simultaneous_and_tell_others_nothing() -> None:
    state = GAME.start(GAME.deal(Rng("1")))
    assert (state.mover(), state.to_act(), state.kind(0)) == (SEVERAL, (0, 1), "setup")
    assert state.seen_key(5, 1) == state.seen_key(9, 1)


def test_nothing_is_drawn_after_the_deal() -> None:
    with pytest.raises(AssertionError):
        Scene([(5, 5)], [(9, 9)]).state.sample_chance(Rng("1"))


def test_a_mirrored_play_stays_symmetric_and_ends_in_a_tie() -> None:
    game = Crossfire(preset="mini", mirror=True)
    assert game.seats == 1
    for seed in range(20):
        states = plays(game, str(seed), [RandomPolicy()])
        for state in states[1:]:
            assert state.now is not None
            cells, board = state.now.cells, state.deal.board
            for unit in range(3):
                assert cells[ALIVE + unit] == cells[ALIVE + SIDE + unit]
                assert cells[SQUARE + SIDE + unit] == board.geometry.image(
                    board.map.symmetry, int(cells[SQUARE + unit])
                )
        result = states[-1].result()
        assert result is not None
        assert (result.places, result.scores, result.ending) == ((1,), (0.5,), "tie")
