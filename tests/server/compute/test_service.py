"""Requests that take a while: their turn, their end, and exactly one answer each."""

import asyncio
import hmac
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from tests.server.compute.table import SECRET, Line, Message, SureOfItself, Table

from infoset_games.core import CHANCE
from infoset_games.decision import Choice
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_server.compute.jobs import Result
from infoset_server.compute.process import Ticket
from infoset_server.compute.service import FREE_WAIT_S
from infoset_server.compute.thinkers import Thinkers
from infoset_server.compute.workbench import Workbench
from infoset_server.config import ComputeLimits

GAME = make_game("colonizers")
LONG = {"k": 200, "first": "all", "n": 4096}
LIMITS = ComputeLimits(
    workers=1,
    inline_us=0,
    per_decision=1 << 40,
    per_game=1 << 40,
    units_per_s=1 << 40,
    max_request_ms=60_000,  # on a crowded machine a worker may take long to start,
    hang_s=60.0,
    nice=0,  # and longer still where it stands back
)


@pytest.fixture
async def seat() -> AsyncIterator[Callable[..., Table]]:
    tables: list[Table] = []

    def make(*, is_inline: bool = False, **changes: Any) -> Table:
        state = GAME.start(GAME.deal(Rng("service", "deal")))
        chance = Rng("service", "chance")
        while state.mover() == CHANCE:
            state.move(state.sample_chance(chance))
        limits = LIMITS.model_copy(update=changes)
        tables.append(Table(GAME, state, limits=limits, is_inline=is_inline))
        return tables[-1]

    yield make
    for table in tables:
        await table.service.close()


async def answered(table: Table, number: int) -> Message:
    """The final answer to a request, waited for."""
    async with asyncio.timeout(60):
        while True:
            for message in table.line.got:
                if message["re"] == number and message["type"] != "progress":
                    return message
            await asyncio.sleep(0.005)


async def running(table: Table) -> None:
    """Returns when a worker is at it."""
    async with asyncio.timeout(60):
        while not is_running(table):  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)


def is_running(table: Table, seat: int = 0) -> bool:
    (thinker,) = [one for one in table.service.thinkers if one.seat == seat]
    tickets = [] if thinker.current is None else thinker.current.tickets
    return any(ticket.worker is not None for ticket in tickets)


def answers_to(table: Table, number: int) -> int:
    return sum(m["re"] == number and m["type"] != "progress" for m in table.line.got)


async def test_workers_tell_the_same_as_the_server_itself(seat: Callable[..., Table]) -> None:
    fields: dict[str, Any] = {"k": 3, "first": "all", "n": 2, "seed": 1, "horizon": 30}
    there = seat()
    here = seat(is_inline=True)
    number = there.put("rollout", **fields)
    assert (await answered(there, number))["rows"] == here.ask("rollout", **fields)["rows"]
    refs = [t.ask("determinize", k=2, seed=5)["worlds"] for t in (there, here)]
    jobs = [[{"w": w["w"], "acts": [{"index": 0}] * 3} for w in worlds] for worlds in refs]
    number = there.put("simulate", jobs=jobs[0], want=["hash", "obs"], seed=2)
    sims = [await answered(there, number), here.ask("simulate", jobs=jobs[1], want=["hash", "obs"], seed=2)]  # fmt: skip
    assert sims[0]["results"] == sims[1]["results"]


async def test_a_chain_of_walks_goes_through_any_worker(seat: Callable[..., Table]) -> None:
    table = seat(workers=2, cached_states=1)
    ref = table.ask("determinize", seed=1)["worlds"][0]["w"]
    for _ in range(5):
        number = table.put("simulate", jobs=[{"w": ref, "acts": [{"index": 0}] * 4}])
        (out,) = (await answered(table, number))["results"]
        assert out["status"] == "ok"
        ref = out["w"]


async def test_a_cancelled_request_answers_with_what_it_has(seat: Callable[..., Table]) -> None:
    table = seat()
    number = table.put("rollout", **LONG, progress_ms=1)
    await running(table)
    while not any(message["type"] == "progress" for message in table.line.got):  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    assert table.ask("cancel", target=number)["type"] == "ok"
    answer = await answered(table, number)
    assert answer["status"] == "cancelled"
    assert sum(row["n"] for row in answer["rows"]) > 0
    assert answer["budget"]["used"] > 200 * 20
    assert answers_to(table, number) == 1


