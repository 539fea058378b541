"""Going through a match with keys, as pictures and positions."""

import pytest
from tests.client.replaying.records import record_of

from infoset.replaying.film import OneFilm, RecordReel
from infoset.replaying.player import LEAP, SPEEDS, Player
from infoset.watching.text import Style
from infoset_games.views import ALL, PUBLIC, View

PLAIN = Style()


@pytest.fixture
def player() -> Player:
    return Player(RecordReel(record_of("colonizers")), PUBLIC, PLAIN)


def press(player: Player, *keys: str) -> int:
    for key in keys:
        player.press(key)
    return player.position


def test_steps_leaps_and_ends(player: Player) -> None:
    assert press(player, "right", "n", "right", "left") == 2
    assert press(player, "pagedown") == 2 + LEAP
    assert press(player, "pageup", "pageup", "b") == 0
    assert press(player, "end", "right") == player.last
    assert press(player, "home") == 0


def test_a_version_is_typed(player: Player) -> None:
    press(player, "g", "1", "2")
    assert "go to version: 12_" in player.lines(80, 20)[-2]
    assert press(player, "backspace", "7", "enter") == 17
    assert player.version == 17
    assert press(player, "g", "3", "q") == 17  # any other key: never mind
    assert not player.is_over
    assert press(player, "g", "enter") == 17
    assert press(player, "g", *"9999999999", "enter") == player.last


def test_it_runs_at_its_speed_until_the_end(player: Player) -> None:
    assert player.interval_s is None
    press(player, " ")
    assert player.interval_s == 1.0
    press(player, "+", "+", "-")
    assert player.interval_s == 0.5
    player.tick()
    assert player.position == 1
    press(player, *"+" * 20)
    assert player.interval_s == 1 / SPEEDS[-1]
    while player.is_running:
        player.tick()
    assert player.position == player.last
    press(player, " ")  # from the beginning again
    assert (player.position, player.is_running) == (0, True)
    press(player, "right")  # a step by hand stops it
    assert (player.position, player.is_running) == (1, False)
    player.tick()
    assert player.position == 1


def test_the_same_version_is_seen_through_other_eyes(player: Player) -> None:
    press(player, "pagedown")
    seen: dict[View, str] = {}
    keys: dict[str, View] = {"p": PUBLIC, "0": 0, "3": 3, "a": ALL}
    for key, view in keys.items():
        press(player, key)
        assert (player.view, player.position) == (view, LEAP)
        seen[view] = "\n".join(player.lines(100, 60))
    assert "knows" not in seen[PUBLIC]
    assert seen[0].count("knows") == seen[3].count("knows") == 1
    assert seen[ALL].count("knows") == 4
    press(player, "7")  # there is no such seat
    assert player.view == ALL


def test_back_and_forth_gives_the_same_picture(player: Player) -> None:
    press(player, *["right"] * 5)
    before = player.lines(80, 30)
    press(player, "end", "g", "5", "enter")
    assert player.lines(80, 30) == before


def test_the_picture_fits_and_ends_with_the_result(player: Player) -> None:
    lines: list[str] = []
    for width, height in ((80, 24), (40, 12), (200, 60)):
        for key in ("home", "end"):
            press(player, key)
            lines = player.lines(width, height)
            assert len(lines) == height
            assert all(len(line) <= width for line in lines[-2:])
    assert any(line.startswith("result") for line in lines)


def test_one_view_is_all_there_is_of_a_film_from_a_server(player: Player) -> None:
    film = RecordReel(record_of("leduc")).film(1)
    only = Player(OneFilm(1, film), 1, PLAIN)
    press(only, "a", "p", "0")
    assert only.view == 1
    press(only, "q")
    assert only.is_over
