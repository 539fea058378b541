"""Two people trade in Catan: an offer, a counter-offer, a deal; all of it by the mouse."""

import time
from functools import partial

from tests.gui.conftest import PATIENCE_S, Open, ServerThread

from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Table


def table_of(driver: Driver) -> Table | None:
    screen = driver.app.stage.screen
    return screen.table if isinstance(screen, MatchScreen) else None


def is_seated(driver: Driver) -> bool:
    return table_of(driver) is not None


def seat_of(driver: Driver) -> int:
    table = table_of(driver)
    assert table is not None
    return table.seat


def start(lobby: Driver, other: Driver) -> None:
    """A match of two in one room."""
    other.click("connect")
    lobby.click("new catan")
    for _ in range(2):
        lobby.click("option seats/less")
    lobby.click("create")
    lobby.wait(lambda: lobby.has("ready"))
    other.wait(lambda: any(name.startswith("enter ") for name in other.names()))
    session = lobby.app.stage.session
    other.click(f"enter {next(iter(session.rooms))}")
    other.click("sit 1")
    other.wait(lambda: other.has("ready"))
    lobby.click("ready")
    other.click("ready")
    for driver in (lobby, other):
        driver.wait(partial(is_seated, driver))


def play_to_main(drivers: list[Driver]) -> tuple[Driver, Driver]:
    """Settles anywhere and rolls until somebody may trade and both have cards; that one first."""
    give_up = time.monotonic() + 3 * PATIENCE_S
    while time.monotonic() < give_up:
        for driver in drivers:
            driver.step()
            screen = driver.app.stage.screen
            assert isinstance(screen, MatchScreen)
            turn = screen.table.turn
            if turn is None:
                continue
            other = next(one for one in drivers if one is not driver)
            if turn.kind == "main" and goods(driver, other):
                return driver, other
            far = (turn.n or 1) - 1  # from the other one, where other things grow
            screen.answer(["end_turn"] if turn.kind == "main" else far * screen.table.seat)
    raise AssertionError("nobody may trade")


def goods(first: Driver, second: Driver) -> list[str]:
    """A resource that one holds, and another that the other does; nothing where there are no such two."""
    table, kinds = table_of(first), []
    for driver in (first, second):
        hand = hand_of(driver)
        kinds.append({at for at, count in enumerate(hand) if count})
    assert table is not None
    pairs = [(one, other) for one in kinds[0] for other in kinds[1] if one != other]
    names = table.match.consts["resources"]
    return [str(names[at]) for at in pairs[0]] if pairs else []


def hand_of(driver: Driver) -> list[int]:
    table = table_of(driver)
    assert table is not None
    hand: list[int] = table.looks.obs["players"][table.seat]["hand"]
    return list(hand)


def test_an_offer_is_countered_and_closed(
    lobby: Driver, window: Open, server: ServerThread
) -> None:
    other = window(url=server.url, name="Lin")
    start(lobby, other)
    first, second = play_to_main([lobby, other])
    seats = [seat_of(driver) for driver in (first, second)]
    gives, wants = goods(first, second)
    wanted_instead = next(
        name for name in ("wood", "brick", "sheep", "wheat", "ore") if name not in (gives, wants)
    )

    first.click("trade")
    first.click(f"give {gives} plus")
    first.click(f"take {wanted_instead} plus")
    first.click("send trade")

    second.wait(lambda: second.has("counter"), "the offer")
    second.click("counter")
    second.click(f"give {wants} plus")
    second.click(f"take {gives} plus")
    second.click("send trade")

    first.wait(lambda: first.has(f"deal with {seats[1]}"), "the answer")
    before = hand_of(first)
    first.click(f"deal with {seats[1]}")
    first.wait(lambda: first.has("end turn"), "one's turn goes on")
    table = table_of(first)
    assert table is not None
    names = list(table.match.consts["resources"])
    change = {
        names[at]: new - old
        for at, (old, new) in enumerate(zip(before, hand_of(first), strict=True))
        if new != old
    }
    assert change == {gives: -1, wants: 1}
