"""Decisions outside the main phase: each option is tried, and the best one taken."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from tests.bots.catan.positions import GAME, asked, met, plies_of, scored, set_up
from tests.games.catan.conftest import play_on

from infoset_bots.catan.deciding import Alone, answer
from infoset_bots.catan.reactions import is_option
from infoset_bots.catan.weights import STRONG, TEXT, Weights, read_weights
from infoset_games.catan.actions import ACCEPT, DISCARDS, REJECT
from infoset_games.catan.cells import DUE, HAND, HELD
from infoset_games.catan.state import CatanState
from infoset_games.core import Json

ORE = read_weights({"ore_card": 5.0, "card": 0.0, "variety": 0.0})


def decide(state: CatanState, seat: int = 0, weights: Weights = TEXT, worlds: int = 2) -> Json:
    """The written action chosen."""
    decision = answer(asked(state, seat, weights), worlds, Alone())
    assert state.legal(seat).item(decision.index) == decision.action
    return GAME.write_action(state, seat, decision.action)


def codes(state: CatanState, seat: int = 0) -> list[int]:
    space = state.legal(seat)
    return [space.item(index) for index in range(space.size)]


def discarded(state: CatanState, seat: int, weights: Weights) -> list[int]:
    """The hand left by a seat that discards alone."""
    state = state.copy()
    while state.phase == DISCARDS and state.cells[DUE + seat] != 0:
        state.apply({seat: answer(asked(state, seat, weights), 1, Alone()).action})
    return [int(state.hand(seat, resource)) for resource in range(5)]


def best_left(state: CatanState, seat: int, weights: Weights) -> float:
    """The greatest value over all hands that can be left."""
    hand = [int(state.hand(seat, resource)) for resource in range(5)]
    keep = sum(hand) - int(state.cells[DUE + seat])
    best = -1e9
    for left in product(*(range(count + 1) for count in hand)):
        if sum(left) == keep:
            best = max(best, value_with(state, seat, left, weights))
    return best


def value_with(state: CatanState, seat: int, hand: Sequence[int], weights: Weights) -> float:
    changed = state.copy()
    for resource, count in enumerate(hand):
        changed.cells[HAND + 5 * seat + resource] = count
    changed.cells[HELD + seat] = sum(hand)
    return scored(weights).value(changed, seat)


@pytest.mark.parametrize("weights", [TEXT, STRONG, ORE], ids=["text", "strong", "ore"])
def test_discards_leave_the_best_hand_of_all(weights: Weights) -> None:
    hands = ["wwbbsshhoo", "hhhooowwb", "oooooooo", "wbshowbshowbs"]
    for hand in hands:
        state = play_on(
            set_up(phase="dice", hands={0: hand}, settlements={0: [19]}), ["dice", 3, 4]
        )
        left = discarded(state, 0, weights)
        assert value_with(state, 0, left, weights) == best_left(state, 0, weights)


def test_discards_keep_what_is_worth_most() -> None:
    state = play_on(set_up(phase="dice", hands={0: "wwwwooooo"}), ["dice", 3, 4])
    assert discarded(state, 0, ORE) == [0, 0, 0, 0, 5]


def test_a_trade_is_accepted_only_if_the_hand_gets_better() -> None:
    state = set_up(hands={0: "o", 1: "w"}, turn=1)
    play_on(state, ["offer", [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]])
    assert decide(state, 0, ORE) == ["reject"]
    state = set_up(hands={0: "w", 1: "o"}, turn=1)
    play_on(state, ["offer", [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]])
    assert decide(state, 0, ORE) == ["accept"]


def test_a_trade_that_changes_nothing_is_rejected() -> None:
    state = set_up(hands={0: "w", 1: "o"}, turn=1)
    play_on(state, ["offer", [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]])
    assert decide(state, 0, TEXT) == ["reject"]
    assert [code for code in codes(state) if is_option(state, code)] == [REJECT, ACCEPT]


def test_one_who_made_an_offer_confirms_what_is_best_or_withdraws() -> None:
    state = set_up(hands={0: "wwo", 1: "oo", 2: "oo"})
    play_on(state, ["offer", [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]])
    counter = ["counter", [0, 0, 0, 0, 2], [1, 0, 0, 0, 0]]
    play_on(state, {1: ["accept"], 2: counter, 3: ["reject"]})
    assert decide(state, 0, ORE) == ["confirm", 2]
    assert decide(state, 0, read_weights({"ore_card": -5.0})) == ["withdraw"]


def test_it_rolls_unless_a_knight_is_worth_more_now() -> None:
    fields = {"phase": "roll", "usable": {0: ["knight"]}, "settlements": {0: [40], 1: [19]}}
    blocked = read_weights({"blocked_pip": -1.0, "card": 0.0})
    assert decide(set_up(robber=9, **fields), 0, blocked) == ["roll"]
    assert decide(set_up(robber=14, **fields), 0, blocked) == ["play_knight"]


def test_of_the_cards_only_a_knight_is_played_before_the_roll() -> None:
    state = set_up(phase="roll", usable={0: ["monopoly", "plenty"]}, hands={1: "wwww"})
    assert decide(state, 0, TEXT) == ["roll"]


def test_the_robber_goes_where_it_hurts_the_leader_most() -> None:
    """Seat 2 leads, and hex 14 is what both its city and the settlement of seat 1 have there."""
    state = set_up(phase="robber", cities={2: [40, 0]}, settlements={0: [19], 1: [36]}, robber=9)
    weights = read_weights({"rival_pip": -1.0, "blocked_pip": -100.0})
    assert decide(state, 0, weights) == ["move_robber", 17]  # wheat 6: 5 pips for the city


def test_the_victim_is_the_one_with_the_better_cards() -> None:
    state = set_up(
        phase="victim", settlements={1: [40], 2: [36]}, hands={1: "www", 2: "ooo"}, robber=14
    )
    assert decide(state, 0, ORE) == ["steal", 2]


def test_the_first_settlement_goes_where_its_score_is_best() -> None:
    state = set_up(phase="place_settlement", placements=0, round=0)
    pips = read_weights({"settlement_pip": 10.0, "any_harbour": 0.0, "own_harbour": 0.0})
    word, vertex = decide(state, 0, pips)
    assert word == "place_settlement"
    values = {}
    for code in codes(state):
        child = state.copy()
        child.move(code)
        values[GAME.write_action(state, 0, code)[1]] = plies_of(0, pips).outlook(child)
    assert values[vertex] == max(values.values())


def test_every_decision_met_in_play_is_answered_by_a_legal_action() -> None:
    answered: Counter[str] = Counter()
    for state, seat in met(GAME, "every"):
        kind = state.kind(seat)
        if answered[kind] < 2 and state.legal(seat).size > 1:
            decision = answer(asked(state, seat, STRONG), 1, Alone())
            assert state.legal(seat).contains(decision.action)
            answered[kind] += 1
    assert set(answered) >= {"place_settlement", "place_road", "discard", "robber", "main"}
