"""The search bots as bots: from a turn to an answer, parameters, time."""

import random
from collections.abc import Callable

import pytest
from tests.bots.search.searches import ask, decisions, games, make_turn, playout

from infoset.bot import Bot
from infoset.turn import Match
from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.ismcts_bot import IsmctsBot
from infoset_bots.search.ismcts_mo_bot import IsmctsMoBot
from infoset_bots.search.maxn_bot import MaxnBot
from infoset_bots.search.maxn_legacy_bot import MaxnLegacyBot
from infoset_bots.search.monte_carlo_bot import MonteCarloBot
from infoset_bots.search.search_bot import MOST_WORK, SearchBot
from infoset_bots.search.simulator import SEED_BITS, LocalSimulator
from infoset_bots.search.simultaneous_bot import SimultaneousBot
from infoset_games.colonizers import Colonizers
from infoset_games.game import Game
from infoset_games.policy_registry import UnknownPolicyError
from infoset_games.testing.toys import Ambush, Leduc

QUICK: dict[str, Callable[[], SearchBot]] = {
    "monte_carlo": lambda: MonteCarloBot(worlds=2, horizon=20),
    "ismcts": lambda: IsmctsBot(iterations=8),
    "ismcts_mo": lambda: IsmctsMoBot(iterations=8, policy="random"),
    "maxn": lambda: MaxnBot(worlds=1, depth=2),
    "maxn_legacy": lambda: MaxnLegacyBot(worlds=1, depth=2),
    "simultaneous": lambda: SimultaneousBot(iterations=8, playouts=4),
    "naive": lambda: SimultaneousBot(iterations=8, rule="naive", depth=2, others="search"),
}
each_bot = pytest.mark.parametrize("make", QUICK.values(), ids=QUICK.keys())
each_game = pytest.mark.parametrize("game", games(), ids=lambda game: f"{game.name}{game.seats}")


def seeded(bot: Bot, seed: int = 1) -> Bot:
    bot.rng = random.Random(seed)
    return bot


@each_game
@each_bot
def test_the_bots_answer_the_turns_of_every_game(make: Callable[[], SearchBot], game: Game) -> None:
    bot = seeded(make())
    for number, (state, seat) in enumerate(decisions(game, "turns")):
        if number > 12:
            break
        turn = make_turn(game, state, seat)
        choice = turn.read_answer(bot.decide(turn))
        assert choice.index is not None


@each_bot
def test_bots_with_equal_generators_decide_alike(make: Callable[[], SearchBot]) -> None:
    game = Colonizers(colony=2)
    one, other = seeded(make(), 5), seeded(make(), 5)
    for number, (state, seat) in enumerate(decisions(game, "alike")):
        if number > 12:
            break
        turn = make_turn(game, state, seat)
        assert one.decide(turn) == other.decide(turn)


def test_a_bot_decides_what_its_search_finds() -> None:
    game = Colonizers(colony=2)
    state, seat = next(decisions(game, "finds"))
    bot = seeded(IsmctsBot(iterations=30, c=1.5), 3)
    seed = random.Random(3).getrandbits(SEED_BITS)
    found = ismcts(LocalSimulator(ask(game, state, seat), playout(game.name), seed), 30, 1.5)
    assert bot.decide(make_turn(game, state, seat)) == found.index


