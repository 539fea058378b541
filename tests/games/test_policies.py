"""Policies play every game out, and are found by name."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from mypy_extensions import i64

from infoset_games.build_info import is_compiled
from infoset_games.core import CHANCE, OVER, SEVERAL, State
from infoset_games.descriptor import BrokenPartError, Descriptor
from infoset_games.evaluation import Evaluation, PointsEvaluation, expected_result
from infoset_games.game import Game
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.policy_registry import (
    UnknownPolicyError,
    default_policy,
    known_policies,
    make_evaluation,
    make_policy,
)
from infoset_games.registry import known_games, make_game
from infoset_games.rng import Rng
from infoset_games.rollout import TO_THE_END, play_out, policy_rollouts, random_rollout
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.leduc import FOLD

GAMES = [Ambush(), Ambush(seats=3), Leduc(), *(make_game(name) for name in known_games())]
Play = Callable[[State, Rng], i64]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}{game.seats}")


class First(Policy):
    """A stranger's policy: always the first legal action."""

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        return state.legal(int(seat)).item(0)


class Seven(Evaluation):
    """A stranger's evaluation: likes later seats."""

    def value(self, state: State, seat: i64) -> float:
        return 7.0 + float(seat)


def started(game: Game, seed: str) -> tuple[State, Rng]:
    rng = Rng(seed)
    return game.start(game.deal(rng)), rng


def went_on(game: Game, plies: int) -> State:
    """A position of a random play after so many plies, if it lasts as long."""
    state, rng = started(game, "went on")
    for _ in range(plies):
        mover = int(state.mover())
        if mover == OVER:
            break
        if mover == CHANCE:
            state.move(state.sample_chance(rng))
        else:
            state.apply({seat: state.draw_legal(seat, rng) for seat in state.to_act()})
    return state


def play_randomly(state: State, rng: Rng, horizon: i64) -> i64:
    return state.play_randomly(rng, horizon)


@each_game
def test_the_quick_ways_to_the_end_are_the_ways_ply_by_ply(game: Game) -> None:
    """From wherever they set out: the same plies, the same end, and the same random numbers taken."""
    ways: list[tuple[Play, Play]] = []
    policies = [make_policy(game.name, name) for name in known_policies(game.name)]
    for horizon in (0, 5, 30, TO_THE_END):
        slowly = partial(State.play_randomly, horizon=horizon)
        ways.append((partial(play_randomly, horizon=horizon), slowly))
        for policy in policies:
            quickly = partial(policy.play_out, horizon=horizon)
            ways.append((quickly, partial(Policy.play_out, policy, horizon=horizon)))
    for plies in range(0, 24, 1 if is_compiled() else 5):
        begun = went_on(game, plies)
        for quick, slow in ways:
            ends = []
            for play in (quick, slow):
                state, rng = begun.copy(), Rng("onwards", str(plies))
                ends.append((int(play(state, rng)), state.to_plain(), int(rng.word())))
            assert ends[0] == ends[1]


@each_game
def test_every_policy_of_a_game_takes_legal_actions_to_the_end(game: Game) -> None:
    for name in known_policies(game.name):
        policy = make_policy(game.name, name)
        state, rng = started(game, name)
        while (mover := int(state.mover())) != OVER:
            if mover == CHANCE:
                state.move(state.sample_chance(rng))
                continue
            joint = {seat: policy.choose(state, seat, rng) for seat in state.to_act()}
            for seat, action in joint.items():
                state.verify(seat, action)
            state.apply(joint)
        assert state.result() is not None


@each_game
def test_a_play_out_with_random_policies_is_a_random_rollout(game: Game) -> None:
    state, rng = started(game, "same")
    twin = state.copy()
    plies = play_out(state, [RandomPolicy()] * game.seats, rng)
    other = Rng("same")
    game.deal(other)
    assert random_rollout(twin, other) == plies
    assert twin.to_plain() == state.to_plain()


@pytest.mark.parametrize("size", [3, 20])
@each_game
def test_a_play_out_cut_into_pieces_is_the_same(game: Game, size: int) -> None:
    for name in known_policies(game.name):
        policies = [make_policy(game.name, name)] * game.seats
        state, rng = started(game, "pieces")
        twin, other = state.copy(), rng.branch(0)
        plies = play_out(state, policies, rng.branch(0))
        pieces = []
        while twin.mover() != OVER:
            pieces.append(play_out(twin, policies, other, size))
        assert sum(pieces) == plies
        assert set(pieces[:-1]) <= {size}
        assert twin.to_plain() == state.to_plain()


def test_a_policy_derived_from_the_random_one_chooses_in_a_play_out_too() -> None:
    class Folds(RandomPolicy):
        def choose(self, state: State, seat: i64, rng: Rng) -> int:
            space = state.legal(int(seat))
            return FOLD if space.contains(FOLD) else space.item(space.size - 1)

    state = Leduc().start({"first": 1})
    play_out(state, [Folds()] * 2, Rng("bets"))
    assert state.to_plain()["bets"] == [[1, 2], []]  # seat 1 bets, seat 0 folds


