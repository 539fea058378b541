"""Production, shortages, maritime trade (checklist 9, 10, 21)."""

from collections.abc import Callable

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.state import CatanState
from infoset_games.core import IllegalActionError, Json

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Legal = Callable[..., list[Json]]


def hand(state: CatanState, seat: int) -> list[int]:
    return [int(state.hand(seat, resource)) for resource in range(5)]


def roll(play: Play, state: CatanState, number: int) -> CatanState:
    first = max(1, number - 6)
    return play(state, ["roll"], ["dice", first, number - first])


# Production.


def test_settlements_yield_one_card_and_cities_two(position: Setup, play: Play) -> None:
    state = position("roll", settlements={0: [13]}, cities={1: [8]})  # both at hex 4, brick 6
    roll(play, state, 6)
    assert hand(state, 0) == [0, 1, 0, 0, 0]
    assert hand(state, 1) == [0, 2, 0, 0, 0]


def test_everybody_gets_cards_whoever_rolls(position: Setup, play: Play) -> None:
    state = position("roll", settlements={2: [13]})
    assert hand(roll(play, state, 6), 2) == [0, 1, 0, 0, 0]


def test_two_buildings_at_a_hex_and_two_hexes_of_a_number_all_count(
    position: Setup, play: Play
) -> None:
    # 10 is on hex 0 (ore) and hex 6 (brick).
    state = position("roll", settlements={0: [0, 12, 15]}, cities={0: [25]})
    assert hand(roll(play, state, 10), 0) == [0, 3, 0, 0, 2]


def test_the_robbers_hex_yields_nothing(position: Setup, play: Play) -> None:
    state = position("roll", settlements={0: [13]}, robber=4)
    assert hand(roll(play, state, 6), 0) == [0, 0, 0, 0, 0]


def test_the_desert_and_a_seven_yield_nothing(position: Setup, play: Play) -> None:
    state = position("roll", settlements={0: [18, 30]}, robber=0)
    assert hand(roll(play, state, 7), 0) == [0, 0, 0, 0, 0]


# Shortages: 19 ore, of which seat 3 holds some.


@pytest.mark.parametrize(
    ("held", "first", "second"),
    [(16, 2, 1), (17, 0, 0), (19, 0, 0)],
    ids=["enough for all", "too few for two", "none left"],
)
def test_a_bank_that_cannot_serve_all_serves_nobody(
    position: Setup, play: Play, held: int, first: int, second: int
) -> None:
    state = position(
        "roll", hands={3: "o" * held}, cities={0: [0]}, settlements={1: [12]}
    )  # hex 0, ore 10
    roll(play, state, 10)
    assert hand(state, 0)[4] == first
    assert hand(state, 1)[4] == second


@pytest.mark.parametrize(("held", "got"), [(17, 2), (18, 1), (19, 0)])
def test_a_single_claimant_gets_what_is_left(
    position: Setup, play: Play, held: int, got: int
) -> None:
    state = position("roll", hands={3: "o" * held}, cities={0: [0]})
    assert hand(roll(play, state, 10), 0)[4] == got


def test_a_shortage_of_one_resource_leaves_the_others_alone(position: Setup, play: Play) -> None:
    state = position(
        "roll", hands={3: "o" * 19}, cities={0: [0]}, settlements={1: [12], 2: [25]}
    )  # brick 10 at 25
    roll(play, state, 10)
    assert (hand(state, 0)[4], hand(state, 1)[4], hand(state, 2)[1]) == (0, 0, 1)


def test_a_claimant_with_two_buildings_is_still_a_single_one(position: Setup, play: Play) -> None:
    state = position("roll", hands={3: "o" * 17}, cities={0: [0]}, settlements={0: [12]})
    assert hand(roll(play, state, 10), 0)[4] == 2


# Maritime trade.


def bank_trades(listed: list[Json]) -> list[tuple[int, int]]:
    return [(action[1], action[2]) for action in listed if action[0] == "bank"]


def test_four_equal_cards_buy_any_other(position: Setup, play: Play, legal: Legal) -> None:
    state = position("main", hands={0: "wwwwbbb"})
    assert bank_trades(legal(state)) == [(0, 1), (0, 2), (0, 3), (0, 4)]
    assert hand(play(state, ["bank", 0, 3]), 0) == [0, 3, 0, 1, 0]


def test_a_generic_harbour_takes_three_of_each(position: Setup, play: Play, legal: Legal) -> None:
    state = position("main", hands={0: "wwwbb"}, settlements={0: [0]})
    assert bank_trades(legal(state)) == [(0, 1), (0, 2), (0, 3), (0, 4)]
    assert hand(play(state, ["bank", 0, 4]), 0) == [0, 2, 0, 0, 1]


def test_a_special_harbour_takes_two_of_its_own_resource_only(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("main", hands={0: "hhwww"}, settlements={0: [5]})  # the wheat harbour
    assert bank_trades(legal(state)) == [(3, 0), (3, 1), (3, 2), (3, 4)]
    assert hand(play(state, ["bank", 3, 2]), 0) == [3, 0, 1, 0, 0]


def test_the_best_harbour_counts(position: Setup, legal: Legal) -> None:
    state = position("main", hands={0: "hhwww"}, settlements={0: [0, 5]})
    given = {give for give, _ in bank_trades(legal(state))}
    assert given == {0, 3}


def test_a_city_at_a_harbour_and_somebody_elses_harbour(position: Setup, legal: Legal) -> None:
    assert bank_trades(legal(position("main", hands={0: "hh"}, cities={0: [5]})))
    assert not bank_trades(legal(position("main", hands={0: "hh"}, settlements={1: [5]})))


def test_the_bank_gives_only_what_it_has(position: Setup, play: Play, legal: Legal) -> None:
    state = position("main", hands={0: "wwww", 1: "o" * 19})
    assert bank_trades(legal(state)) == [(0, 1), (0, 2), (0, 3)]
    with pytest.raises(IllegalActionError, match="the bank has no ore"):
        play(state, ["bank", 0, 4])


def test_nobody_trades_a_resource_for_itself(position: Setup, play: Play) -> None:
    with pytest.raises(IllegalActionError, match="expected two different resources"):
        play(position("main", hands={0: "wwwwwwww"}), ["bank", 0, 0])


def test_what_is_seen_of_a_hidden_bank_is_none_one_or_more(
    position_in: Callable[[Catan], Setup],
) -> None:
    position = position_in(Catan(layout="beginner", bank_public=False))
    state = position("main", hands={0: "o" * 19, 1: "w" * 18, 2: "b" * 3})
    assert state.observe(3).bank == [1, 2, 2, 2, 0]
