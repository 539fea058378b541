"""One tournament: what may happen to it when, and what of it is kept."""

from fractions import Fraction
from typing import Any

import orjson
import pytest
from tests.server.contests.tournaments.files import BOTS, tournament_file

from infoset_games.contests.tournaments.formats import Moment
from infoset_server.common.ids import MatchId, UserId
from infoset_server.contests.tournaments.definition import TournamentError, read_tournament
from infoset_server.contests.tournaments.documents import (
    KINDS,
    TournamentDocuments,
    key,
    read_tournaments,
)
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.tournament import EVERYTHING, MOST_VOIDS, Match, Tournament

NOW = Moment(0.0, ())


class Drawer:
    """Keeps documents as bytes, as a store does."""

    def __init__(self) -> None:
        self.documents: dict[str, dict[str, bytes]] = {kind: {} for kind in KINDS}

    def put(self, kind: str, key: str, body: Any) -> None:
        self.documents[kind][key] = orjson.dumps(body)

    def drop(self, kind: str, key: str) -> None:
        self.documents[kind].pop(key, None)


def make(kind: str = "round_robin", *lines: str, **fields: Any) -> Tournament:
    file = read_tournament(tournament_file(kind, *lines, **fields))
    entrants = [Entrant(name, bot="first") for name in BOTS]
    return Tournament(file, 2, UserId("u_org"), entrants)


def started(kind: str = "round_robin", *lines: str, **fields: Any) -> Tournament:
    one = make(kind, *lines, **fields)
    one.start(1_000)
    draw(one)
    return one


def draw(one: Tournament) -> range:
    return one.draw(one.format.draws(one.course, NOW))


def play(one: Tournament, number: int, places: tuple[int, ...] | None, match: str = "") -> bool:
    """A match at a table, from its beginning to its end."""
    match_id = MatchId(match or f"m{number}")
    one.began(number, Match(match_id, one.sitting(number).next_seating(), 5))
    return one.ended(number, match_id, places)


def test_it_goes_from_draft_to_over_and_not_back() -> None:
    one = make()
    one.open()
    with pytest.raises(TournamentError, match="cup is open; that is possible while it is draft"):
        one.open()
    one.start(7)
    assert (one.state, one.started_ms, one.course.entrants) == ("running", 7, 5)
    with pytest.raises(TournamentError, match="while it is draft or open"):
        one.enter([Entrant("late", bot="first")])
    one.pause()
    with pytest.raises(TournamentError, match="while it is running"):
        one.pause()
    one.resume()
    one.finish()
    with pytest.raises(TournamentError, match="cup is over"):
        one.withdraw(0)


def test_before_the_start_entrants_come_and_go() -> None:
    one = make()
    one.enter([Entrant("late", bot="first")])
    one.withdraw(0)
    assert [who.name for who in one.entrants] == ["B", "C", "D", "E", "late"]
    while len(one.entrants) > 1:
        one.withdraw(0)
    with pytest.raises(TournamentError, match=r"entrants: expected 2\.\.64, got 1"):
        one.start(0)
    assert one.state == "draft"


def test_a_match_that_ends_twice_counts_once_and_one_that_is_not_known_never() -> None:
    one = started()
    assert play(one, 0, (1, 2))
    before = one.course
    assert not one.ended(0, MatchId("m0"), (2, 1))
    assert not one.ended(3, MatchId("strange"), (2, 1))
    assert one.course is before


def test_matches_without_a_result_are_played_again_until_it_is_taken_for_a_tie() -> None:
    one = started()
    for number in range(MOST_VOIDS):
        play(one, 0, None, f"void{number}")
        assert not one.sitting(0).is_decided
    play(one, 0, None, "last")
    assert one.sitting(0).places() == (1, 1)