@each_bot
def test_a_joint_order_too_large_for_an_index_is_answered_slot_by_slot(
    make: Callable[[], SearchBot],
) -> None:
    game = Ambush(fields=4)
    state, seat = next(decisions(game, "slots"))
    turn = make_turn(game, state, seat, n=None)
    choice = turn.read_answer(seeded(make()).decide(turn))
    assert choice.picks is not None
    indexed = make_turn(game, state, seat)
    index = seeded(make()).decide(indexed)
    assert choice.picks == (index % 4, index // 4)


def test_a_match_whose_rules_are_not_installed_cannot_be_searched() -> None:
    game = Leduc()
    state, seat = next(decisions(game, "rules"))
    turn = make_turn(game, state, seat, match=Match("m_1", "leduc", "leduc/9.0", seat))
    with pytest.raises(RuntimeError, match=r"the rules leduc/9.0 are not installed here"):
        IsmctsBot().decide(turn)


def test_a_policy_the_game_does_not_have_is_refused() -> None:
    game = Leduc()
    state, seat = next(decisions(game, "policy"))
    with pytest.raises(UnknownPolicyError, match="leduc has no such policy"):
        IsmctsBot(policy="heuristic").decide(make_turn(game, state, seat))


# Time.


def test_without_a_limit_only_work_ends_a_search() -> None:
    game = Leduc()
    state, seat = next(decisions(game, "limit"))
    stop = IsmctsBot().limit(make_turn(game, state, seat))
    assert not any(stop() for _ in range(1000))


@pytest.mark.parametrize("deadline_ms", [0, -5])
def test_a_deadline_that_is_over_ends_it_at_once(deadline_ms: int) -> None:
    game = Colonizers()
    state, seat = next(decisions(game, "late"))
    turn = make_turn(game, state, seat, deadline_ms=deadline_ms)
    bot = IsmctsBot(iterations=MOST_WORK)
    assert bot.limit(turn)()
    assert turn.read_answer(seeded(bot).decide(turn)).index in range(5)


def test_a_time_limit_alone_allows_all_the_work_it_can_hold() -> None:
    assert IsmctsBot(time_ms=50).iterations == MOST_WORK
    assert IsmctsBot(time_ms=50, iterations=10).iterations == 10
    assert IsmctsBot().iterations == 200
    assert MonteCarloBot().worlds == 50
    assert MaxnBot().worlds == 10


def test_the_shorter_of_two_limits_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    game = Leduc()
    state, seat = next(decisions(game, "limits"))
    for deadline_ms, seconds in ((1000, 0.2), (100, 0.05), (None, 0.2)):
        now = 100.0
        stop = IsmctsBot(time_ms=200).limit(make_turn(game, state, seat, deadline_ms=deadline_ms))
        now = 100.0 + seconds - 0.001
        assert not stop()
        now = 100.0 + seconds
        assert stop()


# Parameters.


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: IsmctsBot(iterations=0),
            r"iterations: expected an integer in 1\.\.1000000, got 0",
        ),
        (lambda: IsmctsBot(iterations=True), "iterations: expected an integer"),
        (lambda: IsmctsMoBot(c=-1), "c: expected a number from 0 to 100, got -1"),
        (lambda: IsmctsBot(c=float("nan")), "c: expected a number"),
        (lambda: IsmctsBot(rewards="1/2/0"), "rewards: expected a number from 0 to 1, got 2"),
        (lambda: IsmctsBot(rewards="first"), "rewards: expected numbers like"),
        (lambda: IsmctsBot(rewards="1//0"), "rewards: expected numbers like"),
        (lambda: MonteCarloBot(worlds=-1), "worlds: expected an integer"),
        (lambda: MonteCarloBot(playouts=0), "playouts: expected an integer"),
        (lambda: MonteCarloBot(horizon=-1), "horizon: expected an integer"),
        (lambda: MaxnBot(depth=0), "depth: expected an integer"),
        (lambda: MaxnBot(max_nodes=0), "max_nodes: expected an integer"),
        (lambda: MaxnLegacyBot(time_ms=-1), "time_ms: expected an integer"),
        (lambda: SimultaneousBot(rule="ucb"), "rule: expected one of uct, naive, got 'ucb'"),
        (lambda: SimultaneousBot(others="me"), "others: expected one of policy, search"),
        (lambda: SimultaneousBot(depth=0), "depth: expected an integer"),
        (lambda: SimultaneousBot(playouts=0), "playouts: expected an integer"),
        (lambda: SimultaneousBot(new=1.5), "new: expected a number from 0 to 1, got 1.5"),
        (lambda: SimultaneousBot(random=-1), "random: expected a number"),
    ],
)
def test_a_bad_parameter_is_named(make: Callable[[], Bot], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_rewards_are_read_from_text() -> None:
    assert IsmctsBot(rewards="1/0.5/0.25/0").rewards.by_place == (1.0, 0.5, 0.25, 0.0)
    assert IsmctsBot(rewards=[1, 0]).rewards.by_place == (1.0, 0.0)
