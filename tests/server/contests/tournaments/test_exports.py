"""Tournaments for other programs: every column of the report where it belongs, and nothing that may not be known."""

import csv
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from tests.server.contests.tournaments.files import tournament_file
from tests.server.contests.tournaments.test_tournament import draw, make, play
from tests.server.contests.tournaments.test_view import NOBODY, played

from infoset_server.contests.tournaments.definition import TournamentError, read_tournament
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.documents import TournamentDocuments
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.exports import results_csv, standings_csv, trf_text
from infoset_server.contests.tournaments.tournament import Tournament
from infoset_server.contests.tournaments.view import View
from infoset_server.storage.notes import NoNotes


def director(one: Tournament) -> Director:
    return Director(one, NOBODY, TournamentDocuments(NoNotes()))


def report(one: Tournament) -> list[str]:
    return trf_text(View.of_organiser(director(one))).splitlines()


def swiss(*lines: str) -> Tournament:
    """Two rounds of five: A to E. In the first A, B and a bye win, in the second there is a tie and a forfeit."""
    one = make("swiss", *lines, rounds=3)
    one.start(86_400_000)
    draw(one)
    for number, sitting in enumerate(one.course.sittings):
        if not sitting.is_decided:
            best = min(sitting.entrants)
            play(one, number, (1, 2) if sitting.entrants[0] == best else (2, 1))
    draw(one)
    first, second = (n for n, sitting in enumerate(one.course.sittings) if not sitting.is_decided)
    play(one, first, (1, 1))
    one.forfeit(second, one.sitting(second).entrants[1])
    return one


async def test_players_stand_in_the_columns_of_the_handbook() -> None:
    one = swiss()
    lines = report(one)
    heads = [line for line in lines if not line.startswith("001")]
    assert heads == [
        "012 Winter Cup",
        "042 1970/01/02",
        "062 5",
        "072 0",
        "082 0",
        "092 swiss",
        "XXR 2",
    ]
    players = [line for line in lines if line.startswith("001")]
    assert [line[4:8] for line in players] == ["   1", "   2", "   3", "   4", "   5"]
    assert [line[14:47].strip() for line in players] == ["A", "B", "C", "D", "E"]
    assert all(not line[47:80].strip() and line[8:14] == " " * 6 for line in players)
    rows = {row.entrant: row for row in one.standings(one.course)}
    assert [float(line[80:84]) for line in players] == [float(rows[n].score) for n in range(5)]
    assert [int(line[85:89]) for line in players] == [rows[n].place for n in range(5)]


async def test_rounds_agree_from_both_sides() -> None:
    one = swiss()
    players = {int(line[4:8]): line for line in report(one) if line.startswith("001")}
    sums = dict.fromkeys(players, 0.0)
    worth = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5}
    mirrored = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    for number, line in players.items():
        for at in (91, 101):
            opponent, colour, result = line[at : at + 4], line[at + 5], line[at + 7]
            sums[number] += worth.get(result, 0.0)
            if opponent == "0000":
                assert (colour, result) == ("-", "U")
                continue
            other = players[int(opponent)]
            assert int(other[at : at + 4]) == number
            assert other[at + 7] == mirrored[result]
            assert {colour, other[at + 5]} == ({"-"} if result in "+-" else {"w", "b"})
    assert sums == {number: float(line[80:84]) for number, line in players.items()}
    assert sorted(line[108] for line in players.values()) == ["+", "-", "=", "=", "U"]


async def test_a_program_of_others_reads_the_report() -> None:
    """The reader `trf`, which knows nothing of ours."""
    trf = pytest.importorskip("trf", reason="LOUD: trf is not installed, nobody else reads our TRF")
    one = swiss()
    for is_running in (False, True):
        if is_running:  # a round that is drawn, and not played
            draw(one)
        read = trf.loads("\n".join(report(one)))
        assert (read.name, read.numplayers, read.xx_fields["XXR"]) == (
            *("Winter Cup", 5),
            str(one.course.last_round),
        )
        rows = {row.entrant: row for row in one.standings(one.course)}
        assert [(player.startrank, player.name) for player in read.players] == [
            (number, name) for number, name in enumerate("ABCDE", 1)
        ]
        assert [(player.points, player.rank) for player in read.players] == [
            (float(rows[number].score), rows[number].place) for number in range(5)
        ]
        told = {
            (game.round, frozenset((player.startrank - 1, game.startrank - 1)))
            for player in read.players
            for game in player.games
            if game.startrank
        }
        drawn = {
            (sitting.draw.round, frozenset(sitting.entrants))
            for sitting in one.course.sittings
            if len(sitting.entrants) == 2 and sitting.is_decided
        }
        assert told == drawn