def test_a_match_that_took_too_long_is_tied_at_once() -> None:
    one = started()
    match = Match(MatchId("m"), one.sitting(0).next_seating(), 5, is_late=True)
    one.began(0, match)
    one.ended(0, match.id, None)
    assert one.sitting(0).places() == (1, 1)


def test_who_is_absent_too_often_is_out() -> None:
    one = started("round_robin", "max_absences = 2")
    mine = [n for n, table in enumerate(one.course.sittings) if 0 in table.entrants]
    assert one.miss(mine[0], [0]) == []
    assert one.miss(mine[1], [0]) == [0]
    assert all(one.sitting(number).is_decided for number in mine)
    assert one.course.withdrawn == {0}


def tables_of(one: Tournament, entrant: int) -> list[int]:
    return [n for n, table in enumerate(one.course.sittings) if entrant in table.entrants]


def test_what_was_begun_ruled_or_missed_stays_lost_for_who_comes_back() -> None:
    one = started("round_robin", "max_absences = 3", "best_of = 3")
    begun, missed, running, ruled = tables_of(one, 0)
    play(one, begun, (1, 2))
    one.miss(missed, [0])
    one.began(running, Match(MatchId("on"), one.sitting(running).next_seating(), 5))
    one.withdraw(0)
    one.rule(ruled, (1, 2))
    with pytest.raises(TournamentError, match="B has not left"):
        one.readmit(1)
    tables = one.course.sittings
    assert one.reopening(0) == []
    one.readmit(0)
    assert one.course.withdrawn == set()
    assert one.course.sittings == tables
    with pytest.raises(TournamentError, match="A has not left"):
        one.readmit(0)


@pytest.mark.parametrize("reason", ["withdrawn", "absent"])
def test_who_was_out_takes_part_again_at_all_tables_that_nobody_has_begun(reason: str) -> None:
    one = started("round_robin", "max_absences = 1")
    mine = tables_of(one, 0)
    before = one.course
    if reason == "withdrawn":
        one.withdraw(0)
        lost = []
    else:
        lost = mine[:1]
        one.miss(lost[0], [0])
    assert one.reopening(0) == mine[len(lost) :]
    one.readmit(0)
    reopened = [one.sitting(n) for n in mine[len(lost) :]]
    assert reopened == [before.sittings[n] for n in mine[len(lost) :]]
    assert all(one.sitting(n).absent == {0} for n in lost)


def test_who_comes_back_to_a_knock_out_plays_where_nothing_follows_from_the_loss() -> None:
    one = started("single_elimination")
    draw(one)
    early = one.find_table("W1.2")
    loser = one.sitting(early).entrants[0]
    one.withdraw(loser)
    assert one.reopening(loser) == [early]
    draw(one)
    assert one.reopening(loser) == []
    one.readmit(loser)
    assert one.sitting(early).is_decided


def test_a_tournament_that_was_over_because_somebody_left_goes_on_when_they_are_back() -> None:
    one = started()
    for number in range(len(one.course.sittings) - 1):
        play(one, number, (1, 2))
    last = len(one.course.sittings) - 1
    leaver = one.sitting(last).entrants[0]
    one.withdraw(leaver)
    one.finish()
    one.readmit(leaver)
    assert one.state == "paused"
    one.resume()
    assert not one.sitting(last).is_decided


def test_where_everybody_was_absent_the_rounds_that_are_left_are_drawn_when_they_are_back() -> None:
    one = started("swiss", "max_absences = 1", rounds=3)
    for number in range(len(one.course.sittings)):
        one.miss(number, one.sitting(number).entrants)
    assert one.format.is_over(one.course, NOW)
    one.finish()
    for entrant in range(5):
        one.readmit(entrant)
    one.resume()
    assert not one.format.is_over(one.course, NOW)
    draw(one)
    assert one.course.last_round == 2