async def test_an_answer_is_owed_until_it_is_given_even_if_the_match_goes_meanwhile(
    seat: Callable[..., Table],
) -> None:
    table = seat()
    assert not table.service.owes(table.client)
    number = table.put("rollout", **LONG)
    await running(table)
    table.ask("cancel")
    table.service.thinkers.forget_match(table.live.id)
    assert answers_to(table, number) == 0
    assert table.service.owes(table.client)
    await answered(table, number)
    assert not table.service.owes(table.client)


@pytest.mark.parametrize("is_gone", [False, True])
async def test_what_was_asked_in_a_match_that_has_gone_can_be_taken_back(
    seat: Callable[..., Table], is_gone: bool
) -> None:
    table = seat()
    number = table.put("rollout", **LONG)
    await running(table)
    table.service.left(table.live)
    table.client.seats.clear()
    assert table.service.waiting == 1
    if is_gone:
        table.service.closed(table.client)
    else:
        table.service.cancel(table.client, number)
    assert (await answered(table, number))["status"] == "cancelled"
    assert table.service.waiting == 0


async def test_a_request_cancelled_before_its_turn_is_an_error(seat: Callable[..., Table]) -> None:
    table = seat()
    first, second = (table.put("rollout", **LONG) for _ in range(2))
    table.ask("cancel", target=second)
    table.ask("cancel", target=first)
    assert (await answered(table, second))["code"] == "cancelled"
    await answered(table, first)
    assert (answers_to(table, first), answers_to(table, second)) == (1, 1)


@pytest.mark.parametrize("kind", ["determinize", "simulate", "rollout"])
async def test_whatever_waits_is_refused_when_its_decision_is_closed(
    seat: Callable[..., Table], kind: str
) -> None:
    table = seat()
    first = table.put("rollout", **LONG)
    fields = {"jobs": [{"w": "w_1"}]} if kind == "simulate" else {}
    second = table.put(kind, **fields)
    table.match.submit(0, 1, Choice(index=0), 0)
    table.service.moved(table.live)
    await answered(table, first)
    assert (await answered(table, second))["code"] == "stale_decision"


async def test_cancel_without_a_target_ends_everything(seat: Callable[..., Table]) -> None:
    table = seat()
    numbers = [table.put("rollout", **LONG) for _ in range(3)]
    table.ask("cancel")
    for number in numbers:
        await answered(table, number)
        assert answers_to(table, number) == 1


async def test_what_runs_when_the_decision_is_closed_is_stale(seat: Callable[..., Table]) -> None:
    table = seat()
    numbers = [table.put("rollout", **LONG) for _ in range(2)]
    await running(table)
    table.match.submit(0, 1, Choice(index=0), 0)
    table.service.moved(table.live)
    answer = await answered(table, numbers[0])
    assert answer["status"] == "stale"
    assert (await answered(table, numbers[1]))["code"] == "stale_decision"


async def test_thinking_ahead_goes_on_while_others_decide(seat: Callable[..., Table]) -> None:
    table = seat()
    table.match.submit(0, 1, Choice(index=0), 0)
    number = table.put("rollout", k=200, n=4096)
    await running(table)
    table.match.submit(1, 1, Choice(index=0), 0)
    table.service.moved(table.live)
    assert answers_to(table, number) == 0
    table.ask("cancel")
    assert (await answered(table, number))["status"] == "cancelled"


async def test_the_end_of_the_match_ends_all_thinking(seat: Callable[..., Table]) -> None:
    table = seat()
    number = table.put("rollout", **LONG)
    await running(table)
    table.match.abort("aborted")
    table.service.moved(table.live)
    assert (await answered(table, number))["status"] == "stale"
    assert not list(table.service.thinkers)


async def test_a_request_may_ask_for_less_time(seat: Callable[..., Table]) -> None:
    table = seat()
    number = table.put("rollout", **LONG, max_ms=60)
    assert (await answered(table, number))["status"] == "deadline"


async def test_no_request_takes_longer_than_the_server_allows(seat: Callable[..., Table]) -> None:
    table = seat(max_request_ms=60)
    number = table.put("rollout", **LONG, max_ms=100_000)
    assert (await answered(table, number))["status"] == "deadline"


async def test_a_request_whose_turn_does_not_come_in_time_is_told_to_come_again(
    seat: Callable[..., Table],
) -> None:
    table = seat()
    first, second = table.put("rollout", **LONG), table.put("rollout", **LONG, max_ms=1)
    (thinker,) = table.service.thinkers
    (waiting,) = thinker.queue
    async with asyncio.timeout(60):
        await waiting.wake.wait()  # its time is up, and the first is still being served
    table.ask("cancel", target=first)
    assert (await answered(table, second))["code"] == "busy"


