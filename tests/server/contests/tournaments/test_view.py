"""What everybody may see of a tournament, and above all what not."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import orjson
import pytest
from tests.server.contests.tournaments.test_tournament import draw, make, play

from infoset_games.contests.tournaments.formats import Moment
from infoset_games.rng import Rng
from infoset_server.common.ids import MatchId
from infoset_server.contests.tournaments.definition import TournamentError
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.documents import TournamentDocuments
from infoset_server.contests.tournaments.tournament import Match, Tournament
from infoset_server.contests.tournaments.view import (
    View,
    bracket_text,
    crosstable_rows,
    list_document,
    schedule_rows,
    standings_rows,
)
from infoset_server.storage.notes import NoNotes

Choose = Callable[[int], tuple[int, ...]]
NOBODY: Any = None
SWISS = {"qualification": '{ kind = "swiss", rounds = 1 }'}
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("swiss", {"rounds": 4}),
    ("round_robin", {}),
    ("single_elimination", {}),
    ("double_elimination", {}),
    ("gauntlet", {}),
    ("arena", {"minutes": 60}),
    (
        "finals",
        {
            "qualification": '{ kind = "round_robin" }',
            "cut": 4,
            "third_place": "true",
            "best_of": 1,
        },
    ),
    ("finals", {"cut": 4, "third_place": "true", **SWISS}),
]


def public(one: Tournament) -> bytes:
    """What everybody sees of it, byte for byte."""
    director = Director(one, NOBODY, TournamentDocuments(NoNotes()))
    return orjson.dumps([View.of_all(director).document(), list_document([director])])


def whole(one: Tournament) -> View:
    return View.of_organiser(Director(one, NOBODY, TournamentDocuments(NoNotes())))


def played(kind: str, fields: dict[str, Any], rounds: int, released: int, luck: str) -> Tournament:
    """A tournament of so many rounds, of which the unreleased ones depend on luck."""
    one = make(kind, 'results = "hidden"', **fields)
    one.open()
    one.start(0)
    if released:
        one.release(released)
    for number in range(1, rounds + 1):
        free = Moment(float(number), one.course.staying)
        one.draw(one.format.draws(one.course, free))
        for place, table in enumerate(one.course.sittings):
            if table.draw.round == number and not table.is_decided:
                stream = "known" if number <= released else luck
                rng = Rng(stream, table.draw.name)
                first = rng.below(2)
                play(one, place, (1 + first, 2 - first), f"{table.draw.name}-{stream}")
    return one


@pytest.mark.parametrize(("kind", "fields"), KINDS, ids=[kind for kind, _ in KINDS])
@pytest.mark.parametrize("released", [0, 1, 2])
async def test_results_that_are_not_released_do_not_change_a_byte(
    kind: str, fields: dict[str, Any], released: int
) -> None:
    twins = [played(kind, fields, 3, released, luck) for luck in ("a", "b", "c", "d")]
    assert len({one.course for one in twins}) > 1, "twins that are the same prove nothing"
    assert len({public(one) for one in twins}) == 1


async def test_what_is_released_is_seen() -> None:
    hidden = played("swiss", {"rounds": 4}, 2, 0, "a")
    before = public(hidden)
    hidden.release(1)
    after = public(hidden)
    assert before != after
    page = orjson.loads(after)[0]
    assert page["released"] == 1
    assert sum(row["score"] for row in page["standings"]) == 3  # two tables and a bye
    hidden.release(None)
    assert "released" not in orjson.loads(public(hidden))[0]


async def test_absences_withdrawals_and_corrections_are_results_too() -> None:
    pages = []
    for is_strict in (False, True):
        one = played("round_robin", {}, 1, 0, "a")
        if is_strict:
            number = next(n for n, table in enumerate(one.course.sittings) if not table.is_decided)
            one.miss(number, [one.sitting(number).entrants[0]])
            one.withdraw(2)
            one.adjust(3, one.terms.bye, "gift")
            one.finish()
        pages.append(public(one))
    assert pages[0] == pages[1]


async def test_of_a_hidden_table_it_is_seen_that_it_is_being_played_and_no_more() -> None:
    one = played("round_robin", {}, 1, 0, "a")
    number = next(n for n, table in enumerate(one.course.sittings) if not table.is_decided)
    one.began(number, Match(MatchId("secret"), one.sitting(number).next_seating(), 0))
    page = orjson.loads(public(one))[0]
    table = page["tables"][number]
    assert table["status"] == "playing"
    assert set(table) == {"table", "round", "entrants", "status"}
    assert b"secret" not in public(one)


async def test_what_is_not_hidden_is_seen_with_the_match_that_is_being_played() -> None:
    one = make("round_robin")
    one.start(0)
    draw(one)
    play(one, 0, (1, 2), "m_first")
    one.began(1, Match(MatchId("m_second"), one.sitting(1).next_seating(), 0))
    page = orjson.loads(public(one))[0]
    assert page["tables"][0]["matches"] == [
        {"match_id": "m_first", "seating": list(one.sitting(0).entrants), "places": [1, 2]}
    ]
    assert (page["tables"][0]["status"], page["tables"][0]["points"]) == ("decided", [1, 0])
    assert (page["tables"][1]["status"], page["tables"][1]["match_id"]) == ("playing", "m_second")
    assert page["tables"][2]["status"] == "drawn"
    assert page["standings"][0]["score"] == 1


async def test_a_bracket_says_whence_those_come_who_are_not_known_yet() -> None:
    one = make("double_elimination")
    one.start(0)
    draw(one)
    lines = bracket_text(whole(one)).splitlines()
    assert lines[0].startswith("W1.2  D - E")
    assert "winner of W1.2" in lines[1]
    assert lines[-1].endswith("only if the second wins F1")
    page = orjson.loads(public(one))[0]["bracket"]
    assert page[0]["sides"] == [{"entrant": 3}, {"entrant": 4}]
    assert page[1]["sides"] == [{"entrant": 0}, {"from": "winner of W1.2"}]


async def test_tables_for_people() -> None:
    one = make("round_robin", "best_of = 2")
    assert standings_rows(whole(one))[0] == {"seed": 1, "name": "A"}
    one.start(0)
    draw(one)
    play(one, 0, (1, 2), "m1")
    play(one, 0, (1, 2), "m2")
    one.withdraw(4)
    view = whole(one)
    first = one.sitting(0).entrants
    rows = {row["name"]: row for row in standings_rows(view)}
    assert rows[one.name_of(first[0])]["score"].startswith(("0.5", "1.5"))
    assert "E (left)" in rows
    scheduled = schedule_rows(view, 1)
    assert scheduled[0]["points"] == "0.5 - 0.5"
    assert {row["round"] for row in scheduled} == {1}
    assert any(row["points"].endswith("(absent)") for row in schedule_rows(view, None))
    cross = crosstable_rows(view)
    assert [row[str(number)] for number, row in enumerate(cross, start=1)] == ["x"] * 5
    assert schedule_rows(View.of_all(view.director), None) == schedule_rows(view, None)


async def test_a_day_has_its_bracket_once_the_cut_is_made_and_the_third_place_before_the_final() -> (
    None
):
    one = make("finals", cut=4, third_place="true", final_best_of=3, **SWISS)
    one.start(0)
    draw(one)
    assert "bracket" not in orjson.loads(public(one))[0]
    for number in range(2):
        play(one, number, (1, 2), f"m_{number}")
    draw(one)
    page = orjson.loads(public(one))[0]
    assert [pairing["table"] for pairing in page["bracket"]] == ["W1.1", "W1.2", "T1", "F1"]
    assert [pairing["round"] for pairing in page["bracket"]] == [2, 2, 3, 3]
    assert page["bracket"][2]["sides"] == [{"from": "loser of W1.1"}, {"from": "loser of W1.2"}]
    for number in (3, 4):
        play(one, number, (1, 2), f"m_{number}")
    draw(one)
    tables = {table["table"]: table for table in orjson.loads(public(one))[0]["tables"]}
    assert tables["F1"]["best_of"] == 3
    assert "best_of" not in tables["W1.1"]
    play(one, 5, (1, 2), "m_third")
    for number in range(2):
        play(one, 6, (1, 2) if number == 0 else (2, 1), f"m_final_{number}")
    page = orjson.loads(public(one))[0]
    winner = {pairing["table"]: pairing.get("winner") for pairing in page["bracket"]}
    places = {row["entrant"]: row["place"] for row in page["standings"]}
    assert (places[winner["F1"]], places[winner["T1"]]) == (1, 3)
    assert sorted(places.values()) == [1, 2, 3, 4, 5]
    assert bracket_text(whole(one)).splitlines()[2].startswith("T1")


async def test_a_qualification_cannot_be_changed_when_the_bracket_is_drawn() -> None:
    one = make("finals", cut=4, **SWISS)
    one.start(0)
    draw(one)
    for number in range(2):
        play(one, number, (1, 2), f"m_{number}")
    one.play_again(0)
    play(one, 0, (1, 2), "m_again")
    one.adjust(4, Fraction(1), "fair play")
    draw(one)
    before = one.course
    with pytest.raises(TournamentError, match=r"W1\.1 follows from R1\.1 already"):
        one.play_again(0)
    with pytest.raises(TournamentError, match=r"W1\.1 follows from R1\.2 already"):
        one.rule(1, (2, 1))
    with pytest.raises(TournamentError, match="those of a qualification stand"):
        one.adjust(0, Fraction(1), "too late")
    assert one.course is before
