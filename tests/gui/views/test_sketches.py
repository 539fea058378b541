"""What an assistant proposes in Crossfire is seen on the board, and accepted there."""

from collections.abc import Iterator

import pygame
import pytest
from tests.gui.conftest import Robot, ServerThread, Sit
from tests.gui.test_helpers import attach
from tests.gui.test_proposals import asked, the_screen

from infoset_gui.driver import Driver
from infoset_gui.table import Table
from infoset_gui.views.crossfire.orders import Setup, given_times
from infoset_gui.views.crossfire.sketches import commands_of
from infoset_protocol.messages import Ok, Proposal, Suggest


class Helper:
    """A program at the side of the window's seat."""

    def __init__(self, lobby: Driver, table: Table, robot: Robot) -> None:
        self.robot = robot
        self._lobby = lobby
        self._table = table

    def suggest(self, *top: Proposal) -> None:
        """Proposes answers to the open question."""
        turn, advice = self._table.turn, self._table.advice
        assert turn is not None
        message = Suggest(match_id=turn.match.match_id, decision=turn.decision, top=list(top))
        before = dict(advice.suggestions)
        self.robot.session.request(message, Ok)
        self._lobby.wait(lambda: advice.suggestions != before)
        self._lobby.redraw()


@pytest.fixture
def table(lobby: Driver, sit: Sit) -> Table:
    return sit("crossfire", 2, {"preset": "mini"})


@pytest.fixture
def helper(lobby: Driver, table: Table, server: ServerThread) -> Iterator[Helper]:
    lobby.wait(lambda: table.turn is not None)
    robot = attach(lobby, server)
    lobby.click("tab/log")
    yield Helper(lobby, table, robot)
    robot.session.close()


def board(lobby: Driver) -> bytes:
    """What is seen of the board."""
    lobby.redraw()
    place = the_screen(lobby).seating.view.anchors["area:board"]
    return pygame.image.tobytes(lobby.app.surface.subsurface(place), "RGB")


def on_the_board(lobby: Driver) -> str:
    """The button that accepts what is drawn."""
    return next(name for name in lobby.names() if name.endswith("beside the board"))


def test_proposed_commands_are_ghosts_and_laid_ready_when_they_are_accepted(
    lobby: Driver, table: Table, helper: Helper
) -> None:
    asked(lobby, table, "orders")
    turn = table.turn
    assert turn is not None
    before = board(lobby)
    orders = {slot.name: 0 for slot in turn.slots}
    helper.suggest(Proposal(orders=orders, text="forward"))
    assert board(lobby) != before
    lobby.choose(on_the_board(lobby))
    lobby.wait(lambda: table.advice.staged is not None)
    lobby.redraw()
    commander = the_screen(lobby).seating.view._commander  # type: ignore[attr-defined]  # Crossfire's
    for unit, order in commands_of(turn, orders).items():
        assert commander.orders.order(unit) == order


def test_the_proposal_that_one_points_at_is_drawn(
    lobby: Driver, table: Table, helper: Helper
) -> None:
    asked(lobby, table, "orders")
    assert table.turn is not None
    slots = table.turn.slots
    ways = [Proposal(orders={slots[0].name: pick}) for pick in range(len(slots[0].options))]
    helper.suggest(*ways[:2])
    lobby.click("tab/help")
    first = board(lobby)
    lobby.hover(next(name for name in lobby.names() if name.endswith(".1")))
    assert board(lobby) != first


def test_a_proposed_setup_stands_on_the_units_before_the_match(
    lobby: Driver, table: Table, helper: Helper
) -> None:
    asked(lobby, table, "setup")
    assert table.turn is not None
    before = board(lobby)
    helper.suggest(Proposal(picks=[0, 0, 0, 2]))
    assert board(lobby) != before
    lobby.click(on_the_board(lobby))
    lobby.wait(lambda: table.turn is not None and table.turn.kind == "orders")
    assert table.looks.obs["king"] == 2


def test_what_was_proposed_for_an_earlier_question_is_not_drawn(
    lobby: Driver, table: Table, helper: Helper
) -> None:
    asked(lobby, table, "setup")
    helper.suggest(Proposal(picks=[0, 0, 0, 2]))
    asked(lobby, table, "orders")
    lobby.redraw()
    assert not any(name.endswith("beside the board") for name in lobby.names())
    assert not the_screen(lobby).answering.look(0.0).sketches


def test_times_of_a_proposal_are_those_that_the_answer_would_give() -> None:
    setup = Setup([2, 3, 3, 6])
    setup.swap(0, 3)
    setup.swap(1, 2)
    setup.crown(2)
    assert given_times(setup.answer(), [2, 3, 3, 6]) == setup.numbers