async def test_budgets_hold_over_many_slices(seat: Callable[..., Table]) -> None:
    table = seat(per_decision=30_000, slice_ms=1)
    number = table.put("rollout", **LONG)
    answer = await answered(table, number)
    assert answer["status"] == "budget"
    assert answer["budget"]["used"] == 30_000


async def test_requests_of_a_seat_are_served_in_order(seat: Callable[..., Table]) -> None:
    table = seat()
    numbers = [table.put("rollout", k=4, n=4, seed=1), table.put("determinize")]
    numbers.append(table.put("rollout", k=1, horizon=1))
    for number in numbers:
        await answered(table, number)
    assert [message["re"] for message in table.line.got] == numbers


async def test_too_many_waiting_requests_are_turned_away(seat: Callable[..., Table]) -> None:
    table = seat(max_queued=2)
    numbers = [table.put("rollout", **LONG) for _ in range(4)]
    assert (await answered(table, numbers[3]))["code"] == "busy"
    table.ask("cancel")
    for number in numbers:
        await answered(table, number)


async def test_a_worker_that_dies_is_not_noticed(seat: Callable[..., Table]) -> None:
    table = seat()
    fields = {"k": 8, "first": "all", "n": 15, "seed": 1}
    expected = table.put("rollout", **fields)
    expected_rows = (await answered(table, expected))["rows"]
    (worker,) = table.service.pool.pids
    os.kill(worker, signal.SIGSTOP)  # or it might be through before we look
    number = table.put("rollout", **fields)
    await running(table)
    os.kill(worker, signal.SIGKILL)
    assert (await answered(table, number))["rows"] == expected_rows
    assert table.service.pool.pids != [worker]


async def learned(table: Table) -> None:
    """Returns when all workers are there, and it is known what playouts cost."""
    await answered(table, table.put("rollout", k=8))
    async with asyncio.timeout(60):
        while table.service.pool.idle < table.service.pool.size:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def ends_of(tickets: list[Ticket]) -> list[tuple[int, int | None]]:
    return [(ticket.frame["start"], ticket.frame.get("end")) for ticket in tickets]


@pytest.mark.parametrize("fields", [{"k": 200, "n": 10}, {"k": 100, "first": "all", "n": 10}])
async def test_idle_workers_share_a_request_and_tell_the_same(
    seat: Callable[..., Table], fields: dict[str, Any]
) -> None:
    alone, shared = seat(), seat(workers=2)
    expected = await answered(alone, alone.put("rollout", **fields, seed=1))
    await learned(shared)
    tickets = kept_tickets(shared)
    answer = await answered(shared, shared.put("rollout", **fields, seed=1))
    assert answer["rows"] == expected["rows"]
    assert answer["budget"]["used"] == expected["budget"]["used"]
    extras = [ticket for ticket in tickets if ticket.gives_way]
    assert extras, ends_of(tickets)
    assert not any(ticket.may_travel for ticket in tickets if "end" in ticket.frame)


async def test_a_processor_is_left_to_other_matches(seat: Callable[..., Table]) -> None:
    table = seat(workers=2)
    await learned(table)
    tickets = kept_tickets(table)
    table.matches = 2
    await answered(table, table.put("rollout", k=200, n=10))
    assert not any(ticket.gives_way for ticket in tickets)
    table.matches = 1
    await answered(table, table.put("rollout", k=200, n=10))
    assert any(ticket.gives_way for ticket in tickets)


async def test_who_shares_a_request_gives_way_to_another_seat(seat: Callable[..., Table]) -> None:
    table = seat(workers=2, slice_ms=60_000)
    await learned(table)
    tickets = kept_tickets(table)
    long = table.put("rollout", k=200, n=4096)
    await running(table)
    assert [ticket.gives_way for ticket in tickets] == [False, True]
    table.seat, table.line = 1, Line()
    first, table.client = table.client, table.sit(table.line)
    other = table.put("rollout", k=8)
    assert (await answered(table, other))["status"] == "done"
    assert tickets[1].answer.done()
    assert not tickets[0].answer.done()
    table.service.cancel(first, long)


async def test_what_is_shared_is_ended_everywhere_by_a_cancel(seat: Callable[..., Table]) -> None:
    table = seat(workers=2)
    await learned(table)
    tickets = kept_tickets(table)
    number = table.put("rollout", k=200, n=4096, progress_ms=1)
    while not any(message["type"] == "progress" for message in table.line.got):  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    table.ask("cancel", target=number)
    answer = await answered(table, number)
    assert any(ticket.gives_way for ticket in tickets)
    assert answer["status"] == "cancelled"
    assert sum(row["n"] for row in answer["rows"]) > 0
    assert table.service.pool.idle == 2


