"""Everybody meets everybody, on every seat."""

from collections import Counter
from itertools import combinations

import pytest

from infoset_games.contests.tournaments.blocks import choose_blocks, meetings
from infoset_games.contests.tournaments.round_robin import round_robin
from infoset_games.contests.tournaments.table import Draw

SIZES = range(3, 34)
each_size = pytest.mark.parametrize("players", SIZES)


def met(draws: list[Draw]) -> Counter[tuple[int, int]]:
    return Counter(pair for draw in draws for pair in combinations(sorted(draw.entrants), 2))


def seat_uses(draws: list[Draw], players: int, seats: int) -> list[list[int]]:
    counts = Counter((one, seat) for draw in draws for seat, one in enumerate(draw.entrants))
    return [[counts[player, seat] for seat in range(seats)] for player in range(players)]


def expect_rounds(draws: list[Draw]) -> None:
    """Nobody sits twice in a round, and names are the tables' own."""
    seen = Counter((draw.round, one) for draw in draws for one in draw.entrants)
    assert set(seen.values()) == {1}
    assert len({draw.name for draw in draws}) == len(draws)
    assert all(draw.name.startswith(f"R{draw.round}.") for draw in draws)


@each_size
def test_of_two_everybody_meets_everybody_once_and_seats_are_balanced_within_one(
    players: int,
) -> None:
    draws = round_robin(players, 2)
    expect_rounds(draws)
    assert met(draws) == Counter(combinations(range(players), 2))
    assert draws[-1].round == players - 1 + players % 2
    for first, second in seat_uses(draws, players, 2):
        assert abs(first - second) == (players + 1) % 2


@each_size
def test_in_two_cycles_everybody_has_met_everybody_on_both_seats(players: int) -> None:
    seatings = [draw.entrants for draw in round_robin(players, 2, cycles=2)]
    assert Counter(seatings) == Counter(
        (one, other) for one in range(players) for other in range(players) if one != other
    )


@pytest.mark.parametrize(
    ("players", "seats"), [(players, seats) for seats in (3, 4) for players in range(seats, 34)]
)
def test_at_larger_tables_nobody_misses_anybody_and_all_sit_everywhere_equally_often(
    players: int, seats: int
) -> None:
    draws = round_robin(players, seats)
    expect_rounds(draws)
    counts = met(draws)
    assert set(counts) == set(combinations(range(players), 2))
    assert max(counts.values()) - min(counts.values()) <= 1
    uses = seat_uses(draws, players, seats)
    assert len({count for counts in uses for count in counts}) == 1


@pytest.mark.parametrize(("players", "size"), [(7, 3), (13, 4), (21, 5)])
def test_where_there_is_a_perfect_design_it_is_found(players: int, size: int) -> None:
    assert set(meetings(choose_blocks(players, size), players)) == {1}


def test_all_designs_are_as_even_as_can_be() -> None:
    for size in (3, 4):
        for players in range(size, 34):
            counts = meetings(choose_blocks(players, size), players)
            assert max(counts) - min(counts) <= 1, (players, size)


@pytest.mark.parametrize(
    ("players", "seats", "cycles", "message"),
    [
        (1, 2, 1, r"entrants: expected 2\.\.64, got 1"),
        (3, 4, 1, r"entrants: expected 4\.\.64, got 3"),
        (65, 2, 1, "got 65"),
        (4, 2, 0, "cycles: expected at least 1"),
    ],
)
def test_what_cannot_be_is_refused(players: int, seats: int, cycles: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        round_robin(players, seats, cycles)
