"""Jobs done by the workers of another server, and whatever happens to them on the way."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.passing_time import pass_time
from tests.server.bus.faulty import WrittenBus
from tests.server.compute.table import SECRET, Table
from tests.server.compute.test_pool import GAME, LONG, answer, job, start

from infoset_games.core import CHANCE
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_protocol.messages import Determinize
from infoset_server.bus.port import Service, Topic
from infoset_server.compute.jobs import Frame
from infoset_server.compute.lending import Lending
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.process import Ticket
from infoset_server.compute.remote import (
    BEAT,
    ERRAND,
    SILENT_BEATS,
    STOP,
    Beat,
    Errand,
    RemoteWorkers,
    Software,
)
from infoset_server.compute.service import ComputeService
from infoset_server.compute.workbench import Workbench
from infoset_server.config import ComputeLimits

ONE = ComputeLimits(workers=1, hang_s=60, nice=0)
BEAT_S = 0.02
PATIENCE_S = 120.0


class Two:
    """A server whose only worker is busy, and one that lends it another."""

    def __init__(self) -> None:
        self.bus = WrittenBus()
        self.others = RemoteWorkers(self.bus, "here", "n_here", ONE.stall_s)
        self.pool = WorkerPool(ONE, self.others)
        self.lent = WorkerPool(ONE)
        self.lending: Lending | None = None
        self.long: Ticket | None = None

    async def occupy(self) -> None:
        """Gives the own worker a job that does not end by itself."""
        self.long = self.pool.submit(job(LONG), "long", urgent=True, may_take_s=600.0)
        await eventually(lambda: self.long is not None and self.long.worker is not None)

    def release(self) -> None:
        """Ends that job."""
        assert self.long is not None
        self.pool.interrupt(self.long)

    def lend(
        self,
        life: str = "n_there",
        roles: tuple[str, ...] = ("think",),
        beat_s: float = BEAT_S,
    ) -> Lending:
        """The other server begins."""
        self.lending = Lending(self.bus, self.lent, "there", life, roles, beat_s)
        return self.lending

    def send(self, frame: dict[str, Any], *, may_travel: bool = True) -> Ticket:
        return self.pool.submit(frame, "a", urgent=False, may_take_s=600.0, may_travel=may_travel)

    async def close(self) -> None:
        if self.lending is not None:
            await self.lending.close()
        if self.long is not None:
            self.release()
            await self.long.answer
        await self.others.close()
        await self.pool.close()
        await self.lent.close()


@pytest.fixture
async def two() -> AsyncIterator[Two]:
    both = Two()
    yield both
    await both.close()


async def eventually(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)


def same(frame: Frame, here: Frame) -> bool:
    """Are two results equal, but for the time they took?"""
    there, here = dict(frame), dict(here)
    return there.pop("busy_s") > 0 and here.pop("busy_s") > 0 and there == here


async def test_what_no_worker_is_idle_for_is_done_elsewhere_with_the_same_result(two: Two) -> None:
    two.lend()
    await two.occupy()
    done = await answer(two.send(job(3)))
    assert same(done["result"], Workbench(10).run(job(3)))
    assert (two.others.sent, two.others.lost, two.lending and two.lending.done) == (1, 0, 1)


async def test_a_job_that_waits_goes_as_soon_as_somebody_lends(two: Two) -> None:
    await two.occupy()
    ticket = two.send(job(3))
    assert (two.others.lenders, two.pool.waiting) == (0, 1)
    two.lend()
    assert (await answer(ticket))["result"]["next"] == 3


async def test_a_lent_worker_does_one_job_after_the_other_between_two_beats(two: Two) -> None:
    two.lend(beat_s=3600.0)
    await eventually(lambda: two.others.lenders == 1)
    await two.occupy()
    for _ in range(2):
        waiting = [two.send(job(3)) for _ in range(3)]
        assert two.others.free == 0
        for ticket in waiting:
            assert (await answer(ticket))["result"]["next"] == 3
    assert (two.others.sent, two.others.lost, two.others.free) == (6, 0, 1)


async def test_one_that_stops_gives_back_what_it_has_done_and_is_asked_no_more(two: Two) -> None:
    lending = two.lend(beat_s=3600.0)
    await eventually(lambda: two.others.lenders == 1)
    await two.occupy()
    begun, waits = two.send(job(LONG)), two.send(job(3))
    await eventually(lambda: (two.lent.load, two.lent.waiting) == (1, 0))
    await lending.close()
    assert (await answer(begun))["result"]["next"] < LONG
    await eventually(lambda: two.others.lenders == 0)
    assert (two.others.sent, two.others.lost) == (1, 0)
    assert not waits.answer.done()
    two.release()
    assert (await answer(waits))["result"]["next"] == 3


async def test_what_a_server_has_to_do_itself_is_not_offered(two: Two) -> None:
    heard: list[Beat] = []
    two.bus.subscribe(
        BEAT, ">", lambda node, beat: heard.append(beat), on_gap=lambda lost: None, max_pending=99
    )
    two.lend()
    await two.occupy()
    away = two.send(job(LONG))
    await eventually(lambda: two.lent.load == 1)
    heard.clear()
    await eventually(lambda: heard != [])
    assert heard[0].free == 1, "work of others does not count"
    own = two.lent.submit(job(LONG), "own", urgent=True, may_take_s=600.0)
    await eventually(lambda: heard[-1].free == 0)
    two.pool.interrupt(away)
    two.lent.interrupt(own)
    await asyncio.gather(away.answer, own.answer)


async def test_a_short_job_stays_and_so_does_one_where_a_worker_is_idle(two: Two) -> None:
    two.lend()
    await eventually(lambda: two.others.lenders == 1)
    await answer(two.send(job(1), may_travel=False))  # the worker has started
    await answer(two.send(job(1)))
    assert two.others.sent == 0
    await two.occupy()
    short = two.send(job(1), may_travel=False)
    longer = two.send(job(2))
    await answer(longer)
    assert two.others.sent == 1
    assert short.worker is None
    two.release()
    await answer(short)


async def test_one_that_only_plays_lends_nothing(two: Two) -> None:
    heard: list[Beat] = []
    two.bus.subscribe(
        BEAT, ">", lambda node, beat: heard.append(beat), on_gap=lambda lost: None, max_pending=99
    )
    two.lend(roles=("play",))
    await eventually(lambda: len(heard) >= 2)
    assert (heard[0].free, two.others.lenders) == (0, 0)


async def test_a_job_that_is_away_can_be_interrupted_and_tells_what_it_has(two: Two) -> None:
    two.lend()
    await two.occupy()
    ticket = two.send(job(LONG))
    await eventually(lambda: two.lent.free == 0 and two.lent.waiting == 0)
    await eventually(lambda: two.lent.pids != [])
    two.pool.interrupt(ticket)
    result = (await answer(ticket))["result"] if await ticket.answer else None
    assert result is None or 0 <= result["next"] < LONG


async def test_a_server_that_is_silent_has_its_jobs_done_here(two: Two) -> None:
    async def never(errand: Errand) -> Frame | None:
        await asyncio.Event().wait()
        return None

    two.bus.serve(ERRAND, "there", never)
    await two.occupy()
    ticket = two.send(job(3))
    two.bus.publish(BEAT, "there", beat())
    await eventually(lambda: two.others.sent == 1)
    await eventually(lambda: two.others.lost == 1)
    assert (two.others.lenders, ticket.answer.done()) == (0, False)
    two.release()
    assert same((await answer(ticket))["result"], Workbench(10).run(job(3)))


async def test_who_stood_still_itself_does_not_take_others_for_silent(two: Two) -> None:
    """Their beats have come meanwhile, and are read later."""
    asked: list[Errand] = []

    async def never(errand: Errand) -> Frame | None:
        asked.append(errand)
        await asyncio.Event().wait()
        return None

    two.bus.serve(ERRAND, "there", never)
    await two.occupy()
    ticket = two.send(job(3))
    slow = replace(beat(), every_s=1.0)
    two.bus.publish(BEAT, "there", slow)
    await eventually(lambda: len(asked) == 1)
    for _ in range(SILENT_BEATS):
        seen = asyncio.create_task(asyncio.sleep(slow.every_s))  # due after the beat that is missed
        await asyncio.sleep(0)
        pass_time(2 * slow.every_s)
        await seen
    assert two.others.lost == 0
    two.bus.publish(BEAT, "there", slow)
    await asyncio.sleep(0)
    for _ in range(SILENT_BEATS):
        seen = asyncio.create_task(asyncio.sleep(slow.every_s))
        await asyncio.sleep(0)
        pass_time(2 * slow.every_s)
        await seen
    assert (two.others.lost, two.others.lenders) == (0, 1)
    pass_time(2 * slow.every_s)
    await eventually(lambda: two.others.lost == 1)
    two.release()
    assert (await answer(ticket))["result"]["next"] == 3


async def test_a_job_that_waits_for_a_processor_elsewhere_is_not_lost(two: Two) -> None:
    """`may_take_s` is of processor time, of which a crowded machine gives little."""
    asked: list[Errand] = []
    go_on = asyncio.Event()

    async def late(errand: Errand) -> Frame | None:
        asked.append(errand)
        await go_on.wait()
        return {"result": Workbench(10).run(errand.frame)}

    two.bus.serve(ERRAND, "there", late)
    await two.occupy()
    ticket = two.pool.submit(job(3), "a", urgent=False, may_take_s=5.0, may_travel=True)
    two.bus.publish(BEAT, "there", replace(beat(), every_s=3600.0))
    await eventually(lambda: len(asked) == 1)
    seen = asyncio.create_task(asyncio.sleep(5.0))
    await asyncio.sleep(0)
    pass_time(10 * 5.0)
    await seen
    go_on.set()
    assert (await answer(ticket))["result"]["next"] == 3
    assert two.others.lost == 0


async def test_a_job_that_is_stopped_and_lost_is_not_done_again(two: Two) -> None:
    async def never(errand: Errand) -> Frame | None:
        await asyncio.Event().wait()
        return None

    two.bus.serve(ERRAND, "there", never)
    await two.occupy()
    ticket = two.send(job(3))
    two.bus.publish(BEAT, "there", beat())
    await eventually(lambda: two.others.sent == 1)
    two.pool.interrupt(ticket)
    async with asyncio.timeout(PATIENCE_S):
        assert await ticket.answer is None
    assert two.others.lost == 1


async def test_a_server_that_starts_anew_has_lost_its_jobs(two: Two) -> None:
    asked: list[Errand] = []

    async def never(errand: Errand) -> Frame | None:
        asked.append(errand)
        await asyncio.Event().wait()
        return None

    two.bus.serve(ERRAND, "there", never)
    await two.occupy()
    first = two.send(job(3))
    two.bus.publish(BEAT, "there", replace(beat(), every_s=3600.0))
    await eventually(lambda: len(asked) == 1)
    two.bus.publish(BEAT, "there", replace(beat(), life="n_2", every_s=3600.0))
    await eventually(lambda: two.others.lost == 1)
    two.release()
    assert (await answer(first))["result"]["next"] == 3


@pytest.mark.parametrize("how", ["nobody", "fails", "nonsense", "poison"])
async def test_a_job_that_does_not_come_back_is_done_here(two: Two, how: str) -> None:
    async def fail(errand: Errand) -> Frame | None:
        if how == "nonsense":
            return {"unheard": "of"}
        if how == "poison":  # it would cost less than nothing, and make all such work seem free
            return {"result": Workbench(10).run(errand.frame) | {"used": -9, "busy_s": math.nan}}
        raise RuntimeError("planted")

    if how != "nobody":
        two.bus.serve(ERRAND, "there", fail)
    await two.occupy()
    ticket = two.send(job(3))
    two.bus.publish(BEAT, "there", beat())
    await eventually(lambda: two.others.lost == 1)
    two.release()
    assert (await answer(ticket))["result"]["next"] == 3


async def test_one_that_claims_many_workers_and_never_answers_holds_up_one_job(two: Two) -> None:
    async def never(errand: Errand) -> Frame | None:
        await asyncio.Event().wait()
        return None

    two.bus.serve(ERRAND, "there", never)
    await two.occupy()
    waiting = [two.send(job(3)) for _ in range(20)]
    two.bus.publish(BEAT, "there", replace(beat(), workers=1_000, free=1_000, every_s=3600.0))
    await eventually(lambda: two.others.sent > 0)
    assert (two.others.sent, two.others.free, two.pool.waiting) == (1, 0, 19)
    honest = Lending(two.bus, two.lent, "elsewhere", "n_2", ("think",), BEAT_S)
    for ticket in waiting[1:]:
        assert (await answer(ticket))["result"]["next"] == 3
    assert not waiting[0].answer.done()
    await honest.close()
    two.pool.interrupt(waiting[0])


async def test_who_answers_gets_as_many_jobs_as_it_lends_workers(two: Two) -> None:
    most = 8

    async def think(errand: Errand) -> Frame | None:
        return {"result": Workbench(10).run(errand.frame)}

    two.bus.serve(ERRAND, "there", think)
    await two.occupy()
    two.bus.publish(BEAT, "there", replace(beat(), workers=most, free=most, every_s=3600.0))
    await eventually(lambda: two.others.lenders == 1)
    assert two.others.free == 1
    for _ in range(most):
        await asyncio.gather(*(answer(two.send(job(3))) for _ in range(most)))
    assert two.others.free == most


async def test_one_that_fails_begins_anew_with_one_job(two: Two) -> None:
    is_well = True

    async def think(errand: Errand) -> Frame | None:
        if not is_well:
            raise RuntimeError("planted")
        return {"result": Workbench(10).run(errand.frame)}

    many = replace(beat(), workers=8, free=8, every_s=3600.0)
    two.bus.serve(ERRAND, "there", think)
    await two.occupy()
    two.bus.publish(BEAT, "there", many)
    await eventually(lambda: two.others.lenders == 1)
    for _ in range(8):
        await asyncio.gather(*(answer(two.send(job(3))) for _ in range(8)))
    assert two.others.free == 8
    is_well = False
    lost = two.send(job(3))
    await eventually(lambda: two.others.lost == 1)
    two.bus.publish(BEAT, "there", many)
    await eventually(lambda: two.others.free > 0)
    assert two.others.free == 1
    two.release()
    assert (await answer(lost))["result"]["next"] == 3


@pytest.mark.parametrize(
    "other",
    [
        Software("0.0.0", Software.here().rules),
        Software(Software.here().package, {**Software.here().rules, "colonizers": "colonizers/0"}),
        Software(Software.here().package, {}),
    ],
)
async def test_other_software_gets_no_jobs(two: Two, other: Software) -> None:
    await two.occupy()
    two.send(job(3))
    two.bus.publish(BEAT, "there", replace(beat(), software=other))
    await eventually(lambda: two.others.lenders == 1)
    assert (two.others.sent, two.pool.waiting) == (0, 1)


def beat() -> Beat:
    """Of a server that lends one worker."""
    return Beat("there", "n_1", ("think",), Software.here(), workers=1, free=1, every_s=BEAT_S)


@pytest.mark.parametrize(
    "wrong",
    [
        {"every_s": math.nan},
        {"every_s": math.inf},
        {"every_s": -1.0},
        {"workers": -1},
        {"free": -1},
        {"roles": ("think", "\x1b[2J")},
        {"software": Software("0.1.0\n", {})},
    ],
)
def test_beats_that_no_server_sends_are_not_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no message of ours"):
        BEAT.form.read(BEAT.form.write(replace(beat(), **wrong)))
    assert BEAT.form.read(BEAT.form.write(beat())) == beat()


async def test_two_of_one_name_are_told_so(two: Two, caplog: pytest.LogCaptureFixture) -> None:
    two.lend()
    two.bus.publish(BEAT, "there", beat())
    await eventually(lambda: "another server of this cluster is also called there" in caplog.text)


def test_beats_are_missed_for_long_before_a_server_counts_as_gone() -> None:
    """A crowded machine is late with them."""
    assert SILENT_BEATS >= 4


@given(st.binary() | st.dictionaries(st.text(), st.integers(-99, 99)).map(msgpack.packb))
def test_what_is_no_message_is_refused_with_one_kind_of_error(data: bytes) -> None:
    for form in (BEAT.form, STOP.form, ERRAND.question):
        with pytest.raises(ValueError, match="no message of ours"):
            form.read(data)


class TappedBus(WrittenBus):
    """Keeps all bytes that pass."""

    def __init__(self) -> None:
        super().__init__()
        self.tapped: list[tuple[str, bytes]] = []

    def publish(self, topic: Topic[Any], subject: str, body: Any) -> None:
        self.tapped.append((topic.name, topic.form.write(body)))
        super().publish(topic, subject, body)

    async def request(
        self, service: Service[Any, Any], subject: str, question: Any, timeout_s: float
    ) -> Any:
        self.tapped.append((service.name, service.question.write(question)))
        answered = await super().request(service, subject, question, timeout_s)
        self.tapped.append(("answer", service.answer.write(answered)))
        return answered


async def test_the_bus_carries_no_secret_and_the_same_for_twins() -> None:
    """Whoever reads the bus learns what the seat may know: equal for positions that look equal to it."""
    state = GAME.start(GAME.deal(Rng("tap", "deal")))
    chance = Rng("tap", "chance")
    while state.mover() == CHANCE:
        state.move(state.sample_chance(chance))
    observation = GAME.read_observation(GAME.write_observation(state.observe(0)))
    twins = [GAME.determinize(observation, Rng("tap", str(number))) for number in range(2)]
    assert state_hash(twins[0]) != state_hash(twins[1])
    heard = []
    for twin in twins:
        bus = TappedBus()
        others, lent = RemoteWorkers(bus, "here", "n_here", ONE.stall_s), WorkerPool(ONE)
        table = Table(GAME, twin, limits=ONE, is_inline=False)
        await table.service.close()
        table.service.pool = WorkerPool(ONE, others)
        long = table.service.pool.submit(job(LONG), "long", urgent=True, may_take_s=600.0)
        await eventually(partial(has_begun, long))
        lending = Lending(bus, lent, "there", "n_there", ("think",), BEAT_S)
        number = table.put("rollout", k=8, seed=3, first="all", n=400, horizon=40, max_ms=600_000)
        await eventually(partial(is_answered, table, number))
        assert others.sent > 0
        table.service.pool.interrupt(long)
        await long.answer
        await lending.close()
        await others.close()
        await table.service.close()
        await lent.close()
        whole = b"".join(data for _, data in bus.tapped)
        assert SECRET not in whole
        assert b"match seed" not in whole
        heard.append(next(first_world(data) for name, data in bus.tapped if name == "errand"))
    assert heard[0] == heard[1]


def has_begun(ticket: Ticket) -> bool:
    return ticket.worker is not None


def is_answered(table: Table, number: int) -> bool:
    return any(
        message["re"] == number and message["type"] != "progress" for message in table.line.got
    )


def first_world(data: bytes) -> Any:
    """An errand without what is drawn anew for each server and each slice."""
    frame = msgpack.unpackb(data, strict_map_key=False)["frame"]
    for root in frame["roots"]:
        root["id"] = root["id"].partition(".")[2]
    frame.pop("units")
    return frame


async def test_roots_of_two_servers_have_names_of_their_own() -> None:
    """A worker keeps worlds by them, also those of other servers."""
    first, second = (Table(GAME, start(), limits=ONE) for _ in range(2))
    names = []
    for table in (first, second):
        table.ask("determinize", k=1)
        (thinker,) = table.service.thinkers
        names.append(table.service.thinkers.context(thinker, table.client, request(), 0.0).root_id)
        await table.service.close()
    assert names[0] != names[1]


def request() -> Any:
    return Determinize(id=9, match_id="m_1", k=1)


def test_a_service_alone_has_nobody_else() -> None:
    async def alone() -> int:
        service = ComputeService(ONE)
        free = service.pool.free
        await service.close()
        return free

    assert asyncio.run(alone()) == 1