async def test_a_program_of_others_reads_ratings_and_teams() -> None:
    trf = pytest.importorskip("trf", reason="LOUD: trf is not installed, nobody else reads our TRF")
    one = swiss(
        'team = [{ name = "Crabs", members = ["C", "A"] }, { name = "Eels", members = ["B"] }]'
    )
    one.entrants[1] = replace(one.entrants[1], rating=1623.4)
    read = trf.loads("\n".join(report(one)))
    assert [player.rating for player in read.players] == [0, 1623, 0, 0, 0]
    assert (read.numratedplayers, read.numteams) == (1, 2)
    assert {team.name: team.startranks for team in read.teams} == {"Crabs": [3, 1], "Eels": [2]}


async def test_who_was_not_drawn_and_what_is_not_decided_is_told_as_such() -> None:
    one = swiss()
    one.withdraw(4)
    draw(one)
    players = [line for line in report(one) if line.startswith("001")]
    assert players[4][111:119] == "0000 - Z"
    assert {line[118:119].strip() for line in players[:4]} == {""}, (
        "nothing is known of the third round"
    )


async def test_what_the_report_cannot_say_is_refused() -> None:
    file = read_tournament(tournament_file("swiss"))
    larger = Tournament(file, 4, None, [Entrant(name, bot="first") for name in "ABCD"])
    larger.start(0)
    draw(larger)
    with pytest.raises(TournamentError, match="form: trf is for two seats, and here are 4"):
        report(larger)
    assert results_csv(View.of_organiser(director(larger))).startswith("round,table,entrant")


async def test_a_line_for_each_at_each_table_that_is_decided() -> None:
    one = swiss()
    rows = list(csv.DictReader(StringIO(results_csv(View.of_organiser(director(one))))))
    decided = [sitting for sitting in one.course.sittings if sitting.is_decided]
    assert len(rows) == sum(len(sitting.entrants) for sitting in decided)
    sums: dict[str, float] = {}
    for row in rows:
        sums[row["name"]] = sums.get(row["name"], 0.0) + float(row["points"])
    scores = one.course.scores()
    assert sums == {name: float(scores[n]) for n, name in enumerate("ABCDE")}
    assert sum(int(row["absent"]) for row in rows) == 1


async def test_the_standings_are_those_of_the_document() -> None:
    view = View.of_organiser(director(swiss()))
    document = view.document()
    rows = list(csv.reader(StringIO(standings_csv(view), newline="")))
    ties = document["tie_breaks"]
    assert rows[0] == [
        *["place", "entrant", "name", "score", "tables", "won", "tied"],
        *ties,
        "performance",
    ]
    assert [(int(row[0]), row[2], float(row[3])) for row in rows[1:]] == [
        (one["place"], "ABCDE"[one["entrant"]], float(one["score"]))
        for one in document["standings"]
    ]
    unseen = Tournament(read_tournament(tournament_file("swiss")), 2, None, [])
    assert len(standings_csv(View.of_organiser(director(unseen))).splitlines()) == 1


async def test_a_name_is_no_formula_and_no_line_of_its_own() -> None:
    one = make("round_robin")
    one.entrants[0] = Entrant("=1+1", bot="first")
    one.entrants[1] = Entrant("x\n001    9", bot="first")
    one.start(0)
    draw(one)
    for number in range(len(one.course.sittings)):
        if not one.sitting(number).is_decided:
            play(one, number, (1, 2))
    names = {
        row["name"] for row in csv.DictReader(StringIO(results_csv(View.of_all(director(one)))))
    }
    assert "'=1+1" in names
    ranked = list(csv.DictReader(StringIO(standings_csv(View.of_all(director(one))), newline="")))
    assert "'=1+1" in {row["name"] for row in ranked}
    assert len([line for line in report(one) if line.startswith("001")]) == 5


@pytest.mark.parametrize("released", [0, 1, 2])
async def test_results_that_are_not_released_change_no_byte_of_an_export(released: int) -> None:
    def public(luck: str) -> list[Any]:
        view = View.of_all(director(played("swiss", {"rounds": 4}, 3, released, luck)))
        return [trf_text(view), results_csv(view), standings_csv(view)]

    assert public("a") == public("b") == public("c")
