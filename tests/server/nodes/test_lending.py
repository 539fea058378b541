"""Which uploaded versions nodes are lent, and how many of their programs may play there."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.nodes.lending import Hosting, version_of

from infoset_server.cluster.play_frames import AsksLogs, Joined, Lent, Logged, TakenBack
from infoset_server.nodes import lending
from infoset_server.nodes.lending import Lending
from infoset_server.nodes.wording import read_lent, write_lent


class Node:
    """A node with places for three programs."""

    def __init__(self, name: str, places: int = 3) -> None:
        self.name = name
        self.places = places
        self.is_ready = True
        self.is_leaving = False
        self.bots: frozenset[str] = frozenset()
        self.lacks: set[str] = set()
        self.lent: dict[str, Any] = {}
        self.kept: frozenset[str] = frozenset()
        self.matches: list[Any] = []
        self.heard: list[Any] = []
        self.send = self.heard.append

    def plays(self, *bots: str | None) -> None:
        """A match with these on its seats."""
        seats = [SimpleNamespace(user=SimpleNamespace(house_bot=bot)) for bot in bots]
        self.matches.append(SimpleNamespace(match_seats=seats))

    def told(self) -> list[str]:
        """What it was told since."""
        told, self.heard[:] = list(self.heard), []
        return [f"{type(one).__name__} {one.title}" for one in told]


class Hall:
    def __init__(self, *nodes: Node, here: str = "hall") -> None:
        self.hosting = Hosting()
        self.freed = 0
        self.hosting.places = SimpleNamespace(freed=self._freed)
        named: Any = {node.name: node for node in nodes}
        hosting: Any = self.hosting
        self.lending = Lending(named, hosting, here, lambda node: matches_of(node))

    def _freed(self) -> None:
        self.freed += 1


def matches_of(node: Any) -> Any:
    return node.matches


def a_node(node: Node) -> Any:
    """As what the hall takes it for."""
    return node


def test_a_node_is_lent_once_what_a_match_could_go_there_with() -> None:
    node, here, full = Node("n2"), Node("hall"), Node("n3", places=0)
    hall = Hall(node, here, full)
    hall.lending.offer(["heuristic", "ferris@1", "ferris@1", "unknown@9"])
    hall.lending.offer(["ferris@1"])
    assert node.told() == ["Lent ferris@1"]
    assert here.told() == full.told() == []


def test_what_a_node_lacks_of_the_bots_folder_the_log_says_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    node, here, other = Node("n2"), Node("hall"), Node("n3", places=0)
    node.bots = frozenset(["ferris@0123456789"])
    lending = Hall(node, here, other).lending
    for _ in range(2):
        lending.offer(["ferris@0123456789", "heuristic", "gopher@1"])
    assert [one.getMessage() for one in caplog.records] == [
        "node n3 does not have ferris@0123456789 in its bots folder: others play with it"
    ]
    assert node.told() == ["Lent gopher@1"]
    assert lending.have_places(a_node(other), ["ferris@0123456789"])  # it is no uploaded program
    lending.joined(a_node(other), Joined({}, ()))
    lending.offer(["ferris@0123456789"])
    assert len(caplog.records) == 2


def test_one_that_has_not_told_all_its_matches_yet_or_is_about_to_stop_is_lent_nothing() -> None:
    coming, going = Node("n2"), Node("n3")
    coming.is_ready = False
    going.is_leaving = True
    Hall(coming, going).lending.offer(["ferris@1"])
    assert coming.told() == going.told() == []


@pytest.mark.parametrize(
    ("bots", "have_places"),
    [
        (["heuristic"] * 4, True),  # needs none
        (["ferris@1", "ferris@1"], True),  # one plays both matches, another comes
        (["ferris@1", "ferris@2"], True),
        (["ferris@2", "ferris@2"], True),
        (["ferris@1", "ferris@2", "gopher@1"], True),
        (["ferris@2", "ferris@2", "gopher@1"], False),
        (["ferris@2", "ferris@2", "ferris@2"], False),
    ],
)
def test_each_program_has_a_place_and_serves_a_seat_in_each_of_many_matches(
    bots: list[str], have_places: bool
) -> None:
    node: Any = Node("n2")
    node.plays("ferris@1", "heuristic", None)
    node.plays("ferris@1", "random", None)
    hall = Hall(node)
    assert hall.lending.have_places(node, bots) is have_places


def test_the_halls_own_machine_plays_what_it_plays_as_the_hall() -> None:
    node: Any = Node("hall")
    lent = Hall(node).lending
    assert not lent.have_places(node, ["ferris@1"])
    assert lent.have_places(node, ["heuristic"])


def test_what_may_play_no_more_is_taken_back_and_a_new_owner_is_told() -> None:
    node = Node("n2")
    hall = Hall(node)
    hall.lending.offer(["ferris@1", "ferris@2"])
    node.told()
    hall.hosting.uploads_changed()
    assert node.told() == []
    del hall.hosting.uploads.known["ferris@1"]
    hall.hosting.uploads.known["ferris@2"] = version_of("ferris@2", owner="u_bob")
    hall.hosting.uploads_changed()
    lent = next(one for one in node.heard if isinstance(one, Lent))
    assert (lent.title, lent.owner) == ("ferris@2", "u_bob")
    assert TakenBack("ferris@1") in node.heard
    assert set(node.lent) == {"ferris@2"}


def test_a_new_hall_says_what_became_of_what_an_earlier_one_has_lent() -> None:
    node: Any = Node("n2", places=0)
    hall = Hall(node)
    kept = ("ferris@1", "broken_there@2")
    told = Joined({}, ("heuristic", "ferris@1", "removed@4"), places=5, kept=kept)
    hall.lending.joined(node, told)
    assert node.told() == ["TakenBack broken_there@2", "Lent ferris@1", "TakenBack removed@4"]
    assert node.places == 5
    assert hall.freed == 1  # there may be places now


def test_a_node_hears_that_when_the_matches_that_it_goes_on_with_have_their_programs() -> None:
    """What it is to begin no matches with goes at once where none is played."""
    node: Any = Node("n2")
    node.is_ready = False
    hall = Hall(node)
    hall.lending.joined(node, Joined({}, ("removed@4",), places=5))
    hall.lending.joined(node, Joined({}, ("removed@4",), places=4))
    assert node.told() == []
    node.is_ready = True
    hall.lending.ready(node)
    assert node.told() == ["TakenBack removed@4"]


async def test_logs_of_nodes_bear_their_names() -> None:
    two, three = Node("n2"), Node("n3")
    hall = Hall(two, three)
    hall.lending.offer(["ferris@1"])
    asked = asyncio.ensure_future(hall.hosting.far_logs("ferris@1"))
    await asyncio.sleep(0)
    for node in (two, three):
        question = node.heard[-1]
        assert isinstance(question, AsksLogs)
        hall.lending.logged(a_node(node), Logged(question.number, {"0": f"of {node.name}"}))
    assert await asked == {"n2 0": "of n2", "n3 0": "of n3"}


async def test_a_node_that_does_not_answer_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lending, "ANSWER_S", 0.01)
    two, three = Node("n2"), Node("n3")
    hall = Hall(two, three)
    hall.lending.offer(["ferris@1"])
    asked = asyncio.ensure_future(hall.hosting.far_logs("ferris@1"))
    await asyncio.sleep(0)
    hall.lending.logged(a_node(two), Logged(two.heard[-1].number, {"0": "here"}))
    assert await asked == {"n2 0": "here"}
    late = Logged(three.heard[-1].number, {"0": "late"})
    hall.lending.logged(a_node(three), late)  # nobody waits any more
    assert await hall.hosting.far_logs("gopher@1") == {}


async def test_a_node_answers_for_itself_only() -> None:
    two, three = Node("n2"), Node("n3")
    hall = Hall(two, three)
    hall.lending.offer(["ferris@1"])
    asked = asyncio.ensure_future(hall.hosting.far_logs("ferris@1"))
    await asyncio.sleep(0)
    of_two, of_three = two.heard[-1].number, three.heard[-1].number
    hall.lending.logged(a_node(three), Logged(of_two, {"0": "forged"}))
    hall.lending.logged(a_node(three), Logged(of_three, {"0": "own"}))
    hall.lending.logged(a_node(two), Logged(of_two, {"0": "true"}))
    assert await asked == {"n2 0": "true", "n3 0": "own"}


async def test_nothing_is_kept_of_a_question_whose_asker_is_gone() -> None:
    node = Node("n2")
    hall = Hall(node)
    hall.lending.offer(["ferris@1"])
    asked = asyncio.ensure_future(hall.hosting.far_logs("ferris@1"))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait([asked])
    assert hall.lending.questions == 0
    hall.lending.logged(a_node(node), Logged(node.heard[-1].number, {"0": "late"}))


def test_a_node_is_told_all_that_it_has_to_know_of_a_version() -> None:
    lent = replace(version_of("ferris@1"), is_fresh=True)
    assert read_lent(write_lent(lent)) == lent
