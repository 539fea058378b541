"""How long results wait for whom: told, doubted, heard, expired, and what a restart makes of it."""

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from infoset_protocol.codec import Prepared
from infoset_server.common.ids import MatchId, UserId
from infoset_server.config import ResultLimits
from infoset_server.matches import results as module
from infoset_server.matches.results import DAY_MS, Results

ANN, BOB = UserId("u_ann"), UserId("u_bob")


class Documents(dict[str, bytes]):
    """As Notes, for documents of one kind."""

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self[key] = orjson.dumps(body)

    def drop(self, kind: str, key: str) -> None:
        self.pop(key, None)


class Desk:
    """Results with a wall clock of their own, over restarts."""

    def __init__(self, **limits: int) -> None:
        self.notes = Documents()
        self.wall_ms = 0
        self.limits = ResultLimits(**limits)
        self.results = self.start()

    def start(self) -> Results:
        return Results(self.limits, self.notes, lambda: self.wall_ms)

    def restart(self) -> None:
        self.results.close()
        self.results = self.start()
        self.results.restore(dict(self.notes))

    def end(self, number: int, *missed: UserId, users: tuple[UserId, ...] = (ANN, BOB)) -> None:
        """Match `number` has ended."""
        self.results.add(MatchId(f"m_{number}"), over(number), users, missed)

    def take(self, user: UserId) -> list[str]:
        return [result.plain["match_id"] for result in self.results.take(user)]


def over(number: int) -> Prepared:
    return Prepared({"type": "match_over", "match_id": f"m_{number}", "reason": "finished"})


async def settled() -> None:
    """Timers that are due have run."""
    done = asyncio.Event()
    asyncio.get_running_loop().call_later(0.01, done.set)
    await done.wait()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is unsure: what was told is heard."""
    monkeypatch.setattr(module, "UNSURE_S", 0.0)


async def test_who_missed_the_end_is_told_once() -> None:
    handlers = Desk()
    handlers.end(1, ANN)
    handlers.end(2, ANN)
    assert handlers.take(ANN) == ["m_1", "m_2"]
    assert handlers.take(ANN) == []
    assert handlers.take(BOB) == []


async def test_who_missed_the_end_is_told_after_a_restart(at_once: None) -> None:
    handlers = Desk()
    handlers.end(1, ANN)
    await settled()
    handlers.restart()
    assert handlers.take(BOB) == []
    assert handlers.take(ANN) == ["m_1"]
    await settled()
    assert not handlers.notes
    handlers.restart()
    assert handlers.take(ANN) == []


async def test_what_was_told_just_before_a_restart_is_told_again() -> None:
    handlers = Desk()
    handlers.end(1, ANN)
    handlers.restart()
    assert handlers.take(BOB) == ["m_1"]


async def test_a_result_told_over_a_link_that_breaks_is_told_again() -> None:
    handlers = Desk()
    handlers.end(1)
    assert handlers.take(ANN) == []
    handlers.results.doubt(ANN)
    assert handlers.take(ANN) == ["m_1"]
    handlers.results.doubt(ANN)
    assert handlers.take(ANN) == ["m_1"]


async def test_a_result_told_long_ago_is_not_doubted(at_once: None) -> None:
    handlers = Desk()
    handlers.end(1)
    await settled()
    handlers.results.doubt(ANN)
    assert handlers.take(ANN) == []


async def test_who_goes_on_where_they_were_is_told_everything_by_their_session(
    at_once: None,
) -> None:
    handlers = Desk()
    handlers.end(1, ANN)
    handlers.results.goes_on(ANN, 0)
    assert handlers.take(ANN) == []
    await settled()
    handlers.restart()
    assert (handlers.take(ANN), handlers.take(BOB)) == ([], [])


async def test_what_a_session_tells_as_it_goes_on_over_a_link_that_breaks_is_told_again() -> None:
    handlers = Desk()
    handlers.end(1, ANN)
    handlers.results.goes_on(ANN, 0)
    handlers.results.doubt(ANN)
    assert handlers.take(ANN) == ["m_1"]


async def test_who_goes_on_has_heard_nothing_of_what_was_before() -> None:
    handlers = Desk()
    handlers.wall_ms = 1_000
    handlers.end(1, ANN)
    handlers.results.goes_on(ANN, 1_001)
    assert handlers.take(ANN) == ["m_1"]


async def test_a_match_that_ends_again_after_a_restart_is_kept_for_those_who_wait_for_it(
    at_once: None,
) -> None:
    handlers = Desk()
    handlers.end(1, ANN)
    await settled()
    handlers.restart()
    handlers.end(1, ANN, BOB)
    assert (handlers.take(ANN), handlers.take(BOB)) == (["m_1"], [])


async def test_each_player_keeps_so_many_results_the_latest() -> None:
    handlers = Desk(max_per_user=2)
    for number in range(4):
        handlers.end(number, ANN, users=(ANN,))
    handlers.restart()
    assert handlers.take(ANN) == ["m_2", "m_3"]


async def test_so_many_matches_are_kept_the_latest() -> None:
    handlers = Desk(max_matches=3)
    for number in range(5):
        handlers.wall_ms += 1
        handlers.end(number, ANN)
    assert sorted(handlers.notes) == ["m_2", "m_3", "m_4"]
    assert handlers.take(ANN) == ["m_2", "m_3", "m_4"]


async def test_a_result_waits_so_many_days() -> None:
    handlers = Desk(keep_days=2)
    handlers.end(1, ANN)
    handlers.wall_ms = 2 * DAY_MS
    handlers.results.drop_expired()
    assert handlers.notes
    handlers.wall_ms += 1
    handlers.results.drop_expired()
    assert not handlers.notes
    assert handlers.take(ANN) == []


async def test_a_result_that_expired_while_the_server_was_down_is_told_to_nobody() -> None:
    handlers = Desk(keep_days=1)
    handlers.end(1, ANN)
    handlers.wall_ms = DAY_MS + 1
    handlers.restart()
    assert (handlers.take(ANN), dict(handlers.notes)) == ([], {})


@pytest.mark.parametrize(
    "body",
    [
        b"[",
        b"[]",
        b"{}",
        b'{"over":{},"users":["u_ann"],"at_ms":0}',
        b'{"over":{"type":"match_over"},"users":[],"at_ms":0}',
        b'{"over":{"type":"match_over"},"users":["u_ann"],"at_ms":"soon"}',
        b'{"over":[],"users":["u_ann"],"at_ms":0}',
    ],
)
async def test_a_damaged_result_is_named_and_dropped_and_the_others_are_told(
    body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    handlers = Desk()
    handlers.end(1, ANN)
    handlers.notes["m_9"] = body
    handlers.restart()
    assert "m_9" in caplog.text
    assert "m_9" not in handlers.notes
    assert handlers.take(ANN) == ["m_1"]
