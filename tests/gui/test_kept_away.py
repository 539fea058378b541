"""Keeping somebody away: from their name in the lobby, a room, a chat, a match; and back in the settings."""

import pygame
import pytest
from tests.gui.conftest import Robot, ServerThread, Sit
from tests.gui.test_proposals import asked, the_screen

from infoset_gui.driver import Driver
from infoset_gui.screens.room import RoomScreen
from infoset_protocol.messages import Chat, CreateRoom, Ok, Room


@pytest.fixture
def bob(lobby: Driver, server: ServerThread) -> Robot:
    """Another person at the same server."""
    return Robot(lobby, server.url, 7)


def enter(lobby: Driver, bob: Robot) -> str:
    """A room with Bob on its second seat, and the window in it."""
    opened: list[Room] = []
    request = CreateRoom(game="crossfire", title="two")
    lobby.app.stage.session.request(request, Room, opened.append)
    lobby.wait(lambda: bool(opened))
    room = opened[0].room.room
    bob.join(lobby, room, 1)
    lobby.wait(lambda: lobby.has(f"person {room} 1"))
    lobby.click(f"enter {room}")
    lobby.wait(lambda: lobby.has("person 1"))
    return room


def keep_away(lobby: Driver, bob: Robot) -> None:
    """On the card that is open."""
    lobby.click("keep away")
    lobby.wait(lambda: lobby.app.stage.session.kept_away.has(bob.session.user))


def test_who_sits_in_the_same_room_is_kept_away_and_let_near_again(
    lobby: Driver, bob: Robot
) -> None:
    room = enter(lobby, bob)
    lobby.app._is_audited = True
    lobby.click("person 1")
    assert lobby.redraw() == []
    keep_away(lobby, bob)
    lobby.wait(lambda: any("robot7" in note for note in lobby.notes))
    bob.session.request(Chat(room=room, text="can you hear me"), Ok)
    lobby.click("person 1")
    lobby.click("let near")
    lobby.wait(lambda: not lobby.app.stage.session.kept_away.names)
    bob.session.request(Chat(room=room, text="and now"), Ok)
    lobby.wait(lambda: bool(lobby.app.stage.session.chats.get(room)))
    assert [said.text for said in lobby.app.stage.session.chats[room]] == ["and now"]


def test_a_name_in_the_lobby_leads_to_the_same_card(lobby: Driver, bob: Robot) -> None:
    room = enter(lobby, bob)
    lobby.click("back")
    lobby.click(f"person {room} 1")
    assert lobby.names() == ["keep away", "close", "profile"], (
        "nothing behind the card can be pressed"
    )
    lobby.key(pygame.K_ESCAPE)
    assert lobby.has("play colonizers"), "the card is gone, the lobby is not"


def test_who_has_said_something_can_be_kept_away(lobby: Driver, bob: Robot) -> None:
    room = enter(lobby, bob)
    for text in ("one", "two"):
        bob.session.request(Chat(room=room, text=text), Ok)
    lobby.wait(lambda: len(lobby.app.stage.session.chats.get(room, ())) == 2)
    lobby.redraw()
    assert not lobby.has("said 1"), "the name stands above both lines"
    lobby.choose("said 0")
    lobby.choose("keep away")
    lobby.wait(lambda: lobby.app.stage.session.kept_away.has(bob.session.user))


def test_an_opponent_can_be_kept_away_while_the_match_goes_on(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    asked(lobby, table, "orders")
    assert not lobby.has("person 0"), "oneself is nobody to meet"
    lobby.click("person 1")
    commander = the_screen(lobby).seating.view._commander  # type: ignore[attr-defined]  # Crossfire's
    for key in (pygame.K_w, pygame.K_d, pygame.K_s, pygame.K_a, pygame.K_RETURN):
        lobby.key(key)
    assert commander.orders.picks == {}, "keys are for the card alone"
    lobby.click("keep away")
    lobby.wait(lambda: bool(lobby.app.stage.session.kept_away.names))
    open_now = table.turn
    assert open_now is not None
    the_screen(lobby).answer([0] * len(open_now.slots))
    lobby.wait(lambda: table.looks.obs["round"] == 2)


def test_the_settings_list_whom_one_keeps_away(lobby: Driver, bob: Robot) -> None:
    lobby.click("settings")
    assert not lobby.has("kept away"), "nobody is"
    lobby.click("back")
    enter(lobby, bob)
    lobby.click("person 1")
    keep_away(lobby, bob)
    lobby.click("back")
    lobby.click("settings")
    lobby.app._is_audited = True
    assert lobby.redraw() == []
    lobby.click("kept away")
    assert lobby.redraw() == []
    lobby.click(f"let near {bob.session.user}")
    lobby.wait(lambda: not lobby.app.stage.session.kept_away.names)
    lobby.click("close")
    assert not lobby.has("kept away")


def test_who_is_kept_away_stays_so_until_the_next_login(
    lobby: Driver, bob: Robot, server: ServerThread
) -> None:
    enter(lobby, bob)
    lobby.click("person 1")
    keep_away(lobby, bob)
    lobby.click("back")
    lobby.click("back")
    lobby.click("connect")
    lobby.wait(lambda: lobby.has("play colonizers"))
    lobby.wait(lambda: lobby.app.stage.session.kept_away.has(bob.session.user))


def test_house_bots_and_people_at_this_computer_are_not_kept_away(lobby: Driver) -> None:
    lobby.click("new catan")
    lobby.click("create")
    lobby.wait(lambda: lobby.has("bot 1"))
    lobby.click("bot 1")
    lobby.click("take first")
    lobby.click("guest 2")
    lobby.click("guest name")
    lobby.write("Lin")
    lobby.click("add guest")
    screen = lobby.app.stage.screen
    assert isinstance(screen, RoomScreen)
    lobby.wait(lambda: screen.room is not None and screen.room.seats[2].kind == "human")
    lobby.redraw()
    assert not any(name.startswith("person ") for name in lobby.names())
