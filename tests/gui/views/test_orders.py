"""Commands of Crossfire that are not sent yet."""

from infoset.turn import Match, Slot, Turn
from infoset_gui.views.crossfire.commander import Commander
from infoset_gui.views.crossfire.field import squares_of
from infoset_gui.views.crossfire.orders import Orders, Setup, spawns_of

MOVES = [["move", "up"], ["move", "right"]]
SHOT = ["fire", "up"]


def make_turn() -> Turn:
    slots = [Slot("unit 0", [*MOVES, SHOT]), Slot("unit 2", list(MOVES))]
    return Turn(Match("m_1", "crossfire", "crossfire/1.0", 0), 1, "orders", 6, slots=slots)


def test_the_answer_has_one_option_for_each_slot_in_order() -> None:
    orders = Orders(make_turn())
    assert orders.missing == [0, 2]
    assert orders.give(2, "move", "right")
    assert orders.give(0, "fire", "up")
    assert orders.missing == []
    assert orders.answer() == [2, 1]


def test_what_a_unit_cannot_do_changes_nothing() -> None:
    orders = Orders(make_turn())
    assert not orders.give(2, "fire", "up")
    assert not orders.give(1, "move", "up")
    assert orders.picks == {}
    assert not orders.undo()


def test_the_last_step_can_be_taken_back() -> None:
    orders = Orders(make_turn())
    orders.give(0, "move", "up")
    orders.give(0, "move", "right")
    assert orders.undo()
    assert orders.order(0) == ("move", "up")
    orders.clear()
    assert orders.undo()
    assert orders.order(0) == ("move", "up")


def test_recharge_times_become_positions_among_those_left_over() -> None:
    setup = Setup([2, 3, 3, 6])
    assert setup.answer() == [0, 0, 0, 0, 0]
    setup.swap(0, 3)
    setup.crown(2)
    assert setup.numbers == [6, 3, 3, 2]
    assert setup.answer() == [3, 1, 1, 0, 2]
    assert setup.undo()
    assert setup.king == 0


def test_spawns_are_found_on_the_drawn_map() -> None:
    drawn = ["half_turn", "G0G", "1Gb", "GaG"]
    assert spawns_of(drawn, 0) == [1, 3]
    assert spawns_of(drawn, 1) == [7, 5]


def test_sets_of_squares_are_read() -> None:
    assert squares_of("") == []
    assert squares_of("15") == [0, 2, 4]


def test_what_is_prepared_is_completed_with_what_is_harmless() -> None:
    commander = Commander()
    assert commander.complete() is None
    commander.orders = Orders(make_turn())
    assert commander.complete() is None  # nothing was chosen: that is left to the server
    commander.orders.give(0, "fire", "up")
    answer, told = commander.complete() or ([], "")
    assert answer == [2, 0]
    assert told.startswith("the orders of unit 1 were sent; unit 3 had none")
    commander.orders.give(2, "move", "right")
    answer, told = commander.complete() or ([], "")
    assert (answer, told) == ([2, 1], "the orders of unit 1, 3 were sent")


def test_a_setup_is_completed_once_it_was_touched() -> None:
    commander = Commander()
    commander.setup = Setup([2, 3, 6])
    assert commander.complete() is None
    commander.setup.crown(1)
    assert commander.complete() == ([0, 0, 0, 1], "your setup was sent")
