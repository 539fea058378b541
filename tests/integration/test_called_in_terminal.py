"""A person at a terminal takes part in a tournament: called, ready, the result, called again, over."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.integration.harness import Server
from tests.integration.test_entering_tournaments import (
    OPEN,
    account,
    begin,
    come,
    life,
    offer,
    token_of,
)
from tests.integration.test_sitting import Terminal, at_terminal, url_of

pytest.importorskip("fluent.runtime", reason="LOUD: fluent.runtime is missing, words are not tried")

PROGRAM = {"name": "test", "lang": "python"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with life(tmp_path) as started:
        yield started


async def seen_behind(terminal: Terminal, text: str) -> str:
    """What was seen before `text`, which is looked for no more."""
    await terminal.until(text)
    before, _, terminal.seen = terminal.seen.partition(text)
    return before


@pytest.mark.parametrize("look", [("--plain",), ()], ids=["lines", "screen"])
async def test_a_person_is_called_to_each_table_and_says_that_they_are_ready(
    server: Server, tmp_path: Path, look: tuple[str, ...]
) -> None:
    token = tmp_path / "ann.token"
    token.write_text(token_of(server, account(server, "ann")))
    director = offer(server, OPEN, kind="round_robin", cycles=2)
    bob = await come(server, account(server, "bob"), client=PROGRAM)
    await bob.ask("tournament_enter", tournament="cup")
    sit = ("sit", *url_of(server), "--token-file", str(token), "--tournament", "cup", *look)
    async with at_terminal(*sit) as terminal:
        await seen_behind(terminal, "you take part in Winter Cup: it has not begun")
        begin(server, director)
        for number in (1, 2):
            called = f"Winter Cup, round {number}: you are called to your table, against bob"
            await seen_behind(terminal, called)
            await seen_behind(terminal, "ready?")
            table = await bob.expect("tournament_table", status="called", round=number)
            room = server.app.lobby.rooms[table["room"]]
            assert [seat.user.name for seat in room.seats if seat.user and not seat.ready] == [
                "ann"
            ]
            terminal.press("\r")
            start = await bob.expect("match_start")
            await seen_behind(terminal, "setup")
            await bob.ask("resign", match_id=start["match_id"])
            before = await seen_behind(terminal, f"Winter Cup, round {number} is decided")
            assert "result (resign)" in before  # the match itself is told first
            await seen_behind(terminal, "1  ann  1")
            await seen_behind(terminal, "2  bob  0")
        await seen_behind(terminal, "Winter Cup: it is over")
        assert await terminal.process.wait() == 0


async def test_where_it_is_enough_to_be_there_nobody_is_asked_for_enter(
    server: Server, tmp_path: Path
) -> None:
    token = tmp_path / "ann.token"
    token.write_text(token_of(server, account(server, "ann")))
    director = offer(server, OPEN, "ready = false", kind="round_robin")
    bob_himself = account(server, "bob")
    bob = await come(server, bob_himself)
    await bob.ask("tournament_enter", tournament="cup")
    await bob.leave()
    sit = ("sit", *url_of(server), "--token-file", str(token), "--tournament", "cup")
    async with at_terminal(*sit, "--language", "de") as terminal:
        await seen_behind(terminal, "Winter Cup")
        begin(server, director)
        before = await seen_behind(terminal, "Die Partie beginnt, sobald ")
        assert "Du wirst an deinen Tisch gerufen, gegen bob" in before
        again = await come(server, bob_himself)
        await again.expect("match_start")
        assert "bereit" not in await seen_behind(terminal, "setup")


async def test_who_leaves_instead_is_asked_once_more(server: Server, tmp_path: Path) -> None:
    token = tmp_path / "ann.token"
    token.write_text(token_of(server, account(server, "ann")))
    director = offer(server, OPEN, kind="round_robin", bots=("A",))
    sit = ("sit", *url_of(server), "--token-file", str(token), "--tournament", "cup")
    async with at_terminal(*sit) as terminal:
        await seen_behind(terminal, "you take part in")
        begin(server, director)
        await seen_behind(terminal, "ready?")
        terminal.press("\x03")
        await seen_behind(terminal, "q again leaves")
        terminal.press("\r")  # stays, and has not said anything else
        await seen_behind(terminal, "ready?")
        (room,) = [one for one in server.app.lobby.rooms.values() if one.is_table]
        assert not any(seat.ready for seat in room.seats)
        for said in ("q again leaves", "you have left"):
            terminal.press("q\r")
            await seen_behind(terminal, said)
        assert await terminal.process.wait() == 1
