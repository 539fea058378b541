"""What is taken of the answers of other servers' workers: all that a worker answers, and nothing that breaks anything."""

import asyncio
import math
from typing import Any

import pytest
from tests.server.compute.table import SureOfItself, Table
from tests.server.compute.test_pool import GAME, job, start

from infoset_server.compute.checking import check_answer
from infoset_server.compute.jobs import Frame, pack_body, unpack
from infoset_server.compute.process import Ticket
from infoset_server.compute.workbench import Workbench
from infoset_server.config import ComputeLimits

PATIENCE_S = 120.0
MAY_TAKE_S = 15.0
MANY = 10**30


async def answers_to(table: Table, kind: str, **fields: Any) -> list[tuple[Ticket, bytes]]:
    """The jobs of a request, and what workers have answered to them."""
    pool, made = table.service.pool, []
    submit = pool.submit

    def note(*args: Any, **named: Any) -> Ticket:
        ticket = submit(*args, **named)
        ticket.answer.add_done_callback(  # before the service takes it apart
            lambda answer: made.append((ticket, pack_body(answer.result() or {})))
        )
        return ticket

    pool.submit = note  # type: ignore[method-assign]
    number = table.put(kind, **fields)
    async with asyncio.timeout(PATIENCE_S):
        while not any(message["re"] == number for message in table.line.got):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    pool.submit = submit  # type: ignore[method-assign]
    return made


async def test_whatever_a_worker_answers_is_taken() -> None:
    state = start()
    while state.mover() < 0:
        state.move(0)
    table = Table(
        GAME,
        state,
        limits=ComputeLimits(workers=1, hang_s=60, nice=0, export=True),
        is_inline=False,
    )
    [handle] = [one["w"] for one in table.ask("determinize", k=1)["worlds"]]
    walks = [
        {"w": handle, "acts": [{"index": 0}], "keep": True},
        {"w": handle, "acts": [{"index": 99_999}]},
        {"w": "gone", "acts": []},
    ]
    want = ["legal", "obs", "events", "returns", "hash"]
    table.service.gauge = SureOfItself(1.0)  # everything goes to a worker
    asked: list[tuple[str, dict[str, Any]]] = [
        ("determinize", {"k": 2, "export": True}),
        ("simulate", {"jobs": walks, "want": want}),
        ("rollout", {"worlds": [handle], "n": 3, "first": "all"}),
        ("rollout", {"k": 2, "n": 2, "first": [{"index": 1}, {"index": 0}]}),
        ("rollout", {"k": 2, "n": 1}),
        ("rollout", {"k": 2, "n": 1, "first": [{"index": 99_999}]}),
    ]
    for kind, fields in asked:
        made = await answers_to(table, kind, **fields)
        assert made, table.line.got[-1]
        for ticket, answer in made:
            check_answer(ticket.frame, ticket.may_take_s, unpack(answer))
    await table.service.close()


def answered() -> tuple[Frame, Frame]:
    """A job, and what a worker answers to it."""
    asked = job(3)
    return asked, {"result": Workbench(10).run(asked)}


def test_an_answer_that_is_none_is_refused() -> None:
    asked, right = answered()
    check_answer(asked, MAY_TAKE_S, right)
    wrong: list[Frame] = [
        {"result": None},
        {"result": []},
        {"refused": ["path"]},
        {"refused": "no"},
        {"refused": ["path", 5]},
        {"failed": 7},
        {"failed": "x" * 1_000_000},
    ]
    for answer in wrong:
        with pytest.raises(ValueError, match="no worker answers that"):
            check_answer(asked, MAY_TAKE_S, answer)


@pytest.mark.parametrize(
    "wrong",
    [
        {"used": -1},
        {"used": MANY},
        {"used": 1.5},
        {"used": True},
        {"spent": "yes"},
        {"busy_s": math.nan},
        {"busy_s": math.inf},
        {"busy_s": -1.0},
        {"busy_s": 1e9},
        {"next": 4},
        {"next": -1},
        {"next": "3"},
        {"total": MANY},
        {"rows": None},
        {"rows": [[0]]},
        {"rows": [[0, None, 0, [0], [0], [0], 0]]},
        {"rows": [[0, None, 4, [0], [0], [0], 0]]},
        {"rows": [[1, None, 1, [0], [0], [0], 0]]},
        {"rows": [[0, {"index": "a lie"}, 1, [0], [0], [0], 0]]},
        {"rows": [[0, None, 1, [2], [1], [0], 0]]},
        {"rows": [[0, None, 1, [0], [0, 0], [0], 0]]},
        {"rows": [[0, None, 1, [0.5], [1], [0], 0]]},
        {"rows": [[0, None, 1, [0], [0], [2], 0]]},
        {"rows": [[0, None, 1, [10**200], [10**400], [0], 0]]},
    ],
    ids=str,
)
def test_a_result_that_would_break_something_is_refused(wrong: dict[str, Any]) -> None:
    asked, right = answered()
    with pytest.raises(ValueError, match="no worker answers that"):
        check_answer(asked, MAY_TAKE_S, {"result": right["result"] | wrong})


@pytest.mark.parametrize(
    "out",
    [
        {"status": "ok"},
        {"status": "ok", "applied": -1},
        {"status": "ok", "applied": 0, "path": [[0, 1]]},
        {"status": "ok", "applied": 0, "w": "mine"},
        {"status": "ok", "applied": 0, "w": "another", "path": [[0, 1]]},
        {"status": "ok", "applied": 0, "w": "mine", "path": [[0]]},
        {"status": "ok", "applied": 0, "w": "mine", "path": ["ab"]},
        "ok",
    ],
    ids=str,
)
def test_a_walk_that_would_break_something_is_refused(out: Any) -> None:
    asked = {"do": "walk", "start": 0, "units": 9, "walks": [{"keep": "mine"}]}
    good = {"status": "ok", "applied": 1, "w": "mine", "path": [[0, 1], [1, 5, 2, 6]]}
    result = {"used": 1, "spent": False, "busy_s": 0.1, "next": 1, "total": 1}
    check_answer(asked, MAY_TAKE_S, {"result": result | {"outs": [good]}})
    for outs in ([out], [], [good, good]):
        with pytest.raises(ValueError, match="no worker answers that"):
            check_answer(asked, MAY_TAKE_S, {"result": result | {"outs": outs}})
