"""A person enters a tournament in the window, is led to the table, and may leave."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.gui.conftest import Open, ServerThread
from tests.integration.harness import Server
from tests.server.contests.tournaments.files import tournament_file

from infoset.client import Incoming
from infoset.wording import say
from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.room import RoomScreen
from infoset_gui.screens.tournaments import TournamentsScreen
from infoset_gui.stage import Screen
from infoset_protocol.messages import CreateRoom, Lobby, Room, read_server_message
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.app.features.tournaments import TournamentFeature


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    folder = tmp_path / "server"
    folder.mkdir()
    started = ServerThread(folder, store__enabled=True, tournaments__news_s=0.001)
    yield started
    started.close()


def offer(server: Server, kind: str = "swiss", *lines: str, **fields: Any) -> None:
    """A tournament that is open to people."""
    text = tournament_file(kind, 'open_to = ["human"]', *lines, bots=(), **fields)
    one = server.app.feature(TournamentFeature).tournaments.create(text, None, lambda user: True)
    one.open()
    server.app.feature(TournamentFeature).tournaments.director(one.id).changed()


def begin(server: Server) -> None:
    director = server.app.feature(TournamentFeature).tournaments.director("cup")
    director.tournament.start(server.app.feature(TournamentFeature).tournaments.now_ms())
    director.changed()


def come(window: Open, server: ServerThread, name: str) -> Driver:
    """Somebody with an account, in the list of tournaments."""

    def token(running: Server) -> str:
        accounts = running.app.people.accounts
        user = accounts.register.add_account(name, Role.PLAYER)
        return accounts.credentials.issue(user, Kind.USER)[1]

    driver = window(url=server.url, name=name, audited=True)
    driver.click("with token")
    driver.click("token")
    driver.write(server.call(token))
    driver.click("connect")
    driver.wait(lambda: driver.has("tournaments"))
    driver.click("tournaments")
    return driver


def is_on(driver: Driver, kind: type[Screen]) -> bool:
    return isinstance(driver.app.stage.screen, kind)


def test_two_people_enter_and_meet_at_their_table(window: Open, server: ServerThread) -> None:
    server.call(offer)
    people = [come(window, server, name) for name in ("ann", "bob")]
    for driver in people:
        driver.click("enter cup")
        driver.wait(partial(driver.has, "leave cup"))
        assert driver.redraw() == []
    server.call(begin)
    for driver in people:
        driver.wait(partial(is_on, driver, RoomScreen))
        assert any("you meet" in note or "you are called" in note for note in driver.notes)
        driver.wait(partial(driver.has, "ready"))
        assert not driver.has("stand up")  # who sits where is settled at a table
    for driver in people:
        driver.click("ready")
    for driver in people:
        driver.wait(partial(is_on, driver, MatchScreen))


def test_who_comes_from_a_table_that_is_over_is_led_to_the_next(
    window: Open, server: ServerThread
) -> None:
    driver = window(url=server.url)
    driver.click("connect")
    driver.click("new catan")
    driver.click("create")
    driver.wait(partial(driver.has, "ready"))
    session = driver.app.stage.session
    (first,) = session.rooms
    opened: list[Room] = []
    session.request(CreateRoom(game="crossfire"), Room, opened.append)
    driver.wait(lambda: bool(opened))
    session.take_room(opened[0])
    second = opened[0].room.room
    plain: dict[str, Any] = {"type": "tournament_table", "tournament": "cup", "title": "Cup"}
    plain |= {"table": "R2.1"}
    plain |= {"round": 2, "status": "called", "entrants": ["ann", "bob"], "you": 0, "room": second}
    called: Any = read_server_message(plain)
    session._take(Incoming({}, called, 0))
    session._take(Incoming({}, Lobby(full=False, gone=[first]), 0))
    driver.wait(lambda: getattr(driver.app.stage.screen, "_room", "") == second)
    assert say("window-room-gone") in driver.notes
    assert not any(getattr(one, "_room", "") == first for one in driver.app.stage.screens)


def test_who_has_entered_may_leave_again(window: Open, server: ServerThread) -> None:
    server.call(offer)
    driver = come(window, server, "ann")
    driver.click("enter cup")
    driver.click("leave cup")
    driver.click("cancel")
    driver.wait(lambda: driver.has("leave cup"))
    driver.click("leave cup")
    driver.click("confirm")
    driver.wait(lambda: driver.has("enter cup"))
    assert isinstance(driver.app.stage.screen, TournamentsScreen)


def who_is_berserk(server: Server) -> list[bool]:
    director = server.app.feature(TournamentFeature).tournaments.director("cup")
    return [entrant.berserk for entrant in director.tournament.entrants]


def is_berserk(driver: Driver, server: ServerThread, wanted: bool) -> bool:
    """Does the server have it so, and has the window heard of it?"""
    cup = driver.app.stage.session.tournaments["cup"]
    told = [entry.berserk for entry in cup.yours]
    return server.call(who_is_berserk) == told == [wanted]


def test_who_has_entered_an_arena_goes_berserk_and_takes_it_back(
    window: Open, server: ServerThread
) -> None:
    clock = 'clock = { kind = "bank", main_ms = 60_000 }'
    server.call(lambda one: offer(one, "arena", clock, minutes=60, berserk="true"))
    driver = come(window, server, "ann")
    driver.wait(lambda: driver.has("enter cup"))
    assert not driver.has("berserk cup")
    driver.click("enter cup")
    for wanted in (True, False):
        driver.click("berserk cup")
        driver.wait(partial(is_berserk, driver, server, wanted))
        assert driver.redraw() == []


def test_no_berserk_is_offered_where_a_tournament_has_none(
    window: Open, server: ServerThread
) -> None:
    server.call(offer)
    driver = come(window, server, "ann")
    driver.click("enter cup")
    driver.wait(lambda: driver.has("leave cup"))
    assert not driver.has("berserk cup")
