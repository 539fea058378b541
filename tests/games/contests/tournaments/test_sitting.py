"""What happens at one table."""

from fractions import Fraction

import pytest

from infoset_games.contests.series import MOST_EXTRA
from infoset_games.contests.tournaments.scoring import usual_scale
from infoset_games.contests.tournaments.sitting import Played, Sitting, Terms
from infoset_games.contests.tournaments.table import Draw


def sitting(*entrants: int, best_of: int = 1, advance: int = 0) -> Sitting:
    seats = max(2, len(entrants))
    return Sitting(Draw(1, "R1.1", entrants, advance), Terms(seats, usual_scale(seats), best_of))


def after(table: Sitting, *places: tuple[int, ...]) -> Sitting:
    for one in places:
        number = len(table.played)
        table = table.after(Played(f"m{number}", table.next_seating(), one))
    return table


def test_everybody_sits_everywhere_in_as_many_matches_as_seats() -> None:
    table = sitting(4, 7, 2, 9, best_of=4)
    seatings = []
    for _ in range(4):
        seatings.append(table.next_seating())
        table = after(table, (1, 2, 3, 4))
    assert seatings[:2] == [(4, 7, 2, 9), (7, 2, 9, 4)]
    assert all({seating[seat] for seating in seatings} == {4, 7, 2, 9} for seat in range(4))


def test_of_two_the_table_is_decided_when_nobody_can_catch_up() -> None:
    table = after(sitting(0, 1, best_of=5), (1, 2), (2, 1))
    assert not table.is_decided
    table = after(table, (1, 2))
    assert table.is_decided
    assert table.points() == {0: 1, 1: 0}
    assert table.match_points() == {0: 3, 1: 0}


def test_larger_tables_play_all_their_matches() -> None:
    table = after(sitting(0, 1, 2, best_of=3), (1, 2, 3), (3, 1, 2))
    assert not table.is_decided
    assert after(table, (2, 3, 1)).is_decided


def test_a_table_of_more_matches_is_worth_as_much_as_one_of_one() -> None:
    table = after(sitting(5, 3, 8, best_of=2), (1, 2, 3), (1, 3, 2))
    assert table.match_points() == {5: 3, 3: 3, 8: 0}
    assert table.places() == (1, 1, 3)
    assert table.points() == {5: Fraction(3, 2), 3: Fraction(3, 2), 8: 0}


def test_a_tie_may_stand_where_nobody_has_to_go_on() -> None:
    table = after(sitting(0, 1, best_of=2), (1, 2), (1, 2))
    assert table.is_decided
    assert table.points() == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_where_somebody_has_to_go_on_extra_matches_follow_and_at_last_the_seed_decides() -> None:
    table = after(sitting(6, 4, best_of=2, advance=1), (1, 2), (1, 2))
    assert not table.is_decided
    assert after(table, (2, 1)).advancing() == (4,)
    for _ in range(MOST_EXTRA):
        table = after(table, (1, 1))
    assert table.is_decided
    assert table.advancing() == (4,)


def test_a_tie_among_those_who_go_on_anyhow_needs_no_extra_match() -> None:
    table = sitting(0, 1, 2, 3, advance=2)
    assert after(table, (1, 1, 3, 4)).is_decided
    assert not after(table, (1, 2, 2, 4)).is_decided
    assert after(table, (4, 1, 3, 1)).advancing() == (1, 3)


def test_of_equal_points_who_has_won_more_matches_comes_first() -> None:
    table = after(sitting(0, 1, 2, best_of=2, advance=3), (2, 1, 3), (3, 2, 1))
    assert table.match_points() == {0: 3, 1: 2, 2: 1}
    table = after(sitting(0, 1, 2, best_of=2, advance=3), (2, 1, 3), (3, 1, 2))
    assert table.match_points() == {0: 2, 1: 2, 2: 2}
    assert table.order() == (1, 2, 0)


def test_who_is_absent_has_lost_and_gets_nothing() -> None:
    table = sitting(0, 1, advance=1).without(0)
    assert table.is_decided
    assert table.points() == {0: 0, 1: 1}
    assert table.advancing() == (1,)
    nobody = table.without(1)
    assert nobody.points() == {0: 0, 1: 0}
    assert nobody.advancing() == (0,)


