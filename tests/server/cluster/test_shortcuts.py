"""Shortcuts between an edge and a play node: whatever comes first, all is heard and served once, in the order it was said."""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infoset_protocol.messages import Act
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Topic
from infoset_server.cluster.frames import Asked, AsksTurn, Frame, Ready, Taken, Told, ToLine
from infoset_server.cluster.play_frames import Allowed
from infoset_server.cluster.shortcuts import EdgeShortcuts, Shortcut
from infoset_server.cluster.trunk import End
from infoset_server.cluster.ways import Ways
from infoset_server.nodes.shortcuts import MOST_HELD, NodeShortcuts

T = TypeVar("T")
LINE, VISIT = 3, 7  # of the client, at the edge and at the node
MATCH = "m_1"
STEPS = ("ask", "tell", "over", "begin", "end", "allow", "up", "down", "to_node", "to_edge")


class SlowBus(EmbeddedBus):
    """Keeps what is published until it is let on."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[str, deque[tuple[str, Any]]] = {}  # by the server it goes to
        self._takers: dict[str, Callable[[str, Any], None]] = {}

    def publish(self, topic: Topic[T], subject: str, body: T) -> None:
        """As Bus."""
        target = subject.partition(".")[0]
        self.waiting.setdefault(target, deque()).append((subject, body))

    def at_end_of_turn(self, call: Callable[[], None]) -> None:
        """As Bus, but at once."""
        call()

    def subscribe(
        self, topic: Topic[T], pattern: str, take: Callable[[str, T], None], **named: Any
    ) -> mock.Mock:
        """As Bus."""
        self._takers[pattern.partition(".")[0]] = take
        return mock.Mock()

    def let_on(self, target: str) -> None:
        """The next message to a server arrives."""
        if self.waiting.get(target):
            self._takers[target](*self.waiting[target].popleft())


class Table:
    """A client at an edge who plays at a node, and the hall's queues between these."""

    def __init__(self) -> None:
        self.bus = SlowBus()
        self.up: deque[Frame] = deque()  # over the hall, to the node
        self.down: deque[ToLine] = deque()
        self.plays = self.is_here = True
        self.asked = self.told = 0  # how many there were
        self.served: list[int] = []
        self.heard: list[int] = []
        self.past_hall = 0
        self.sent_away: list[int] = []
        self.ended = 0
        bus = self.bus
        self.edge = EdgeShortcuts(
            bus,
            "e",
            10**9,
            to_hall=self.up.append,
            do=self._do,
            is_here=lambda line: self.is_here,
            send_away=self.sent_away.append,
        )
        self.node = NodeShortcuts(
            bus,
            "n",
            10**9,
            to_hall=self._to_hall,
            ask=self._serve_past_hall,
            ask_late=self._serve,
            matches=lambda visit: (MATCH,) if self.plays else (),
            send_away=self.sent_away.append,
        )
        self.edge.open("t_edge", 3600.0)
        self.node.open("t_node", 3600.0)

    def _do(self, line: int, frame: ToLine) -> None:
        assert line == LINE
        assert isinstance(frame, Told)
        self.heard.append(int(frame.head))

    def _to_hall(self, frame: Frame) -> None:
        assert isinstance(frame, ToLine)
        self.down.append(frame)

    def _serve(self, asked: Asked) -> None:
        assert asked.line == VISIT
        self.served.append(asked.request["id"])

    def _serve_past_hall(self, asked: Asked) -> None:
        self.past_hall += 1
        self._serve(asked)

    def step(self, name: str) -> None:
        """One thing happens."""
        getattr(self, f"_{name}")()

    def _ask(self) -> None:
        self.asked += 1
        number = self.asked
        act = Act(id=number, match_id=MATCH, decision=1, action={})
        plain = {"id": number}
        if not self.edge.ask(LINE, act, lambda visit: Asked(visit, plain)):
            self.up.append(Asked(LINE, plain))

    def _tell(self, kind: str = "events") -> None:
        self.told += 1
        self.node.tell(Told(VISIT, {"type": kind}, b"%d" % self.told, b"", 0))

    def _over(self) -> None:
        if self.plays:
            self._tell("match_over")
            self.plays = False

    def _begin(self) -> None:
        self.plays = True
        self.node.offer(VISIT)

    def _end(self) -> None:
        self.edge.end(LINE, self._note_end)

    def _note_end(self) -> None:
        self.ended += 1

    def _allow(self) -> None:
        self.node.allow(Allowed(VISIT, "e/t_edge", LINE))

    def _up(self) -> None:
        if not self.up:
            return
        frame = self.up.popleft()
        if isinstance(frame, AsksTurn):
            self.node.hall_turns(VISIT)
        elif isinstance(frame, Asked):
            asked = Asked(VISIT, frame.request)  # the hall knows the visit of the line
            if not self.node.holds(asked):
                self._serve(asked)

    def _down(self) -> None:
        if self.down:
            frame = self.down.popleft()
            if not self.edge.holds(LINE, frame):
                self._do(LINE, frame)

    def _to_node(self) -> None:
        self.bus.let_on("n")

    def _to_edge(self) -> None:
        self.bus.let_on("e")

    def settle(self) -> None:
        """Everything arrives."""
        while self.up or self.down or any(self.bus.waiting.values()):
            for step in ("up", "down"):
                self.step(step)
            for target in list(self.bus.waiting):
                self.bus.let_on(target)

    @property
    def is_in_order(self) -> bool:
        """Is nothing out of its place so far?"""
        return self.heard == [*range(1, len(self.heard) + 1)] and self.served == [
            *range(1, len(self.served) + 1)
        ]


