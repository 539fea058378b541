"""One's own games, profiles and people one follows, as text."""

from collections.abc import Iterator

import pytest

pytest.importorskip("fluent.runtime", reason="LOUD: fluent.runtime is missing, words are not tried")

from infoset.people_text import (
    game_lines,
    left_text,
    person_lines,
    plain,
    profile_lines,
    room_title,
    thinned,
)
from infoset.wording import speak
from infoset_protocol.messages import FollowList, MyGameList, Profile

POINT = {"at_ms": 1_790_000_000_000, "rating": 1510, "rd": 60, "games": 4}
RATING = {
    "ladder": "open",
    "title": "Open ladder",
    "game": "catan",
    "entry": "e_1",
    "name": "Ada",
    "version": "1",
    "kind": "human",
    "rank": 3,
    "rating": 1587,
    "rd": 41,
    "provisional": False,
    "games": 60,
    "points": [POINT],
}
RESULT = {
    "game": "catan",
    "matches": 12,
    "places": [5, 7],
    "against": [
        {"kind": "person", "met": 10, "ahead": 6, "level": 1},
        {"kind": "house", "bot": "play_out", "met": 2, "ahead": 0, "level": 0},
    ],
}
RECENT = {"replay": "m_3", "game": "catan", "players": ["Ada", "L\x1bin"], "places": [2, 1]}
PROFILE = {
    "user": "u_1",
    "name": "Ada",
    "kind": "person",
    "all": True,
    "since_ms": 1_790_000_000_000,
    "games": [RESULT],
    "ratings": [RATING],
    "recent": [RECENT],
}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Each test begins and leaves in English."""
    speak("en")
    yield
    speak("en")


def told(language: str, own: str = "u_1") -> list[str]:
    """The lines of the profile in a language."""
    speak(language)
    return list(plain(profile_lines(Profile.model_validate(PROFILE), own)))


def test_a_profile_tells_results_ratings_and_the_newest_matches() -> None:
    lines = told("en")
    assert "  You see all your matches. Others see only those that everybody may watch." in lines
    assert "  Catan: 12 matches; place 1: 5\u00d7, place 2: 7\u00d7" in lines
    assert "    Against people: Ahead 6, Level 1, Behind 3" in lines
    assert "    Against bot play out: Ahead 0, Level 0, Behind 2" in lines
    assert "  Open ladder: 1587 ± 82; Ada 1, rank 3, 60 matches" in lines
    assert "  Catan: 1. L?in, 2. Ada  ·  m_3" in lines
    assert any(line.endswith("1510 ± 120") for line in lines)
    assert any("private" in line for line in told("en", "u_2"))


@pytest.mark.parametrize("language", ["cs", "de", "en", "sk"])
def test_it_is_told_in_each_language(language: str) -> None:
    lines = told(language)
    assert len(lines) == len(told("en"))
    assert (lines == told("en")) is (language == "en")


def test_games_are_told_by_what_they_wait_for() -> None:
    items = [
        {"state": "turn", "game": "catan", "match_id": "m_1", "seat": 0, "left_ms": 90_000}
        | {"players": ["Ada", "Lin"]},
        {"state": "room", "game": "catan", "room": "R1", "title": "catan", "players": ["", ""]},
        {"state": "over", "game": "catan", "match_id": "m_2", "seat": 1, "places": [2, 1]},
    ]
    lines = list(plain(game_lines(MyGameList.model_validate({"items": items}))))
    assert lines == [
        "Your turn (1)",
        "  Catan with Lin  ·  1:30 left  ·  m_1",
        "",
        "Rooms (1)",
        "  Catan  ·  R1",
        "",
        "Over (1)",
        "  Catan  ·  place 1 of 2  ·  m_2",
    ]
    assert "Nothing runs" in next(plain(game_lines(MyGameList(items=[]))))


def test_who_does_something_is_told_first() -> None:
    answer = {
        "items": [
            {"user": "u_2", "name": "Ann", "state": "away"},
            {"user": "u_3", "name": "Lin", "state": "playing", "game": "catan", "title": "catan"},
        ],
        "followers": [{"user": "u_4", "name": "Noor"}],
        "shown": False,
    }
    lines = list(plain(person_lines(FollowList.model_validate(answer))))
    assert lines[1:3] == ["  Lin: plays: Catan", "  Ann: away"]
    assert "  Noor" in lines
    assert lines[-1] == "You show yourself to nobody who follows you."


def test_a_room_without_a_name_is_called_as_its_game() -> None:
    assert room_title("catan", "catan") == "Catan"
    assert room_title("Come in", "catan") == "Come in"


def test_time_is_told_in_two_units() -> None:
    assert [left_text(seconds) for seconds in (5, 3_605, 90_000)] == ["0:05", "1:00:05", "1 d 1 h"]


def test_a_long_course_is_told_in_a_few_points_up_to_the_last() -> None:
    assert list(thinned(range(3))) == [0, 1, 2]
    some = list(thinned(range(100)))
    assert len(some) <= 8
    assert some[-1] == 99
