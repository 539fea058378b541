"""How the thesis' searches see a turn."""

import pytest
from tests.bots.catan.positions import plies_of, set_up, set_up_pair

from infoset_bots.catan.weights import TEXT, Weights, read_weights
from infoset_games.catan.actions import (
    BANK_TRADE,
    BUY_DEV,
    END_TURN,
    MAIN,
    OFFER,
    PLAY_KNIGHT,
    PLAY_ROAD_BUILDING,
)
from infoset_games.catan.cells import HELD
from infoset_games.catan.state import CatanState

CARDS = read_weights({"card": 1.0, "victory_card": 0.0, "near_win": 0.0})


def hand(state: CatanState, seat: int) -> list[int]:
    return [int(state.hand(seat, resource)) for resource in range(5)]


def test_the_turn_passes_on_and_nobody_rolls() -> None:
    state = set_up(hands={0: "wb"}, settlements={0: [19]})
    plies_of().pass_on(state)
    assert (state.turn, state.phase, state.has_rolled) == (1, MAIN, True)
    assert hand(state, 0) == [1, 1, 0, 0, 0]


def test_after_the_last_seat_a_round_is_over() -> None:
    state = set_up(turn=3, round=7)
    plies_of().pass_on(state)
    assert (state.turn, state.round) == (0, 8)


def test_a_move_that_ended_the_turn_is_not_followed_by_another_end() -> None:
    plies, state = plies_of(), set_up()
    after = plies.after(state, END_TURN)
    plies.pass_on(after)
    assert after.turn == 1
    assert state.turn == 0


def test_points_that_came_off_turn_win_when_the_turn_comes() -> None:
    state = set_up(cities={1: [0, 10, 19, 40]}, settlements={1: [53, 33]})
    plies_of().pass_on(state)
    assert state.result() is not None


@pytest.mark.parametrize(("seats", "each"), [(2, 1), (4, 2)])
def test_wishful_thinking_grants_half_the_seats_cards_of_what_it_touches(
    seats: int, each: int
) -> None:
    """19 touches sheep, brick and wood. The hand grows when the own turn comes in the tree."""
    make = set_up_pair if seats == 2 else set_up
    state = make(turn=seats - 1, settlements={0: [19], 1: [40]}, hands={0: "o"})
    plies_of(wishful=True).pass_on(state)
    assert hand(state, 0) == [each, each, each, 0, 1]
    assert state.cells[HELD] == 3 * each + 1


def test_wishes_are_granted_to_the_searching_seat_only_and_not_without_wishful_thinking() -> None:
    settlements = {0: [19], 1: [40]}
    state = set_up(settlements=settlements)
    plies_of(wishful=True).pass_on(state)
    assert (hand(state, 0), hand(state, 1)) == ([0] * 5, [0] * 5)
    state = set_up(turn=3, settlements=settlements)
    plies_of().pass_on(state)
    assert hand(state, 0) == [0] * 5


def test_the_bank_grants_no_more_than_it_has() -> None:
    state = set_up(turn=3, settlements={0: [19]}, hands={1: "w" * 18, 2: "b" * 19})
    plies_of(wishful=True).pass_on(state)
    assert hand(state, 0) == [1, 0, 2, 0, 0]


def test_others_play_no_development_cards_in_the_tree() -> None:
    cards = {0: ["knight", "monopoly"], 1: ["knight", "road_building", "plenty", "monopoly"]}
    hands = {0: "showwww", 1: "showwww"}
    state = set_up(usable=cards, hands=hands)
    own = [int(code) for code in plies_of(0).moves(state)]
    others = [int(code) for code in plies_of(1).moves(state)]
    assert PLAY_KNIGHT in own
    assert {code for code in own if code not in others} == {
        code for code in own if PLAY_KNIGHT <= code < BANK_TRADE
    }
    assert BUY_DEV in others
    assert END_TURN in others


def test_offers_are_no_moves_of_the_tree() -> None:
    state = set_up(hands={0: "wb"}, settlements={0: [19]})
    assert any(code >= OFFER for code in state.codes())
    assert all(code < OFFER for code in plies_of().moves(state))


def test_a_card_bought_in_the_tree_is_the_likeliest() -> None:
    """All knights but one are gone, so a victory card is the likeliest of what is left."""
    state = set_up(hands={0: "sho"}, played={1: ["knight"] * 7, 2: ["knight"] * 6})
    after = plies_of().after(state, BUY_DEV)
    assert after.victory_cards(0) == 1


def test_at_the_root_a_bought_card_counts_by_the_odds_of_the_deck() -> None:
    state = set_up(hands={0: "sho"}, played={1: ["knight"] * 7, 2: ["knight"] * 6})
    plies = plies_of()
    outcomes = plies.outcomes(state, BUY_DEV)
    assert sum(odds for odds, _ in outcomes) == pytest.approx(1)
    held = sorted((odds, int(after.victory_cards(0))) for odds, after in outcomes)
    assert held == [(1 / 12, 0), (2 / 12, 0), (2 / 12, 0), (2 / 12, 0), (5 / 12, 1)]


def test_a_knight_robs_where_the_outlook_is_best() -> None:
    """By cards alone every theft is worth one; there is only one victim with cards."""
    state = set_up(hands={2: "o"}, settlements={1: [19], 2: [40]}, usable={0: ["knight"]}, robber=0)
    after = plies_of(weights=CARDS).after(state, PLAY_KNIGHT)
    assert hand(after, 0) == [0, 0, 0, 0, 1]
    assert after.phase == MAIN


def test_free_roads_go_where_the_outlook_is_best() -> None:
    """Two roads that bring the longest one, and not two others."""
    path = (0, 3, 7, 12)
    state = set_up(
        settlements={0: [0, 53]}, roads={0: [path, (53, 50)]}, usable={0: ["road_building"]}
    )
    after = plies_of(weights=TEXT).after(state, PLAY_ROAD_BUILDING)
    assert after.longest == 0


def test_the_outlook_of_a_theft_is_its_mean() -> None:
    """Of three wood and one ore, with ore for ten points a card and wood for none."""
    weights = read_weights({"card": 0.0, "ore_card": 10.0, "variety": 0.0}, Weights())
    state = set_up(phase="theft", hands={1: "wwwo"}, settlements={1: [40]}, robber=14, victim=1)
    plies = plies_of(weights=weights)
    assert plies.outlook(state) - plies.value(state) == pytest.approx(10 / 4)


def test_a_position_is_not_changed_by_looking_at_what_follows() -> None:
    state = set_up(
        hands={0: "wbsho"},
        usable={0: ["knight"]},
        settlements={0: [19], 1: [40]},
        roads={0: [(19, 24)]},
    )
    before = state.to_plain()
    plies = plies_of()
    for move in plies.moves(state):
        plies.after(state, move)
        plies.outcomes(state, move)
    assert state.to_plain() == before


def test_games_of_two_take_turns_of_two() -> None:
    state = set_up_pair(turn=1)
    plies_of().pass_on(state)
    assert (state.turn, state.round) == (0, 2)