def play(steps: list[str]) -> Table:
    """What comes of it when these things happen, and then all that is on its way arrives."""

    async def run() -> Table:
        table = Table()
        for step in steps:
            table.step(step)
            assert table.is_in_order, (step, table.heard, table.served)
        table.settle()
        assert table.is_in_order, (table.heard, table.served)
        return table

    return asyncio.run(run())


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(STEPS), max_size=120))
def test_all_is_heard_and_served_once_and_in_its_order(steps: list[str]) -> None:
    table = play(["allow", *steps])
    assert len(table.heard) == table.told
    assert len(table.served) == table.asked
    assert not table.sent_away
    assert (table.ended > 0) is ("end" in steps)


def test_a_shortcut_is_past_the_hall_when_it_is_asked_and_tells_on_the_way() -> None:
    async def run() -> list[int]:
        table, counts = Table(), []
        for step in ("allow", "down", "to_node", "to_edge", "up", "to_node", "down"):
            table.step(step)
            counts.append(table.edge.past_hall)
        table.step("over")  # the edge does not know that yet
        counts.append(table.edge.past_hall)
        table.settle()
        return [*counts, table.edge.past_hall]

    assert asyncio.run(run()) == [0, 0, 0, 0, 0, 0, 1, 1, 0]


OPEN = ["allow", *["down", "to_node", "to_edge", "up"] * 3, "down"]


def test_once_it_is_open_nothing_passes_the_hall() -> None:
    table = play([*OPEN, "ask", "ask", "tell", "to_node", "to_node", "to_edge"])
    assert table.past_hall == 2
    assert table.heard == [1]
    assert not table.up
    assert not table.down


def told_at_once(self: EdgeShortcuts, one: Shortcut, frame: ToLine) -> None:
    """What comes on the way is passed on before what is on its way over the hall."""
    if isinstance(frame, Told):
        self._do(one.line, frame)
    else:
        HEAR(self, one, frame)


def told_though_more_comes(self: EdgeShortcuts, line: int, node: str) -> None:
    """What comes over the hall is passed on before what is on the way."""
    one = self._by_line.get(line, {}).get(node)
    if one is not None and one.tells and not one.way_has_turned:
        one.hall_has_turned = True
    else:
        HALL_TURNS(self, line, node)


def asked_at_once(self: NodeShortcuts, one: object, waiting: list[Asked], asked: Asked) -> None:
    """A request that is to wait does not."""
    self._ask(asked)


HEAR, HALL_TURNS = EdgeShortcuts._hear, EdgeShortcuts._hall_turns


