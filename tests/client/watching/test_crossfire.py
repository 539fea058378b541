"""Crossfire as a person sees it: the own units, the fog, the end; and what happens in words."""

import random
from typing import Any

import pytest

from infoset.watching.scene import Scene
from infoset.watching.text import Style, width_of
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_protocol.messages import read_server_message

PLAIN = Style()


def scene_of(match: Match, seat: int | None = None) -> Scene:
    players = [{"seat": at, "kind": "bot", "name": name} for at, name in enumerate(("Ada", "Bob"))]
    eyes = {"view": "public"} if seat is None else {"view": "seat", "seat": seat}
    start: Any = read_server_message(
        {
            "type": "match_start",
            "match_id": "m_1",
            "game": "crossfire",
            "rules": match.game.rules,
            "role": "watcher",
            "players": players,
            "options": match.game.options(),
            "clock": {"kind": "none"},
            "consts_hash": "c",
            **eyes,
        }
    )
    scene = Scene(start, PLAIN)
    scene.see(match.observation(seat))
    return scene


def play(decisions: int, seed: str = "fog") -> Match:
    match = Match(make_game("crossfire", {"preset": "mini"}), Terms(), seed)
    rng = random.Random(seed)
    match.start(0)
    for _ in range(decisions):
        if match.over is not None:
            break
        asked = next(one for one in match.open.values() if one.sealed is None)
        match.submit(asked.seat, asked.number, Choice(rng.randrange(asked.space.size)), 0)
    return match


def square_text(scene: Scene, square: int) -> str:
    row, column = divmod(square, 11)
    line = scene.board()[row + 1].ljust(40)
    return line[3 + 2 * column : 5 + 2 * column]


def test_before_the_first_round_everybody_stands_on_the_board() -> None:
    match = play(0)
    scene = scene_of(match, 0)
    board: Any = match.game.read_observation(match.observation(0)).board
    for unit, square in enumerate(board.spawns(0)):
        assert square_text(scene, square)[0] == str(unit + 1)
    for square in board.spawns(1):
        assert square_text(scene, square)[0] == "E"
    row, column = divmod(board.spawns(0)[0], board.geometry.size)
    place = f"{'ABCDEFGHIJK'[column]}{row + 1}"  # as in the page and in the window
    assert f"unit 1 starts at {place}" in "\n".join(scene.board())
    assert scene.board()[0].startswith("   A B C D E F G H I J K")
    assert [line[:2] for line in scene.board()[1:12]] == [f"{row:>2}" for row in range(1, 12)]


@pytest.mark.parametrize("seat", [0, 1])
def test_own_units_are_drawn_where_they_are_with_their_motion(seat: int) -> None:
    match = play(8)
    scene = scene_of(match, seat)
    view: Any = match.game.read_observation(match.observation(seat))
    assert view.last is not None
    for unit, square in enumerate(view.last.squares):
        if view.last.alive >> unit & 1:
            text = square_text(scene, square)
            assert text[0] == str(unit + 1)
            assert (text[1] in "^>v<") == (view.last.motions[unit] >= 0)
    for square in view.last.enemies:
        assert square_text(scene, square)[0] == "E"
    drawn = "".join(line[3:26] for line in scene.board()[1:12])
    assert drawn.count("E") == len(view.last.enemies)
    assert "recharge times" in "\n".join(scene.board())


def test_a_stranger_sees_the_map_only() -> None:
    scene = scene_of(play(8))
    drawn = "".join(line[3:26] for line in scene.board()[1:12])
    assert not [character for character in drawn if character.isdigit() or character in "E?."]
    assert "knows" not in "\n".join(scene.board())


def test_at_the_end_all_living_units_are_shown() -> None:
    match = play(10_000)
    assert match.over is not None
    scene = scene_of(match)
    view: Any = match.game.read_observation(match.observation(None))
    assert view.reveal is not None
    living = sum(view.reveal[64 + unit] for unit in range(16))  # units.ALIVE
    drawn = "".join(line[3:26] for line in scene.board()[1:12])
    units = [character for character in drawn if character in "12345abcde"]
    assert len(units) == living
    assert "shrinks" not in "\n".join(scene.board())


def test_a_whole_match_is_told_in_words_that_fit() -> None:
    match = play(10_000)
    steps = [scene_of(match, 0)]
    said: list[str] = []
    again = Match(match.game, Terms(), match.seed, match.deal)
    for step in match.steps:
        for notice in again.redo(step, 0):
            views: Any = getattr(notice, "views", None)
            if views is not None:
                said += steps[0].say(views[0])
    text = "\n".join(said)
    for part in ("Ada is set up", "-- round 1 is over --", "units: ", "-- the game is over --"):
        assert part in text, part
    assert "the board has shrunk" in text
    assert not [line for line in said if "None" in line]
    assert all(width_of(line) <= 40 for line in steps[0].board(40))


def test_an_unknown_event_is_said_by_its_fields() -> None:
    assert scene_of(play(0)).say([{"e": "hail", "row": 3}]) == ["hail row 3"]
