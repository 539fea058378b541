"""One of several servers on a store: its claim on its name, and what it may conclude of the others."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from infoset_server.storage.errors import StoreInUseError, UnavailableError
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.node import FILE_NAME, NOT_TRIED, LeaseWatch, Node, node_name
from infoset_server.storage.port import NODE, Claim, SeenClaim
from infoset_server.storage.turn import Turn

LEASE_S = 3.0
LOOK_S = LEASE_S / 3


class Clock:
    """The time of the store and of all who look at it."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Shared(MemoryStore):
    """A store that others use, too, and that does not answer for a while."""

    is_away = False
    looks = 0
    looked: asyncio.Event | None = None  # a look at all claims waits for this
    renewed: asyncio.Event | None = None  # and a renewal for this

    def __init__(self) -> None:
        self.clock = Clock()
        super().__init__(self.clock)

    @property
    def is_shared(self) -> bool:
        return True

    async def renew_claim(self, claim: Claim, ttl_s: float) -> Claim | None:
        if self.is_away:
            raise UnavailableError("planted")
        if self.renewed is not None:
            await self.renewed.wait()
        return await super().renew_claim(claim, ttl_s)

    async def claims(self, prefix: str) -> list[SeenClaim]:
        if self.is_away:
            raise UnavailableError("planted")
        self.looks += 1
        if self.looked is not None:
            await self.looked.wait()
        return await super().claims(prefix)


