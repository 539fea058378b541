"""Whom the shrinking board takes is known from what is about to be done, before anything is sent."""

from types import SimpleNamespace
from typing import Any

from infoset_gui.views.crossfire.commander import Commander
from infoset_gui.views.crossfire.orders import Orders
from infoset_gui.views.crossfire.plans import Plans

WAYS = [["move", "up"], ["move", "down"], ["fire", "up"]]


class Board:
    """Only ways down lead out of danger."""

    def outlives(self, square: int, verb: str, direction: str) -> bool:
        return (verb, direction) == ("move", "down")


def looking(units: list[list[int]], asked: tuple[int, ...]) -> tuple[Any, Commander, Plans]:
    """A seat with these units (square, motion, wait, alive), some of which want a command."""
    slots = [SimpleNamespace(name=f"unit {unit}", options=WAYS) for unit in asked]
    turn: Any = SimpleNamespace(kind="orders", slots=slots)
    refused: list[str] = []
    look: Any = SimpleNamespace(
        turn=turn, obs={"units": units}, laid_ready={}, refuse=refused.append, refused=refused
    )
    commander = Commander()
    commander.orders = Orders(turn)
    commander.chosen = asked[0] if asked else None
    match: Any = None
    plans = Plans(match, commander)
    board: Any = Board()
    plans._known = (look.obs, board)
    return look, commander, plans


def test_a_unit_without_a_command_is_not_warned_of() -> None:
    look, _, plans = looking([[3, -1, 0, 1], [5, -1, 0, 1]], (0, 1))
    assert plans.doomed(look) == []


def test_a_command_that_leads_into_the_ring_is_warned_of() -> None:
    look, commander, plans = looking([[3, -1, 0, 1], [5, -1, 0, 1]], (0, 1))
    commander.command(look, 0, "down")
    commander.command(look, 1, "up")
    assert plans.doomed(look) == [1]
    assert commander.undo()
    assert plans.doomed(look) == []


def test_a_unit_that_slides_into_the_ring_is_warned_of_and_a_lost_one_is_not() -> None:
    look, _, plans = looking([[3, 0, 0, 1], [5, 2, 0, 1], [7, 0, 0, 0], [9, -1, 0, 1]], (3,))
    assert plans.doomed(look) == [0]


def test_who_cannot_fire_yet_is_told_when() -> None:
    look, commander, _ = looking([[3, -1, 2, 1]], (0,))
    commander.toggle_fire()
    commander.command(look, 0, "left")
    assert look.refused == ["Unit 1: can fire in 2 rounds"]
    commander.command(look, 0, "up")
    assert commander.order(look, 0) == ("fire", "up")
    assert not commander.fires, "the next command is a move again"
