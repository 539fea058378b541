"""Searches without rules: through the requests of the protocol they decide exactly as those with rules do."""

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import pytest
from tests.bots.search.searches import ask, decisions, make_turn, playout
from tests.server.compute.table import INLINE, Table

from infoset.errors import RequestError
from infoset.remote import Remote
from infoset.turn import Match, Player, Slot, Turn
from infoset_bots.search.decision import Decision
from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.ismcts_bot import IsmctsBot
from infoset_bots.search.ismcts_remote_bot import IsmctsRemoteBot
from infoset_bots.search.monte_carlo import monte_carlo
from infoset_bots.search.monte_carlo_bot import MonteCarloBot
from infoset_bots.search.monte_carlo_remote_bot import MonteCarloRemoteBot
from infoset_bots.search.remote_simulator import RemoteSimulator, read_space
from infoset_bots.search.remote_world import RemoteWorld, refer
from infoset_bots.search.rewards import Rewards
from infoset_bots.search.search_bot import SearchBot
from infoset_bots.search.simulator import LocalSimulator, Simulator
from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE, OVER, State
from infoset_games.game import Game
from infoset_games.policy_registry import default_policy, make_policy
from infoset_games.registry import register
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_games.testing.toys import Ambush, Leduc
from infoset_protocol.messages import ActRef, SimJob, Sims, Worlds, read_server_message

SEARCHES: dict[str, Callable[[Simulator], Decision]] = {
    "ismcts": lambda simulator: ismcts(simulator, 25),
    "ismcts_in_batches": lambda simulator: ismcts(simulator, 40, 1.0, batch=12),
    "monte_carlo": lambda simulator: monte_carlo(simulator, 4, 2),
}
GAMES: list[Game] = [
    Colonizers(colony=2),
    Leduc(),
    Leduc(ranks=5),
    Ambush(fields=3),
    Ambush(seats=3, fields=2, rounds=2),
]
each_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES.keys())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}{game.seats}")


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with register("leduc", Leduc), register("ambush", Ambush):
        yield


AnswerT = TypeVar("AnswerT", Worlds, Sims)


