"""What watchers are shown where the bus that brings it loses something, or is slow."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from tests.integration.harness import Client, Message, Server, play_on, play_some, start_match

from infoset_protocol.codec import Prepared
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Form, Seen, StreamPosition, Topic
from infoset_server.matches.view_group import VIEWS, Shown

SHORT = {"colony": 2}  # a match with fewer rounds


class GapError(AssertionError):
    """A watcher was shown a change that does not follow from what it knows."""


class Follower:
    """A client that keeps up with a match from what it is told, as a program of a watcher would."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.version = -1
        self.obs: Any = None
        self.repairs = 0
        self._read = 0

    def look(self) -> None:
        """Takes in what was heard. Raises GapError."""
        for message in self.client.heard[self._read :]:
            self._take(message)
        self._read = len(self.client.heard)

    def _take(self, message: Message) -> None:
        match message["type"]:
            case "snapshot":
                self.version, self.obs = message["ver"], message["obs"]
            case "events":
                if message["ver"] != self.version + 1:
                    raise GapError(f"{message['ver']} after {self.version}")
                self.version, self.obs = message["ver"], message.get("obs", self.obs)
            case "lagged":
                self.repairs += 1


def lose(monkeypatch: pytest.MonkeyPatch, is_lost: Callable[[int], bool]) -> None:
    """Changes of matches get lost on every bus, and nobody is told: what `is_lost` says of the n-th."""
    publish, count = EmbeddedBus.publish, iter(range(1, 1_000_000))

    def publish_or_not(self: EmbeddedBus, topic: Topic[Any], subject: str, body: Any) -> None:
        if topic is not VIEWS or not is_lost(next(count)):
            publish(self, topic, subject, body)

    monkeypatch.setattr(EmbeddedBus, "publish", publish_or_not)


async def follow_a_match(server: Server, **room: Any) -> list[Follower]:
    """Plays a match before watchers of all kinds, who end with what is true; returns them."""
    ann = await server.connect("ann")
    match_id = await start_match([ann], options=SHORT, **room)
    await ann.ask("consent", match_id=match_id)
    followers = []
    for view, features in itertools.product(("public", "seat:0"), ([], ["obs"])):
        client = await server.connect("eve", features=features)
        await client.ask("watch", match_id=match_id, view=view)
        followers.append(Follower(client))
    match = server.live(match_id).match
    await play_on(ann, match_id)
    for follower in followers:
        await follower.client.expect("match_over")
        follower.look()
        assert follower.version == match.ver
    assert [followers[1].obs, followers[3].obs] == [match.observation(None), match.observation(0)]
    return followers


async def test_watchers_follow_without_repair_where_nothing_is_lost(server: Server) -> None:
    assert [one.repairs for one in await follow_a_match(server)] == [0, 0, 0, 0]
    assert server.app.core.bus.lost == 0


@pytest.mark.parametrize(
    ("is_lost", "repairs"),
    [(lambda n: n % 3 == 0, 5), (lambda n: n % 40 > 20, 2), (lambda n: n > 8, 1)],
    ids=["a third", "long gaps", "the end"],
)
async def test_whatever_the_bus_loses_watchers_see_the_match_to_its_end(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    is_lost: Callable[[int], bool],
    repairs: int,
) -> None:
    lose(monkeypatch, is_lost)
    followers = await follow_a_match(server)
    assert min(one.repairs for one in followers) >= repairs


async def test_the_check_of_followers_sees_a_server_that_does_not_look_for_gaps(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(monkeypatch, lambda n: n % 3 == 0)
    monkeypatch.setattr(StreamPosition, "see", lambda self, epoch, version: Seen.NEXT)
    with pytest.raises(GapError):
        await follow_a_match(server)


async def test_what_is_shown_survives_being_bytes_on_its_way(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def carry(self: EmbeddedBus, form: Form[Any], body: Any) -> Any:
        return form.read(form.write(body))

    monkeypatch.setattr(EmbeddedBus, "carry", carry)
    assert [one.repairs for one in await follow_a_match(server)] == [0, 0, 0, 0]
    lose(monkeypatch, lambda n: n % 3 == 0)
    assert all(one.repairs for one in await follow_a_match(server))


async def test_a_bus_that_cannot_keep_up_costs_watchers_pictures_and_players_nothing(
    serve: Any,
) -> None:
    server: Server = await serve(bus__max_pending=1)
    delay = {"watch": "delayed", "watch_delay": {"versions": 30}}  # shown eight at a time
    followers = await follow_a_match(server, **delay)
    assert all(one.repairs for one in followers)
    assert server.app.core.bus.lost > 0


async def test_the_whole_picture_waits_until_what_it_shows_is_kept(serve: Any) -> None:
    server: Server = await serve(store__enabled=True)
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await eve.ask("watch", match_id=match_id)
    await play_some([ann], match_id, 1)
    live = server.live(match_id)
    live.commit_gate._tell_kept = lambda error: None  # something is being written
    ahead = Shown(1, live.match.ver + 2, Prepared({"type": "events"}))
    server.app.core.bus.publish(VIEWS, f"{match_id}.public.plain", ahead)
    await eve.settled()
    assert not eve.of_type("lagged")
    live.commit_gate._tell_kept = None
    await play_some([ann], match_id, 2)
    shown = await eve.expect("snapshot", where=lambda message: message["ver"] > 0)
    assert shown["ver"] == ahead.version - 1
    assert len(eve.of_type("lagged")) == 1


async def test_nobody_watches_and_nothing_is_published(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[int] = []

    def note(number: int) -> bool:
        published.append(number)
        return False

    lose(monkeypatch, note)
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann], options=SHORT)
    await eve.ask("watch", match_id=match_id)
    await eve.ask("unwatch", match_id=match_id)
    await play_on(ann, match_id)
    assert published == []
