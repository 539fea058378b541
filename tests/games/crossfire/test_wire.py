"""Observations as plain values: everything in them can be read back, and contradictions are refused."""

from typing import Any

import pytest
from tests.games.crossfire.scenes import plays

from infoset_games.core import Json
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.policies import Survivor
from infoset_games.policies import RandomPolicy
from infoset_games.testing.plain import through_json

GAME = Crossfire()


def written(ply: int = 6, seat: int = 0, seed: str = "wire") -> dict[str, Any]:
    state = plays(GAME, seed, [Survivor(), Survivor()])[ply]
    value: dict[str, Any] = through_json(GAME.write_observation(state.observe(seat)))
    return value


def test_every_position_of_a_play_survives_the_wire() -> None:
    for policy in (RandomPolicy(), Survivor()):
        for state in plays(GAME, "survives", [policy, policy]):
            for seat in (0, 1, None):
                view = state.observe(seat)
                assert GAME.read_observation(through_json(GAME.write_observation(view))) == view


def test_the_terrain_is_that_of_the_moment_and_the_map_that_of_the_start() -> None:
    late = written(ply=-1)
    assert late["terrain"][:15] == "M" * 15
    assert late["map"][1] != "M" * 15
    assert late["reduction_in"] == 5 - (late["round"] - 1) % 5


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("round", 0, "round: expected an integer in 1..36"),
        ("round", 9, "past: expected 40 characters"),
        ("phase", "setup", "round: expected 1 in the setup"),
        ("phase", "over", "asked: expected seats unless it is over"),
        ("asked", [], "asked: expected seats unless it is over"),
        ("numbers", [2, 2, 2, 2, 2], "numbers: expected"),
        ("king", 5, "king: expected an integer in 0..4"),
        ("past", "!" * 25, "past: expected characters of"),
        ("past", "3" * 25, "past: unit 0 moved in round . without a command"),
        ("units", [[0, 0, 0, 1]], "units: expected 5 lists"),
        ("units", [[900, -1, 0, 1]] * 5, "units: unit 0 cannot have been in round"),
        ("visible", "0", "visible: expected"),
        ("reach", [], "reach: expected"),
        ("terrain", "", "terrain: expected"),
        ("enemy_asked", "1", "enemy_asked: expected 6 characters"),
        ("seen", [[0]] * 6, "seen.0.: expected squares in view"),
        ("fallen", [[99, 0]], "fallen: expected a round"),
        ("light", [[1, 0, 0]], "light: expected squares in view"),
        ("ending", 3, "ending: expected one when it is over"),
        ("fill", -1, "fill: expected an integer"),
        ("map", ["half_turn"], "map: expected as many rows"),
    ],
)
def test_a_contradiction_is_refused_by_its_field(field: str, value: Json, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.read_observation({**written(), field: value})


def test_a_motion_or_wait_that_does_not_follow_from_the_commands_is_refused() -> None:
    value = written()
    value["units"][0][2] += 1
    with pytest.raises(ValueError, match="units: expected"):
        GAME.read_observation(value)