def seen(until_ms: int = 5, left_s: float = -1.0, epoch: int = 1) -> SeenClaim:
    return SeenClaim("node/a", epoch, until_ms, left_s)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.002)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses are short; what runs out, runs out by the clock of the test."""
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        await real(min(seconds, 0.002))

    monkeypatch.setattr("infoset_server.storage.node.asyncio.sleep", sleep)


@asynccontextmanager
async def node_of(store: MemoryStore, name: str, clock: Clock) -> AsyncIterator[Node]:
    node = Node(store, name, LEASE_S, clock)
    await node.take()
    try:
        yield node
    finally:
        await node.close()


# What is concluded from looks.


def test_who_has_given_up_is_gone_at_once() -> None:
    watch = LeaseWatch(LEASE_S, Clock())
    watch.look([seen(until_ms=0)])
    assert watch.is_gone(seen(until_ms=0))


def test_who_was_not_renewed_for_a_lease_before_our_eyes_is_gone() -> None:
    clock = Clock()
    watch = LeaseWatch(LEASE_S, clock)
    verdicts = []
    for _ in range(4):
        watch.look([seen()])
        verdicts.append(watch.is_gone(seen()))
        clock.now_s += LOOK_S
    assert verdicts == [False, False, False, True]


def test_who_has_run_out_and_was_not_watched_for_long_is_not_gone() -> None:
    """After a failover of the database everybody has run out."""
    clock = Clock()
    watch = LeaseWatch(LEASE_S, clock)
    for _ in range(3):
        watch.look([seen()])
        clock.now_s += LOOK_S
    clock.now_s += LEASE_S  # it has not answered
    watch.look([seen()])
    assert not watch.is_gone(seen())


def test_whose_lease_has_not_run_out_by_the_databases_clock_is_not_gone() -> None:
    clock = Clock()
    watch = LeaseWatch(LEASE_S, clock)
    for _ in range(20):
        watch.look([seen(left_s=0.5)])
        clock.now_s += LOOK_S
    assert not watch.is_gone(seen(left_s=0.5))


def test_a_renewal_is_seen_and_another_claim_is_none() -> None:
    clock = Clock()
    watch = LeaseWatch(LEASE_S, clock)
    watch.look([seen()])
    assert not watch.is_renewed(seen())
    watch.look([seen(epoch=2)])
    assert not watch.is_renewed(seen(epoch=2))
    watch.look([seen(epoch=2, until_ms=6)])
    assert watch.is_renewed(seen(epoch=2, until_ms=6))


# The claim.


async def test_a_node_that_ended_in_order_is_taken_at_once_and_one_that_was_killed_after_a_lease() -> (
    None
):
    store = Shared()
    async with node_of(store, "a", store.clock):
        pass
    began_s = store.clock.now_s
    async with node_of(store, "a", store.clock) as killed:
        assert store.clock.now_s == began_s
        for task in killed._tasks:
            task.cancel()
        await asyncio.sleep(0)
        taking = asyncio.create_task(Node(store, "a", LEASE_S, store.clock).take())
        while not taking.done():
            looks = store.looks
            await until(lambda looks=looks: store.looks > looks or taking.done())  # type: ignore[misc]
            store.clock.now_s += LOOK_S
        await taking
        assert store.clock.now_s - began_s >= LEASE_S
        assert await store.renew_claim(killed.claim, 1.0) is None


async def test_a_second_server_with_the_name_of_one_that_lives_is_refused() -> None:
    store = Shared()
    async with node_of(store, "a", store.clock) as first:
        taking = asyncio.create_task(Node(store, "a", LEASE_S, store.clock).take())
        while not taking.done():
            store.clock.now_s += LOOK_S
            first.check()
            before = first.claim
            await until(lambda before=before: first.claim is not before)  # type: ignore[misc]
            await asyncio.sleep(0.01)
        with pytest.raises(StoreInUseError, match="is node 'a'; give this one another name"):
            await taking
        assert first.is_held


async def test_who_cannot_renew_in_time_holds_nothing_until_the_store_is_back() -> None:
    store = Shared()
    async with node_of(store, "a", store.clock) as node:
        store.is_away = True
        store.clock.now_s += LEASE_S
        assert not node.is_held
        called = asyncio.Event()
        node.when_renewed(called.set)
        await called.wait()  # with the news that there is trouble
        assert node.trouble is not None
        assert not node.is_held
        store.is_away = False
        node.check()
        await until(lambda: node.is_held)
        assert node.trouble is None


async def test_what_waits_for_the_claim_is_served_before_what_comes_when_it_is_held() -> None:
    store = Shared()
    async with node_of(store, "a", store.clock) as node:
        store.looked = asyncio.Event()
        store.clock.now_s += LEASE_S
        served: list[str] = []
        node.when_renewed(lambda: served.append("waited"))
        await until(lambda: node.is_held)
        assert served == ["waited"]  # though the store has not told yet how the others do
        store.looked.set()


async def test_who_was_replaced_is_told_at_the_next_renewal_and_serves_nobody_any_more() -> None:
    store = Shared()
    async with node_of(store, "a", store.clock) as node:
        store.is_away = True
        store.clock.now_s += LEASE_S
        claimed = await store.claim(NODE + "a", "another", LEASE_S)
        assert isinstance(claimed, Claim)
        called = asyncio.Event()
        store.is_away = False
        node.when_renewed(called.set)
        await node.lost.wait()
        assert not called.is_set()
        assert not node.is_held
    assert await store.renew_claim(claimed, 1.0) is not None  # closing has not given it up


async def test_whether_the_claim_holds_is_what_the_store_says_now_not_what_it_said_last() -> None:
    store = Shared()
    async with node_of(store, "a", store.clock) as node:
        for task in node._tasks:
            task.cancel()
        assert await node.holds()
        store.is_away = True
        with pytest.raises(UnavailableError, match="planted"):
            await node.holds()
        store.is_away = False
        store.clock.now_s += LEASE_S
        assert await node.holds(), "nobody has taken it"
        assert node.is_held, "so nobody can for another lease"
        store.clock.now_s += LEASE_S
        assert isinstance(await store.claim(NODE + "a", "another", LEASE_S), Claim)
        assert not await node.holds()
        assert node.lost.is_set()


async def test_on_a_store_of_ones_own_nothing_is_renewed_and_whoever_was_there_is_gone() -> None:
    clock = Clock()
    store = MemoryStore(clock)
    async with node_of(store, "a", clock) as node:
        clock.now_s += 1_000_000.0
        assert node.is_held
        assert not node._tasks


# The others.


async def test_what_a_node_has_left_is_taken_once_and_again_where_that_failed() -> None:
    store = Shared()
    taken: list[str] = []
    failures = 1

    async def take_over(node: str) -> None:
        nonlocal failures
        if failures:
            failures -= 1
            raise UnavailableError("planted")
        taken.append(node)

    async with node_of(store, "a", store.clock) as node:
        node.keep(take_over)
        async with node_of(store, "b", store.clock):
            looks = store.looks
            node.check()
            await until(lambda: store.looks > looks)
            assert not taken
        node.check()
        await until(lambda: taken == ["b"])
        looks = store.looks
        node.check()
        await until(lambda: store.looks > looks)
        await asyncio.sleep(0.01)
        assert taken == ["b"]


async def test_a_node_that_lives_cannot_be_succeeded() -> None:
    store = Shared()
    async with node_of(store, "a", store.clock) as node, node_of(store, "b", store.clock) as other:
        assert await node.succeed("b") is None
        assert await node.known(["a", "b", "c"]) == {"b"}
        assert await node.succeed("a") is node.claim
        await other.close()
        assert await node.known(["a", "b", "c"]) == set()
        claim = await node.succeed("b")
        assert claim is not None
        await node.part_with(claim)
        assert (await store.claims("node/b"))[0].until_ms == 0


@pytest.mark.parametrize("is_refused", [False, True])
@pytest.mark.parametrize(("idle_s", "says"), [(LEASE_S, True), (LEASE_S - 0.5, False)])
async def test_a_node_that_is_replaced_says_whether_it_stood_still(
    is_refused: bool, idle_s: float, says: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where something that was to be stored is refused, while it renews its claim at last."""
    store = Shared()
    async with node_of(store, "a", store.clock) as node:
        for task in node._tasks:
            task.cancel()
        await node._renew()
        store.clock.now_s += idle_s
        store._claims[NODE + "a"] = replace(node.claim, epoch=node.claim.epoch + 1)  # another's
        renewing = asyncio.create_task(node._renew())
        if is_refused:
            store.renewed = asyncio.Event()
            await asyncio.sleep(0)
            node.refused(node.claim)
            store.renewed.set()
        await renewing
        assert node.lost.is_set()
    (said,) = [one.getMessage() for one in caplog.records if "another server now" in one.message]
    assert (f"{NOT_TRIED} for {idle_s:.1f} s" in said) is says


