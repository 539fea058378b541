"""The writer: grouping, order, trouble, doubt, and a clean end. No database."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.server.storage.faulty import FaultyStore, When
from tests.server.storage.matches import (
    act,
    append,
    begin,
    bodies,
    note,
    taken_again,
)

from infoset_server.storage.errors import (
    CorruptError,
    QueueFullError,
    StorageFullError,
    StoreError,
    UnavailableError,
)
from infoset_server.storage.port import (
    Append,
    Appended,
    Duplicate,
    Fenced,
    Outcome,
    Stale,
)
from infoset_server.storage.writer import ENOUGH, Writer, WriterLimits

DOWN = UnavailableError("down")
BROKEN = UnavailableError("broken off", is_unknown=True)


class Bench:
    """A writer on a faulty store, and what it has told."""

    def __init__(self, **limits: Any) -> None:
        self.store = FaultyStore()
        self.told: list[tuple[str, int, Outcome | StoreError]] = []
        self.troubles: list[str] = []
        self.pauses: list[float] = []
        self.calm = asyncio.Event()  # trouble is over
        self.on_pause: Callable[[], None] = lambda: None
        self.on_note: Callable[[], object] = lambda: None
        bounds: dict[str, Any] = {"rest_s": 60.0} | limits
        self.writer = Writer(
            self.store,
            WriterLimits(**bounds),
            rng=random.Random(1),
            on_trouble=self.on_trouble,
            sleep=self.sleep,
        )

    def on_trouble(self, trouble: StoreError | None) -> None:
        self.troubles.append(type(trouble).__name__)
        self.on_note()
        if trouble is None:
            self.calm.set()

    async def sleep(self, seconds: float) -> None:
        """No time passes, but others have their turn."""
        self.pauses.append(seconds)
        self.on_pause()
        await asyncio.sleep(0)

    def submit(self, appended: Append) -> "asyncio.Future[Outcome | StoreError]":
        """Submits, and keeps what is told."""
        answer = asyncio.get_running_loop().create_future()

        def done(outcome: Outcome | StoreError) -> None:
            self.told.append((appended.match_id, appended.expected, outcome))
            answer.set_result(outcome)  # raises if it is told twice

        self.writer.submit(appended, done)
        return answer

    async def outcome(self, appended: Append) -> Outcome | StoreError:
        """Submits and waits."""
        async with asyncio.timeout(60):
            return await self.submit(appended)


@asynccontextmanager
async def working(matches: str = "m", **limits: Any) -> AsyncIterator[Bench]:
    """A bench whose writer runs; one match for each letter."""
    bench = Bench(**limits)
    for match_id in matches:
        await begin(bench.store, match_id)
    bench.writer.start()
    yield bench
    await bench.writer.close()


async def test_one_append_is_committed_and_told() -> None:
    async with working() as bench:
        assert await bench.outcome(append(0, note(b"a"))) == Appended(1)
        assert await bodies(bench.store) == [b"a"]


async def test_submit_tells_nothing_before_it_has_returned() -> None:
    async with working() as bench:
        answer = bench.submit(append(0))
        assert not answer.done()
        assert await answer == Appended(1)


async def test_what_is_submitted_during_a_commit_goes_into_the_next() -> None:
    async with working("abcdef") as bench:
        bench.store.gate.clear()
        answers = [bench.submit(append(0, match_id="a"))]
        await bench.store.entered.wait()
        answers += [bench.submit(append(0, match_id=match_id)) for match_id in "bcdef"]
        bench.store.gate.set()
        assert await asyncio.gather(*answers) == [Appended(1)] * 6
        assert bench.store.calls == [["a"], list("bcdef")]


async def test_a_batch_has_a_bound() -> None:
    async with working("abcde", batch=2) as bench:
        answers = [bench.submit(append(0, match_id=match_id)) for match_id in "abcde"]
        await asyncio.gather(*answers)
        assert bench.store.calls == [["a", "b"], ["c", "d"], ["e"]]


async def test_a_match_is_in_a_batch_once_and_keeps_its_order() -> None:
    async with working("ab") as bench:
        answers = [bench.submit(append(seq, note(b"%d" % seq), match_id="a")) for seq in range(3)]
        answers.append(bench.submit(append(0, match_id="b")))
        outcomes = [Appended(1), Appended(2), Appended(3), Appended(1)]
        assert await asyncio.gather(*answers) == outcomes
        assert bench.store.calls == [["a", "b"], ["a"], ["a"]]
        assert await bodies(bench.store, "a") == [b"0", b"1", b"2"]
        assert [seq for match_id, seq, _ in bench.told if match_id == "a"] == [0, 1, 2]


async def test_a_match_keeps_its_order_when_a_batch_is_full_before_the_queue_is_empty() -> None:
    async with working("ab", batch=2) as bench:
        order = (("a", 0), ("a", 1), ("b", 0), ("a", 2))
        answers = [bench.submit(append(seq, match_id=match_id)) for match_id, seq in order]
        outcomes = [Appended(1), Appended(2), Appended(1), Appended(3)]
        assert await asyncio.gather(*answers) == outcomes


async def test_refusals_come_through() -> None:
    async with working() as bench:
        assert await bench.outcome(append(0, act(1))) == Appended(1)
        assert await bench.outcome(append(0)) == Stale(1)
        assert await bench.outcome(append(1, act(1))) == Duplicate(1)
        assert await bench.outcome(append(1, epoch=7)) == Fenced()


async def test_the_queue_has_a_bound_and_what_is_over_it_is_refused_at_once() -> None:
    async with working("abcd", queue=2) as bench:
        bench.store.gate.clear()
        first = bench.submit(append(0, match_id="a"))
        await bench.store.entered.wait()
        answers = [first, *(bench.submit(append(0, match_id=match_id)) for match_id in "bc")]
        assert bench.writer.waiting == 2
        with pytest.raises(QueueFullError, match="2 appends wait"):
            bench.writer.submit(append(0, match_id="d"), print)
        bench.store.gate.set()
        assert await asyncio.gather(*answers) == [Appended(1)] * 3
        assert await bench.outcome(append(0, match_id="d")) == Appended(1)


async def test_a_callback_may_submit_and_one_that_fails_harms_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with working("ab") as bench:
        further: list[asyncio.Future[Outcome | StoreError]] = []

        def fail(outcome: Outcome | StoreError) -> None:
            further.append(bench.submit(append(1, match_id="a")))
            raise RuntimeError("planted")

        bench.writer.submit(append(0, match_id="a"), fail)
        assert await bench.outcome(append(0, match_id="b")) == Appended(1)
        assert await further[0] == Appended(2)
    assert "match a: a callback of the store failed" in caplog.text


async def test_a_store_that_is_down_for_a_moment_is_asked_again() -> None:
    async with working() as bench:
        bench.store.plan = {1: ("before", DOWN), 2: ("before", DOWN)}
        assert await bench.outcome(append(0, note(b"once"))) == Appended(1)
        assert await bodies(bench.store) == [b"once"]
        assert bench.troubles == ["UnavailableError", "NoneType"]
        assert bench.writer.trouble is None


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("fail_at", [1, 2, 3, 4])
@pytest.mark.parametrize("entries", [(note(b"x"),), (act(1), act(2)), (note(b"x"), act(3))])
async def test_an_unknown_outcome_is_found_out_and_nothing_is_doubled(
    when: When, fail_at: int, entries: tuple[Any, ...]
) -> None:
    async with working("ab") as bench:
        bench.store.plan = {fail_at: (when, BROKEN)}
        size = len(entries)
        for number in range(3):
            expected = number * size
            fresh = [
                act(entry.decision + 10 * number) if entry.decision else entry for entry in entries
            ]
            pair = [append(expected, *fresh, match_id=match_id) for match_id in "ab"]
            assert await asyncio.gather(*map(bench.submit, pair)) == [Appended(expected + size)] * 2
        assert (
            len(await bodies(bench.store, "a")) == len(await bodies(bench.store, "b")) == 3 * size
        )


async def test_doubt_that_lasts_is_borne_as_long_as_it_takes() -> None:
    async with working(wait_s=0.0) as bench:
        bench.store.plan = dict.fromkeys(range(2, 30), ("before", DOWN))
        bench.store.plan[1] = ("after", BROKEN)
        bench.store.read_plan = [BROKEN, DOWN]
        assert await bench.outcome(append(0, note(b"once"))) == Appended(1)
        assert await bodies(bench.store) == [b"once"]


async def test_somebody_elses_entry_is_not_taken_for_ones_own() -> None:
    async with working() as bench:

        async def overtaken() -> None:
            await bench.store.append([append(0, note(b"theirs"))])

        bench.store.plan = {1: ("before", BROKEN)}
        tasks = []
        bench.on_pause = lambda: tasks.append(asyncio.ensure_future(overtaken()))
        assert await bench.outcome(append(0, note(b"ours"))) == Stale(1)
        assert await bodies(bench.store) == [b"theirs"]


async def test_an_owner_replaced_while_in_doubt_is_fenced() -> None:
    async with working() as bench:
        bench.store.plan = {1: ("after", BROKEN)}
        tasks = []
        bench.on_pause = lambda: tasks.append(asyncio.ensure_future(taken_again(bench.store)))
        assert await bench.outcome(append(0)) == Fenced()


async def test_what_waited_too_long_and_is_not_stored_is_told_so() -> None:
    async with working(wait_s=0.0) as bench:
        bench.store.plan = {1: ("before", DOWN)}
        outcome = await bench.outcome(append(0))
        assert isinstance(outcome, UnavailableError)
        assert not outcome.is_unknown
        assert outcome.retry_ms > 0
        assert await bodies(bench.store) == []
        assert await bench.outcome(append(0)) == Appended(1)


async def test_the_end_of_trouble_is_noticed_though_nothing_waits() -> None:
    async with working(wait_s=0.0) as bench:
        bench.store.plan = {1: ("before", DOWN)}
        bench.store.write_plan = [DOWN, StorageFullError("full"), DOWN]
        await bench.outcome(append(0))
        async with asyncio.timeout(60):
            await bench.calm.wait()
        names = ["UnavailableError", "StorageFullError", "UnavailableError", "NoneType"]
        assert bench.troubles == names


async def test_pauses_grow_are_bounded_and_are_not_all_the_same() -> None:
    async with working() as bench:
        bench.store.plan = dict.fromkeys(range(1, 40), ("before", DOWN))
        assert await bench.outcome(append(0)) == Appended(1)
        assert len(bench.pauses) == 39
        assert max(bench.pauses[:2]) <= 0.1 < max(bench.pauses) <= 1.0
        assert len(set(bench.pauses)) == 39


async def test_a_full_disk_refuses_at_once_and_is_over_when_there_is_room() -> None:
    async with working() as bench:
        bench.store.plan = {1: ("before", StorageFullError("full"))}
        bench.store.write_plan = [StorageFullError("full")]
        assert isinstance(await bench.outcome(append(0)), StorageFullError)
        assert await bodies(bench.store) == []
        assert await bench.outcome(append(0)) == Appended(1)
        assert bench.troubles == ["StorageFullError", "NoneType"]


async def test_a_disk_that_fills_up_settles_no_doubt() -> None:
    async with working(wait_s=0.0) as bench:
        bench.store.plan = {1: ("after", BROKEN), 2: ("before", StorageFullError("full"))}
        assert await bench.outcome(append(0)) == Appended(1)


async def test_a_damaged_match_fails_alone() -> None:
    async with working("abc") as bench:
        bench.store.plan = {1: ("before", CorruptError("b", 3, "flipped"))}
        answers = [bench.submit(append(0, match_id=match_id)) for match_id in "abc"]
        a, b, c = await asyncio.gather(*answers)
        assert (a, c) == (Appended(1), Appended(1))
        assert isinstance(b, CorruptError)


async def test_a_damaged_database_is_told_to_everybody() -> None:
    async with working("ab") as bench:
        bench.store.plan = {1: ("before", CorruptError("", 0, "malformed"))}
        answers = [bench.submit(append(0, match_id=match_id)) for match_id in "ab"]
        assert all(isinstance(got, CorruptError) for got in await asyncio.gather(*answers))


async def test_a_damaged_log_found_while_in_doubt_is_told() -> None:
    async with working() as bench:
        bench.store.plan = {1: ("after", BROKEN)}
        bench.store.read_plan = [CorruptError("m", 1, "flipped")]
        assert isinstance(await bench.outcome(append(0)), CorruptError)


async def test_a_mistake_in_the_store_does_not_end_the_writer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with working() as bench:
        bench.store.plan = {1: ("after", ZeroDivisionError("planted"))}
        assert await bench.outcome(append(0)) == Appended(1)
    assert "nobody foresaw" in caplog.text


async def test_a_mistake_while_nothing_waits_does_not_end_the_writer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with working(wait_s=0.0) as bench:
        bench.store.plan = {1: ("before", DOWN)}
        bench.store.write_plan = [ZeroDivisionError("planted")]
        assert isinstance(await bench.outcome(append(0)), UnavailableError)
        async with asyncio.timeout(60):
            await bench.calm.wait()
        assert await bench.outcome(append(0)) == Appended(1)
    assert "nobody foresaw" in caplog.text


async def test_who_is_told_of_trouble_cannot_cause_more(caplog: pytest.LogCaptureFixture) -> None:
    async with working() as bench:
        bench.on_note = lambda: 1 // 0
        bench.store.plan = {1: ("before", DOWN)}
        assert await bench.outcome(append(0)) == Appended(1)
    assert "a callback of the store failed" in caplog.text


async def test_a_quiet_moment_belongs_to_the_store() -> None:
    async with working(rest_s=0.0) as bench:
        assert await bench.outcome(append(0)) == Appended(1)
        async with asyncio.timeout(60):
            await bench.store.rested.wait()
        bench.store.rested.clear()
        assert await bench.outcome(append(1)) == Appended(2)
        async with asyncio.timeout(60):
            await bench.store.rested.wait()


async def test_closing_commits_what_waits_and_takes_nothing_more() -> None:
    async with working("ab") as bench:
        bench.store.gate.clear()
        answers = [bench.submit(append(0, match_id=match_id)) for match_id in "ab"]
        await bench.store.entered.wait()
        answers.append(bench.submit(append(1, match_id="a")))
        closing = asyncio.ensure_future(bench.writer.close())
        await asyncio.sleep(0)
        with pytest.raises(QueueFullError, match="stops"):
            bench.writer.submit(append(1, match_id="b"), print)
        bench.store.gate.set()
        await closing
        assert [answer.result() for answer in answers] == [Appended(1), Appended(1), Appended(2)]


async def test_closing_does_not_wait_for_ever_and_says_what_is_in_doubt() -> None:
    async with working("ab", close_s=0.0) as bench:
        bench.store.gate.clear()
        under_way = bench.submit(append(0, match_id="a"))
        await bench.store.entered.wait()
        waiting = bench.submit(append(0, match_id="b"))
        await bench.writer.close()
        told = [under_way.result(), waiting.result()]
        assert [isinstance(got, UnavailableError) and got.is_unknown for got in told] == [
            True,
            False,
        ]


async def test_closing_on_a_full_disk_gives_the_ballast_back() -> None:
    async with working() as bench:
        bench.store.plan = {1: ("before", StorageFullError("full"))}
        bench.store.write_plan = [StorageFullError("full")] * 1000
        await bench.outcome(append(0))
        assert bench.store.ballasts == 1
        await bench.writer.close()
        assert bench.store.ballasts == 0


async def test_a_writer_that_was_never_started_can_be_closed() -> None:
    bench = Bench()
    await begin(bench.store)
    answer = bench.submit(append(0))
    await bench.writer.close()
    assert isinstance(answer.result(), UnavailableError)


LETTERS = "abcdefghijklmnopqrst"


async def crowd(bench: Bench, matches: str, rounds: int) -> list[int]:
    """Appends come one after the other, each in a turn of the loop; returns the sizes of the commits."""
    settled = asyncio.Semaphore(0)
    for seq in range(rounds):
        for match_id in matches:
            one = Append(match_id, 1, seq, (note(b"x"),))
            bench.writer.submit(one, lambda outcome: settled.release())
            await asyncio.sleep(0)
    await bench.writer.close()  # what is still waited with goes now
    for _ in range(len(matches) * rounds):
        await settled.acquire()
    return [len(call) for call in bench.store.calls]


async def test_in_a_crowd_a_commit_waits_for_more() -> None:
    async with working(LETTERS, gather_s=3600.0) as bench:
        waiting = await crowd(bench, LETTERS, rounds=4)
    async with working(LETTERS, gather_s=0.0) as bench:
        hasty = await crowd(bench, LETTERS, rounds=4)
    assert sum(waiting) == sum(hasty) == 80
    assert max(waiting) >= 16
    assert max(hasty) < 8


async def test_a_commit_goes_when_as_many_have_come_as_were_to_be_expected() -> None:
    async with working(LETTERS, gather_s=3600.0) as bench:
        outcomes: list[Outcome | StoreError] = []
        for seq in range(4):
            for match_id in LETTERS:
                bench.writer.submit(Append(match_id, 1, seq, (note(b"x"),)), outcomes.append)
                await asyncio.sleep(0)
        for _ in range(10):
            await asyncio.sleep(0)
        assert max(len(call) for call in bench.store.calls) == ENOUGH + 1
        assert 0 < bench.writer.waiting <= ENOUGH
        await bench.writer.close()
        assert len(outcomes) == 80


async def test_one_fast_match_waits_for_nobody() -> None:
    async with working("m", gather_s=3600.0) as bench:
        assert sum(await crowd(bench, "m", rounds=100)) == 100
