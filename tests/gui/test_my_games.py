"""My games in the window: the list, how many wait, and the ways from it."""

from tests.gui.conftest import Sit

from infoset_gui.driver import Driver
from infoset_gui.screens.lobby import LobbyScreen
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.mine import facts_of, left_text, title_of
from infoset_protocol.messages import ClockSpec, MyGame

SLOW = ClockSpec(kind="correspondence", move_days=3)


def test_a_match_stands_in_the_list_and_can_be_gone_back_to(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    own = lobby.app.stage.session.own
    lobby.wait(lambda: own.turns == 1)
    lobby.app.stage.back_to(LobbyScreen)
    lobby.wait(lambda: lobby.has("mine"))
    lobby.click("mine")
    name = f"mine {table.start.match_id}:{table.seat}"
    lobby.wait(lambda: lobby.has(name))
    lobby.click(name)
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))


def test_a_game_is_told_in_words() -> None:
    item = MyGame(
        state="turn",
        game="catan",
        match_id="m_1",
        room="R7K2",
        title="Slowly",
        seat=1,
        players=["Ada", "Lin"],
        here=False,
        left_ms=1,
        clock=SLOW,
    )
    assert title_of(item) == "Catan with Ada"
    assert facts_of(item, 190_000) == [
        "Your turn",
        "2 d 4 h left",
        "3 days a move",
        "R7K2",
        "in another window or on another device",
    ]
    over = MyGame(state="over", game="catan", seat=0, places=[2, 1])
    assert facts_of(over, None) == ["Over", "place 2 of 2"]
    assert [left_text(s) for s in (59, 3_599, 7_260)] == ["0:59", "59:59", "2 h 1 min"]