def test_the_organiser_rules_adjusts_and_lets_lose() -> None:
    one = started()
    first, second = one.sitting(0).entrants
    one.rule(0, (2, 1))
    assert one.course.scores()[second] == 1
    one.adjust(first, Fraction(1, 2), "fair play")
    assert one.course.scores()[first] == Fraction(1, 2)
    with pytest.raises(TournamentError, match="is decided"):
        one.forfeit(0, first)
    with pytest.raises(TournamentError, match="places: expected"):
        one.rule(0, (3, 3))
    loser = one.sitting(1).entrants[0]
    one.forfeit(1, loser)
    assert one.sitting(1).absent == {loser}
    outsider = next(n for n in range(5) if n not in one.sitting(2).entrants)
    with pytest.raises(TournamentError, match=r"is not at table R2\.1"):
        one.forfeit(2, outsider)


def test_a_table_from_which_others_follow_is_not_changed_any_more() -> None:
    one = started("single_elimination")
    play(one, 0, (1, 2))
    draw(one)
    assert [table.draw.name for table in one.course.sittings] == ["W1.2", "W2.2", "W2.1"]
    with pytest.raises(TournamentError, match=r"table W2\.1 follows from W1\.2 already"):
        one.rule(0, (2, 1))
    with pytest.raises(TournamentError, match="a knock-out has no scores"):
        one.adjust(0, Fraction(1), "gift")
    one.play_again(1)


def test_playing_again_wakes_up_what_was_over() -> None:
    one = started()
    for number in range(len(one.course.sittings)):
        play(one, number, (1, 2))
    one.finish()
    one.play_again(3)
    assert one.state == "running"
    assert not one.sitting(3).is_decided


def test_results_are_released_round_by_round_and_not_taken_back() -> None:
    one = started("round_robin", 'results = "hidden"')
    assert one.visible_round == 0
    one.release(2)
    with pytest.raises(TournamentError, match="round: expected at least 2"):
        one.release(1)
    one.release(None)
    assert one.visible_round == EVERYTHING
    with pytest.raises(TournamentError, match="nothing is hidden"):
        started().release(1)


def test_entrants_and_tables_are_found_by_name() -> None:
    one = started()
    assert (one.find_entrant("C"), one.find_entrant("3"), one.find_table("r1.2")) == (2, 2, 1)
    with pytest.raises(TournamentError, match="entrant: expected a name or number of cup, got Z"):
        one.find_entrant("Z")
    with pytest.raises(TournamentError, match="table: expected the name of one that is drawn"):
        one.find_table("R9.9")


# What is kept.


def keep(one: Tournament, drawer: Drawer) -> None:
    """Notes everything, as its director does bit by bit."""
    shelf = TournamentDocuments(drawer)
    shelf.put(one)
    shelf.put_wave(one, range(len(one.course.sittings)))
    for number in one.tables:
        shelf.put_table(one, number)


def test_what_is_read_back_is_what_was() -> None:
    drawer = Drawer()
    one = started("round_robin", 'results = "hidden"', "best_of = 3")
    play(one, 0, (1, 2), "first")
    play(one, 0, None, "void")
    one.began(1, Match(MatchId("running"), one.sitting(1).next_seating(), 77))
    one.adjust(2, Fraction(1, 3), "fair play")
    one.withdraw(4)
    one.release(1)
    one.rule(3, (1, 1))
    keep(one, drawer)
    for number in range(len(one.course.sittings)):
        TournamentDocuments(drawer).put_table(one, number)
    (again,) = read_tournaments(drawer.documents)
    assert again.course == one.course
    assert again.reopening(4) == one.reopening(4) != []
    assert again.tables[0].voids == ["void"]
    assert again.tables[1].match == one.tables[1].match
    assert (again.state, again.released, again.started_ms) == ("running", 1, 1_000)
    assert (again.owner, again.entrants, again.file) == (one.owner, one.entrants, one.file)


