"""The players for playouts, and what they must not look at."""

from collections import Counter
from collections.abc import Callable

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.evaluation import IslandWorth, pips_of
from infoset_games.catan.playouts import RolloutPlayer
from infoset_games.catan.policies import Greedy, RandomByKind, heuristic, random_player
from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE, OVER, SEVERAL, Json
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
DRAWS = 4_000
POLICIES: tuple[Policy, ...] = (RandomByKind(), Greedy(), RolloutPlayer())


def verb(state: CatanState, policy: Policy, rng: Rng, seat: int = 0) -> str:
    written: list[Json] = Catan().write_action(state, seat, policy.choose(state, seat, rng))
    return str(written[0])


def shares(state: CatanState, policy: Policy) -> dict[str, float]:
    rng = Rng("shares")
    counts = Counter(verb(state, policy, rng) for _ in range(DRAWS))
    return {name: count / DRAWS for name, count in counts.items()}


@pytest.mark.parametrize("policy", POLICIES, ids=["random", "greedy", "rollout"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_policies_play_legally_to_the_end(policy: Policy, seats: int) -> None:
    game, rng = Catan(seats=seats), Rng("legal")
    state = game.start(game.deal(rng))
    while state.mover() != OVER:
        if state.mover() == CHANCE:
            state.move(state.sample_chance(rng))
            continue
        joint = {seat: policy.choose(state, seat, rng) for seat in state.to_act()}
        for seat, action in joint.items():
            state.verify(seat, action)
        state.apply(joint)


@pytest.mark.parametrize("policy", POLICIES, ids=["random", "greedy", "rollout"])
def test_policies_look_at_nothing_that_their_seat_does_not_know(policy: Policy) -> None:
    game, rng = Catan(), Rng("blind")
    state = game.start(game.deal(rng))
    compared = 0
    while state.mover() != OVER and compared < 150:
        if state.mover() == CHANCE:
            state.move(state.sample_chance(rng))
            continue
        for seat in state.to_act():
            label = str(compared)
            world = game.determinize(state.observe(seat), Rng("world", label))
            here = policy.choose(state, seat, Rng("choice", label))
            assert policy.choose(world, seat, Rng("choice", label)) == here
            compared += 1
        joint = {seat: policy.choose(state, seat, rng) for seat in state.to_act()}
        state.apply(joint)


# At random, as in the thesis.


def test_the_random_player_draws_a_kind_and_not_an_action(position: Setup) -> None:
    state = position("main", hands={0: "wwwwhhooosb"}, settlements={0: [13]})
    found = shares(state, RandomByKind())
    kinds = ("end_turn", "buy_dev", "bank", "city", "road", "offer")
    for name in kinds:
        assert found[name] == pytest.approx(1 / len(kinds), abs=0.03), name


def test_the_random_player_hesitates_to_build_roads_and_to_buy_with_few_cards(
    position: Setup,
) -> None:
    state = position("main", hands={0: "wb"}, settlements={0: [13]}, offers=[0, 1, 2])
    found = shares(state, RandomByKind())
    # A road is drawn every other time and goes through every other time; else the turn ends.
    assert found["road"] == pytest.approx(1 / 4, abs=0.03)
    assert found["end_turn"] == pytest.approx(3 / 4, abs=0.03)


def test_the_random_player_hesitates_to_play_development_cards(position: Setup) -> None:
    found = shares(position("roll", usable={0: ["knight", "monopoly"]}), RandomByKind())
    assert found["roll"] == pytest.approx(3 / 4, abs=0.03)
    assert found["play_knight"] == pytest.approx(1 / 4 / 6, abs=0.02)  # one of six actions


def test_the_random_player_ends_its_turn_more_often_once_it_has_acted(position: Setup) -> None:
    hands = {0: "wwwwwwwwbbb"}
    fresh = position("main", hands=hands, settlements={0: [13]}, offers=[0, 1, 2])
    acted = position("main", hands=hands, settlements={0: [13]}, offers=[0, 1, 2], acted=True)
    before = shares(fresh, RandomByKind())["end_turn"]
    assert before == pytest.approx(1 / 3, abs=0.03)
    after = shares(acted, RandomByKind())["end_turn"]
    assert after == pytest.approx(1 / 4 + 3 / 4 * before, abs=0.03)


def test_the_random_player_accepts_every_other_trade(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "w", 1: "o"})
    play(state, ["offer", [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]])
    assert state.mover() == SEVERAL
    rng = Rng("accept")
    yes = sum(verb(state, RandomByKind(), rng, seat=1) == "accept" for _ in range(DRAWS))
    assert yes / DRAWS == pytest.approx(1 / 2, abs=0.03)
    assert verb(state, RandomByKind(), rng, seat=3) == "reject"


# Rules of thumb.


def test_the_greedy_player_builds_cities_before_anything_else(position: Setup) -> None:
    state = position(
        "main", hands={0: "hhooowbsh"}, settlements={0: [13]}, roads={0: [(13, 18, 24)]}
    )
    assert verb(state, Greedy(), Rng("1")) == "city"


def test_the_greedy_player_trades_with_the_bank_for_what_is_missing(position: Setup) -> None:
    state = position("main", hands={0: "hhoowwww"}, settlements={0: [13]})
    action = Catan().write_action(state, 0, Greedy().choose(state, 0, Rng("1")))
    assert action == ["bank", 0, 4]


def test_the_greedy_player_robs_who_is_ahead_and_never_itself(position: Setup) -> None:
    state = position(
        "robber",
        hands={1: "w", 2: "w"},
        settlements={0: [13], 2: [36]},
        cities={1: [25, 40]},
    )
    game = Catan()
    _, place = game.write_action(state, 0, Greedy().choose(state, 0, Rng("1")))
    assert place not in (1, 4, 5)  # seat 0 lives there
    assert place in (6, 10, 11, 13, 14, 17)  # a hex of seat 1


def test_the_greedy_player_accepts_what_brings_it_nearer_to_its_goal(
    position: Setup, play: Play
) -> None:
    state = position("main", hands={0: "o", 1: "hhoow"}, settlements={1: [13]})
    play(state, ["offer", [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]])
    assert verb(state, Greedy(), Rng("1"), seat=1) == "accept"
    state = position("main", hands={0: "w", 1: "hhooo"}, settlements={1: [13]})
    play(state, ["offer", [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]])
    assert verb(state, Greedy(), Rng("1"), seat=1) == "reject"


def test_the_greedy_player_helps_nobody_to_win(position: Setup, play: Play) -> None:
    state = position(
        "main", hands={0: "o", 1: "hhoow"}, settlements={1: [13]}, cities={0: [0, 2, 26, 53]}
    )
    play(state, ["offer", [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]])
    assert verb(state, Greedy(), Rng("1"), seat=1) == "reject"


def test_the_greedy_player_beats_random_ones() -> None:
    game, rng = Catan(max_offers=0), Rng("strength")
    wins = 0
    for number in range(20):
        state = game.start(game.deal(rng))
        seat = number % 4
        policies: list[Policy] = [RandomByKind()] * 4
        policies[seat] = Greedy()
        play_out(state, policies, rng)
        result = state.result()
        assert result is not None
        wins += result.places[seat] == 1
    assert wins >= 17


def test_policies_are_made_without_arguments() -> None:
    assert isinstance(heuristic(), Greedy)
    assert isinstance(random_player(), RandomByKind)


# The worth of a position.


def test_pips_count_settlements_once_cities_twice_and_the_robber_nothing(
    position: Setup,
) -> None:
    # 13 meets the hexes with 2, 6 and 4: 1 + 5 + 3 of 36.
    assert pips_of(position("main", settlements={0: [13]}), 0) == 9
    assert pips_of(position("main", cities={0: [13]}), 0) == 18
    assert pips_of(position("main", settlements={0: [13]}, robber=4), 0) == 4
    assert pips_of(position("main", settlements={0: [13]}), 1) == 0


def test_more_of_everything_is_worth_more(position: Setup) -> None:
    worth = IslandWorth()
    bare = worth.value(position("main", settlements={0: [13]}), 0)
    for better in (
        position("main", cities={0: [13]}),
        position("main", settlements={0: [13]}, hands={0: "w"}),
        position("main", settlements={0: [13]}, usable={0: ["knight"]}),
        position("main", settlements={0: [13]}, roads={0: [(13, 18)]}),
    ):
        assert worth.value(better, 0) > bare
    victory = worth.value(position("main", settlements={0: [13]}, usable={0: ["victory"]}), 0)
    assert victory == pytest.approx(bare + 1)