async def test_a_worker_that_dies_with_a_share_is_not_noticed(seat: Callable[..., Table]) -> None:
    table = seat(workers=2)
    fields = {"k": 200, "n": 10, "seed": 1}
    await learned(table)
    expected = (await answered(table, table.put("rollout", **fields)))["rows"]
    pids = table.service.pool.pids
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)  # or they might be through before we look
    tickets = kept_tickets(table)
    number = table.put("rollout", **fields)
    await running(table)
    assert len(tickets) == 2
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    assert (await answered(table, number))["rows"] == expected


async def test_a_budget_holds_where_workers_share_a_request(seat: Callable[..., Table]) -> None:
    """The playouts are those that come first, as where one worker does them all."""
    fields = {"k": 200, "n": 20, "seed": 1}
    answers = []
    for workers in (1, 2):
        table = seat(workers=workers, per_decision=300_000, slice_ms=2)
        await learned(table)
        tickets = kept_tickets(table)
        answers.append(await answered(table, table.put("rollout", **fields)))
        assert any(ticket.gives_way for ticket in tickets) == (workers == 2)
    assert answers[0]["status"] == answers[1]["status"] == "budget"
    assert answers[0]["rows"] == answers[1]["rows"]
    assert answers[0]["budget"]["left"] == answers[1]["budget"]["left"] == 0


async def test_seats_take_turns_slice_by_slice(seat: Callable[..., Table]) -> None:
    """A seat that asks for much, and often, is served no more often than those that ask once."""
    table = seat(slice_ms=1)
    tickets = kept_tickets(table)
    for number, requests in ((1, 8), (2, 1), (3, 1)):
        table.seat = number
        table.client = table.sit(Line())
        for _ in range(requests):
            table.put("rollout", k=200, n=4096)
    async with asyncio.timeout(60):
        while len(order := homes_served(tickets)) < 40:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)
    all_there = max(order.index(f"m_1/{number}") for number in (1, 2, 3))
    turns = order[all_there:]
    assert len(turns) > 6
    assert all(turns[place] == turns[place - 3] for place in range(3, len(turns)))
    assert table.service.pool.waiting <= 3, "one slice of each seat, however much it asks for"


async def test_a_flood_is_not_worked_off_in_the_servers_own_process(
    seat: Callable[..., Table],
) -> None:
    table = seat(inline_us=100)
    bench = Watched()
    table.service.bench = bench  # type: ignore[assignment]  # it stands in for one
    for _ in range(9):
        table.put("rollout", **LONG)
    await running(table)
    assert not bench.jobs


async def test_what_is_done_at_once_is_cut_short_where_it_takes_longer_than_expected(
    seat: Callable[..., Table],
) -> None:
    table = seat(inline_us=100)
    bench = Watched(busy_s=1.0)
    table.service.bench = bench  # type: ignore[assignment]  # it stands in for one
    table.ask("rollout", horizon=1)
    (job,) = bench.jobs
    assert job["soft_s"] <= 0.001
    assert job["hard_s"] <= 0.01
    number = table.put("rollout", horizon=1)  # the same again, now that it is known to be slow
    assert answers_to(table, number) == 0
    assert (await answered(table, number))["status"] == "done"
    assert len(bench.jobs) == 1


async def test_a_seat_that_thinks_alone_is_spared_the_way_to_a_worker(
    seat: Callable[..., Table],
) -> None:
    table = seat(inline_us=100)
    table.service.gauge = SureOfItself(0.0003)
    bench = Watched()
    table.service.bench = bench  # type: ignore[assignment]  # it stands in for one
    await answered(table, table.put("rollout"))
    assert not bench.jobs, "others may think as well"
    async with asyncio.timeout(60):
        while not bench.jobs:
            await answered(table, table.put("rollout"))
    table.service.gauge = SureOfItself(0.01)
    await answered(table, table.put("rollout"))
    assert len(bench.jobs) == 1, "for so long nobody may hold up the others"


class Watched:
    """Keeps the jobs it was given, and says that they took so long."""

    def __init__(self, busy_s: float = 0.0) -> None:
        self.jobs: list[Any] = []
        self._bench = Workbench(10)
        self._busy_s = busy_s

    def run(self, job: Any, stop: Callable[[], bool] = lambda: False) -> Result:
        self.jobs.append(job)
        return self._bench.run(job, stop) | {"busy_s": self._busy_s}


