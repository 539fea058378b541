"""Who runs the ladders: one server at a time, another when that one is gone, and nobody who was replaced."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from infoset_server.contests.ladder.leader_lease import LeaderLease
from infoset_server.storage.errors import UnavailableError
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.port import Claim

LEASE_S = (
    0.03  # attempts come every hundredth of a second; it runs out only where a test turns the clock
)


class Clock:
    """The time by which claims run out."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Moody(MemoryStore):
    """A store that does not answer for a while."""

    is_away = False

    def __init__(self) -> None:
        self.clock = Clock()
        super().__init__(self.clock)

    async def renew_claim(self, claim: Claim, ttl_s: float) -> Claim | None:
        if self.is_away:
            raise UnavailableError("planted")
        return await super().renew_claim(claim, ttl_s)


class Server:
    """What one server is told."""

    def __init__(self, store: Moody) -> None:
        self.leader_lease = LeaderLease(store, LEASE_S, store.clock)
        self.gains = 0
        self.losses = 0
        self.failures = 0  # of setting up that are to come

    async def gained(self) -> None:
        assert not self.leader_lease.is_ours
        if self.failures:
            self.failures -= 1
            raise UnavailableError("planted")
        self.gains += 1

    def lost(self) -> None:
        self.losses += 1

    async def open(self) -> bool:
        is_taken = await self.leader_lease.take()
        self.leader_lease.keep(self.gained, self.lost)
        return is_taken


@asynccontextmanager
async def servers(store: Moody) -> AsyncIterator[list[Server]]:
    """Two; the first has the ladders."""
    both = [Server(store) for _ in range(2)]
    assert [await one.open() for one in both] == [True, False]
    try:
        yield both
    finally:
        for one in both:
            await one.leader_lease.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.002)


async def test_one_has_the_ladders_for_as_long_as_it_renews() -> None:
    async with servers(Moody()) as (one, other):
        first = one.leader_lease.claim
        assert first is not None
        await until(lambda: one.leader_lease.claim is not first)
        assert (one.leader_lease.is_ours, other.leader_lease.is_ours) == (True, False)


async def test_who_closes_lets_the_other_go_on_at_once() -> None:
    async with servers(Moody()) as (one, other):
        await one.leader_lease.close()
        assert not one.leader_lease.is_ours
        await until(lambda: other.leader_lease.is_ours)


async def test_who_shows_no_sign_of_life_is_replaced_and_told_when_it_is_back() -> None:
    store = Moody()
    async with servers(store) as (one, other):
        held = one.leader_lease.held()
        before = held()
        assert before is not None
        store.is_away = True
        store.clock.now_s += 1
        assert not one.leader_lease.is_ours
        await until(lambda: other.leader_lease.is_ours)
        assert (other.gains, one.losses) == (1, 0)  # it cannot know yet
        store.is_away = False
        await until(lambda: one.losses == 1)
        assert one.leader_lease.claim is None
        await other.leader_lease.close()
        await until(lambda: one.leader_lease.is_ours)
        assert held() is None  # that was another claim, on what was read before
        assert one.leader_lease.held()() is one.leader_lease.claim


async def test_who_cannot_renew_in_time_stops_and_goes_on_where_nobody_came() -> None:
    store = Moody()
    one = Server(store)
    await one.open()
    store.is_away = True
    store.clock.now_s += 1
    assert (one.leader_lease.is_ours, one.leader_lease.is_open) == (False, True)
    store.is_away = False
    await until(lambda: one.leader_lease.is_ours)
    assert (one.gains, one.losses) == (0, 0)
    await one.leader_lease.close()


async def test_a_refused_write_is_the_end_of_its_claim_and_of_no_later_one() -> None:
    one = Server(Moody())
    await one.open()
    first = one.leader_lease.claim
    assert first is not None
    one.leader_lease.refused(first)
    assert (one.losses, one.leader_lease.is_ours) == (1, False)
    assert await one.leader_lease.take()
    one.leader_lease.refused(first)
    assert one.losses == 1
    await one.leader_lease.close()


async def test_who_cannot_set_up_the_ladders_lets_them_go_and_tries_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with servers(Moody()) as (one, other):
        other.failures = 2
        await one.leader_lease.close()
        await until(lambda: other.leader_lease.is_ours)
        assert (other.gains, other.failures) == (1, 0)
    assert caplog.text.count("cannot be told: planted") == 2
