"""What is seen and sent in time: the table before anybody has moved, what is prepared when the time is up, notes of before."""

import re
import time
from typing import Any

from tests.gui.conftest import Open, Robot, ServerThread, Sit

from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_protocol.messages import ClockSpec, CreateRoom, Join, Room

FRAMES = 60
LATER_S = 30


def shown(driver: Driver) -> MatchScreen | None:
    screen = driver.app.stage.screen
    return screen if isinstance(screen, MatchScreen) else None


def hear_no_more(driver: Driver) -> None:
    """What the server has still to say comes when the machine has time for it, and would be drawn then."""
    setattr(driver.app.stage.network, "poll", lambda: False)  # noqa: B010  # mypy forbids the plain form


def test_who_is_not_asked_first_sees_the_table_at_once(lobby: Driver, server: ServerThread) -> None:
    rival = Robot(lobby, server.url, 1)
    rival.session.on_table = lambda session, table: None  # thinks for a long time
    opened: list[Any] = []
    clock = ClockSpec(kind="none")
    asked = CreateRoom(game="catan", options={"seats": 2}, clock=clock)
    rival.session.request(asked, Room, opened.append)
    lobby.wait(lambda: bool(opened))
    room = opened[0].room.room
    rival.join(lobby, room, 0)
    lobby.app.stage.say("something of before")
    own = lobby.app.stage.session
    own.request(Join(room=room, seat=1, ready=True), Room, own.take_room)
    lobby.wait(lambda: (screen := shown(lobby)) is not None and bool(screen.table.looks.obs))
    screen = shown(lobby)
    assert screen is not None
    assert screen.table.turn is None
    assert "something of before" not in [one.text for one in lobby.app.stage.toasts.shown]
    rival.session.close()


def test_the_clocks_of_all_stand_beside_their_names(window: Open, server: ServerThread) -> None:
    driver = window(url=server.url, audited=True)
    driver.click("connect")
    driver.wait(lambda: driver.has("play catan"))
    rival = Robot(driver, server.url, 1)
    rival.session.on_table = lambda session, table: None  # thinks for a long time
    opened: list[Any] = []
    clock = ClockSpec(kind="bank", main_ms=600_000, inc_ms=0)
    asked = CreateRoom(game="catan", options={"seats": 2}, clock=clock)
    rival.session.request(asked, Room, opened.append)
    driver.wait(lambda: bool(opened))
    room = opened[0].room.room
    rival.join(driver, room, 0)
    own = driver.app.stage.session
    own.request(Join(room=room, seat=1, ready=True), Room, own.take_room)
    driver.wait(lambda: (screen := shown(driver)) is not None and bool(screen.table.looks.obs))
    assert driver.redraw() == []
    assert driver.app.audit is not None
    left = [one.text for one in driver.app.audit.drawn if re.fullmatch(r"\d+:\d\d", one.text)]
    assert len(left) == 2
    assert "10:00" in left  # mine does not run
    rival.session.close()


def test_orders_that_were_not_sent_are_sent_when_the_time_is_up(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    lobby.click("send orders")
    lobby.wait(lambda: table.turn is not None and table.turn.kind == "orders")
    turn = table.turn
    assert turn is not None
    way = next(
        name
        for name in lobby.names()
        if name.startswith("move ") and not name.endswith("on the board")
    )
    lobby.click(way)
    table.until_s = lobby.app.stage.clock_s()
    lobby.wait(lambda: table.turn is not turn)
    assert any(note.startswith("The time is up: the orders of unit") for note in lobby.notes)
    assert not any("refused" in note for note in lobby.notes)


def test_where_nothing_is_prepared_nothing_is_sent(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    table.until_s = lobby.app.stage.clock_s()
    turn = table.turn
    for _ in range(5):
        lobby.app.frame([])
    assert table.turn is turn
    assert lobby.notes == []


def test_what_has_no_choice_is_passed_as_late_as_what_has_one(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 2})
    lobby.wait(lambda: table.turn is not None)
    screen = shown(lobby)
    assert screen is not None
    screen.seating.view.is_forced = lambda look: True  # type: ignore[method-assign]  # as where one can only skip
    screen.seating.asked = -1
    lobby.app.frame([])
    assert table.turn is not None  # not at once
    assert screen.seating.passes_s is not None
    screen.seating.passes_s = 0.0
    lobby.wait(lambda: any("no choice" in line.text for line in table.log))


def test_the_island_keeps_its_place_whatever_is_asked(lobby: Driver, sit: Sit) -> None:
    table = sit("catan", 2, {"seats": 2, "layout": "beginner"})
    screen = shown(lobby)
    assert screen is not None
    places = set()
    for _ in range(8):
        lobby.wait(lambda: table.turn is not None)
        lobby.redraw()
        places.add(tuple(screen.seating.view.anchors["area:island"]))
        turn = table.turn
        assert turn is not None
        if turn.kind == "main":
            break
        screen.answer(turn.fallback)
    assert table.turn is not None
    if "trade" in lobby.names() and table.turn.kind == "main":
        lobby.click("trade")
        lobby.redraw()
        places.add(tuple(screen.seating.view.anchors["area:island"]))
    assert len(places) == 1


def test_how_often_numbers_came_lies_over_the_board_and_closes(lobby: Driver, sit: Sit) -> None:
    table = sit("catan", 2, {"seats": 2})
    lobby.wait(lambda: table.turn is not None)
    lobby.click("dice statistics")
    lobby.wait(lambda: lobby.has("close statistics"))
    assert not lobby.has("dice statistics")
    lobby.click("close statistics")
    lobby.wait(lambda: lobby.has("dice statistics"))


def test_an_open_question_is_drawn_again_only_when_its_clock_says_something_else(
    lobby: Driver, server: ServerThread
) -> None:
    rival = Robot(lobby, server.url, 1)
    opened: list[Any] = []
    clock = ClockSpec(kind="per_move", move_ms=600_000)
    asked = CreateRoom(game="catan", options={"seats": 2}, clock=clock)
    rival.session.request(asked, Room, opened.append)
    lobby.wait(lambda: bool(opened))
    room = opened[0].room.room
    rival.join(lobby, room, 1)
    own = lobby.app.stage.session
    own.request(Join(room=room, seat=0, ready=True), Room, own.take_room)
    lobby.wait(lambda: (screen := shown(lobby)) is not None and screen.table.turn is not None)
    app = lobby.app
    now_s = time.monotonic() + LATER_S  # all that glides has arrived
    app._clock_s = lambda: now_s  # time stands still
    hear_no_more(lobby)
    lobby.wait(lambda: not any(app.frame([]) for _ in range(FRAMES)), "it rested")
    now_s += 1
    assert [app.frame([]) for _ in range(FRAMES)].count(True) == 1
    rival.session.close()


def test_what_moves_by_itself_is_drawn_again_when_it_looks_otherwise(lobby: Driver) -> None:
    app = lobby.app
    now_s = time.monotonic() + LATER_S
    app._clock_s = lambda: now_s
    hear_no_more(lobby)
    lobby.wait(lambda: not any(app.frame([]) for _ in range(FRAMES)), "it rested")
    due_s = now_s + 0.5
    app.ui.move(due_s)
    now_s += 0.4
    assert not any(app.frame([]) for _ in range(FRAMES))
    now_s = due_s
    assert [app.frame([]) for _ in range(FRAMES)].count(True) == 1