def kept_tickets(table: Table) -> list[Ticket]:
    """Every ticket that the pool gives out from now on."""
    tickets: list[Ticket] = []
    submit = table.service.pool.submit

    def commit_gate(*args: Any, **fields: Any) -> Ticket:
        tickets.append(submit(*args, **fields))
        return tickets[-1]

    table.service.pool.submit = commit_gate  # type: ignore[method-assign]
    return tickets


def homes_served(tickets: list[Ticket]) -> list[str]:
    """Whose slices have been begun, in order."""
    begun = [ticket for ticket in tickets if ticket.begun_s]
    return [ticket.home for ticket in sorted(begun, key=lambda ticket: ticket.begun_s)]


async def test_a_session_above_its_rate_waits_but_can_be_ended(
    seat: Callable[..., Table],
) -> None:
    table = seat(units_per_s=100)
    first = table.put("rollout", n=2)
    second = table.put("rollout", n=2)
    assert (await answered(table, first))["status"] == "done"
    assert answers_to(table, second) == 0
    table.ask("cancel", target=second)
    assert (await answered(table, second))["type"] in ("rollouts", "error")


async def test_waiting_for_a_crowded_server_is_given_back(seat: Callable[..., Table]) -> None:
    table = seat(slice_ms=400)
    credited: list[tuple[int, int]] = []
    table.live.clock.credit = lambda number, ms: credited.append((number, ms))
    ahead = Line()
    table.seat = 2
    client, table.client = table.client, table.sit(ahead)
    table.put("rollout", k=200, n=4096)
    while not is_running(table, 2):  # noqa: ASYNC110 (nothing tells it)
        await asyncio.sleep(0.005)
    (worker,) = table.service.pool.pids
    os.kill(worker, signal.SIGSTOP)  # or its slice might be over before we ask
    table.seat, table.client = 0, client
    loop = asyncio.get_running_loop()
    asked_s = loop.time()
    number = table.put("rollout", k=1, horizon=1)
    loop.call_later(2 * FREE_WAIT_S, os.kill, worker, signal.SIGCONT)
    assert (await answered(table, number))["status"] == "done"
    ((credited_seat, ms),) = credited
    assert credited_seat == 0
    assert 0 < ms <= (loop.time() - asked_s) * 1000


async def test_progress_comes_only_to_those_who_ask(seat: Callable[..., Table]) -> None:
    table = seat()
    quiet = table.put("rollout", **LONG, max_ms=150)
    await answered(table, quiet)
    assert not [message for message in table.line.got if message["type"] == "progress"]
    loud = table.put("rollout", **LONG, progress_ms=1)
    while sum(message["type"] == "progress" for message in table.line.got) < 3:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    table.ask("cancel", target=loud)
    await answered(table, loud)
    told = [message for message in table.line.got if message["type"] == "progress"]
    assert {message["re"] for message in told} == {loud}
    assert [message["done"] for message in told] == sorted(message["done"] for message in told)
    assert told[-1]["data"]["rows"][0]["n"] > 0


async def test_requests_of_one_ply_share_what_their_seat_knows(
    seat: Callable[..., Table],
) -> None:
    table = seat(is_inline=True)
    table.ask("determinize")
    (thinker,) = table.service.thinkers
    before = thinker.position
    table.ask("rollout")
    assert thinker.position is before
    table.match.submit(0, 1, Choice(index=0), 0)
    table.ask("rollout")
    assert thinker.position.ver == table.match.ver > before.ver
    assert thinker.position.observation == table.match.observation(0) != before.observation


def test_streams_follow_from_the_secret_as_they_always_have() -> None:
    thinkers = Thinkers(LIMITS, SECRET)
    for number in ("1", "2"):
        text = f"stream\x1fm_1\x1f0\x1f{number}".encode()
        assert thinkers._derive("stream", "m_1", "0", number) == hmac.digest(SECRET, text, "sha256")


async def test_a_game_that_fails_ends_its_request_only(
    seat: Callable[..., Table], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seat()
    monkeypatch.setattr(type(GAME), "options", lambda game: {"colony": 99})
    number = table.put("rollout", k=2)
    answer = await answered(table, number)
    monkeypatch.undo()
    assert answer["code"] == "internal"
    assert answer["data"]["incident"] in caplog.text
    table.match.submit(0, 1, Choice(index=0), 0)  # the requests of one ply share its options
    number = table.put("rollout", k=2)
    assert (await answered(table, number))["status"] == "done"