# Its name.


def test_the_name_is_as_configured_or_made_once(tmp_path: Path) -> None:
    assert node_name(tmp_path, "left") == "left"
    assert not (tmp_path / FILE_NAME).exists()
    made = node_name(tmp_path, None)
    assert node_name(tmp_path, None) == made
    assert node_name(tmp_path, "left") == "left"


async def test_who_stands_by_becomes_the_node_a_lease_after_the_one_before_has_gone() -> None:
    store = Shared()
    async with node_of(store, "hall", store.clock) as first:
        second = Node(store, "hall", LEASE_S, store.clock)
        turn = Turn(store.clock)
        turn.come_next(1_000 * LEASE_S)
        standing_by = asyncio.create_task(second.stand_by(turn))
        for _ in range(5):
            store.clock.now_s += LOOK_S
            before = store.looks
            await first._renew()
            await until(lambda before=before: store.looks > before)  # type: ignore[misc]
        assert turn.is_waited_for.is_set()
        assert not standing_by.done()
        epoch = first.claim.epoch
        for task in first._tasks:  # it is killed
            task.cancel()
        store.is_away = True  # and the store with it, for a while: that is no reason to end
        await asyncio.sleep(0)
        store.is_away = False
        while not standing_by.done():
            looks = store.looks
            await until(lambda looks=looks: store.looks > looks or standing_by.done())  # type: ignore[misc]
            store.clock.now_s += LOOK_S
        assert second.is_held
        assert second.claim.epoch == epoch + 1
        assert await store.renew_claim(first.claim, LEASE_S) is None, "the former one is fenced"
        await second.close()


async def test_a_node_that_is_given_up_is_left_to_whom_an_operator_has_named() -> None:
    store = Shared()
    async with node_of(store, "hall", store.clock) as first:
        turns = {name: Turn(store.clock) for name in ("named", "other")}
        nodes = {name: Node(store, "hall", LEASE_S, store.clock) for name in turns}
        waits = {
            name: asyncio.create_task(nodes[name].stand_by(turns[name]))
            for name in ("other", "named")
        }
        turns["other"].come_later(2 * LEASE_S)
        turns["named"].come_next(2 * LEASE_S)
        await until(lambda: store.looks > 10)
        assert not any(wait.done() for wait in waits.values())
        await first.close()
        await waits["named"]
        assert not waits["other"].done()
        assert nodes["named"].is_held
        await nodes["named"].close()
        store.clock.now_s += 2 * LEASE_S  # what was asked for holds no longer
        turns["other"].come_next(LEASE_S)
        await waits["other"]
        assert nodes["other"].is_held
        await nodes["other"].close()


async def test_whoever_stands_by_takes_a_node_in_the_end_if_the_named_one_does_not() -> None:
    store = Shared()
    async with node_of(store, "hall", store.clock) as first:
        turn, second = Turn(store.clock), Node(store, "hall", LEASE_S, store.clock)
        waiting = asyncio.create_task(second.stand_by(turn))
        turn.come_later(LEASE_S)
        await first.close()
        looks = store.looks
        await until(lambda: store.looks > looks)
        assert not waiting.done(), "it has looked, and left it"
        store.clock.now_s += LEASE_S
        await waiting
        assert second.is_held
        await second.close()
