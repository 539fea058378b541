"""The rules of the toy games, and that a play of theirs reads well as text."""

import pytest

from infoset_games.core import CHANCE, OVER, SEVERAL, IllegalActionError, Result, State
from infoset_games.game import OptionError
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.ambush import AmbushState
from infoset_games.testing.toys.leduc import BET, CALL, CHECK, FOLD


def played(*codes: int, first: int = 0) -> State:
    """Leduc after these codes, chance included."""
    state = Leduc().start({"first": first})
    for code in codes:
        state.move(code)
    return state


def ended(*codes: int, first: int = 0) -> Result:
    result = played(*codes, first=first).result()
    assert result is not None
    return result


def test_leduc_deals_bets_opens_a_card_and_bets_again() -> None:
    movers = [played(*codes).mover() for codes in ((), (0,), (0, 4), (0, 4, CHECK))]
    assert movers == [CHANCE, CHANCE, 0, 1]
    assert played(0, 4, CHECK, CHECK).mover() == CHANCE
    assert played(0, 4, CHECK, CHECK, 2).mover() == 0
    assert played(0, 4, CHECK, CHECK, 2, BET, CALL).mover() == OVER


def test_the_first_seat_of_the_deal_opens_both_rounds_of_leduc() -> None:
    assert played(0, 4, first=1).mover() == 1
    assert played(0, 4, CHECK, CHECK, 2, first=1).mover() == 1


def test_who_folds_in_leduc_loses_what_is_in() -> None:
    assert ended(0, 4, BET, FOLD).scores == (1, -1)
    assert ended(0, 4, CHECK, BET, FOLD).scores == (-1, 1)
    assert ended(0, 4, BET, CALL, 2, CHECK, BET, FOLD) == Result((2, 1), (-3, 3), (-1, 1), "fold")


def test_a_pair_beats_a_higher_rank_in_leduc() -> None:
    assert ended(0, 4, CHECK, CHECK, 2, CHECK, CHECK).scores == (-1, 1)
    assert ended(0, 4, CHECK, CHECK, 1, BET, CALL).scores == (5, -5)


def test_equal_ranks_share_the_pot_of_leduc() -> None:
    shared = Result((1, 1), (0, 0), (0, 0), "showdown")
    assert ended(4, 5, BET, CALL, 0, BET, CALL) == shared


def test_cards_of_leduc_are_shown_at_a_showdown_only() -> None:
    game = Leduc()
    shown = game.write_observation(played(0, 4, CHECK, CHECK, 2, CHECK, CHECK).observe(None))
    folded = game.write_observation(played(0, 4, BET, FOLD).observe(0))
    assert shown["cards"] == [0, 4]
    assert folded["cards"] == [0, -1]


def hidden(*traps: tuple[int, int]) -> AmbushState:
    """Ambush on five fields with these traps, in its first round of moves."""
    state = Ambush(seats=len(traps), rounds=2).start({})
    assert isinstance(state, AmbushState)
    move(state, *traps)
    return state


def move(state: AmbushState, *pairs: tuple[int, int]) -> None:
    state.apply({seat: left + state.fields * right for seat, (left, right) in enumerate(pairs)})


def test_a_unit_that_stands_alone_wins_a_point_in_ambush() -> None:
    state = hidden((0, 0), (0, 0))
    move(state, (1, 2), (3, 2))
    assert state.scores() == (1, 1)


def test_a_unit_on_a_trap_loses_a_point_and_the_trap_is_public() -> None:
    state = hidden((4, 3), (0, 1))
    move(state, (0, 4), (2, 2))
    assert state.scores() == (0, 0)
    assert state.observe(None).sprung == (0, 1)
    assert state.observe(None).safe == (0b00100, 0b10000)


def test_ambush_ends_after_the_last_round() -> None:
    state = hidden((0, 0), (0, 0), (0, 0))
    assert state.mover() == SEVERAL
    for _ in range(2):
        assert state.result() is None
        move(state, (1, 1), (2, 3), (4, 0))
    assert state.mover() == OVER
    assert state.result() == Result((2, 1, 2), (0, 4, 0), (-0.5, 1, -0.5), "finished")
    with pytest.raises(IllegalActionError, match="over"):
        state.verify(0, 0)


def test_a_seat_of_ambush_sees_its_own_traps_only() -> None:
    state = hidden((4, 3), (0, 1))
    assert state.observe(0).traps == ((4, 3), (-1, -1))
    assert state.observe(None).traps == ((-1, -1), (-1, -1))


def test_an_impossible_observation_of_ambush_is_refused() -> None:
    game = Ambush()
    watch = game.write_observation(hidden((4, 3), (0, 1)).observe(0))
    with pytest.raises(ValueError, match="safe: seat 1: expected room for two traps"):
        game.read_observation({**watch, "safe": [0, 0b11111]})


@pytest.mark.parametrize(
    ("option", "value"), [("seats", 4), ("fields", 1), ("rounds", 0), ("fields", True)]
)
def test_an_option_of_ambush_out_of_range_is_refused_by_name(option: str, value: object) -> None:
    with pytest.raises(OptionError, match=rf"^{option}: expected an integer in") as caught:
        Ambush(**{option: value})  # type: ignore[arg-type]  # what a stranger may send
    assert caught.value.path == option
