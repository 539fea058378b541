"""MiniMax for several seats: what it maximizes and minimizes, and that its cuts change nothing."""

import pytest
from tests.bots.catan.positions import GAME, PAIR, main_phases, plies_of, set_up, set_up_pair

from infoset_bots.catan.budget import Budget, TimeIsUpError, TreeTooLargeError
from infoset_bots.catan.minimax import Minimax
from infoset_bots.catan.moves import kind_of
from infoset_bots.catan.plies import Plies
from infoset_bots.catan.weights import LEGACY, STRONG, TEXT, Weights
from infoset_bots.search.decision import never
from infoset_games.catan import Catan
from infoset_games.catan.actions import BANK_TRADE, END_TURN, FINISHED, ROAD, ROLL
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import HAND, HELD
from infoset_games.catan.state import CatanState


def tree(plies: Plies, epsilon: int = 0, max_nodes: int = 10**9) -> Minimax:
    return Minimax(plies, epsilon, Budget(plies, max_nodes, never))


def plain(plies: Plies, state: CatanState, depth: int) -> float:
    """The value by the definition: every move of every ply, no bounds, no order."""
    if depth == 0 or state.phase == FINISHED:
        return plies.value(state)
    plies.pass_on(state)
    if state.phase == FINISHED:
        return plies.value(state)
    values = [plain(plies, plies.after(state, move), depth - 1) for move in plies.moves(state)]
    return max(values) if state.turn == plies.seat else min(values)


def rich() -> CatanState:
    """A game of two in which both have some seven moves."""
    return set_up_pair(
        hands={0: "wbsho", 1: "wbsho"},
        settlements={0: [19, 0], 1: [40, 28]},
        roads={0: [(19, 24)], 1: [(40, 44)]},
    )


@pytest.mark.parametrize(
    ("game", "depth", "count", "most"),
    [(GAME, 1, 90, 12), (GAME, 2, 50, 6), (PAIR, 2, 30, 6), (PAIR, 3, 25, 3)],
    ids=["four 1", "four 2", "two 2", "two 3"],
)
@pytest.mark.parametrize("weights", [TEXT, STRONG], ids=["text", "strong"])
def test_alpha_beta_equals_plain_minimax(
    game: Catan, depth: int, count: int, most: int, weights: Weights
) -> None:
    """All in all hundreds of positions, values compared for every move."""
    compared = 0
    for state in main_phases(f"cuts{depth}", count, game):
        plies = plies_of(int(state.turn), weights, wishful=depth > 1)
        if len(plies.moves(state)) > most:
            continue
        for move in plies.moves(state):
            after = plies.after(state, move)
            found = tree(plies).value(after.copy(), depth)
            assert found == plain(plies, after.copy(), depth)
            compared += 1
    assert compared >= 10


@pytest.mark.parametrize("weights", [TEXT, STRONG], ids=["text", "strong"])
def test_alpha_beta_equals_plain_minimax_where_there_is_much_to_cut(weights: Weights) -> None:
    """In games of two, where plies minimize and maximize in turn, with cards to choose from."""
    saved = 0
    for state in main_phases("rich", 12, PAIR):
        for place in range(2 * RESOURCES):
            state.cells[HAND + place] = 1 + place % 3 // 2
        for seat in range(2):
            state.cells[HELD + seat] = sum(
                int(state.hand(seat, resource)) for resource in range(RESOURCES)
            )
        state.legal_codes = None
        plies = plies_of(int(state.turn), weights)
        after = plies.after(state, END_TURN)
        found = tree(plies).value(after.copy(), 3)
        cut = int(plies.valued)
        assert found == plain(plies, after.copy(), 3)
        saved += int(plies.valued) - 2 * cut
    assert saved > 0


def test_bounds_cut_most_of_the_tree() -> None:
    plies = plies_of()
    after = plies.after(rich(), END_TURN)
    tree(plies).value(after.copy(), 3)
    cut = int(plies.valued)
    plain(plies, after.copy(), 3)
    assert cut < (plies.valued - cut) / 2


def test_without_depth_the_position_after_the_move_is_valued() -> None:
    state = set_up(hands={0: "wb"}, settlements={0: [19]}, roads={0: [(19, 24)]})
    plies = plies_of()
    after = plies.after(state, ROAD + 40)
    assert tree(plies).value(after.copy(), 0) == plies.value(after)


def test_the_following_seats_take_what_is_worst_for_the_searching_one() -> None:
    """Seat 1 can settle on the one place that seat 0's road leads to, which costs 5 for the place, 5 for
    the building in the way; and its second point ends the shared lead."""
    state = set_up(
        hands={1: "wbsh"},
        settlements={0: [19], 1: [28]},
        roads={0: [(19, 24, 30)], 1: [(28, 34, 29, 35, 30)]},
    )
    plies = plies_of()
    after = plies.after(state, END_TURN)
    calm = tree(plies).value(after.copy(), 0)
    assert calm - tree(plies).value(after.copy(), 1) == 5 + 5 + 50


