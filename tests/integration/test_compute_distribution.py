"""Worlds and playouts over real connections, compared with exhaustive search of small games.

Ids and the secret of the server are fixed, so these are always the same draws.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice, product
from typing import Any, Final

import pytest
from scipy.stats import chisquare
from tests.integration.harness import Client, Server, open_room, seat_all
from tests.server.compute.table import SureOfItself

from infoset_games.core import CHANCE, OVER, Json, State
from infoset_games.match import Match
from infoset_games.registry import make_game, register
from infoset_games.replay import Log, replay, state_hash
from infoset_games.rng import Rng
from infoset_games.testing import walk_information_sets
from infoset_games.testing.plays import Play
from infoset_games.testing.toys import Ambush, Leduc
from infoset_server.app.features.compute import ComputeFeature
from infoset_server.compute.thinkers import Thinkers

BATCH: Final = 200  # worlds of one request
DRAWS: Final = 400
MAX_COMPARED: Final = 80  # worlds of one information set that so many draws can tell apart
LEAST_P: Final = 1e-4
FARTHEST: Final = 4.5  # standard errors
FREE: Final = {
    "compute__per_decision": 1 << 40,
    "compute__per_game": 1 << 40,
    "compute__units_per_s": 1 << 40,
    "rates__computes_per_s": 1_000_000,
}


@dataclass(frozen=True)
class Case:
    """A match of a small game: all its deals, the seed of what its players do, how much is compared."""

    game: str
    deals: list[Json]
    options: dict[str, Json]
    choices: str
    least: int
    most: int = 30


TINY_DECK = [1, 1] + [0] * 14
CASES = [
    Case("leduc", [{"first": 0}, {"first": 1}], {}, "a", least=8),
    Case("ambush", [{}], {"fields": 3, "rounds": 2}, "a", least=4),
    Case("colonizers", [[0, 1], [1, 0]], {"colony": 2, "copies": TINY_DECK}, "a", least=8, most=20),
]


@dataclass(frozen=True)
class Seated:
    """Clients on all seats of a match under way, and the match itself to compare with."""

    clients: list[Client]
    match_id: str
    match: Match
    numbers: Iterator[int]  # fresh seeds

    async def ask(self, seat: int, kind: str, **fields: Any) -> dict[str, Any]:
        """One seat's request about the match."""
        return await self.clients[seat].ask(kind, match_id=self.match_id, **fields)

    async def decide(self, rng: Rng) -> None:
        """Everybody who is asked answers at random."""
        for seat, asked in list(self.match.open.items()):
            index = int(rng.large_below(asked.space.size))
            await self.ask(seat, "act", decision=asked.number, index=index)

    def walk(self, seat: int, deals: list[Json]) -> Iterator[list[State]]:
        """For each ply so far all positions that the seat could not tell from the true one."""
        game, match = self.match.game, self.match
        joints = tuple(match.log)
        log = Log(game.name, game.rules, game.options(), match.deal, joints)
        play = Play(game, "wire", match.deal, joints, tuple(replay(game, log)))
        return walk_information_sets(play, deals, seat)


@pytest.fixture
def toys() -> Iterator[None]:
    with register("leduc", Leduc), register("ambush", Ambush):
        yield


@pytest.fixture
async def sit(
    toys: None, serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Case], Any]:
    """`await sit(case)` starts a match of a small game whose draws are always the same."""
    numbers = count()
    monkeypatch.setattr(
        "infoset_server.rooms.match_registry.fresh_id", lambda prefix: f"{prefix}_{next(numbers)}"
    )

    async def start(case: Case) -> Seated:
        server: Server = await serve(**FREE)
        service = server.app.feature(ComputeFeature).compute
        service.thinkers = Thinkers(service.limits, b"always the same")
        service.gauge = SureOfItself()
        service.limits = service.limits.model_copy(update={"inline_us": 1 << 40})
        seats = make_game(case.game, case.options).seats
        clients = [await server.connect(f"p{seat}", features=["compute"]) for seat in range(seats)]
        await seat_all(
            clients, await open_room(clients[0], game=case.game, options=case.options), ready=True
        )
        match_id = (await clients[0].expect("match_start"))["match_id"]
        return Seated(clients, match_id, server.live(match_id).match, count())

    return start


# Worlds.


async def draw(table: Seated, seat: int) -> Counter[str]:
    """How often each world was drawn, by its hash."""
    drawn: Counter[str] = Counter()
    for _ in range(0, DRAWS, BATCH):
        asked = await table.ask(seat, "determinize", k=BATCH, seed=next(table.numbers))
        jobs = [{"w": world["w"], "keep": False} for world in asked["worlds"]]
        assert {world.get("weight", 1.0) for world in asked["worlds"]} == {1.0}
        sims = await table.ask(seat, "simulate", jobs=jobs, want=["hash"])
        drawn.update(out["hash"] for out in sims["results"])
    return drawn


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
async def test_worlds_are_all_that_are_possible_and_equally_frequent(
    case: Case, sit: Callable[[Case], Any]
) -> None:
    table: Seated = await sit(case)
    choices = Rng(case.choices)
    seats = range(len(table.clients))
    drawn: dict[tuple[int, int], Counter[str]] = {}  # by seat and ply
    while table.match.over is None and len(drawn) < case.most:
        for seat in seats:
            drawn[seat, len(table.match.log)] = await draw(table, seat)
        await table.decide(choices)
    compared = 0
    for seat in seats:
        last = max(ply for of, ply in drawn if of == seat)
        for ply, worlds in enumerate(islice(table.walk(seat, case.deals), last + 1)):
            if (seat, ply) in drawn and len(worlds) <= MAX_COMPARED:
                compare(drawn[seat, ply], {state_hash(world) for world in worlds})
                compared += len(worlds) > 1
    assert compared >= case.least


