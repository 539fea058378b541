"""How often bots meet: budgets of a ladder and of an entry, and rest where nothing is to be learnt."""

from tests.server.contests.ladder.made import enter, make_ladder

from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.pace import Budget
from infoset_server.contests.ladder.rules import PaceRules
from infoset_server.contests.ladder.tables import RatingTable, Row

DAY_S = 24 * 3600


def season(ladder: Ladder, seconds: int, start_s: int = 0) -> list[tuple[str, ...]]:
    """The line-ups of a ladder on which every match is over at once and a look is taken each second."""
    met = []
    for now_s in range(start_s, start_s + seconds):
        while (meeting := ladder.next_meeting(float(now_s))) is not None:
            ladder.pace.begun(meeting.entries, meeting.most_matches)
            met.append(meeting.entries)
    return met


def table(ratings: dict[str, tuple[float, float]], games: int = 100) -> RatingTable:
    """A table with these ratings and sigmas, whose differences are known as well as both ratings."""
    ranked = sorted(ratings.items(), key=lambda one: -one[1][0])
    rows = tuple(
        Row(entry, rating, sigma, games, (games, 0), 0) for entry, (rating, sigma) in ranked
    )
    pairs = tuple(
        tuple(((lower.sigma**2 + upper.sigma**2) ** 0.5, None) for upper in rows[:place])
        for place, lower in enumerate(rows)
    )
    return RatingTable(games, games, games, 0, rows, {}, pairs, (1500.0, 260.0))


def entered(ladder: Ladder, *names: str) -> list[Entry]:
    return [enter(ladder, name) for name in names]


def test_a_budget_is_full_at_first_and_gains_what_an_hour_gives() -> None:
    budget = Budget(10)
    begun = 0
    while budget.has_any(0.0):
        budget.take(1)
        begun += 1
    assert begun == 10
    assert not budget.has_any(359.0)
    assert budget.has_any(361.0)
    assert Budget(10).has_any(0.0)


def test_a_ladder_that_is_learning_has_so_many_matches_an_hour_and_an_entry_its_own() -> None:
    ladder = make_ladder(pace={"per_hour": 100, "entry_per_hour": 30})
    entered(ladder, "a", "b")
    met = season(ladder, 2 * 3600)
    assert 88 <= len(met) <= 90  # full at first, then two hours' worth
    many = make_ladder(pace={"per_hour": 100, "entry_per_hour": 1000})
    entered(many, "a", "b", "c", "d")
    assert 298 <= len(season(many, 2 * 3600)) <= 300


def test_who_has_long_been_told_apart_rests_and_a_newcomer_wakes_them() -> None:
    ladder = make_ladder(pace={"settled_per_hour": 6})
    strong, weak = entered(ladder, "strong", "weak")
    ladder.standings.enter(table({strong.id: (1900.0, 40.0), weak.id: (1100.0, 40.0)}))
    assert ladder.pace.settled() == {strong.id, weak.id}
    assert len(season(ladder, DAY_S)) <= 6 * 25
    (newcomer,) = entered(ladder, "newcomer")
    woken = season(ladder, 3600, DAY_S)
    assert ladder.pace.settled() == {strong.id, weak.id}
    with_newcomer = [one for one in woken if newcomer.id in one]
    assert len(with_newcomer) >= 200
    assert len(woken) - len(with_newcomer) <= 7


def test_equals_are_settled_when_their_ratings_are_known_closely() -> None:
    ladder = make_ladder()
    one, other = entered(ladder, "one", "other")
    ladder.standings.enter(table({one.id: (1502.0, 30.0), other.id: (1498.0, 30.0)}))
    assert ladder.pace.settled() == frozenset()
    ladder.standings.enter(table({one.id: (1502.0, 12.0), other.id: (1498.0, 12.0)}))
    assert ladder.pace.settled() == {one.id, other.id}
    ladder.standings.enter(table({one.id: (1502.0, 12.0), other.id: (1498.0, 12.0)}, games=20))
    assert ladder.pace.settled() == frozenset()


def test_people_wait_for_no_budget_and_use_none() -> None:
    ladder = make_ladder(pace={"per_hour": 1, "entry_per_hour": 1})
    enter(ladder, "ann", kind="human")
    enter(ladder, "bot")
    for number in range(5):
        meeting = ladder.next_meeting(100.0 + number)
        assert meeting is not None
        ladder.pace.begun(meeting.entries, meeting.most_matches)


def test_who_asks_for_matches_does_not_wait_for_them() -> None:
    ladder = make_ladder(pace={"per_hour": 1, "entry_per_hour": 1})
    entered(ladder, "a", "b")
    assert len(season(ladder, 10)) == 1
    ladder.pace.is_hurried = True
    assert all(ladder.next_meeting(10.0) is not None for _ in range(20))


def test_a_pace_that_changes_holds_from_then_on_and_what_was_played_stays_counted() -> None:
    ladder = make_ladder(pace={"per_hour": 20, "entry_per_hour": 20})
    entered(ladder, "a", "b")
    assert len(season(ladder, 1)) == 20

    def change(**pace: int) -> None:
        file = ladder.file.model_copy(update={"pace": PaceRules(**pace)})
        ladder.take_file(file, ladder.settings)

    change(per_hour=10, entry_per_hour=10)
    assert len(season(ladder, 3600, 1)) in (9, 10)
    change(per_hour=3600, entry_per_hour=3600)
    assert len(season(ladder, 60, 3601)) in range(59, 62)  # one a second, and no whole hour's worth
