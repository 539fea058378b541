"""What a command is told to come to agrees with what the rules then do."""

from types import SimpleNamespace
from typing import Any

import pytest
from tests.games.crossfire.scenes import SIZE, Scene, board_of

from infoset.watching.crossfire_plans import CrossfirePlans


def plans(scene: Scene) -> CrossfirePlans:
    view = scene.state.observe(0)
    engine = SimpleNamespace(read_observation=lambda observation: view)
    match: Any = SimpleNamespace(engine=engine, rules="crossfire", consts={"size": SIZE})
    return CrossfirePlans(match, {})


@pytest.mark.parametrize(
    ("number", "place", "order", "outlives"),
    [
        (5, (0, 5), "move down", True),  # leaves the ring in the round that takes it
        (5, (0, 5), "move left", False),
        (5, (1, 5), "move up", False),
        (5, (0, 5), "fire down", False),  # whoever fires stays
        (4, (1, 5), "move up", True),  # there is a round left to come back
        (4, (0, 1), "move left", False),  # from a corner one round is not enough
        (9, (1, 5), "move down", True),
        (10, (1, 5), "move right", False),
    ],
)
def test_who_is_told_to_be_lost_is_who_the_shrinking_board_takes(
    number: int, place: tuple[int, int], order: str, outlives: bool
) -> None:
    row, column = place
    scene = Scene([place], [(5, 5)], number=number)
    verb, direction = order.split()
    assert plans(scene).outlives(row * SIZE + column, verb, direction) == outlives
    letter = direction[0]
    scene.play(letter.upper() if verb == "fire" else letter, "u")
    for _ in range(5 - number % 5 if number % 5 else 0):  # back inwards, until the ring falls
        if scene.motion(0, 0) == "idle":
            scene.play("d", "u")
    assert scene.lives(0, 0) == outlives


def test_a_slide_is_judged_by_where_it_is_when_the_ring_falls() -> None:
    scene = Scene([(3, 5)], [(5, 5)], board_of(base="G"), number=9)
    asked = plans(scene)
    assert len(asked.slide(3 * SIZE + 5, "up")) == 2, "after the first it could still turn back"
    assert not asked.outlives(3 * SIZE + 5, "move", "up")
    scene.play("u", "u")
    scene.play("", "u")
    assert not scene.lives(0, 0)
