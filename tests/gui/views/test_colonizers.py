"""What the window says of Colonizers where there is nothing to choose, and where points are equal."""

from types import SimpleNamespace
from typing import Any

import pytest

from infoset_games.registry import make_game
from infoset_gui.views.colonizers.view import ColonizersView
from infoset_gui.views.colonizers.words import guide


def asked(kind: str, *actions: list[Any]) -> Any:
    turn = SimpleNamespace(kind=kind, actions=actions)
    return SimpleNamespace(turn=turn, seat=0, obs={"players": [{"role": 0}]})


def test_who_can_name_nobody_is_told_why() -> None:
    assert "names nobody" in guide(asked("power", ["skip"]))
    assert "You name a colonist" in guide(asked("power", ["skip"], ["steal", 1]))
    assert guide(SimpleNamespace(turn=None)) == ""  # type: ignore[arg-type]  # all that is looked at


@pytest.mark.parametrize(
    ("scores", "is_told"), [((34, 30, 26, 34), True), ((34, 30, 26, 33), False)]
)
def test_equal_points_are_explained(scores: tuple[int, ...], is_told: bool) -> None:
    game = make_game("colonizers")
    players = [{"colony": [0] * 8}, *({"colony": []} for _ in range(3))]
    look: Any = SimpleNamespace(names=("Ada", "Bob", "Cyd", "Dan"), obs={"players": players})
    view = ColonizersView.__new__(ColonizersView)
    view._colony = game.consts()["colony"]
    told = view.outcome(look, scores)
    assert told.startswith("Ada has filled the colony")
    assert ("Of equal points the first seat is ahead" in told) == is_told
