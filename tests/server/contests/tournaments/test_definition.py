"""The file of a tournament: what it may say, and what is said of mistakes."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.server.contests.tournaments.files import tournament_file

from infoset_games.contests.tournaments.formats import FORMATS
from infoset_server.config import RoomLimits
from infoset_server.contests.tournaments.definition import (
    TournamentError,
    check_tournament,
    exact,
    read_tournament,
    table_settings,
)

EXAMPLES = sorted((Path(__file__).parents[4] / "examples" / "tournaments").glob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_tournaments(path: Path) -> None:
    file = read_tournament(path.read_text(encoding="utf-8"))
    settings = table_settings(file, file.title, RoomLimits())
    file.make_terms(settings.game.seats)
    entrants = len(file.entrant)
    assert entrants >= 2
    file.make_format().check(entrants, settings.game.seats)
    assert file.id == path.stem


def test_there_is_an_example_of_each_format() -> None:
    shown = {read_tournament(path.read_text(encoding="utf-8")).format.kind for path in EXAMPLES}
    assert shown == {one.name for one in FORMATS}


def test_what_is_stored_reads_as_the_same_tournament() -> None:
    file = read_tournament(
        tournament_file("arena", "start = 2026-12-24T18:00:00Z", "points = [2, 0.1]", minutes=5)
    )
    assert check_tournament(file.to_plain()) == file
    assert file.make_terms(2).scale == (Fraction(2), Fraction(1, 10))
    assert file.start_ms() == 1_798_135_200_000


def test_a_bye_is_a_win_for_two_and_the_mean_at_larger_tables() -> None:
    file = read_tournament(tournament_file())
    assert file.make_terms(2).bye == 1
    assert file.make_terms(4).bye == Fraction(3, 2)
    own = read_tournament(tournament_file("swiss", "bye = 0.5"))
    assert own.make_terms(2).bye == Fraction(1, 2)


def test_hidden_results_are_played_where_nobody_looks() -> None:
    file = read_tournament(tournament_file("swiss", 'results = "hidden"'))
    settings = table_settings(file, "Cup R1.1", RoomLimits())
    assert settings.watch == "off"
    assert settings.code is not None
    shown = table_settings(read_tournament(tournament_file()), "Cup R1.1", RoomLimits())
    assert (shown.watch, shown.code) == ("public", None)


@pytest.mark.parametrize("talk", ["off", "people", "all"])
def test_a_tournament_says_who_talks_at_its_tables(talk: str) -> None:
    file = read_tournament(tournament_file("swiss", f'talk = "{talk}"'))
    assert table_settings(file, "Cup", RoomLimits()).talk == talk
    assert table_settings(read_tournament(tournament_file()), "Cup", RoomLimits()).talk == "people"


@pytest.mark.parametrize("kind", ["per_move", "bank", "correspondence"])
def test_every_time_control_of_a_room_will_do(kind: str) -> None:
    file = read_tournament(tournament_file("swiss", f'clock = {{ kind = "{kind}" }}'))
    assert table_settings(file, "Cup", RoomLimits()).terms.clock.kind == kind
    untimed = tournament_file("swiss", 'clock = { kind = "none" }', "match_limit_s = 60")
    assert table_settings(read_tournament(untimed), "Cup", RoomLimits()).terms.clock.kind == "none"


def test_points_are_what_people_write() -> None:
    assert exact(0.1) + exact(0.2) == exact(0.3)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["id = 3"], "the file is no TOML"),
        (["colour = 3"], "colour: Extra inputs are not permitted"),
        (["best_of = 0"], "best_of: Input should be greater than or equal to 1"),
        (
            ['results = "hidden"', 'watch = "public"'],
            "watch: expected off where results are hidden",
        ),
        (["start = 2026-12-24T18:00:00"], "start: expected a time zone"),
        (['tie_breaks = ["luck"]'], "tie_breaks: expected some of buchholz, "),
        (["absence_s = 0"], "absence_s: Input should be greater than 0"),
        (['clock = { kind = "none" }'], "clock: expected a time control, or match_limit_s beside"),
        (['open_to = ["guest"]'], "open_to.0: Input should be 'human', 'bot' or 'hosted'"),
        (["most = 1"], "most: Input should be greater than or equal to 2"),
        (["[[entrant]]", 'name = "x"'], "entrant.0: expected exactly one of user, bot, classroom"),
    ],
)
def test_mistakes_are_named(lines: list[str], message: str) -> None:
    text = tournament_file(bots=())
    if lines[0].startswith("[["):
        text = "\n".join([text, *lines])
    else:
        text = tournament_file("swiss", *lines, bots=())
    with pytest.raises(TournamentError, match="(?s)" + message.replace("(", r"\(")):
        read_tournament(text)


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("luck", {}, "format: Input tag 'luck'"),
        ("arena", {}, "format.arena.minutes: Field required"),
        ("swiss", {"rounds": 0}, "format.swiss.rounds"),
        ("gauntlet", {"rounds": 3}, "format.gauntlet.rounds: Extra inputs"),
        ("swiss", {"berserk": "true"}, "format.swiss.berserk: Extra inputs"),
        ("arena", {"minutes": 9, "berserk": "true"}, "format.berserk: expected false where"),
    ],
)
def test_mistakes_in_the_format_are_named(kind: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(TournamentError, match=message):
        read_tournament(tournament_file(kind, **fields))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"crossfire"', '"ludo"', "no game 'ludo'"),
        ('"mini"', '"huge"', "options.preset: expected"),
    ],
)
def test_the_game_and_its_options_are_checked(old: str, new: str, message: str) -> None:
    file = read_tournament(tournament_file().replace(old, new))
    with pytest.raises(TournamentError, match=message):
        table_settings(file, "Cup", RoomLimits())
    with pytest.raises(TournamentError, match="points: expected 3"):
        read_tournament(tournament_file("swiss", "points = [1, 0]")).make_terms(3)


@pytest.mark.parametrize("kind", ["round_robin", "single_elimination", "gauntlet"])
def test_nobody_comes_late_where_all_is_drawn_ahead_or_who_loses_is_out(kind: str) -> None:
    with pytest.raises(TournamentError, match="late_rounds: expected 0"):
        read_tournament(tournament_file(kind, "late_rounds = 1"))
