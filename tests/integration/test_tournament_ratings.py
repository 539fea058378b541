"""Tournaments that take ratings from a ladder: who may enter, what performances say, how teams stand."""

from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server
from tests.integration.test_class_ladders import ASKED, found_class, give
from tests.integration.test_entering_tournaments import (
    OPEN,
    account,
    come,
    cup_of,
    life,
    offer,
)
from tests.server.contests.tournaments.files import tournament_file

from infoset_games.contests.tournaments.sitting import Played
from infoset_server.accounts.users import Role
from infoset_server.admin.commands import Operator, Result
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.tables import RatingTable, Row
from infoset_server.contests.tournaments.definition import TournamentError, read_tournament
from infoset_server.contests.tournaments.view import View

SPRINT = """
game = "crossfire"
options = { preset = "mini" }
open_to = ["human"]

[clock]
kind = "per_move"
move_ms = 60_000
"""
RATED = 'rating = { ladder = "sprint", least = 1400, most = 1800, games = 20 }'


@pytest.fixture
async def server(tmp_path: Path) -> Any:
    (tmp_path / "ladders").mkdir()
    (tmp_path / "ladders" / "sprint.toml").write_text(SPRINT, encoding="utf-8")
    async with life(tmp_path) as started:
        yield started


def rate(server: Server, **people: tuple[float, int]) -> None:
    """A table of the ladder in which these accounts, made for it, have a rating and games."""
    ladder: Ladder = server.app.feature(LadderFeature).ladders.ladders["sprint"]
    rows = []
    for name, (rating, games) in people.items():
        user = account(server, name)
        entry = Entry(f"e_{name}", name, "1", "human", user.id)
        ladder.roster.entries[entry.id] = entry
        rows.append(Row(entry.id, rating, 50.0, games, (games,), 0))
    ladder.standings.enter(RatingTable(1, 100, 100, 0, tuple(rows), {}, (), (1500.0, 260.0)))


def user_of(server: Server, name: str) -> Any:
    return next(one for one in server.app.people.accounts.register if one.name == name)


async def test_who_may_enter_by_rating_and_games_and_the_others_hear_why(server: Server) -> None:
    rate(server, fit=(1600, 30), weak=(1399.4, 30), strong=(1801, 30), fresh=(1600, 19))
    account(server, "nobody")
    director = offer(server, OPEN, RATED)
    told = {}
    for name in ("fit", "weak", "strong", "fresh", "nobody"):
        client = await come(server, user_of(server, name))
        if name == "fit":
            assert (await cup_of(client))["may_enter"]
            await client.ask("tournament_enter", tournament="cup")
            continue
        assert "may_enter" not in await cup_of(client)
        refused = await client.refused("tournament_enter", tournament="cup")
        assert refused["code"] == "forbidden"
        told[name] = refused["msg"]
    assert "a rating of 1400 on the ladder sprint, here is 1399" in told["weak"]
    assert "ratings up to 1800" in told["strong"]
    assert "20 games on the ladder sprint, here are 19" in told["fresh"]
    assert "20 games on the ladder sprint, here are 0" in told["nobody"]
    document = View.of_all(director).document()
    assert [(one["name"], one["rating"]) for one in document["entrants"]] == [("fit", 1600)]
    assert document["rating"] == {"ladder": "sprint", "least": 1400, "most": 1800, "games": 20}


async def test_performances_rest_on_the_ratings_with_which_they_entered(server: Server) -> None:
    rate(server, ann=(1500, 30), bob=(1700, 30))
    director = offer(server, RATED, users=("ann", "bob"), kind="round_robin")
    ladder: Ladder = server.app.feature(LadderFeature).ladders.ladders["sprint"]
    ladder.standings.enter(RatingTable(1, 100, 100, 0, (), {}, (), (1500.0, 260.0)))
    one = director.tournament
    one.start(0)
    one.draw(one.format.draws(one.course, one.moment(0, ())))
    sitting = one.course.sittings[0]
    one.course = one.course.with_sitting(0, sitting.after(Played("m_1", sitting.entrants, (1, 1))))
    rows = View.of_all(director).document()["standings"]
    assert {row["entrant"]: row["performance"] for row in rows} == {0: 1700, 1: 1500}


async def test_a_ladder_of_a_class_is_none_for_the_tournaments_of_others(server: Server) -> None:
    """The twin: what an organiser hears of a class's ladder, and of one that never was."""
    teacher, room = found_class(server, "Otter")
    give(server, teacher, "class-ladder", **ASKED)
    stranger = account(server, "Mr Bell", Role.ORGANISER)
    said = []
    for name in ("ours", "none"):
        file = tournament_file("swiss", f'rating = {{ ladder = "{name}" }}', bots=())
        with pytest.raises(TournamentError) as refused:
            server.app.feature(TournamentFeature).tournaments.create(
                file, stranger, lambda user: True
            )
        said.append(str(refused.value).replace(name, "LADDER"))
    assert said[0] == said[1]
    own = f'rating = {{ ladder = "ours" }}\nclassroom = "{room.name}"'
    offer(server, own, owner=teacher)


async def test_teams_stand_by_the_scores_of_their_members_who_do_not_meet(server: Server) -> None:
    teams = [
        'team = [{ name = "Crabs", members = ["A", "B"] }, { name = "Eels", members = ["C", "D"], counting = 1 }]'
    ]
    director = offer(server, *teams, kind="swiss", bots="ABCD")
    one = director.tournament
    one.start(0)
    assert one.course.apart == {(0, 1), (2, 3)}
    one.draw(one.format.draws(one.course, one.moment(0, ())))
    for number, sitting in enumerate(one.course.sittings):
        assert set(sitting.entrants) not in ({0, 1}, {2, 3})
        places = (1, 2) if min(sitting.entrants) == sitting.entrants[0] else (2, 1)
        one.course = one.course.with_sitting(
            number, sitting.after(Played(f"m_{number}", sitting.entrants, places))
        )
    assert View.of_all(director).document()["teams"] == [
        {
            "place": 1,
            "team": "Crabs",
            "score": 2,
            "boards": [{"entrant": 0, "score": 1}, {"entrant": 1, "score": 1}],
        },
        {
            "place": 2,
            "team": "Eels",
            "score": 0,
            "boards": [{"entrant": 2, "score": 0}, {"entrant": 3, "score": 0}],
        },
    ]
    commands = {command.name: command for command in server.app.core.services.commands()}
    command = commands["tournament-teams"]
    told = command.run(
        Operator(None, frozenset({"admin", "organise"})),
        command.arguments.model_validate({"tournament": "cup"}),
    )
    assert isinstance(told, Result)
    assert [row["boards"] for row in told.rows] == ["A 1, B 1", "C 0, D 0"]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('rating = { ladder = "s", least = 5, most = 4 }', "least"),
        ("rating = { least = 5 }", "ladder"),
        ('team = [{ name = "A", members = [] }]', "members"),
        ('team = [{ name = "A", members = ["x"] }, { name = "A", members = ["y"] }]', "name"),
        ('team = [{ name = "A", members = ["x"] }, { name = "B", members = ["x"] }]', "members"),
        ('team = [{ name = "A", members = ["x"], counting = 0 }]', "counting"),
    ],
)
def test_what_makes_no_sense_in_the_file_is_named(line: str, named: str) -> None:
    with pytest.raises(TournamentError, match=named):
        read_tournament(tournament_file("swiss", line))
