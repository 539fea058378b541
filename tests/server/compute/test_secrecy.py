"""What a seat cannot know does not change a byte of what the service tells it."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.compute.table import Table, text

from infoset_games.core import CHANCE
from infoset_games.decision import Choice
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.registry import make_game, register
from infoset_games.replay import state_hash
from infoset_games.testing.plays import random_play
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.twins import twins

REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("determinize", {"k": 3, "seed": 7}),
    ("determinize", {"k": 2}),
    ("rollout", {"k": 2, "seed": 5, "horizon": 4, "n": 2}),
    ("rollout", {"k": 2, "first": "all", "horizon": 2}),
]
WANT = ["legal", "obs", "events", "returns", "hash"]


@pytest.fixture(params=["colonizers", "leduc", "ambush"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with register("leduc", Leduc), register("ambush", Ambush):
        yield make_game(request.param)


def conversation(table: Table) -> list[bytes]:
    """Everything a seat is told when it asks for this and that."""
    told = [text(table.ask_or_refusal(kind, **fields)) for kind, fields in REQUESTS]
    worlds = table.ask("determinize", k=4, seed=1)["worlds"]
    acts: list[dict[str, int]] = [{"index": 0}, {"index": 1}, {"index": 0}]
    jobs = [{"w": world["w"], "acts": acts[:length]} for length, world in enumerate(worlds)]
    sims = table.ask("simulate", jobs=jobs, want=WANT, seed=3)
    told += [text(sims), text(table.ask("simulate", jobs=jobs, want=WANT))]
    ends = [out["w"] for out in sims["results"] if "w" in out]
    rows = table.ask("rollout", worlds=ends, horizon=3, seed=2)["rows"]
    return [*told, text({"type": "rows", "rows": rows})]


@pytest.mark.parametrize("seed", range(4))
async def test_twins_get_equal_worlds_walks_and_playouts(game: Game, seed: int) -> None:
    pairs = different = 0
    for position in random_play(game, f"secrecy {seed}").positions(12):
        if not position.joint or CHANCE in position.joint:
            continue
        for seat in position.seats():
            truth, *others = twins(position, seat, 2)
            told = conversation(Table(game, truth, seat))
            for other in others:
                assert conversation(Table(game, other, seat)) == told
                pairs += 1
                different += state_hash(other) != state_hash(truth)
    assert pairs >= 8
    assert different > 0, "twins that are all one position prove nothing"


async def test_thousands_of_requests_leave_the_match_as_it_was() -> None:
    game = make_game("colonizers")
    asked, left_alone = (Table(game, random_play(game, "still").states[0]) for _ in range(2))
    before = state_hash(asked.match.state)
    for number in range(700):
        world = asked.ask("determinize", seed=number)["worlds"][0]["w"]
        asked.ask("simulate", jobs=[{"w": world, "acts": [{"index": 0}]}])
        asked.ask("rollout", worlds=[world], horizon=3)
    assert state_hash(asked.match.state) == before
    assert play_to_the_end(asked.match) == play_to_the_end(left_alone.match)


def play_to_the_end(match: Match) -> list[dict[int, int]]:
    """Plays on with everybody's first action; chance draws from the match's own stream."""
    while match.over is None:
        seat, decision = next(iter(match.open.items()))
        match.submit(seat, decision.number, Choice(index=0), 0)
    return match.log