@each_game
def test_a_horizon_stops_a_play_out(game: Game) -> None:
    state, rng = started(game, "horizon")
    assert play_out(state, [RandomPolicy()] * game.seats, rng, 2) == 2
    assert state.mover() != OVER


def test_each_seat_follows_its_own_policy() -> None:
    class Folds(Policy):
        def choose(self, state: State, seat: i64, rng: Rng) -> int:
            space = state.legal(int(seat))
            return FOLD if space.contains(FOLD) else space.item(space.size - 1)

    state = Leduc().start({"first": 1})
    play_out(state, [Folds(), Folds()], Rng("bets"))
    assert state.to_plain()["bets"] == [[1, 2], []]  # seat 1 bets, seat 0 folds
    state = Leduc().start({"first": 1})
    play_out(state, [Folds(), First()], Rng("checks"))
    assert state.to_plain()["bets"][0] == [0, 1, 2]  # seat 1 checks, seat 0 bets, seat 1 folds


def test_policy_rollouts_leave_their_start_alone() -> None:
    state, rng = started(Leduc(), "start")
    before = state.to_plain()
    policies: list[Policy] = [RandomPolicy(), RandomPolicy()]
    assert policy_rollouts(state, policies, 5, rng) >= 5 * 4
    assert state.to_plain() == before


@each_game
def test_the_random_policy_draws_every_legal_position_equally_often(game: Game) -> None:
    state, rng = started(game, "uniform")
    while state.mover() == CHANCE:
        state.move(state.sample_chance(rng))
    seat = state.to_act()[0]
    space = state.legal(seat)
    draws = 100 * space.size
    counts = Counter(RandomPolicy().choose(state, seat, rng) for _ in range(draws))
    assert set(counts) == {space.item(index) for index in range(space.size)}
    chi_square = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert chi_square < space.size + 5 * (2 * space.size) ** 0.5


def test_points_count_where_a_game_offers_no_evaluation() -> None:
    evaluation = make_evaluation("ambush")
    assert isinstance(evaluation, PointsEvaluation)
    state, rng = started(Ambush(), "points")
    play_out(state, [RandomPolicy()] * 2, rng)
    result = state.result()
    assert result is not None
    assert [evaluation.value(state, seat) for seat in range(2)] == list(result.scores)


def test_a_position_without_points_is_worth_nothing_to_all() -> None:
    state = Leduc().start({"first": 0})
    assert [PointsEvaluation().value(state, seat) for seat in range(2)] == [0, 0]


def test_the_points_of_an_unfinished_play_count() -> None:
    state, rng = started(Ambush(), "halfway")
    play_out(state, [RandomPolicy()] * 2, rng, 3)
    assert state.mover() == SEVERAL
    values = [PointsEvaluation().value(state, seat) for seat in range(2)]
    assert values == list(state.scores())


def test_an_expected_result_places_by_worth_and_shares_places() -> None:
    state, _ = started(Ambush(seats=3), "expected")
    result = expected_result(state, Seven(), 3)
    assert result.places == (3, 2, 1)
    assert result.returns == (-1, 0, 1)
    assert expected_result(state, PointsEvaluation(), 3).places == (1, 1, 1)


# By name.

LEDUC = Descriptor(
    rules="infoset_games.testing.toys:Leduc",
    policies={
        "first": f"{__name__}:First",
        "gone": "no_such_module_anywhere:Policy",
        "wrong": "builtins:dict",
    },
    evaluation=f"{__name__}:Seven",
)


def test_a_stranger_adds_a_policy_and_an_evaluation_to_a_game() -> None:
    assert known_policies("leduc", LEDUC) == ("random", "first", "gone", "wrong")
    assert known_policies("ambush") == ("random",)
    assert make_policy("leduc", "first", LEDUC).__class__.__name__ == "First"
    assert make_evaluation("leduc", LEDUC).__class__.__name__ == "Seven"
    assert isinstance(make_evaluation("ambush"), PointsEvaluation)


def test_an_unknown_policy_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownPolicyError, match="ambush has no such policy; known: random"):
        make_policy("ambush", "heuristic")


@pytest.mark.parametrize("name", ["gone", "wrong"])
def test_a_broken_policy_is_named_when_it_is_asked_for(name: str) -> None:
    with pytest.raises(BrokenPartError, match=rf"leduc: policies\['{name}'\]"):
        make_policy("leduc", name, LEDUC)
    assert make_policy("leduc", "first", LEDUC).__class__.__name__ == "First"


def test_a_broken_evaluation_is_named_when_it_is_asked_for() -> None:
    broken = Descriptor(rules="infoset_games.testing.toys:Leduc", evaluation="builtins:dict")
    with pytest.raises(BrokenPartError, match=r"evaluation .*expected Evaluation"):
        make_evaluation("leduc", broken)


def test_games_are_played_out_by_their_heuristic_where_they_have_one() -> None:
    assert default_policy("colonizers") == "heuristic"
    assert default_policy("leduc") == "random"
