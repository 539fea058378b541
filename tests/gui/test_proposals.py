"""What assistants propose and draw: in words of the game, and in places that every game has."""

from typing import Any

import pytest
from tests.gui.conftest import ServerThread, Sit
from tests.gui.test_helpers import attach

from infoset.seated.wording import wording_for
from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.panels import CORNERS, MAX_ROWS, first_rows, read_rows
from infoset_gui.screens.places import Places, panel_of
from infoset_gui.screens.proposals import proposal_words
from infoset_gui.table import Table
from infoset_protocol.messages import Drawing, Ok, Overlay, Proposal


def the_screen(driver: Driver) -> MatchScreen:
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    return screen


def words(driver: Driver, **proposal: Any) -> str:
    """A proposal as the panel shows it."""
    seating = the_screen(driver).seating
    match, turn = seating.table.match, seating.table.turn
    wording = wording_for(match)
    return proposal_words(Proposal(**proposal), match, turn, seating.view, wording)


def places(driver: Driver) -> Places:
    screen = the_screen(driver)
    driver.redraw()
    players = screen._side.players
    return Places(screen.seating.view, screen.table.turn, driver.app.ui, players)


def asked(driver: Driver, table: Table, kind: str) -> None:
    """Answers anything until a question of this kind is open."""
    for _ in range(20):
        driver.wait(lambda: table.turn is not None)
        assert table.turn is not None
        if table.turn.kind == kind:
            driver.redraw()
            return
        the_screen(driver).answer(0 if table.turn.n else [0] * len(table.turn.slots))
    raise AssertionError(f"{kind} was not asked")


def test_proposals_for_crossfire_are_commands_in_words(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    asked(lobby, table, "setup")
    assert table.turn is not None
    times = table.turn.plain_observation["recharge"]
    first = ", ".join(str(time) for time in times)
    assert words(lobby, index=0) == f"Set up with recharge times {first} and unit 1 as king"
    assert words(lobby, picks=[0, 0, 0, 2]).endswith("unit 3 as king")
    asked(lobby, table, "orders")
    slots = table.turn.slots
    verb, direction = slots[1].options[1]
    said = words(lobby, orders={slots[1].name: 1})
    number = int(slots[1].name.split()[1]) + 1
    assert said == f"Unit {number}: {verb} {direction}"
    count = len(slots[0].options)
    assert words(lobby, index=count) == words(lobby, picks=[0, 1, *[0] * (len(slots) - 2)])


def test_proposals_for_catan_name_what_lies_around(lobby: Driver, sit: Sit) -> None:
    table = sit("catan", 2, {"seats": 2, "layout": "beginner"})
    asked(lobby, table, "place_settlement")
    assert words(lobby, index=0).startswith("Place a settlement at ")
    assert "vertex" not in words(lobby, index=0)
    asked(lobby, table, "place_road")
    assert words(lobby, index=0).startswith("Place a road ")


def test_actions_of_catan_have_a_place_also_where_they_are_buttons(lobby: Driver, sit: Sit) -> None:
    table = sit("catan", 2, {"seats": 2, "layout": "beginner"})
    asked(lobby, table, "place_settlement")
    view = the_screen(lobby).seating.view
    assert table.turn is not None
    assert places(lobby).find("action:0") == view.anchors[f"node:{table.turn.actions[0][1]}"]
    asked(lobby, table, "roll")
    found = places(lobby).find("action:0")
    assert found == lobby.region("roll").shape.box
    assert places(lobby).find("action:99") is None


def test_slots_and_seats_of_crossfire_have_a_place(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    asked(lobby, table, "orders")
    assert table.turn is not None
    found = places(lobby)
    assert all(found.find(f"slot:{slot.name}") is not None for slot in table.turn.slots)
    assert found.find("seat:0") is not None
    assert found.find("seat:1") is not None


def test_the_screen_itself_has_places(lobby: Driver, sit: Sit) -> None:
    sit("crossfire", 2, {"preset": "mini"})
    found = places(lobby)
    point = found.find("screen:0.5,0.25")
    assert point is not None
    assert point.center == (512, 160)
    assert found.find("screen:side") is None
    assert panel_of("screen:banner") == "banner"
    assert panel_of("screen:0.5,0.25") == panel_of("seat:1") == ""


@pytest.mark.parametrize("panel", [*CORNERS, "side"])
def test_what_is_written_into_a_panel_is_on_the_screen(
    lobby: Driver, sit: Sit, server: ServerThread, panel: str
) -> None:
    lobby.app._is_audited = True
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    robot = attach(lobby, server)
    lobby.click("tab/log")
    at = [f"screen:{panel}"]
    rows = [["rounds left", "17"]]
    items = [
        Drawing.model_validate(one)
        for one in (
            {"k": "table", "at": at, "rows": rows},
            {"k": "text", "at": at, "t": "look here"},
        )
    ]
    robot.session.request(Overlay(match_id=table.match.match_id, items=items), Ok)
    lobby.wait(lambda: bool(table.advice.layers))
    assert lobby.redraw() == []
    assert lobby.app.audit is not None
    assert {"rounds left", "17", "look here"} <= {one.text for one in lobby.app.audit.drawn}
    robot.session.close()


def test_a_panel_has_a_bounded_number_of_rows() -> None:
    table = Drawing.model_validate(
        {"k": "table", "at": ["screen:banner"], "rows": [[str(at), "x"] for at in range(30)]}
    )
    shown = first_rows(list(read_rows(table)), MAX_ROWS)
    assert len(shown) == MAX_ROWS
    assert shown[-1] == (f"and {30 - MAX_ROWS + 1} more", "")
