"""Which matches of ladders other servers may play, and what these are told of them."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from infoset_protocol.messages import CreateRoom
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Joined, Over, Part, Place, read_play_frames
from infoset_server.cluster.trunk import End
from infoset_server.config import load_config
from infoset_server.matches.match_records import HeadRoom, LadderPart
from infoset_server.matches.settings import read_settings
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.placing import why_here
from infoset_server.nodes.wording import read_place, write_place

PART = LadderPart("cup", ("e_ann", "e_bob"), (1_500, None))
LIMITS = load_config(None, {}).rooms
RATED = read_settings(CreateRoom(game="crossfire", rated=True), LIMITS, may_rate=True)


def room_with(part: LadderPart | None) -> Any:
    return SimpleNamespace(lasting="brief", settings=RATED, seats=[], part=part)


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (PART, None),
        (None, "it counts for a ladder, and how is not known"),
        (LadderPart("cup", PART.entries, PART.ratings, keeps_seed=True), None),
    ],
)
def test_a_match_goes_unless_nobody_knows_what_it_is(
    part: LadderPart | None, why: str | None
) -> None:
    hosting: Any = None
    assert why_here(room_with(part), hosting) == why


@pytest.fixture
async def node() -> NodeTrunk:
    here, there = End("hall", "h_1"), End("there", "t_1")
    return NodeTrunk(EmbeddedBus(100), here, there, lambda *_: None, lambda *_: None)


async def test_a_node_plays_for_a_ladder_with_the_versions_that_it_names(node: NodeTrunk) -> None:
    assert not node.has_versions({})  # before it has said anything, as an older one never does
    node.versions = {"first": "1", "last": "2"}
    assert node.has_versions({})
    assert node.has_versions({"last": "2"})
    assert not node.has_versions({"first": "2"})
    assert not node.has_versions({"another": "1"})


def sent_by_an_older_server(frame: Frame, fields: int) -> Frame:
    """A frame without its last fields, as who does not know them sends it."""
    plain: list[Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(frame))
    (found,), unknown = read_play_frames([msgspec.msgpack.encode(plain[:-fields])])
    assert unknown == 0
    return found


def test_an_older_node_names_no_versions_takes_no_shortcuts_and_reports_no_match_of_a_ladder() -> (
    None
):
    newer = Joined(
        {"skull": "1"}, ("first",), True, {"first": "1"}, shortcuts=True, places=3, deals=True
    )
    joined = sent_by_an_older_server(newer, 6)
    assert joined == Joined({"skull": "1"}, ("first",), True, None, shortcuts=False)
    over = sent_by_an_older_server(
        Over("m_1", {}, (), (), {}, None, is_contest=True, logs={"first": "its log"}), 2
    )
    assert over == Over("m_1", {}, (), (), {}, None)


@pytest.mark.parametrize("part", [PART, None])
def test_what_a_match_is_on_a_ladder_is_told_with_its_room(part: LadderPart | None) -> None:
    room = HeadRoom("AB2C", "u_1", "house", "brief", part=part)
    place = write_place(room, RATED)
    told = msgspec.msgpack.decode(msgspec.msgpack.encode(place), type=Place)
    found, asked = read_place(told)
    assert found == room
    assert asked.rated


def test_an_older_server_reads_over_what_a_match_is_on_a_ladder() -> None:
    place = write_place(HeadRoom("AB2C", "u_1", "house", "brief", part=PART), RATED)
    plain: list[Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(place))
    assert msgspec.convert(plain[-1], Part) == Part(*vars(PART).values())
    assert msgspec.convert(plain[:-1], Place).part is None
