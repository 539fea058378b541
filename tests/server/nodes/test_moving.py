"""Matches on their way, as the hall has them. The store answers when it is told to."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Admit, Belongs, Freeze, HandOver, Running, TakeUp
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import AwayError
from infoset_server.nodes.handing_over import NOBODY
from infoset_server.nodes.moving import MOST_HELD, MatchMoves, MoveError
from infoset_server.rooms.far_match import FarMatch
from infoset_server.storage.errors import UnknownMatchError

MATCH = MatchId("m_1")
HALL, THERE, ELSEWHERE = "infoset.hall", "infoset.there", "infoset.elsewhere"


class Node:
    """A play node that hears what the hall says, and says nothing."""

    hands_over = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.heard: list[Frame] = []

    def send(self, frame: Frame) -> None:
        self.heard.append(frame)

    def visit(self, client: object) -> int:
        """Whoever watches has a number; here there is one."""
        return 7


class Store:
    """Each question whose a match is waits until it is answered by hand."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[asyncio.Future[str]] = asyncio.Queue()

    async def owner(self, match_id: str) -> str:
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asked.put_nowait(answer)
        owner = await answer
        if owner == NOBODY:
            raise UnknownMatchError(match_id)
        return owner


class Hall:
    """The moves of a hall with two nodes, and a match that one of them plays."""

    def __init__(self) -> None:
        self.name = HALL  # as `journal.node`
        self.node = self  # as the journal
        self.store = Store()
        self.nodes = {THERE: Node("there"), ELSEWHERE: Node("elsewhere")}
        self.forgotten: list[str] = []
        self.taken_in: list[str] = []
        self.served: list[str] = []
        self.on_set_up: list[object] = []  # this and what follows as MatchRegistry
        self.running: dict[str, object] = {}
        settings: Any = FewSettings()
        orders: Any = None  # nothing is asked of its server
        self.match = FarMatch(MATCH, THERE, settings, [], orders, lambda: 0.0)
        self.far: dict[str, FarMatch] = {MATCH: self.match}
        own: Any = self
        self.moves = MatchMoves(own, own, ClientRegistry(), own, self.take_in)

    def claim_of(self, node: str) -> str:
        return f"infoset.{node}"

    def of_claim(self, claim: str) -> Node | None:
        return self.nodes.get(claim)

    def forget(self, far: FarMatch) -> None:
        self.forgotten.append(far.id)
        del self.far[far.id]
        far.end()

    async def take_in(self, match_ids: Sequence[str]) -> None:
        self.taken_in += match_ids
        for match_id in match_ids:
            self.far.pop(MatchId(match_id))
            self.running[match_id] = FewSettings()
            self.moves.received(MatchId(match_id))

    def ask(self, name: str) -> None:
        """A client asks something of the match."""
        if not self.moves.hold(MATCH, lambda: self.served.append(name)):
            self.served.append(name)

    def says(self, node: str, *, is_put_down: bool = False) -> None:
        """A node tells that it has the match."""
        there: Any = self.nodes[node]
        place: Any = None
        self.moves.plays(there, self.match, Running(MATCH, place, (), is_put_down))

    def belongs(self, node: str, owner: str) -> None:
        """A node tells whose the match is."""
        there: Any = self.nodes[node]
        self.moves.belongs(there, Belongs(MATCH, owner))

    def is_missing(self) -> None:
        """The node of the match has begun anew, and does not know of it."""
        assert self.moves.missing(self.match)

    async def answer(self, owner: str) -> None:
        """The store says whose the match is."""
        async with asyncio.timeout(60):
            asked = await self.store.asked.get()
        asked.set_result(owner)
        await settle()


class FewSettings:
    """As much of settings, and of a match that runs, as is looked at here."""

    delay = None
    is_frozen = False


async def settle() -> None:
    """Whatever is to happen without anybody else happens."""
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
async def hall() -> Hall:
    return Hall()


async def test_what_is_asked_while_a_match_moves_is_served_where_it_has_come_to(hall: Hall) -> None:
    done = hall.moves.begin(MATCH, ELSEWHERE)
    hall.ask("first")
    assert hall.nodes[THERE].heard == [HandOver(MATCH, ELSEWHERE)]
    hall.belongs(THERE, ELSEWHERE)
    assert isinstance(hall.nodes[ELSEWHERE].heard[0], TakeUp)
    assert not done.done()
    hall.says(ELSEWHERE)
    assert done.done()
    hall.ask("second")
    assert hall.served == ["first", "second"]
    assert hall.match.node == ELSEWHERE


