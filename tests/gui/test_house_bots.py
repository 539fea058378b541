"""House bots as people choose among them: by strength, and opponents that trade where nobody chose."""

from typing import Any

import pytest
from tests.gui.conftest import Open, ServerThread

from infoset_gui.driver import Driver
from infoset_gui.house_bots import by_strength, strength_words, usual_bot
from infoset_protocol.messages import AddBot, BotInfo, BotLevel


def measured(bot: str, rating: int | None, about: str | None = None, margin: int = 90) -> BotInfo:
    level = rating and BotLevel(
        game="catan", level=rating // 400, of=5, rating=rating, margin=margin
    )
    return BotInfo(bot=bot, games=["catan"], about=about, levels=[level] if level else [])


def test_the_strongest_comes_first_and_what_was_not_measured_last() -> None:
    bots = [measured("new", None), measured("weak", 900), measured("strong", 1800)]
    assert [bot.bot for bot in by_strength(bots, "catan")] == ["strong", "weak", "new"]
    assert strength_words(bots[2], "catan") == "level 4 of 5, 1800 ± 90"
    few = measured("few", 1800, margin=170)
    assert strength_words(few, "catan") == "about level 4 of 5, 1800 ± 170"
    assert strength_words(bots[2], "crossfire") == "not measured"


def test_who_plays_where_nobody_chose_trades() -> None:
    offered = [measured(name, None) for name in ("random", "heuristic", "heuristic_trader")]
    assert usual_bot(offered) == "heuristic_trader"
    assert usual_bot(offered[:2]) == "heuristic"
    assert usual_bot(offered[:1]) == "random"
    assert usual_bot([]) is None


def test_bots_are_offered_in_a_room_with_their_strength(window: Open, server: ServerThread) -> None:
    driver = window(url=server.url, audited=True)
    driver.click("connect")
    driver.wait(lambda: driver.has("new catan"))
    session = driver.app.stage.session
    session.bots = [
        measured("first", 900, "Plays anything."),
        measured("strong", 1800, "Plays well."),
    ]
    driver.click("new catan")
    driver.click("create")
    driver.wait(lambda: driver.has("bot 1"))
    driver.click("bot 1")
    assert driver.redraw() == []
    assert [name for name in driver.names() if name.startswith("take ")] == [
        "take strong",
        "take first",
    ]
    assert driver.app.audit is not None
    assert "level 4 of 5, 1800 ± 90" in {one.text for one in driver.app.audit.drawn}


@pytest.mark.parametrize("way", ["play now", "fill with bots"])
def test_opponents_that_nobody_chose_trade(
    way: str, lobby: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = lobby.app.stage.session
    session.bots = [measured(name, None) for name in ("random", "heuristic", "heuristic_trader")]
    seated: list[str] = []
    ask = session.request

    def note(message: Any, *rest: Any) -> None:
        if isinstance(message, AddBot):
            seated.append(message.bot)
        else:
            ask(message, *rest)

    monkeypatch.setattr(session, "request", note)
    if way == "play now":
        lobby.click("play catan")
    else:
        lobby.click("new catan")
        lobby.click("create")
        lobby.wait(lambda: lobby.has("fill"))
        lobby.click("fill")
    lobby.wait(lambda: len(seated) >= 3)
    assert set(seated) == {"heuristic_trader"}
