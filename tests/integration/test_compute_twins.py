"""Thousands of true positions that look alike to a seat: thinking on the server tells it the same bytes.

Servers in memory go through the same requests in step, each with another position behind the same
observation. Whatever one of them sends, down to handles, sums and what is left of the budget, the
others must send byte for byte; so every two of these positions have been compared.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.tables import Numbers, Table
from tests.server.compute.table import SureOfItself

from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.registry import make_game, register
from infoset_games.replay import state_hash
from infoset_games.testing.plays import Position, random_play
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.twins import twins
from infoset_protocol.codec import Encoding, decode
from infoset_server.app.features.compute import ComputeFeature
from infoset_server.compute.service import ComputeService
from infoset_server.compute.tasks.task import Task, TaskContext
from infoset_server.compute.thinkers import Thinkers

TOYS: Final[dict[str, type[Game]]] = {"leduc": Leduc, "ambush": Ambush}
FREE: Final = 1 << 40
WANT: Final = ["legal", "obs", "events", "returns", "hash"]
ACTS: Final[list[dict[str, Any]]] = [{"index": 0}, {"index": 1}, {"index": 0}]


@dataclass(frozen=True)
class Plan:
    """How much of a game is looked at: `tables` twins at a time, until `pairs` have been compared."""

    game: str
    encoding: Encoding
    tables: int
    pairs: int


PLANS: Final = [
    Plan("colonizers", Encoding.JSON, 10, 1000),
    Plan("colonizers", Encoding.MSGPACK, 10, 1000),
    Plan("leduc", Encoding.JSON, 5, 1000),
    Plan("ambush", Encoding.MSGPACK, 10, 1000),
]


@asynccontextmanager
async def tables_of(
    plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[Table]]:
    """Equal servers, each with a match under way, that know no clock and no end of units."""
    numbers = Numbers(monkeypatch)
    tables = []
    with ExitStack() as stack:
        for name, toy in TOYS.items():
            stack.enter_context(register(name, toy))
        for _ in range(plan.tables):
            numbers.restart()
            table = Table(
                plan.encoding,
                folder,
                compute__units_per_s=FREE,
                rates__computes_per_s=1_000_000,
            )
            service = table.app.feature(ComputeFeature).compute
            service.thinkers = Thinkers(service.limits, b"equal in all tables")
            service.gauge = SureOfItself()
            service.limits = service.limits.model_copy(update={"inline_us": FREE})
            seats = make_game(plan.game).seats
            await table.start(plan.game, seats, features=["compute"], max_frame=1 << 20)
            tables.append(table)
        try:
            yield tables
        finally:
            for table in tables:
                await table.close()


def families(plan: Plan) -> Iterator[tuple[int, list[State]]]:
    """Seats, and for each different positions that it cannot tell from each other, without end."""
    game = make_game(plan.game)
    for number in count():
        for position in random_play(game, f"family {number}").decisions(12):
            for seat in position.seats():
                found = different_twins(position, seat, plan.tables)
                if len(found) > 1:
                    yield seat, found


def different_twins(position: Position, seat: int, most: int) -> list[State]:
    """The true position and others that look like it, no two equal."""
    found = {state_hash(state): state for state in twins(position, seat, 2 * most)}
    return list(found.values())[:most]


async def think(table: Table, seat: int, state: State) -> list[bytes]:
    """All that a seat is sent when it asks for this and that while the match stands at `state`."""
    table.replace(state)
    table.live.match.open = {}
    table.live.match._go_on(0)
    table.app.feature(ComputeFeature).compute.moved(table.live)
    table.forget()
    sent = table.links[seat].sent

    def ask(kind: str, **fields: Any) -> None:
        table.tell(seat, kind, match_id=table.live.id, **fields)

    ask("determinize", k=3, seed=7)
    ask("determinize", k=2)
    ask("rollout", k=2, seed=5, horizon=4, n=2)
    ask("rollout", k=2, first="all", horizon=2)
    ask("determinize", decision=table.number(seat) + 1)
    await asyncio.sleep(0)
    refs = [world["w"] for world in decode(sent[0], table.encoding)["worlds"]]
    jobs: list[dict[str, Any]] = [
        {"w": ref, "acts": ACTS[:length]} for length, ref in enumerate(refs, 1)
    ]
    ask("simulate", jobs=[*jobs, {"w": "w_nobodys"}], want=WANT, seed=3)
    ask("simulate", jobs=[job | {"chance": "stop"} for job in jobs], want=WANT, view=seat)
    ask("rollout", worlds=refs, horizon=6)
    ask("release")
    await asyncio.sleep(0)
    return list(sent)


async def compare(plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Asserts that the frames are equal; returns how many pairs of positions were compared."""
    pairs = 0
    kinds: set[str] = set()
    async with tables_of(plan, folder, monkeypatch) as tables:
        for seat, states in families(plan):
            told = [
                await think(table, seat, state)
                for table, state in zip(tables, states, strict=False)
            ]
            for table in tables[len(states) :]:  # stays in step with the others
                await think(table, seat, states[0])
            shown = [[decode(frame, plan.encoding) for frame in frames] for frames in told]
            assert all(messages == shown[0] for messages in shown)
            assert all(frames == told[0] for frames in told)
            kinds |= {message["type"] for message in shown[0]}
            pairs += len(states) * (len(states) - 1) // 2
            if pairs >= plan.pairs:
                break
    assert kinds >= {"worlds", "sims", "rollouts", "error", "ok"}
    return pairs


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.game}-{plan.encoding}")
async def test_a_thousand_pairs_of_positions_cannot_be_told_apart(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await compare(plan, tmp_path, monkeypatch) >= plan.pairs


Leak = Callable[[pytest.MonkeyPatch], None]


def leak_into_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are drawn by a stream that depends on the true position."""
    make_desk = Thinkers.context

    def leaky(thinkers: Thinkers, thinker: Any, *rest: Any) -> TaskContext:
        context = make_desk(thinkers, thinker, *rest)
        return replace(context, stream=state_hash(thinker.live.match.state))

    monkeypatch.setattr(Thinkers, "context", leaky)


def leak_into_the_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request costs a unit more in every other true position."""
    submit = ComputeService.submit

    def leaky(
        service: ComputeService, client: Any, live: Any, seat: int, request: Any, task: Task
    ) -> None:
        task.used += int(state_hash(live.match.state), 16) % 2
        submit(service, client, live, seat, request, task)

    monkeypatch.setattr(ComputeService, "submit", leaky)


def leak_by_the_wrong_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are drawn from what the neighbour knows."""
    make_desk = Thinkers.context

    def leaky(thinkers: Thinkers, thinker: Any, *rest: Any) -> TaskContext:
        context = make_desk(thinkers, thinker, *rest)
        match = thinker.live.match
        seen = match.observation((thinker.seat + 1) % match.game.seats)
        return replace(context, position=replace(context.position, observation=seen))

    monkeypatch.setattr(Thinkers, "context", leaky)


@pytest.mark.parametrize(
    "leak", [leak_into_the_stream, leak_into_the_price, leak_by_the_wrong_seat]
)
@pytest.mark.parametrize("game", ["colonizers", "leduc", "ambush"])
async def test_the_comparison_sees_a_planted_leak(
    leak: Leak, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(game, Encoding.JSON, 4, 30)
    await compare(plan, tmp_path, monkeypatch)
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        await compare(plan, tmp_path, monkeypatch)
