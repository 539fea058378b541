"""Whose turn it is in a match that is not on the screen: they are told, whatever they look at."""

from infoset.wording import say
from infoset_gui.driver import Driver
from infoset_gui.screens.lobby import LobbyScreen
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Table
from infoset_protocol.messages import Act, ActOk


def begin(driver: Driver) -> Table:
    """A match against bots, on the screen, whose first question is asked."""
    driver.click("play colonizers")
    driver.wait(lambda: isinstance(driver.app.stage.screen, MatchScreen))
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    driver.wait(lambda: screen.table.turn is not None)
    return screen.table


def answer(driver: Driver, table: Table) -> None:
    """Does what is done where no time is left, so that bots play and the next question comes."""
    turn = table.turn
    done: list[ActOk] = []
    assert turn is not None
    act = Act(match_id=table.match.match_id, decision=turn.decision, index=turn.fallback)
    driver.app.stage.session.request(act, ActOk, done.append)
    driver.wait(lambda: bool(done))


def told(driver: Driver) -> list[str]:
    return [toast.text for toast in driver.app.stage.toasts.shown]


def test_a_turn_in_a_match_that_is_covered_is_told(lobby: Driver) -> None:
    words = say("window-turn-elsewhere", game="Colonizers")
    table = begin(lobby)
    assert words not in told(lobby)
    lobby.app.stage.back_to(LobbyScreen)
    answer(lobby, table)
    lobby.wait(lambda: words in told(lobby))


def test_a_turn_in_the_match_that_is_looked_at_is_not_told_twice(lobby: Driver) -> None:
    table = begin(lobby)
    first = table.turn
    answer(lobby, table)
    lobby.wait(lambda: table.turn is not None and table.turn is not first)
    assert say("window-turn-elsewhere", game="Colonizers") not in told(lobby)
