"""Actions in written form, and what is refused with which words."""

import pytest
from tests.games.crossfire.scenes import Scene, board_of

from infoset_games.choices import resolve, write_decision
from infoset_games.core import IllegalActionError, Json
from infoset_games.crossfire import Crossfire
from infoset_games.rng import Rng

GAME = Crossfire()


def setting_up() -> Scene:
    scene = Scene([(5, 5)], [(9, 9)])
    scene.state.now = None
    scene.state.deal.recharge[:] = [2, 3, 3, 5]
    return scene


def test_a_setup_names_the_number_of_each_unit_and_the_king() -> None:
    state = setting_up().state
    code = GAME.read_action(state, 0, ["setup", [3, 2, 5, 3], 2])
    assert GAME.write_action(state, 0, code) == ["setup", [3, 2, 5, 3], 2]


def test_equal_numbers_make_equal_setups() -> None:
    state = setting_up().state
    codes = [code for code in range(96) if GAME.write_action(state, 0, code)[1] == [3, 2, 5, 3]]
    assert len(codes) == 8
    assert len({int(state.key(code)) for code in codes}) == 4  # by king


def test_a_setup_is_a_product_that_has_every_assignment_and_king() -> None:
    state = setting_up().state
    written = {str(GAME.write_action(state, 0, code)) for code in range(state.legal(0).size)}
    assert state.legal(0).size == 96
    assert len(written) == 12 * 4


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["orders"], r'expected \["setup", ...\]'),
        (["setup", [2, 3, 3, 5]], r'expected \["setup", \[a number for each unit\], king\]'),
        (["setup", [2, 3, 5], 0], "setup: expected 4 recharge times, got 3"),
        (["setup", [2, 3, 3, 4], 0], r"setup: spawn 3: 4 is not among the times left, \[5\]"),
        (["setup", [2, 3, 3, True], 0], "setup: expected integers as recharge times"),
        (["setup", [2, 3, 3, 5], 4], r"king: expected the number of a unit, 0\.\.3"),
    ],
)
def test_a_faulty_setup_is_refused(value: Json, message: str) -> None:
    with pytest.raises(IllegalActionError, match=message):
        resolve(GAME, setting_up().state, 0, action=value)


def test_orders_name_every_idle_unit() -> None:
    scene = Scene([(5, 5), (7, 7)], [(9, 9)])
    written = ["orders", [0, "move", "up"], [1, "fire", "left"]]
    code = GAME.read_action(scene.state, 0, written)
    assert GAME.write_action(scene.state, 0, code) == written
    assert code == scene.code(0, "uL")


def busy() -> Scene:
    """Unit 0 is idle and discharged, 1 slides, 2 is dead, 3 idle and charged."""
    board = board_of({(8, 9): "M"}, base="G")
    scene = Scene([(3, 1), (5, 1), (0, 9), (8, 1)], [(9, 9)], board, number=5)
    return scene.play("UruR", "u")


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([[0, "fire", "up"]], "unit 0: it can fire in 3 rounds"),
        ([[0, "move", "up"], [1, "move", "up"]], "unit 1: it is still moving and takes no command"),
        ([[0, "move", "up"], [2, "move", "up"]], "unit 2: it is destroyed"),
        ([[8, "move", "up"]], r"unit 8: there is none, expected 0\.\.3"),
        ([[0, "move", "up"]], "unit 3: expected a command for it"),
        ([[3, "move", "up"], [0, "move", "up"]], r"unit 3: expected one command each for units"),
        ([[0, "move", "up"], [0, "move", "up"]], r"unit 0: expected one command each for units"),
        ([[0, "jump", "up"]], "unit 0: expected move or fire, and a direction"),
        ([[0, "move"]], "orders: expected entries like"),
        (["up"], "orders: expected entries like"),
    ],
)
def test_faulty_orders_are_refused_by_unit(entries: Json, message: str) -> None:
    with pytest.raises(IllegalActionError, match=message):
        resolve(GAME, busy().state, 0, action=["orders", *entries])


def test_a_seat_that_owes_nothing_is_told_so() -> None:
    scene = Scene([(5, 1)], [(9, 9)], board_of(base="G")).play("r", "U")
    with pytest.raises(IllegalActionError, match="none of your units takes a command"):
        GAME.read_action(scene.state, 0, ["orders"])
    with pytest.raises(IllegalActionError, match="none of your units takes a command"):
        scene.state.verify(0, 0)
    with pytest.raises(IllegalActionError, match=r"orders: expected a code in 0\.\.3"):
        scene.state.verify(1, 4)


def test_slots_offer_fire_to_charged_units_only() -> None:
    decision = write_decision(GAME, busy().state, 0)
    sizes = {slot["slot"]: len(slot["options"]) for slot in decision["legal"]["slots"]}
    assert sizes == {"unit 0": 4, "unit 3": 4}
    start = GAME.start(GAME.deal(Rng("slots")))
    slots = write_decision(GAME, start, 0)["legal"]["slots"]
    assert [slot["slot"] for slot in slots] == [f"spawn {unit}" for unit in range(5)] + ["king"]
    assert slots[0]["options"][2] == ["nth", 2]
    assert slots[5]["options"][4] == ["king", 4]
