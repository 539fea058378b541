"""What became of commands in Crossfire is told with its reason."""

from typing import Any

import pytest

from infoset.turn import Match, Player
from infoset_gui.views.crossfire.telling import Teller

SIZE = 7
TERRAIN = "G" * SIZE * SIZE
UP, RIGHT, DOWN, LEFT, FIRE = 0, 1, 2, 3, 4


def units(
    orders: list[int], squares: list[int], moved: list[int], alive: list[int] | None = None
) -> dict[str, Any]:
    return {
        "e": "units",
        "by": 0,
        "orders": orders,
        "squares": squares,
        "moved": moved,
        "alive": alive or [1] * len(orders),
    }


def teller(terrain: str = TERRAIN) -> Teller:
    players = (Player(0, "Ada"), Player(1, "Bob"))
    made = Teller(Match("m", "crossfire", "", 0, players), SIZE, 5)
    made.terrain = terrain
    return made


def test_where_a_unit_went_and_what_it_shot_is_told() -> None:
    said = teller().say(units([RIGHT, FIRE + DOWN], [24, 30], [1, 0]))
    assert said == "Unit 1 moved to D4; unit 2 fired down"


def test_two_units_that_wanted_one_square_are_both_named() -> None:
    said = teller().say(units([RIGHT, LEFT], [23, 25], [0, 0]))
    assert said == (
        "Unit 1 was blocked: both units 1 and 2 wanted D4; "
        "unit 2 was blocked: both units 1 and 2 wanted D4"
    )


def test_a_unit_that_stood_in_the_way_is_named() -> None:
    said = teller().say(units([RIGHT, FIRE], [23, 24], [0, 0]))
    assert said is not None
    assert said.startswith("Unit 1 was blocked: unit 2 stands on D4")


def test_what_no_own_unit_explains_was_somebody_else() -> None:
    said = teller().say(units([RIGHT], [23], [0]))
    assert said == "Unit 1 was blocked: somebody else wanted D4 or stands there"


@pytest.mark.parametrize(
    ("letter", "words"), [("M", "a mountain is in the way"), ("W", "water is in the way")]
)
def test_a_wall_is_named(letter: str, words: str) -> None:
    terrain = TERRAIN[:24] + letter + TERRAIN[25:]
    said = teller(terrain).say(units([RIGHT], [23], [0]))
    assert said == f"Unit 1 stayed: {words}"


def test_the_edge_stops_a_unit_and_so_does_what_the_board_has_lost() -> None:
    one = teller()
    assert one.say(units([UP], [3], [0])) == "Unit 1 stayed: the edge is in the way"
    one.say({"e": "round", "round": 6})
    said = one.say(units([UP], [10], [0]))
    assert said == "Unit 1 stayed: a mountain is in the way"


def test_a_loss_is_told_once_however_often_the_newest_event_is() -> None:
    one = teller()
    lost = units([RIGHT, UP], [24, 10], [1, 1], [1, 0])
    told = "Unit 1 moved to D4; unit 2 was destroyed at D2"
    assert [one.say(lost), one.say(lost)] == [told, told]
    said = one.say(units([RIGHT, -1], [25, 10], [1, 0], [1, 0]))
    assert said == "Unit 1 moved to E4"


def test_enemies_in_view_are_told_by_their_squares() -> None:
    one = teller()
    event = {"e": "sight", "by": 0, "enemies": [24, 25, -1], "fallen": [10, -1, -1]}
    assert one.say(event) == "Saw an enemy on D4, E4; saw an enemy fall on D2"
    event = {"e": "sight", "by": 0, "enemies": [-1], "fallen": [-1]}
    assert one.say(event) is None


def test_what_is_hidden_is_not_told() -> None:
    hidden = {"e": "units", "by": 1, "orders": None}
    assert teller().say(hidden) is None


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"e": "setup", "by": 1, "numbers": -1, "king": -1}, "Bob set up in secret"),
        (
            {"e": "setup", "by": 0, "numbers": [2, 3, 5], "king": 1},
            "Ada set up: recharge times 2, 3, 5, the king is unit 2",
        ),
        ({"e": "round", "round": 5, "reduction": 1}, "-- Round 5: the outer ring is gone --"),
        ({"e": "round", "round": 4, "reduction": 0}, "-- Round 4 --"),
        ({"e": "over", "ending": "tie"}, "-- Both kings are dead: a tie. --"),
    ],
)
def test_what_concerns_all_is_told(event: dict[str, Any], words: str) -> None:
    assert teller().say(event) == words