def test_all_opponents_are_visited_in_the_order_of_turns() -> None:
    """Only seat 3 can settle on the place, so it takes three plies to see that."""
    state = set_up(
        hands={3: "wbsh"},
        settlements={0: [19], 3: [28]},
        roads={0: [(19, 24, 30)], 3: [(28, 34, 29, 35, 30)]},
    )
    plies = plies_of()
    after = plies.after(state, END_TURN)
    values = [tree(plies).value(after.copy(), depth) for depth in range(4)]
    assert values[0] == values[1] == values[2] == values[3] + 60


def test_each_seat_makes_one_move_a_turn_in_the_tree() -> None:
    """With cards for two cities seat 1 builds one of them: a lead lost, no more."""
    state = set_up(hands={1: "hhooohhooo"}, settlements={0: [19], 1: [28, 40]}, round=5)
    plies = plies_of(weights=Weights(sole_lead=0, shared_lead=0, rival_point=-10))
    after = plies.after(state, END_TURN)
    drop = tree(plies).value(after.copy(), 0) - tree(plies).value(after.copy(), 1)
    assert drop == 10


def test_the_own_next_ply_is_seen_four_plies_on() -> None:
    state = set_up(hands={0: "hhooo"}, settlements={0: [19]})
    plies = plies_of()
    after = plies.after(state, END_TURN)
    values = [tree(plies).value(after.copy(), depth) for depth in range(5)]
    assert values[0] == values[1] == values[2] == values[3]
    assert values[4] > values[3] + 400  # the city


def test_wishful_thinking_changes_what_is_found() -> None:
    state = set_up(settlements={0: [19, 31]}, roads={0: [(19, 24)]})
    after = plies_of().after(state, END_TURN)
    sober, wishful = plies_of(), plies_of(wishful=True)
    found = [tree(plies).value(after.copy(), 4) for plies in (sober, wishful)]
    assert found[1] > found[0]


def pruned_moves(state: CatanState, epsilon: int) -> list[int]:
    """The kinds of what one ply keeps."""
    plies = plies_of(int(state.turn), LEGACY)
    brood = tree(plies, epsilon).brood(state, 1.0)
    whole = tree(plies).brood(state, 1.0)
    kept = {id_of(child) for child in brood.states}
    return [
        int(kind_of(state, move))
        for move, child in zip(plies.moves(state), whole.states, strict=True)
        if id_of(child) in kept
    ]


def id_of(state: CatanState) -> str:
    return str(state.to_plain())


def test_epsilon_keeps_the_best_of_each_kind_it_prunes() -> None:
    state = set_up(
        hands={0: "wwwwwbbbbbssssshhhhhooooo"[:22]},
        settlements={0: [10, 19]},
        roads={0: [(10, 14, 9)]},
        usable={0: ["plenty", "monopoly"]},
        round=3,
    )
    whole, first, second = (pruned_moves(state, level) for level in range(3))
    assert len(whole) > len(first) > len(second)
    assert set(whole) == set(first) == set(second)
    unimportant = {kind for kind in whole if whole.count(kind) > first.count(kind)}
    pieces = {kind for kind in first if first.count(kind) > second.count(kind)}
    assert all(first.count(kind) == 1 for kind in unimportant)
    assert all(second.count(kind) == 1 for kind in unimportant | pieces)
    assert not unimportant & pieces


def test_epsilon_keeps_the_value_of_a_ply_whose_leaves_it_prunes() -> None:
    """The best leaf is never pruned, so one ply on all levels agree; deeper they may not."""
    for state in main_phases("levels", 40):
        plies = plies_of(int(state.turn))
        after = plies.after(state, END_TURN)
        values = {tree(plies, level).value(after.copy(), 1) for level in range(3)}
        assert len(values) == 1


def test_a_tree_too_large_is_given_up() -> None:
    plies = plies_of()
    with pytest.raises(TreeTooLargeError):
        tree(plies, max_nodes=10).value(plies.after(rich(), END_TURN), 3)


def test_time_ends_a_tree() -> None:
    plies = plies_of()
    budget = Budget(plies, 10**9, lambda: True)
    with pytest.raises(TimeIsUpError):
        Minimax(plies, 0, budget).value(plies.after(rich(), END_TURN), 6)


def test_a_game_that_ends_in_the_tree_is_not_searched_on() -> None:
    cities = {0: [0, 10, 19, 40]}
    state = set_up(
        hands={0: "wbsh"}, cities=cities, settlements={0: [53]}, roads={0: [(53, 50, 46)]}
    )
    plies = plies_of()
    settle = [move for move in plies.moves(state) if ROLL < move < ROAD and move > BANK_TRADE]
    values = [tree(plies).value(plies.after(state, move), 3) for move in settle]
    assert max(values) == 1_000_000.0