class TableRemote(Remote):
    """Asks a compute service without sockets."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.kinds: list[str] = []

    def determinize(self, k: int = 1, *, seed: int | None = None, start: int = 0) -> Worlds:
        return self._answer(Worlds, "determinize", k=k, seed=seed, start=start)

    def simulate(
        self,
        jobs: Sequence[SimJob],
        want: Sequence[Any] = ("legal",),
        *,
        seed: int | None = None,
        view: int | None = None,
    ) -> Sims:
        plain = [job.to_plain() for job in jobs]
        fields = {"want": list(want), "seed": seed} | ({} if view is None else {"view": view})
        return self._answer(Sims, "simulate", jobs=plain, **fields)

    def release(self, worlds: Sequence[str] | None = None) -> None:
        self.kinds.append("release")
        self.table.ask("release")

    def _answer(self, model: type[AnswerT], kind: str, **fields: Any) -> AnswerT:
        self.kinds.append(kind)
        answer = self.table.ask_or_refusal(kind, **fields)
        if answer["type"] == "error":
            raise RequestError(answer["code"], "refused")
        read = read_server_message(answer)
        assert isinstance(read, model)
        return read


def sit(game: Game, state: State, seat: int, **limits: Any) -> tuple[Turn, TableRemote]:
    """A seat that is asked at a table with compute: its turn, without the rules, and the way to the server."""
    table = Table(game, state, seat, INLINE.model_copy(update=limits))
    players = tuple(Player(number) for number in range(game.seats))
    match = Match("m_1", game.name, game.rules, seat, players, compute=table.service.offer(game))
    remote = TableRemote(table)
    return make_turn(game, state, seat, match=match, remote=remote), remote


def remotely(turn: Turn, remote: Remote, seed: int, horizon: int = 0) -> RemoteSimulator:
    return RemoteSimulator(turn, remote, seed, default_policy(turn.game), Rewards(), horizon)


def positions(game: Game, seed: str, most: int) -> Iterator[tuple[State, int, int]]:
    """Decisions of a play with a choice: state, seat, and a seed for the search."""
    number = 0
    for state, seat in decisions(game, seed):
        if state.legal(seat).size > 1:
            yield state.copy(), seat, 1000 + number
            number += 1
        if number == most:
            return


@each_game
@each_search
async def test_equal_seeds_give_equal_decisions_here_and_on_the_server(
    search: Callable[[Simulator], Decision], game: Game
) -> None:
    for state, seat, seed in positions(game, "equal", 14):
        turn, remote = sit(game, state, seat)
        here = search(LocalSimulator(ask(game, state, seat), playout(game.name), seed))
        there = search(remotely(turn, remote, seed))
        assert arms(there) == arms(here)
        assert (there.index, there.work) == (here.index, here.work)


def arms(decision: Decision) -> list[tuple[int, int, float]]:
    """Positions, visits and values; the codes of actions are others without rules."""
    return [(arm.index, arm.visits, arm.value) for arm in decision.arms]


@each_search
async def test_a_horizon_is_the_same_here_and_on_the_server(
    search: Callable[[Simulator], Decision],
) -> None:
    for game, horizon in ((Colonizers(colony=2), 1), (Colonizers(colony=2), 9), (Leduc(), 2)):
        for state, seat, seed in positions(game, "horizon", 6):
            turn, remote = sit(game, state, seat)
            rules = LocalSimulator(
                ask(game, state, seat), playout(game.name, horizon=horizon), seed
            )
            assert arms(search(remotely(turn, remote, seed, horizon))) == arms(search(rules))


@each_search
async def test_decisions_too_wide_to_list_are_the_same_too(
    search: Callable[[Simulator], Decision],
) -> None:
    game = Ambush(fields=30, rounds=1)
    for state, seat, seed in positions(game, "wide", 3):
        turn, remote = sit(game, state, seat)
        rules = LocalSimulator(ask(game, state, seat), playout(game.name), seed)
        there = search(remotely(turn, remote, seed))
        assert arms(there) == arms(search(rules))
        assert len(there.arms) > 1


BOTS: dict[str, tuple[Callable[[], SearchBot], Callable[[], SearchBot]]] = {
    "ismcts": (
        lambda: IsmctsBot(iterations=20, batch=6, rewards="1/0.5/0.2/0"),
        lambda: IsmctsRemoteBot(iterations=20, batch=6, rewards="1/0.5/0.2/0"),
    ),
    "monte_carlo": (
        lambda: MonteCarloBot(worlds=3, policy="random"),
        lambda: MonteCarloRemoteBot(worlds=3, policy="random"),
    ),
}


@each_game
@pytest.mark.parametrize(("local", "remote"), BOTS.values(), ids=BOTS.keys())
async def test_bots_with_equal_generators_play_alike_with_and_without_rules(
    local: Callable[[], SearchBot], remote: Callable[[], SearchBot], game: Game
) -> None:
    """Over decisions with and without a choice, so that neither gets ahead in its random numbers."""
    here, there = local(), remote()
    here.rng, there.rng = random.Random(4), random.Random(4)
    for number, (state, seat) in enumerate(decisions(game, "alike")):
        if number == 12:
            break
        turn, _ = sit(game, state.copy(), seat)
        assert there.decide(turn) == here.decide(make_turn(game, state, seat))


# Walks.


@each_game
async def test_the_walks_and_playouts_of_a_seed_are_those_of_a_local_engine(game: Game) -> None:
    """Chance included: whoever has the rules can draw what the server draws."""
    worlds, lucks = Rng("5", "world"), Rng("5", "luck")
    policy = make_policy(game.name, default_policy(game.name))
    picks = Rng("picks")
    for state, seat, _ in positions(game, "walks", 4):
        _, remote = sit(game, state, seat)
        for number in range(3):
            handle = remote.determinize(seed=5, start=number).worlds[0].w
            world = game.determinize(state.observe(seat), worlds.branch(number))
            luck = lucks.branch(7)
            acts: list[ActRef] = []
            before = world.copy(), copy_of(luck)
            while world.mover() != OVER and len(acts) < 4:
                joint = {mover: world.legal(mover).draw(picks) for mover in world.to_act()}
                acts += [
                    ActRef(seat=mover, index=world.legal(mover).index(action))
                    for mover, action in joint.items()
                ]
                world.apply(joint)
                before = world.copy(), copy_of(luck)
                pass_chance(world, luck)
            walk = SimJob(w=handle, acts=acts, luck=7)
            (out,) = remote.simulate([walk], ["hash"], seed=5).results
            assert (out.status == "over") == (world.mover() == OVER)
            assert out.hash == state_hash(world)
            playing = walk.model_copy(update={"policy": default_policy(game.name)})
            (out,) = remote.simulate([playing], ["hash", "returns"], seed=5).results
            world, luck = before
            play_out(world, [policy] * game.seats, luck)
            result = world.result()
            assert result is not None
            assert (out.status, out.w, out.hash) == ("over", None, state_hash(world))
            assert (out.returns, out.places) == (list(result.returns), list(result.places))


def pass_chance(world: State, luck: Rng) -> None:
    while world.mover() == CHANCE:
        world.move(world.sample_chance(luck))


def copy_of(rng: Rng) -> Rng:
    twin = Rng("")
    twin.a, twin.b, twin.c, twin.d = rng.a, rng.b, rng.c, rng.d
    return twin


async def test_thinking_leaves_the_match_as_it_was() -> None:
    game = Colonizers(colony=2)
    for state, seat, seed in positions(game, "untouched", 5):
        before = state_hash(state)
        turn, remote = sit(game, state, seat)
        ismcts(remotely(turn, remote, seed), 30, batch=10)
        assert state_hash(remote.table.match.state) == before


# Requests.


async def test_a_batch_goes_in_as_many_requests_as_one_walk() -> None:
    game = Colonizers(colony=2)
    state, seat, seed = next(positions(game, "requests", 1))
    turn, remote = sit(game, state, seat)
    ismcts(remotely(turn, remote, seed), 60, batch=60)
    assert remote.kinds[:2] == ["determinize", "simulate"]
    assert 3 <= len(remote.kinds) <= 8


async def test_a_bot_asks_nothing_where_there_is_no_choice_and_gives_its_worlds_back() -> None:
    game = Leduc()
    state, seat = next(decisions(game, "back"))
    turn, remote = sit(game, state, seat)
    bot = IsmctsRemoteBot(iterations=5)
    bot.decide(make_turn(game, state, seat, n=1, remote=remote))
    assert remote.kinds == []
    bot.decide(turn)
    assert remote.kinds[-1] == "release"
    (thinker,) = remote.table.service.thinkers
    assert len(thinker.worlds) == 0


async def test_a_server_that_gives_few_worlds_at_once_is_asked_more_often() -> None:
    game = Colonizers(colony=2)
    state, seat, seed = next(positions(game, "few", 1))
    answers = []
    for most in (7, 256):
        turn, remote = sit(game, state, seat, max_k=most)
        answers.append(arms(ismcts(remotely(turn, remote, seed), 10)))
    assert answers[0] == answers[1]


# What can go wrong.


@each_search
@pytest.mark.parametrize("units", [0, 1_300, 2_000, 3_000])
async def test_when_the_budget_is_spent_what_is_there_decides(
    search: Callable[[Simulator], Decision], units: int
) -> None:
    game = Colonizers(colony=2)
    state, seat, seed = next(positions(game, "spent", 1))
    turn, remote = sit(game, state, seat, per_decision=units)
    simulator = remotely(turn, remote, seed)
    decision = search(simulator)
    assert simulator.is_spent
    assert 0 <= decision.index < state.legal(seat).size
    if units == 0:
        assert decision.work == 0
    visits = sum(arm.visits for arm in decision.arms)
    assert visits in (decision.work, decision.work * len(decision.arms)), "lost walks do not count"


async def test_a_bot_without_a_budget_plays_the_fallback() -> None:
    game = Colonizers(colony=2)
    state, seat, _ = next(positions(game, "fallback", 1))
    turn, _ = sit(game, state, seat, per_decision=0)
    assert IsmctsRemoteBot().decide(dataclasses.replace(turn, fallback=3)) == 3


async def test_a_bot_says_when_the_server_offers_no_compute() -> None:
    game = Leduc()
    state, seat = next(decisions(game, "none"))
    with pytest.raises(RuntimeError, match="no server compute"):
        MonteCarloRemoteBot().decide(make_turn(game, state, seat))


async def test_other_refusals_are_not_hidden() -> None:
    game = Leduc()
    state, seat = next(decisions(game, "refused"))
    turn, _ = sit(game, state, seat)
    with pytest.raises(RequestError, match="bad_policy"):
        MonteCarloRemoteBot(policy="strongest").decide(turn)


# Spaces.


def test_actions_too_many_to_count_are_named_slot_by_slot() -> None:
    slots = [Slot("unit", [["stay"]] * 30)] * 12
    space = read_space(None, None, slots)
    assert space.size == 30**12
    assert refer(2, 31, space) == ActRef(seat=2, picks=[1, 1] + [0] * 10)
    assert refer(2, 31, read_space(900, None, slots[:2])) == ActRef(seat=2, index=31)


def test_equal_cards_are_one_action_and_the_first_is_played() -> None:
    space = read_space(3, [8, 5, 8], None)
    assert refer(0, 8, space) == ActRef(seat=0, index=0)
    assert refer(0, 5, space) == ActRef(seat=0, index=1)


def test_a_world_elsewhere_has_no_rules() -> None:
    world = RemoteWorld(0)
    questions: list[Callable[[], object]] = [
        world.result,
        world.to_plain,
        lambda: world.observe(0),
        lambda: world.kind(0),
        lambda: world.sample_chance(Rng("")),
        lambda: world.verify(0, 0),
    ]
    for question in questions:
        with pytest.raises(NotImplementedError, match="on the server"):
            question()
