"""The ISMCTS bot for Catan: what it looks at, what it finds, that it repeats, and that it sees no secrets."""

import random
from typing import Any

import pytest
from tests.bots.catan.positions import GAME, PAIR, met, met_in, set_up
from tests.bots.catan.turns import answer_of, turn_of

from infoset_bots.catan.rollout_bot import RolloutBot
from infoset_bots.catan.rollout_chances import Chances
from infoset_bots.catan.rollout_guide import CatanGuide
from infoset_bots.catan.rollout_playout import ChancePlayout
from infoset_games.catan import Catan
from infoset_games.catan.actions import DISCARDS, MAIN, OFFER
from infoset_games.catan.playouts import RolloutPlayer
from infoset_games.catan.state import CatanState
from infoset_games.policy_registry import make_evaluation
from infoset_games.rng import Rng

GUIDE = CatanGuide()
TRADING = Catan(layout="beginner", trade_menu="small")


def small_bot(**changes: Any) -> RolloutBot:
    params: dict[str, Any] = {"iterations": 12, "horizon": 8} | changes
    return RolloutBot(**params)


def written(state: CatanState, seat: int) -> list[list[Any]]:
    return [GAME.write_action(state, seat, int(action)) for action in GUIDE.rank(state, seat)]


@pytest.mark.parametrize("game", [GAME, PAIR, TRADING], ids=["four", "two", "trading"])
def test_the_guide_ranks_legal_actions_each_once_and_never_none(game: Catan) -> None:
    for state, seat in met(game, "ranked"):
        ranked = [int(action) for action in GUIDE.rank(state, seat)]
        assert ranked
        assert len(set(ranked)) == len(ranked)
        for action in ranked:
            state.verify(seat, action)


def test_the_guide_looks_at_nothing_that_its_seat_does_not_know() -> None:
    for number, (state, seat) in enumerate(met(GAME, "blind guide")):
        if number % 5 == 0:
            world = GAME.determinize(state.observe(seat), Rng("guide", str(number)))
            assert list(GUIDE.rank(world, seat)) == list(GUIDE.rank(state, seat))


def test_the_guide_makes_no_offers_and_no_counter_offers() -> None:
    for state, seat in met(TRADING, "no offers"):
        assert all(int(action) < OFFER for action in GUIDE.rank(state, seat))


def test_the_guide_puts_buildings_first_and_useless_swaps_nowhere() -> None:
    state = set_up("main", hands={0: "hhooowwww"}, settlements={0: [13]})
    ranked = written(state, 0)
    assert ranked[0] == ["city", 13]
    assert ["bank", 0, 2] in ranked  # wood for the sheep of a development card
    assert [
        "bank",
        0,
        4,
    ] not in ranked  # there is ore enough for the city, none short for anything else


def test_the_guide_rolls_first_unless_the_robber_is_on_an_own_hex() -> None:
    away = set_up("roll", settlements={0: [13]}, usable={0: ["knight"]}, robber=18)
    assert written(away, 0) == [["roll"], ["play_knight"]]
    near = set_up("roll", settlements={0: [13]}, usable={0: ["knight"]}, robber=4)
    assert written(near, 0)[0] == ["play_knight"]


def test_the_bot_wins_at_once_where_it_can() -> None:
    state = set_up(
        "main",
        hands={0: "hhooo"},
        settlements={0: [13]},
        cities={0: [20, 40, 45]},
        army=0,
    )
    assert state.total_points(0) == 9
    assert answer_of(small_bot(), state, 0) == ["city", 13]


def test_the_bot_gives_legal_answers_to_every_kind_of_question() -> None:
    bot = small_bot(iterations=3, horizon=2)
    bot.rng = random.Random(1)
    kinds = set()
    for number, (state, seat) in enumerate(met(GAME, "every kind")):
        if state.kind(seat) not in kinds or number % 10 == 0:
            turn = turn_of(state, seat)
            turn.read_answer(bot.decide(turn))
            kinds.add(state.kind(seat))
    assert kinds >= {"place_settlement", "place_road", "roll", "main", "robber"}


def test_equal_seeds_give_equal_decisions() -> None:
    for state in [state for state, _ in met_in(MAIN, "equal", 3)]:
        seat = int(state.turn)
        assert answer_of(small_bot(), state, seat, 5) == answer_of(small_bot(), state, seat, 5)


def test_the_decision_does_not_depend_on_what_is_hidden() -> None:
    """Twins: another world of the same observation."""
    different = 0
    for number, (state, seat) in enumerate(met_in(MAIN, "twins", 12)):
        twin = GAME.determinize(state.observe(seat), Rng("twin", str(number)))
        assert isinstance(twin, CatanState)
        different += twin.to_plain() != state.to_plain()
        assert answer_of(small_bot(), twin, seat) == answer_of(small_bot(), state, seat)
    assert different


def test_simultaneous_discards_are_searched_too() -> None:
    (state, seat), *_ = met_in(DISCARDS, "discards", 1)
    assert answer_of(small_bot(), state, seat)[0] == "discard"


def test_without_a_horizon_positions_are_judged_at_once() -> None:
    judge = Chances()
    playout = ChancePlayout(RolloutPlayer(), make_evaluation("catan"), judge, 0)
    state = set_up("main", cities={2: [13, 40]})
    assert playout.values(state.copy(), 4, Rng("now")) == judge.of(state)


def test_a_long_horizon_ends_with_a_winner() -> None:
    playout = ChancePlayout(RolloutPlayer(), make_evaluation("catan"), Chances(), 100_000)
    state = GAME.start(GAME.deal(Rng("long")))
    assert sorted(playout.values(state, 4, Rng("long"))) == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("params", "complaint"),
    [
        ({"iterations": 0}, "iterations: expected an integer"),
        ({"c": -1}, "c: expected a number"),
        ({"horizon": -1}, "horizon: expected an integer"),
        ({"weights": "none.json"}, "weights: none.json: No such file"),
        ({"policy": "clever"}, "no such policy"),
    ],
)
def test_bad_parameters_are_refused_by_name(params: dict[str, Any], complaint: str) -> None:
    with pytest.raises((ValueError, LookupError), match=complaint):
        RolloutBot(**params)