async def test_a_match_that_is_on_its_way_cannot_be_sent_away_again(hall: Hall) -> None:
    assert not hall.moves.begin(MATCH, ELSEWHERE).done()
    with pytest.raises(MoveError, match="on its way already"):
        await hall.moves.begin(MATCH, HALL)


async def test_a_match_of_which_its_node_has_not_heard_stays_there(hall: Hall) -> None:
    hall.match.is_begun = False
    with pytest.raises(MoveError, match="m_1 is about to begin"):
        await hall.moves.begin(MATCH, ELSEWHERE)
    assert hall.nodes[THERE].heard == []
    hall.match.is_begun = True
    assert not hall.moves.begin(MATCH, ELSEWHERE).done()
    assert hall.nodes[THERE].heard == [HandOver(MATCH, ELSEWHERE)]


async def test_a_node_that_begins_anew_while_it_takes_a_match_up_hears_who_watches(
    hall: Hall,
) -> None:
    watcher: Any = object()
    hall.match.spectators.viewers[watcher] = None
    hall.match.is_frozen = True
    done = hall.moves.begin(MATCH, ELSEWHERE)
    hall.belongs(THERE, ELSEWHERE)
    anew = hall.nodes[ELSEWHERE] = Node(
        "elsewhere"
    )  # the other trunk is broken, and with it what was said
    hall.says(ELSEWHERE)
    assert anew.heard == [Freeze(MATCH, True), Admit(7, MATCH)]
    assert done.done()


async def test_a_node_that_was_told_who_watches_is_not_told_again(hall: Hall) -> None:
    watcher: Any = object()
    hall.match.spectators.viewers[watcher] = None
    done = hall.moves.begin(MATCH, ELSEWHERE)
    hall.belongs(THERE, ELSEWHERE)
    hall.says(ELSEWHERE)
    (order,) = hall.nodes[ELSEWHERE].heard
    assert isinstance(order, TakeUp)
    assert order.watchers == (7,)
    assert done.done()


async def test_a_match_that_its_node_does_not_know_goes_on_where_it_is_stored(hall: Hall) -> None:
    hall.is_missing()
    hall.ask("act")
    await hall.answer(ELSEWHERE)
    assert isinstance(hall.nodes[ELSEWHERE].heard[0], TakeUp)
    assert hall.served == []
    hall.says(ELSEWHERE)
    assert hall.served == ["act"]


async def test_one_that_the_hall_has_taken_meanwhile_goes_on_there(hall: Hall) -> None:
    hall.is_missing()
    hall.ask("act")
    await hall.answer(HALL)
    assert hall.taken_in == [MATCH]
    assert hall.served == ["act"]
    assert hall.forgotten == []


async def test_one_that_is_stored_nowhere_has_not_begun(hall: Hall) -> None:
    hall.is_missing()
    hall.ask("act")
    await hall.answer(NOBODY)
    assert hall.forgotten == [MATCH]
    assert hall.served == ["act"], "whoever asks hears that there is no such match"


async def test_what_the_store_says_when_the_match_is_there_already_is_late(hall: Hall) -> None:
    hall.is_missing()
    hall.says(THERE)
    await hall.answer(THERE)
    assert hall.nodes[THERE].heard == []
    hall.ask("act")
    assert hall.served == ["act"], "nothing is on its way"


async def test_what_this_server_orders_waits_even_where_players_have_asked_too_much(
    hall: Hall,
) -> None:
    assert not hall.moves.begin(MATCH, ELSEWHERE).done()
    for number in range(MOST_HELD):
        hall.ask(str(number))
    with pytest.raises(AwayError):
        hall.ask("too much")
    assert hall.moves.hold(MATCH, lambda: hall.served.append("stop"), is_order=True)
    hall.belongs(THERE, ELSEWHERE)
    hall.says(ELSEWHERE)
    assert hall.served[-2:] == [str(MOST_HELD - 1), "stop"]
