"""A room's series: who plays it, what it tells, what is kept of it."""

import pytest

from infoset_games.contests.series import Series
from infoset_games.crossfire import Crossfire
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_server.matches.report import outcome_of
from infoset_server.rooms.series import RoomSeries, read_series

OPTIONS = {"preset": "mini", "laser_stop": "mountain"}
GAME = Crossfire(preset="mini", laser_stop="mountain")


def begun(best_of: int = 3) -> RoomSeries:
    return RoomSeries(Series(best_of), ("ann", "bob"), OPTIONS)


def resigned(seat: int) -> Match:
    """A match that `seat` gave up."""
    match = Match(GAME, Terms(), "seed")
    match.start(0)
    match.forfeit(seat, "resign", 0)
    return match


def test_a_match_counts_for_the_side_that_won_it() -> None:
    series = begun().after(outcome_of(resigned(0)))
    assert series.score.points == (0.0, 1.0)
    assert series.info() == {"best_of": 3, "played": 1, "points": [1.0, 0.0], "over": False}
    series = series.after(outcome_of(resigned(0)))  # side 1 sits there now
    assert series.info()["points"] == [1.0, 1.0]


def test_a_match_that_was_aborted_changes_nothing() -> None:
    series = begun()
    match = Match(GAME, Terms(), "seed")
    match.start(0)
    match.abort("shutdown")
    assert series.after(outcome_of(match)) is series


def test_the_winner_is_told_by_the_seat_of_the_last_match() -> None:
    series = begun(1).after(outcome_of(resigned(0)))
    assert series.info() == {
        "best_of": 1,
        "played": 1,
        "points": [0.0, 1.0],
        "over": True,
        "winner": 1,
    }


def test_the_second_match_of_a_pair_has_the_map_of_the_first() -> None:
    first = resigned(0)
    series = begun().after(outcome_of(first))
    options = series.next_options(outcome_of(first))
    assert options == OPTIONS | {"map": "\n".join(first.deal["map"])}
    second = Match(Crossfire(**options), Terms(), "another seed")
    assert second.deal["map"] == first.deal["map"]
    second.start(0)
    second.forfeit(0, "resign", 0)
    outcome = outcome_of(second)
    assert series.after(outcome).next_options(outcome) == OPTIONS


def test_whoever_is_missing_from_a_seat_has_given_up() -> None:
    series = begun().after(outcome_of(resigned(0)))
    assert series.with_seats(("bob", "ann")) is series
    assert series.with_seats(("bob", None)).info()["winner"] == 0
    assert series.with_seats(("cat", "ann")).info()["winner"] == 1
    over = begun(1).after(outcome_of(resigned(0)))
    assert over.with_seats((None, None)) is over


def test_a_series_is_read_as_it_was_written() -> None:
    for series in (
        begun(),
        begun().after(outcome_of(resigned(1))),
        begun().with_seats((None, "bob")),
    ):
        assert read_series(series.to_plain()) == series


@pytest.mark.parametrize("change", [{"best_of": 0}, {"results": [2]}, {"players": None}])
def test_what_was_not_written_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        read_series(begun().to_plain() | change)
