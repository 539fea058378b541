"""The challengers meet all others, who do not meet each other."""

from collections import Counter

import pytest

from infoset_games.contests.tournaments.gauntlet import gauntlet


@pytest.mark.parametrize("players", range(3, 34))
def test_of_two_only_the_challengers_meet_the_others_and_their_seats_change(players: int) -> None:
    challengers = 1 if players == 3 else 2
    draws = gauntlet(players, 2, challengers)
    pairs = Counter(tuple(sorted(draw.entrants)) for draw in draws)
    assert pairs == Counter(
        (one, other) for one in range(challengers) for other in range(challengers, players)
    )
    for one in range(challengers):
        seats = Counter(draw.entrants.index(one) for draw in draws if one in draw.entrants)
        assert abs(seats[0] - seats[1]) <= 1


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("players", range(5, 34, 4))
def test_at_larger_tables_all_others_meet_the_challenger_equally_often(
    players: int, seats: int
) -> None:
    draws = gauntlet(players, seats)
    assert all(0 in draw.entrants and len(set(draw.entrants)) == seats for draw in draws)
    counts = Counter(one for draw in draws for one in draw.entrants if one)
    assert set(counts) == set(range(1, players))
    assert len(set(counts.values())) == 1
    mine = Counter(draw.entrants.index(0) for draw in draws)
    assert max(mine.values()) - min(mine[seat] for seat in range(seats)) <= 1


@pytest.mark.parametrize(
    ("players", "seats", "challengers", "cycles"),
    [(2, 2, 2, 1), (3, 4, 1, 1), (65, 2, 1, 1), (4, 2, 0, 1), (4, 2, 1, 0)],
)
def test_what_cannot_be_is_refused(players: int, seats: int, challengers: int, cycles: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        gauntlet(players, seats, challengers, cycles)