def test_tables_without_their_wave_are_no_course_and_the_log_names_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    drawer = Drawer()
    one = started()
    play(one, 0, (1, 2))
    keep(one, drawer)
    drawer.drop("tournament_wave", key("cup", 0))
    assert read_tournaments(drawer.documents) == []
    assert "tournament cup cannot be set up" in caplog.text


def test_what_is_removed_leaves_nothing() -> None:
    drawer = Drawer()
    one = started()
    play(one, 0, (1, 2))
    keep(one, drawer)
    TournamentDocuments(drawer).drop(one)
    assert drawer.documents == {kind: {} for kind in KINDS}


def test_who_shall_be_apart_is_known_again_after_a_restart_and_when_somebody_comes_late() -> None:
    lines = ('apart = [["A", "late"], ["B", "C"]]', "late_rounds = 2")
    one = started("swiss", *lines, rounds=4)
    assert one.course.apart == {(1, 2)}
    assert one.unknown_apart() == ["late"]
    drawer = Drawer()
    documents = TournamentDocuments(drawer)
    documents.put(one)
    documents.put_wave(one, range(len(one.course.sittings)))
    (again,) = read_tournaments(drawer.documents)
    assert again.course == one.course
    again.enter([Entrant("late", bot="first")])
    assert again.course.apart == {(1, 2), (0, 5)}
    assert again.unknown_apart() == []


def test_nobody_is_kept_apart_where_everything_is_drawn_ahead() -> None:
    with pytest.raises(TournamentError, match="apart: expected none"):
        make("round_robin", 'apart = [["A", "B"]]')


BANK = 'clock = { kind = "bank", main_ms = 60_000 }'
ARENA: dict[str, Any] = {"minutes": 60, "berserk": "true"}


def who_is_berserk(one: Tournament) -> list[int]:
    return [number for number, who in enumerate(one.entrants) if who.berserk]


def test_berserk_is_for_the_next_match_and_a_match_without_a_result_is_none() -> None:
    one = make("arena", BANK, **ARENA)
    one.open()
    for entrant in (0, 1):
        one.go_berserk(entrant, is_on=True)
    one.go_berserk(1, is_on=False)
    one.withdraw(4)
    one.start(1_000)
    one.draw(one.format.draws(one.course, Moment(0.0, (0, 1))))
    for match_id, places in (("void", None), ("m", (1, 2))):
        assert who_is_berserk(one) == [0]
        one.began(0, Match(MatchId(match_id), one.sitting(0).next_seating(), 5, (0,)))
        assert who_is_berserk(one) == []
        one.ended(0, MatchId(match_id), places)
    assert who_is_berserk(one) == []
    assert one.format.scores(one.course)[:2] == [2, 0]


@pytest.mark.parametrize("line", [BANK, 'clock = { kind = "per_move" }'])
def test_nobody_goes_berserk_where_the_file_does_not_say_so(line: str) -> None:
    one = make("arena", line, minutes=60)
    with pytest.raises(TournamentError, match="cup has no berserk"):
        one.go_berserk(0, is_on=True)
    assert who_is_berserk(one) == []


def test_berserk_is_read_back_as_it_was() -> None:
    drawer = Drawer()
    one = make("arena", BANK, **ARENA)
    one.start(1_000)
    draw(one)
    one.draw(one.format.draws(one.course, Moment(0.0, (0, 1, 2, 3))))
    first, second = one.sitting(0), one.sitting(1)
    one.began(0, Match(MatchId("over"), first.next_seating(), 5, first.entrants[:1]))
    one.ended(0, MatchId("over"), (1, 2))
    one.began(1, Match(MatchId("on"), second.next_seating(), 5, second.entrants[1:]))
    one.go_berserk(4, is_on=True)
    keep(one, drawer)
    for number in (0, 1):
        TournamentDocuments(drawer).put_table(one, number)
    (again,) = read_tournaments(drawer.documents)
    assert again.course == one.course
    assert again.tables[1].match == one.tables[1].match
    assert who_is_berserk(again) == [4]
