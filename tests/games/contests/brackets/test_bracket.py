"""Brackets being played, whoever wins."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_games.contests.brackets.bracket import Bracket, winner_of
from infoset_games.contests.brackets.elimination import double_elimination, single_elimination
from infoset_games.contests.series import MOST_EXTRA, Series


def play_out(bracket: Bracket, seed: int) -> tuple[Bracket, Counter[int], list[frozenset[int]]]:
    """Plays on at random: the bracket at its end, defeats by player, who met in which order."""
    rng = random.Random(seed)
    defeats: Counter[int] = Counter()
    met: list[frozenset[int]] = []
    while not bracket.is_over:
        number = rng.choice(bracket.open_pairings())
        first, second = bracket.players(number)
        assert first is not None
        assert second is not None
        winner = rng.choice([first, second])
        defeats[first + second - winner] += 1
        met.append(frozenset((first, second)))
        bracket = bracket.after(number, winner)
    return bracket, defeats, met


@given(st.integers(2, 33), st.integers(0, 10_000))
def test_who_has_lost_once_is_out_of_a_single_elimination(players: int, seed: int) -> None:
    bracket, defeats, met = play_out(Bracket(single_elimination(players)), seed)
    champion = bracket.champion
    assert champion is not None
    assert defeats == {player: 1 for player in range(players) if player != champion}
    assert len(met) == len(set(met))
    expect_places(bracket, players)


@given(st.integers(2, 33), st.integers(0, 10_000))
def test_who_has_lost_twice_is_out_of_a_double_elimination(players: int, seed: int) -> None:
    bracket, defeats, met = play_out(Bracket(double_elimination(players)), seed)
    champion = bracket.champion
    assert champion is not None
    assert all(defeats[player] == 2 for player in range(players) if player != champion)
    assert defeats[champion] <= 1
    assert max(Counter(met).values()) <= 3  # in the winners' final, the losers', and the last
    expect_places(bracket, players)


def expect_places(bracket: Bracket, players: int) -> None:
    """Everybody has one, and as many are before somebody as their place says."""
    places = bracket.places()
    assert sorted(places) == list(range(players))
    for place in places.values():
        assert sum(other < place for other in places.values()) == place - 1
    assert bracket.champion is not None
    assert places[bracket.champion] == 1


def test_the_better_always_winning_the_seeds_are_the_places() -> None:
    bracket = Bracket(double_elimination(8))
    while not bracket.is_over:
        number = bracket.open_pairings()[0]
        bracket = bracket.after(number, min(p for p in bracket.players(number) if p is not None))
    places = bracket.places()
    assert [places[seed] for seed in range(4)] == [1, 2, 3, 4]
    assert "F2" not in [bracket.schedule.pairings[number].name for number, _ in bracket.results]


def test_the_final_is_repeated_only_if_it_was_the_first_defeat_of_its_loser() -> None:
    start = Bracket(double_elimination(2))
    once = start.after(0, 0).after(1, 0)
    assert once.is_over
    assert once.champion == 0
    again = start.after(0, 0).after(1, 1)
    assert again.open_pairings() == (2,)
    assert again.champion is None
    assert again.after(2, 1).places() == {1: 1, 0: 2}


def test_those_who_met_in_the_first_two_rounds_do_not_meet_again_at_once() -> None:
    for seed in range(50):
        bracket = Bracket(double_elimination(16))
        names: dict[frozenset[int], str] = {}
        rng = random.Random(seed)
        while not bracket.is_over:
            number = bracket.open_pairings()[0]
            players = frozenset(p for p in bracket.players(number) if p is not None)
            name = bracket.schedule.pairings[number].name
            if name.startswith(("L1", "L2", "L3")):
                assert players not in names
            names[players] = name
            bracket = bracket.after(number, rng.choice(sorted(players)))


def test_pairings_open_as_soon_as_both_sides_are_known() -> None:
    bracket = Bracket(single_elimination(5))
    names = [bracket.schedule.pairings[number].name for number in bracket.open_pairings()]
    assert names == ["W1.2", "W2.2"]
    assert bracket.players(1) == (0, None)


@pytest.mark.parametrize(
    ("number", "winner", "message"),
    [(0, 9, r"winner: expected one of \(3, 4\), got 9"), (3, 0, "pairing 3: expected one")],
)
def test_a_result_that_cannot_be_is_refused(number: int, winner: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Bracket(single_elimination(5)).after(number, winner)


def test_a_result_is_told_once() -> None:
    bracket = Bracket(single_elimination(5)).after(0, 3)
    with pytest.raises(ValueError, match="pairing 0: expected one that can be played now"):
        bracket.after(0, 4)


def test_a_series_decides_and_where_it_does_not_the_seed_does() -> None:
    assert winner_of(Series(1).after(0.0), 6, 3) == 3
    drawn = Series(1)
    for _ in range(1 + MOST_EXTRA):
        drawn = drawn.after(0.5)
    assert winner_of(drawn, 6, 3) == 3
    with pytest.raises(ValueError, match="not over"):
        winner_of(Series(3), 0, 1)