@pytest.mark.parametrize(
    ("of", "name", "broken"),
    [
        (EdgeShortcuts, "_hear", told_at_once),
        (EdgeShortcuts, "_hall_turns", told_though_more_comes),
        (NodeShortcuts, "_hold", asked_at_once),
    ],
)
def test_a_rule_that_is_not_kept_shows(of: type, name: str, broken: Callable[..., None]) -> None:
    def play_many() -> None:
        rng = random.Random(1)
        for _ in range(2_000):
            play(["allow", *rng.choices(STEPS, k=120)])

    with mock.patch.object(of, name, broken), pytest.raises(AssertionError):
        play_many()


def test_who_plays_no_match_there_is_offered_nothing() -> None:
    table = play(["over", *OPEN, "ask", "tell"])
    assert len(table.node) == len(table.edge) == 0
    assert table.past_hall == 0


def test_where_one_does_not_hear_the_other_all_goes_over_the_hall() -> None:
    async def run() -> Table:
        table = Table()
        for step in ("allow", "down"):
            table.step(step)
        for _ in range(20):  # nothing gets from the node to the edge
            for step in ("to_node", "up", "down", "ask", "tell"):
                table.step(step)
        table.bus.waiting["e"].clear()
        table.settle()
        return table

    table = asyncio.run(run())
    assert (table.past_hall, len(table.served), len(table.heard)) == (0, 20, 20)
    assert table.is_in_order


@pytest.mark.parametrize("end", [End("other", "t_edge"), End("e", "t_earlier")], ids=str)
def test_an_edge_asks_and_hears_nothing_for_clients_of_others_nor_of_another_life(end: End) -> None:
    heard = mock.Mock()

    async def run() -> Table:
        table = Table()
        for step in ("allow", "tell"):
            table.step(step)
        intruder = Ways(table.bus, end.node, heard, mock.Mock(), patience=10**9)
        intruder.open(end.name, 3600.0)
        node = End("n", "t_node")
        intruder.begin(node)
        for frame in (Taken(VISIT), Ready(VISIT), Asked(VISIT, {"id": 1})):
            intruder.send(node, frame)
        table.settle()
        table.step("tell")
        table.settle()
        return table

    assert asyncio.run(run()).served == []
    heard.assert_not_called()


def test_an_edge_that_never_turns_its_requests_is_given_up() -> None:
    async def run() -> Table:
        table = Table()
        for step in ["allow", *["down", "to_node", "to_edge"] * 2]:
            table.step(step)
        for _ in range(MOST_HELD + 1):  # its AsksTurn does not come
            for step in ("ask", "to_node", "to_edge"):
                table.step(step)
        return table

    table = asyncio.run(run())
    assert table.sent_away
    assert table.served == []


def test_who_used_a_way_that_breaks_is_sent_away_by_both_ends() -> None:
    async def run() -> Table:
        table = Table()
        for step in [*OPEN, "ask", "tell"]:
            table.step(step)
        table.bus.waiting["n"].clear()  # lost
        for step in ("ask", "to_node", "to_edge", "to_edge"):
            table.step(step)
        return table

    assert sorted(asyncio.run(run()).sent_away) == [LINE, VISIT]


def test_what_is_asked_while_the_client_has_lost_its_link_goes_over_the_hall_behind_all_before() -> (
    None
):
    table = play([*OPEN, "ask", "end", "ask", "ask", "to_node"])
    assert table.served == [1, 2, 3]
    assert table.past_hall == 1
    assert len(table.node) == 1  # and another shortcut is there


def test_who_is_away_is_offered_it_again_when_they_are_back() -> None:
    async def run() -> Table:
        table = Table()
        table.is_here = False
        table.step("allow")
        table.settle()
        assert (len(table.node), len(table.edge)) == (0, 0)
        table.is_here = True
        table.step("allow")
        table.settle()
        return table

    assert len(asyncio.run(run()).node) == 1


def test_a_visit_that_is_over_leaves_nothing_behind() -> None:
    async def run() -> Table:
        table = Table()
        for step in [*OPEN, "tell", "end"]:
            table.step(step)
        table.node.forget(VISIT)
        table.settle()
        return table

    table = asyncio.run(run())
    assert (len(table.node), len(table.edge), table.ended) == (0, 0, 1)
