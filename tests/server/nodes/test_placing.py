"""Matches that go where few are, as the hall decides it. Each arrives when it is told to."""

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.nodes.lending import Hosting

from infoset_protocol.codec import Encoding
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.frames import Opened
from infoset_server.common.ids import MatchId
from infoset_server.config import QueueLimits
from infoset_server.nodes.moving import AT_ONCE, MoveError
from infoset_server.nodes.placing import Placement

HALL = "infoset.hall"
GAME = SimpleNamespace(name="skull", rules="skull/1.0")
SETTINGS = SimpleNamespace(
    game=GAME,
    start_from=None,
    is_rated=False,
    talk="people",
    assist="off",
    terms=SimpleNamespace(clock=SimpleNamespace(kind="per_move")),
)
ROOM = SimpleNamespace(lasting="brief", settings=SETTINGS, seats=[], part=None, deal=None)


class Node:
    """A play node that can play everything."""

    is_ready = hands_over = True
    is_leaving = False
    places = 0  # it runs no uploaded programs
    bots: frozenset[str] = frozenset()

    def __init__(self, name: str) -> None:
        self.name = name
        self.lacks: set[str] = set()

    def knows(self, game: str, rules: str, bots: list[str]) -> bool:
        return self.is_ready and not self.is_leaving


class Hall:
    """A hall with nodes, as registry of its matches and as the moves of them; the matches are at the claims given."""

    here = HALL

    def __init__(self, **matches: int) -> None:
        self.running: dict[MatchId, Any] = {}
        self.far: dict[MatchId, Any] = {}
        self.moving: dict[MatchId, tuple[str, asyncio.Future[None]]] = {}
        self.at_once = 0  # at most
        nodes = {name: Node(name) for name in matches if name != "hall"}
        for name, number in matches.items():
            for count in range(number):
                self.put(MatchId(f"m_{name}{count}"), f"infoset.{name}")
        own: Any = self
        hosting: Any = Hosting()
        there: Any = nodes
        self.placement = Placement(there, self.claim_of, own, hosting, own, "a")

    @staticmethod
    def claim_of(node: str) -> str:
        return f"infoset.{node}"

    def put(self, match_id: MatchId, claim: str) -> None:
        live = SimpleNamespace(id=match_id, node=claim, match_seats=[])
        (self.running if claim == HALL else self.far)[match_id] = live

    def end(self, match_id: MatchId) -> None:
        """A match is over, whether it is on its way or not."""
        (self.running if match_id in self.running else self.far).pop(match_id)
        if match_id in self.moving:
            self.moving.pop(match_id)[1].set_result(None)

    def room_of(self, live: Any) -> Any:
        if live.id not in self.running and live.id not in self.far:
            raise KeyError(live.id)
        return ROOM

    def begin(self, match_id: MatchId, claim: str) -> "asyncio.Future[None]":
        if match_id in self.moving or self.placement._where(match_id) is None:
            raise MoveError(match_id)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.moving[match_id] = claim, done
        self.at_once = max(self.at_once, len(self.moving))
        return done

    def arrive(self) -> None:
        """All that are on their way are where they go."""
        for match_id, (claim, done) in list(self.moving.items()):
            del self.moving[match_id]
            self.end(match_id)
            self.put(match_id, claim)
            done.set_result(None)

    async def rebalance(self) -> int:
        """Matches arrive as long as any are on their way."""
        asked = asyncio.create_task(self.placement.rebalance())
        while not asked.done():
            await asyncio.sleep(0)
            self.arrive()
        return await asked

    @property
    def load(self) -> Counter[str]:
        return Counter(live.node.partition(".")[2] for live in (*self.far.values(),))