def compare(drawn: Counter[str], possible: set[str]) -> None:
    """Asserts that what was drawn is possible, and all that is possible equally likely."""
    assert set(drawn) <= possible, "worlds that cannot have come about"
    assert len(possible) == 1 or chisquare([drawn[name] for name in possible]).pvalue > LEAST_P


# Playouts.


@dataclass
class Sums:
    """Expected values over all that random play can do: returns and their squares, wins, plies."""

    returns: list[float]
    squares: list[float]
    wins: list[float]
    plies: float = 0.0

    @staticmethod
    def none(seats: int) -> "Sums":
        """Nothing yet."""
        return Sums([0.0] * seats, [0.0] * seats, [0.0] * seats)

    def add(self, share: float, other: "Sums") -> None:
        """Counts what comes about with probability `share`."""
        for mine, theirs in (
            (self.returns, other.returns),
            (self.squares, other.squares),
            (self.wins, other.wins),
        ):
            for seat, value in enumerate(theirs):
                mine[seat] += share * value
        self.plies += share * other.plies


def joints_of(state: State, forced: dict[int, int]) -> list[tuple[dict[int, int], float]]:
    """Every joint action with its probability where all that are not forced draw by lot."""
    if state.mover() == CHANCE:
        return [({CHANCE: code}, share) for code, share in state.chance_odds()]
    choices = []
    for seat in state.to_act():
        space = state.legal(seat)
        options = [forced[seat]] if seat in forced else list(range(space.size))
        choices.append([(seat, space.item(index)) for index in options])
    every = [dict(joint) for joint in product(*choices)]
    return [(joint, 1 / len(every)) for joint in every]


def expect(state: State, seats: int, forced: dict[int, int] | None = None) -> Sums:
    """What random play from `state` brings on average; `forced` are the indices of the first actions."""
    result = state.result()
    if result is not None:
        assert state.mover() == OVER
        returns = list(result.returns)
        won = [float(place == 1) for place in result.places]
        return Sums(returns, [value * value for value in returns], won)
    sums = Sums.none(seats)
    for joint, share in joints_of(state, forced or {}):
        after = state.copy()
        after.apply(joint)
        sums.add(share, expect(after, seats))
    sums.plies += 1
    return sums


def expect_of_worlds(worlds: list[State], seats: int, forced: dict[int, int]) -> Sums:
    """The same over worlds that are equally likely."""
    sums = Sums.none(seats)
    for world in worlds:
        sums.add(1 / len(worlds), expect(world, seats, forced))
    return sums


PLAYED = [
    Case("leduc", [{"first": 0}, {"first": 1}], {"ranks": 2}, "a", least=6),
    Case("ambush", [{}], {"fields": 2, "rounds": 1}, "a", least=12),
]


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.game)
async def test_means_of_playouts_are_those_of_exhaustive_search(
    case: Case, sit: Callable[[Case], Any]
) -> None:
    table: Seated = await sit(case)
    choices = Rng(case.choices)
    seats = len(table.clients)
    rows = 0
    while table.match.over is None:
        for seat, asked in list(table.match.open.items()):
            *_, worlds = table.walk(seat, case.deals)
            told = await table.ask(
                seat, "rollout", k=BATCH, n=8, first="all", seed=next(table.numbers)
            )
            assert len(told["rows"]) == asked.space.size
            for index, row in enumerate(told["rows"]):
                check_row(row, expect_of_worlds(worlds, seats, {seat: index}), BATCH)
            rows += len(told["rows"])
            (free,) = (await table.ask(seat, "rollout", k=BATCH, seed=1))["rows"]
            check_row(free, expect_of_worlds(worlds, seats, {}), BATCH)
        await table.decide(choices)
    assert rows >= case.least


def check_row(row: dict[str, Any], exact: Sums, independent: int) -> None:
    """A row lies no farther from the exact values than chance explains.

    Playouts of one world are no independent draws of worlds: only so many are counted as independent.
    """
    for seat, mean in enumerate(exact.returns):
        variance = max(0.0, exact.squares[seat] - mean * mean)
        reach = FARTHEST * math.sqrt(variance / independent) + 1e-6
        assert abs(row["mean"][seat] - mean) <= reach
        share = exact.wins[seat]
        reach = FARTHEST * math.sqrt(share * (1 - share) / independent) + 1e-6
        assert abs(row["win"][seat] - share) <= reach
    assert abs(row["moves"] - exact.plies) <= FARTHEST * exact.plies / math.sqrt(independent)
