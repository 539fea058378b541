"""What a ladder has to hear of matches on other servers: it is told until it is noted."""

from types import SimpleNamespace
from typing import Any

import pytest

from infoset_games.notices import TimedOut
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Crashed, LetPass
from infoset_server.common.ids import MatchId
from infoset_server.nodes import ladder_teller
from infoset_server.nodes.ladder_teller import LadderTeller


class Node:
    """A node with matches of a ladder, `m_1` and `m_2`, and no hall until it `has_hall`."""

    def __init__(self) -> None:
        self.has_hall = False
        self.heard: list[Frame] = []
        self.lives = {name: SimpleNamespace(id=name, on_missed=[]) for name in ("m_1", "m_2")}
        room = SimpleNamespace(part="of a ladder")
        play: Any = SimpleNamespace(
            on_set_up=[], running=self.lives, room_of=lambda live: room, on_over=[]
        )
        hosting: Any = SimpleNamespace(on_crash=[], processes=[])
        self.teller = LadderTeller(play, hosting, self._send, lambda: 77)
        for live in self.lives.values():
            play.on_set_up[0](room, live)
        self._crash = hosting.on_crash[0]

    def _send(self, frame: Frame) -> None:
        if self.has_hall:
            self.heard.append(frame)

    def misses(self, match: str, seat: int, decision: int = 1) -> None:
        for tell in self.lives[match].on_missed:
            tell(TimedOut(seat, decision, "nothing", 1))

    def crashes(self, bot: str, *matches: str) -> None:
        self._crash(SimpleNamespace(entry=SimpleNamespace(title=bot), matches=set(matches)))

    def told(self) -> list[Frame]:
        """What the hall has heard since."""
        told, self.heard = self.heard, []
        return told


LET_PASS = LetPass("m_1", 2, 1, 1)
CRASHED = [Crashed("m_1", "ferris@1", "", 2, 77), Crashed("m_2", "ferris@1", "", 3, 77)]


@pytest.fixture
def node() -> Node:
    """There was no hall as things went wrong."""
    made = Node()
    made.misses("m_1", 2)
    made.misses("m_1", 2, decision=2)  # of which nobody needs to hear
    made.crashes("ferris@1", "m_1", "m_2")
    made.has_hall = True
    return made


def test_each_hall_is_told_what_none_has_noted(node: Node) -> None:
    for _ in range(2):
        node.teller.tell_again()
        assert node.told() == [LET_PASS, *CRASHED]
    node.teller.noted(2)
    node.teller.noted(99)  # of an earlier life
    node.teller.tell_again()
    assert node.told() == [LET_PASS, CRASHED[1]]


def test_what_is_told_at_once_is_told_again_as_well(node: Node) -> None:
    node.crashes("gopher", "m_2")
    told = node.told()
    assert told == [Crashed("m_2", "gopher", "", 4, 77)]
    node.teller.tell_again(MatchId("m_2"))
    assert node.told() == [CRASHED[1], *told]


def test_nothing_is_told_of_a_match_that_has_been_counted(node: Node) -> None:
    node.teller.counted(MatchId("m_1"))
    node.teller.tell_again()
    assert node.told() == [CRASHED[1]]


def test_no_more_is_kept_than_a_hall_can_be_told(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_teller, "MOST_KEPT", 3)
    node.misses("m_2", 0)
    node.told()
    node.teller.tell_again()
    assert node.told() == [*CRASHED, LetPass("m_2", 0, 1, 4)]