def test_who_leaves_in_between_loses_though_ahead() -> None:
    table = after(sitting(0, 1, best_of=3), (1, 2)).without(0)
    assert table.is_decided
    assert table.points() == {0: 0, 1: 1}


def test_a_table_of_four_goes_on_without_who_is_absent_and_places_him_last() -> None:
    table = sitting(0, 1, 2, 3).without(1)
    assert not table.is_decided
    table = after(table, (2, 1, 3, 4))
    assert table.places() == (1, 4, 2, 3)
    assert table.points() == {0: 3, 1: 0, 2: 2, 3: 1}


def test_a_bye_is_decided_and_worth_what_the_terms_say() -> None:
    table = Sitting(Draw(1, "R1.9", (7,)), Terms(2, usual_scale(2), bye=Fraction(1, 2)))
    assert table.is_decided
    assert table.points() == {7: Fraction(1, 2)}
    with pytest.raises(ValueError, match="is a bye"):
        table.ruled((1,))


def test_a_match_that_is_told_twice_counts_once() -> None:
    table = after(sitting(0, 1, best_of=3), (1, 2))
    assert table.after(table.played[0]) is table
    over = after(table, (2, 1))
    assert over.is_decided
    assert over.after(over.played[1]) is over


def test_the_organisers_ruling_outweighs_everything() -> None:
    table = after(sitting(3, 1), (1, 2)).without(3).ruled((1, 1))
    assert table.points() == {3: Fraction(1, 2), 1: Fraction(1, 2)}
    assert table.anew() == sitting(3, 1)


def test_what_cannot_be_is_refused() -> None:
    table = sitting(0, 1)
    with pytest.raises(ValueError, match=r"table R1\.1 is decided"):
        after(table, (1, 2)).after(Played("new", (0, 1), (1, 2)))
    with pytest.raises(ValueError, match=r"seating: expected the entrants of table R1\.1"):
        table.after(Played("m", (0, 2), (1, 2)))
    with pytest.raises(ValueError, match="places: expected one for each seat"):
        table.after(Played("m", (0, 1), (1,)))
    with pytest.raises(ValueError, match=r"entrant 5 is not at table R1\.1"):
        table.without(5)
    for places in ((1,), (2, 1, 1), (1, 3), (2, 2)):
        with pytest.raises(ValueError, match="places: expected one for each of 2 entrants"):
            table.ruled(places)


@pytest.mark.parametrize(
    ("seats", "scale", "best_of", "message"),
    [
        (1, (1,), 1, "seats: expected at least 2"),
        (2, (1, 0), 0, "best_of: expected at least 1"),
        (2, (1, 0, 0), 1, "points: expected 2"),
        (2, (0, 1), 1, "points: expected 2"),
    ],
)
def test_terms_are_checked(seats: int, scale: tuple[int, ...], best_of: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Terms(seats, tuple(map(Fraction, scale)), best_of)


def berserk(table: Sitting, places: tuple[int, ...], *entrants: int) -> Sitting:
    """The table after a match that these have played berserk."""
    match = Played(f"m{len(table.played)}", table.next_seating(), places, entrants)
    return table.after(match)


@pytest.mark.parametrize(
    ("places", "who", "points"),
    [
        ((1, 2), (0,), (2, 0)),
        ((1, 2), (1,), (1, 0)),
        ((1, 2), (0, 1), (2, 0)),
        ((2, 1), (0,), (0, 1)),
        ((1, 1), (0, 1), (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_who_wins_berserk_alone_has_a_point_more(
    places: tuple[int, ...], who: tuple[int, ...], points: tuple[Fraction, ...]
) -> None:
    table = berserk(sitting(0, 1), places, *who)
    assert table.points() == dict(enumerate(points))
    assert sum(table.match_points().values()) == 1


def test_the_point_for_berserk_decides_no_table_and_goes_with_what_it_is_for() -> None:
    table = berserk(berserk(sitting(0, 1, best_of=2), (1, 2), 0), (1, 2), 0)
    assert table.places() == (1, 1)
    assert table.points() == {0: Fraction(3, 2), 1: Fraction(1, 2)}
    assert table.ruled((2, 1)).points() == {0: 0, 1: 1}
    assert table.without(0).points() == {0: 0, 1: 1}
    assert table.anew().played == ()
