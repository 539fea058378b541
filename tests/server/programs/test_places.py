"""Places for programs: who waits for them has them in the order of asking, and nobody waits for who asks no more."""

import asyncio
from collections.abc import Callable, Sequence
from typing import cast

from tests.server.programs.uploaded import uploaded

from infoset_server.common.ids import MatchId
from infoset_server.programs.bot_process import BotLog, BotProcess
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.places import Places
from infoset_server.programs.upload_source import NoUploads


class Few(NoUploads):
    """Every bot but `house` is one that somebody has uploaded."""

    max_running = 2

    def entry(self, bot: str) -> BotEntry | None:
        return None if bot == "house" else uploaded(bot)


class Machine:
    """Matches of uploaded bots, begun by those who ask."""

    def __init__(self) -> None:
        self.processes: list[BotProcess] = []
        self.places = Places(lambda: self.processes, Few)
        self.begun: list[str] = []
        self.places_elsewhere = 0

    def begin(self, *bots: str) -> None:
        """A match begins, each program in a process of its own."""
        match = MatchId(" ".join(bots))
        self.begun.append(match)
        for bot in bots:
            process = BotProcess(uploaded(bot), cast(BotLog, None))
            process.matches.add(match)
            self.processes.append(process)

    async def end(self, *bots: str) -> None:
        """A match is over, and what follows from that has happened."""
        for process in self.processes:
            process.matches.discard(MatchId(" ".join(bots)))
        self.places.freed()
        await settle()

    def asker(self, *bots: str) -> Callable[[], None]:
        """Begins a match of these bots as soon as it may, on another machine where there are places."""

        def elsewhere(bots: Sequence[str]) -> bool:
            return len(bots) <= self.places_elsewhere

        def ask() -> None:
            if self.places.suffice(bots, ask, elsewhere):
                self.begin(*bots)

        return ask


async def settle() -> None:
    for _ in range(4):
        await asyncio.sleep(0)


async def test_who_asked_first_has_the_next_places() -> None:
    machine = Machine()
    machine.begin("a")
    pair, one = machine.asker("b", "c"), machine.asker("d")
    pair()
    one()  # there is a place for it, which the pair needs, too
    assert machine.begun == ["a"]
    await machine.end("a")
    assert machine.begun == ["a", "b c"]
    await machine.end("b", "c")
    assert machine.begun == ["a", "b c", "d"]


async def test_it_is_known_who_waits() -> None:
    machine = Machine()
    machine.begin("a")
    pair, other = machine.asker("b", "c"), machine.asker("d")
    pair()
    assert machine.places.is_waiting(pair)
    assert not machine.places.is_waiting(other)
    await machine.end("a")
    assert machine.begun == ["a", "b c"]
    assert not machine.places.is_waiting(pair)


async def test_who_has_begun_a_match_waits_behind_the_others() -> None:
    machine = Machine()
    ladder, table = machine.asker("a", "b"), machine.asker("c", "d")
    for ask in (ladder, table, ladder):
        ask()
    await machine.end("a", "b")
    ladder()
    await machine.end("c", "d")
    assert machine.begun == ["a b", "c d", "a b"]


async def test_nobody_waits_for_one_who_asks_no_more() -> None:
    machine = Machine()
    machine.begin("a")
    calls = []
    assert not machine.places.suffice(["b", "c"], lambda: calls.append("given up"))
    one = machine.asker("d")
    one()
    await machine.end("a")
    assert calls == ["given up"]
    assert machine.begun == ["a", "d"]


async def test_one_who_is_let_in_keeps_its_places_until_it_has_begun() -> None:
    machine = Machine()
    machine.begin("a")

    async def check() -> None:
        await machine.places.wait(["b", "b"])
        machine.begin("b", "b")

    checking = asyncio.create_task(check())
    await settle()
    machine.asker("c")()
    await machine.end("a")
    assert checking.done()
    assert machine.begun == ["a", "b b"]
    await machine.end("b", "b")
    assert machine.begun == ["a", "b b", "c"]


async def test_where_one_stops_waiting_the_next_may_begin() -> None:
    machine = Machine()
    machine.begin("a")
    checking = asyncio.create_task(machine.places.wait(["b", "b"]))
    await settle()
    machine.asker("c")()
    checking.cancel()
    await settle()
    assert machine.begun == ["a", "c"]


async def test_more_programs_than_places_begin_where_nothing_plays() -> None:
    machine = Machine()
    machine.asker("a", "b", "c")()
    await settle()
    assert machine.begun == ["a b c"]


async def test_bots_of_the_server_need_no_place() -> None:
    machine = Machine()
    machine.begin("a", "b")
    machine.asker("c")()
    machine.asker("house", "house")()
    assert machine.begun == ["a b", "house house"]


async def test_places_on_other_machines_are_had_in_the_order_of_asking() -> None:
    machine = Machine()
    machine.begin("a", "b")
    pair, one = machine.asker("c", "d"), machine.asker("e")
    machine.places_elsewhere = 1
    pair()
    one()  # there is a place for it, but the pair has asked before
    assert machine.begun == ["a b"]
    machine.places_elsewhere = 2
    machine.places.freed()
    await settle()
    assert machine.begun == ["a b", "c d", "e"]
