"""A server whose store fails, or whose game does: who is told what, and whose clock runs."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    Client,
    Server,
    open_room,
    open_server,
    play_out,
    seat_all,
)

from infoset_games.core import Json, State
from infoset_games.game import Event
from infoset_games.registry import register
from infoset_games.testing.toys import Ambush
from infoset_server.storage.errors import StorageFullError

HOUR_MS = 3_600_000
MOVE_MS = 60_000
CLOCK = {"kind": "per_move", "move_ms": MOVE_MS, "grace_ms": 0}
POISONED_ROUND = 2


class Poisoned(Ambush):
    """Its rules fail in the second round."""

    name = "poisoned"
    rules = "poisoned/1"

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        if before.to_plain()["round"] == POISONED_ROUND:
            raise ZeroDivisionError("planted")
        return super().narrate(before, joint, after)


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with register("poisoned", Poisoned), register("ambush", Ambush):
        yield


@pytest.fixture
async def kept(serve: Callable[..., Any]) -> Server:
    """A server that keeps its matches."""
    started: Server = await serve(store__enabled=True)
    return started


async def table(server: Server, names: str, **settings: Any) -> tuple[list[Client], str]:
    """A match between as many players as there are letters."""
    players = [await server.connect(name) for name in names]
    room = await open_room(players[0], **settings)
    await seat_all(players, room, ready=True)
    starts = [await player.expect("match_start") for player in players]
    return players, starts[0]["match_id"]


class FullDisk:
    """Makes the store of a server fail until `free`."""

    def __init__(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        records = server.app.records
        assert records is not None
        self._monkeypatch = monkeypatch
        for name in ("append", "change_documents"):
            monkeypatch.setattr(records.store, name, self._fail)

    async def _fail(self, *_: object) -> None:
        raise StorageFullError("planted")

    def free(self) -> None:
        """There is room again."""
        self._monkeypatch.undo()


def time_left_ms(server: Server, match_id: str) -> int:
    """Until the next deadline of a match."""
    live = server.live(match_id)
    deadline = live.match.next_deadline_ms()
    assert deadline is not None
    return deadline - live.now_ms()


async def test_clocks_stand_still_while_nothing_can_be_stored(
    kept: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, match_id = await table(kept, "ab", game="ambush", clock=CLOCK)
    turn = await players[0].expect("your_turn")
    disk = FullDisk(kept, monkeypatch)
    answer = {"match_id": match_id, "decision": turn["decision"], "index": 0}
    refusal = await players[0].refused("act", **answer)
    assert (refusal["code"], refusal["retry_ms"]) == ("storage_full", 1_000)
    await kept.until(lambda: time_left_ms(kept, match_id) > HOUR_MS)
    disk.free()
    await kept.until(lambda: time_left_ms(kept, match_id) <= MOVE_MS)
    await players[0].ask("act", **answer)
    kept.incidents.clear()  # the log told of the full disk


async def test_a_match_that_begins_on_a_full_disk_begins_when_there_is_room(
    kept: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, match_id = await table(kept, "ab", game="ambush")
    turn = await players[0].expect("your_turn")
    disk = FullDisk(kept, monkeypatch)
    await players[0].refused("act", match_id=match_id, decision=turn["decision"], index=0)
    secret = {"kind": "guest", "name": "d", "token": "the secret of d"}
    others = [await kept.connect("c"), await kept.connect("d", auth=secret)]
    room = await open_room(others[0], game="ambush", clock=CLOCK)
    await seat_all(others, room, ready=True)
    await others[0].settled()
    assert others[0].of_type("match_start") == []
    await others[1].tell("bye")
    back = await kept.connect(
        "d", auth=secret
    )  # who comes now hears no more of it than who was there
    await back.settled()
    assert back.of_type("match_start") == back.of_type("snapshot") == []
    disk.free()
    start = await others[0].expect("match_start")
    assert (await back.expect("match_start"))["match_id"] == start["match_id"]
    await kept.until(lambda: time_left_ms(kept, start["match_id"]) <= MOVE_MS)
    kept.incidents.clear()


async def test_a_poisoned_match_ends_alone_and_tells_an_incident(kept: Server) -> None:
    others, healthy = await table(kept, "cd", game="ambush")
    players, poisoned = await table(kept, "ab", game="poisoned")
    results = await play_out(players, poisoned)
    assert {result["reason"] for result in results} == {"aborted"}
    errors = [error for player in players for error in player.of_type("error")]
    [incident] = [error["data"]["incident"] for error in errors]
    [story] = kept.incidents
    assert f"incident {incident}: match {poisoned}" in story
    assert "ZeroDivisionError: planted" in story
    kept.incidents.clear()
    assert {result["reason"] for result in await play_out(others, healthy)} == {"finished"}
    assert await kinds_of(kept, poisoned) == ["start", *["act"] * 5, "abort"]


async def kinds_of(server: Server, match_id: str) -> list[str]:
    """The steps in the log of a match."""
    assert server.app.records is not None
    return [entry.kind async for entry in server.app.records.store.read(match_id)]


class Fickle(Ambush):
    """Its rules are sound, for now."""

    name = "fickle"
    rules = "fickle/1"


class Unstartable(Fickle):
    """They fail before the first step."""

    def start(self, deal: Json) -> State:
        raise ZeroDivisionError("planted")


async def test_a_game_that_fails_at_its_record_does_not_keep_the_server_from_starting(
    tmp_path: Path,
) -> None:
    with register("fickle", Fickle):
        async with open_server(tmp_path, store__enabled=True) as server:
            _, match_id = await table(server, "ab", game="fickle")
            await server.app.close(0)
    with register("fickle", Unstartable):
        async with open_server(tmp_path, store__enabled=True) as server:
            assert server.app.play.running == {}
            [story] = server.incidents
            assert match_id in story
            server.incidents.clear()
    with register("fickle", Fickle):
        async with open_server(tmp_path, store__enabled=True) as server:
            assert server.app.play.running == {}  # it was put aside for good