async def moving(hall: Hall) -> None:
    async with asyncio.timeout(60):
        while not hall.moving:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    "before", [{"hall": 30, "a": 0, "b": 0, "c": 0}, {"a": 30, "b": 0, "c": 0}]
)
async def test_as_many_go_to_one_as_to_another_and_several_at_once(before: dict[str, int]) -> None:
    hall = Hall(**before)
    assert await hall.rebalance() == (30 if "hall" in before else 20)
    assert hall.load == {"a": 10, "b": 10, "c": 10}
    assert hall.at_once == AT_ONCE
    assert await hall.rebalance() == 0


@pytest.mark.parametrize("where", ["hall", "a"])
async def test_a_match_that_ends_meanwhile_keeps_no_other_where_it_is(where: str) -> None:
    hall = Hall(**({"hall": 0, "a": 0, "b": 0} | {where: 20}))
    asked = asyncio.create_task(hall.placement.rebalance())
    await moving(hall)
    on_its_way = next(iter(hall.moving))
    hall.end(on_its_way)
    matches = hall.running if where == "hall" else hall.far
    for match_id in [one for one in matches if one not in hall.moving][:4]:
        hall.end(match_id)
    while not asked.done():
        await asyncio.sleep(0)
        hall.arrive()
    await asked
    assert abs(hall.load["a"] - hall.load["b"]) <= 1
    assert hall.load.total() == 15


async def test_one_that_an_operator_moves_already_is_left_alone() -> None:
    hall = Hall(hall=3, a=0)
    first = next(iter(hall.running))
    assert not hall.begin(first, "infoset.a").done()
    assert await hall.rebalance() == 2
    assert hall.load == {"a": 3}


async def test_a_server_that_does_not_let_go_of_its_match_ends_it_with_words() -> None:
    hall = Hall(a=2, b=0)
    asked = asyncio.create_task(hall.placement.rebalance())
    await moving(hall)
    ((match_id, (_, done)),) = hall.moving.items()
    del hall.moving[match_id]
    done.set_result(None)
    with pytest.raises(MoveError, match="stays where it was"):
        await asked


async def test_what_a_server_that_stops_has_goes_evenly_to_the_others() -> None:
    hall = Hall(a=20, b=0, c=0)
    stopping: Any = hall.placement._nodes["a"]
    emptied = asyncio.create_task(hall.placement.empty(stopping))
    while not emptied.done():
        await asyncio.sleep(0)
        hall.arrive()
    assert hall.load == {"b": 10, "c": 10}


HERE = "."  # the hall, which is on one server with the node a


def seat_at(edge: str) -> Any:
    """A seat of somebody who is connected there."""
    opened = Opened(
        1,
        "192.0.2.1",
        None,
        is_private=True,
        is_tls=False,
        transport="tcp-json",
        encoding=Encoding.JSON,
        max_frame_out=1 << 20,
        rate_factor=1,
        resumable=0,
        hello={},
    )
    unused: Any = None
    far = FarLine(opened, f"{edge}/t_1", unused, QueueLimits(), unused)
    line = None if edge == HERE else far
    user = SimpleNamespace(is_sandboxed=False)
    return SimpleNamespace(bot=None, client=SimpleNamespace(line=line, user=user))


@pytest.mark.parametrize(
    ("matches", "edges", "node"),
    [
        ({"a": 3, "b": 3, "c": 3}, "bbc", "b"),
        ({"a": 3, "b": 3, "c": 4}, "ccb", "c"),
        ({"a": 2, "b": 2, "c": 9}, "ccc", "a"),
        ({"a": 4, "b": 3, "c": 3}, "xyz", "b"),
        ({"a": 0, "b": 0, "c": 0}, "cca", "c"),
        ({"b": 0, "a": 0}, "..b", "a"),
    ],
)
async def test_a_match_begins_near_its_players_where_others_have_as_much_to_play(
    matches: dict[str, int], edges: str, node: str
) -> None:
    room: Any = SimpleNamespace(**vars(ROOM) | {"seats": [seat_at(edge) for edge in edges]})
    chosen = Hall(**matches).placement.choose(room)
    assert chosen is not None
    assert chosen.name == node
