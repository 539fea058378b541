"""What each seat knows, and that it knows no more."""

from collections.abc import Callable

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.cards import LETTERS
from infoset_games.colonizers.observation import Observation
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import Json
from infoset_games.rng import Rng

Setup = Callable[..., ColonizersState]
Play = Callable[..., ColonizersState]

ECOLOGIST, GENERAL, MINER, OPPORTUNIST, SPY, VISIONARY = range(6)
ALL = [None, 0, 1, 2, 3]


def kinds(letters: str) -> list[int]:
    return [LETTERS.index(letter) for letter in letters]


def views(state: ColonizersState) -> list[Observation]:
    """Of the four seats and the spectator (last)."""
    return [state.observe(seat) for seat in (0, 1, 2, 3, None)]


# Public things.


def test_everybody_sees_omnium_colonies_points_sizes_and_the_deck_size(position: Setup) -> None:
    state = position(
        "build",
        2,
        roles=(0, 1, 2, 3),
        omnium=(1, 2, 3, 4),
        hands=("ab", "c", "", "efg"),
        colonies=("i", "jj", "", "m"),
    )
    for view in views(state):
        assert (view.round, view.phase, view.turn) == (3, "build", 2)
        assert view.omnium == [1, 2, 3, 4]
        assert view.colonies == [kinds("i"), kinds("jj"), [], kinds("m")]
        assert view.points == [1, 4, 0, 1]
        assert view.hand_sizes == [2, 1, 0, 3]
        assert view.deck_size == 52 - 6 - 4
        assert [len(hand) for hand in view.hands] == [2, 1, 0, 3]


def test_a_seat_sees_its_own_hand_and_a_spectator_none(position: Setup) -> None:
    state = position("draw", hands=("ab", "c", "", "efg"))
    hands = [kinds("ab"), kinds("c"), [], kinds("efg")]
    for view in views(state):
        hidden = [[-1] * len(hand) for hand in hands]
        if view.seat >= 0:
            hidden[view.seat] = hands[view.seat]
            assert view.hand == hands[view.seat]
        else:
            assert view.hand == []
        assert view.hands == hidden


def test_nobody_sees_the_deck(position: Setup) -> None:
    for view in views(position("draw")):
        assert view.deck == [(-1, 0)] * 52


# Cards.


def test_only_the_drawer_sees_the_two_drawn_cards(position: Setup, play: Play) -> None:
    state = play(position("draw", 1, top="cp"), ["draw"])
    for view in views(state):
        seen = kinds("cp") if view.seat == 1 else [-1, -1]
        assert view.drawn == [(module, 2) for module in seen]


def test_the_drawer_remembers_what_went_under_the_deck(position: Setup, play: Play) -> None:
    state = play(position("draw", 1, top="cp"), ["draw"], ["keep", 15])
    for view in views(state):
        assert view.deck[-1] == (2 if view.seat == 1 else -1, 2)
        assert view.hands[1] == ([15] if view.seat == 1 else [-1])


def test_whoever_draws_a_card_another_has_put_back_shares_its_knowledge(
    position: Setup, play: Play
) -> None:
    state = position("draw", 0, deck="cpa")
    play(state, ["draw"], ["keep", 15], ["skip"], ["skip"], ["draw"])
    for view in views(state):
        first = 0 if view.seat == 1 else -1
        second = 2 if view.seat in (0, 1) else -1
        assert view.drawn == [(first, 2), (second, 3)]
    play(state, ["keep", 2])
    assert state.observe(0).hands[1] == [2]  # everybody sees that the second card was kept
    assert state.observe(2).hands[1] == [-1]


def test_only_the_visionary_sees_its_extra_card(position: Setup, play: Play) -> None:
    state = play(position("draw", roles=(VISIONARY, 0, 1, 2), top="p"), ["omnium"])
    for view in views(state):
        assert view.hands[0] == [15 if view.seat == 0 else -1]


def test_the_card_lost_by_a_full_hand_is_known_to_its_drawer_only(
    position: Setup, play: Play
) -> None:
    state = position("draw", roles=(VISIONARY, 0, 1, 2), hands=("abce", "", "", ""), top="mno")
    play(state, ["draw"], ["keep", 13])
    for view in views(state):
        assert view.gone == [(13 if view.seat == 0 else -1, 1)]
        assert view.deck[-1] == (14 if view.seat == 0 else -1, 1)


def test_after_a_swap_both_know_both_hands_and_the_others_nothing(
    position: Setup, play: Play
) -> None:
    state = position("power", roles=(SPY, 0, 1, 2), hands=("ab", "mno", "", ""))
    play(state, ["swap", 0])
    for view in views(state):
        knows = view.seat in (0, 1)
        assert view.hands[0] == (kinds("mno") if knows else [-1] * 3)
        assert view.hands[1] == (kinds("ab") if knows else [-1] * 2)
        assert [mask for _, mask in view.hand_cards(0)] == [3, 3, 3]


def test_knowledge_of_a_card_moves_on_with_the_card(position: Setup, play: Play) -> None:
    """Seat 0 swaps with seat 1, seat 1 builds one, seat 2 takes the rest: seat 0 still knows it."""
    state = position(
        "power", roles=(SPY, GENERAL, MINER, 3), hands=("im", "p", "c", ""), omnium=(0, 1, 0, 0)
    )
    play(state, ["swap", GENERAL], ["skip"])  # seat 1 holds i and m now
    play(state, ["omnium"], ["skip"], ["build", 8])
    state = play(state, ["omnium"], ["skip"], ["skip"], ["omnium"], ["skip"], ["skip"])
    play(state, ["shuffle", 0, 1, 2, 3, 4, 5], ["pick", 1], ["pick", 2], ["pick", 4], ["pick", 3])
    play(state, ["omnium"], ["skip"], ["skip"], ["omnium"], ["skip"], ["skip"])
    play(state, ["omnium"], ["swap", 2])  # seat 2 takes m from seat 1 and gives c
    assert state.observe(0).hands == [kinds("p"), [-1], kinds("m"), []]
    assert state.observe(1).hands == [kinds("p"), kinds("c"), kinds("m"), []]
    assert state.observe(3).hands == [[-1], [-1], [-1], []]


def test_a_built_card_is_public_and_the_slots_behind_it_move_up(
    position: Setup, play: Play
) -> None:
    state = position("power", roles=(SPY, 0, 1, 2), hands=("", "aim", "", ""), omnium=(1, 0, 0, 0))
    play(state, ["swap", 0], ["build", 8])
    for view in views(state):
        assert view.colonies[0] == kinds("i")
        assert view.hands[0] == (kinds("am") if view.seat in (0, 1) else [-1, -1])


# Colonists.


def pick_round(game: Colonizers, play: Play) -> ColonizersState:
    """The Spy is removed; the seats pick 3, 0, 2 and 5; the General is left over."""
    state = play(game.start(game.deal(Rng("picks"))), ["shuffle", 4, 0, 5, 3, 1, 2])
    return play(state, ["pick", 3], ["pick", 0], ["pick", 2])


def test_an_offered_list_is_seen_by_whoever_has_been_asked(game: Colonizers, play: Play) -> None:
    state = pick_round(game, play)
    assert [view.offered for view in views(state)] == [
        [0, 5, 3, 1, 2],
        [0, 5, 1, 2],
        [5, 1, 2],
        [5, 1],
        [],
    ]
    play(state, ["pick", 5])
    assert [view.offered for view in views(state)] == [
        [0, 5, 3, 1, 2],
        [0, 5, 1, 2],
        [5, 1, 2],
        [5, 1],
        [],
    ]


def test_the_possible_colonists_of_earlier_and_later_seats_follow_from_the_offer(
    game: Colonizers, play: Play
) -> None:
    state = pick_round(game, play)  # seat 3 is about to pick, nothing is revealed yet
    assert [view.possible for view in views(state)] == [
        [[3], [0, 1, 2, 5], [0, 1, 2, 5], []],
        [[3, 4], [0], [1, 2, 5], []],
        [[0, 3, 4], [0, 3, 4], [2], []],
        [[0, 2, 3, 4], [0, 2, 3, 4], [0, 2, 3, 4], []],
        [[0, 1, 2, 3, 4, 5]] * 3 + [[]],
    ]


def test_a_seat_that_was_not_asked_yet_knows_nothing_of_the_line_up(
    game: Colonizers, play: Play
) -> None:
    state = play(game.start(game.deal(Rng("picks"))), ["shuffle", 4, 0, 5, 3, 1, 2], ["pick", 3])
    for seat in (2, 3):
        view = state.observe(seat)
        assert (view.offered, view.roles) == ([], [-1] * 4)
        assert view.possible == [[0, 1, 2, 3, 4, 5], [], [], []]


def test_a_colonist_is_revealed_when_its_turn_starts(game: Colonizers, play: Play) -> None:
    state = play(pick_round(game, play), ["pick", 5])
    assert [view.roles for view in views(state)] == [
        [3, -1, -1, -1],
        [3, 0, -1, -1],
        [3, -1, 2, -1],
        [3, -1, -1, 5],
        [3, -1, -1, -1],
    ]


def test_the_possible_colonists_are_the_exact_marginals_once_something_is_revealed(
    game: Colonizers, play: Play
) -> None:
    state = play(pick_round(game, play), ["pick", 5])  # seat 0 is revealed as the Opportunist
    assert state.observe(1).possible == [[3], [0], [1, 2, 5], [1, 2, 5]]
    assert state.observe(2).possible == [[3], [0, 4], [2], [1, 5]]
    assert state.observe(3).possible == [[3], [0, 2, 4], [0, 2, 4], [5]]
    assert state.observe(None).possible == [[3]] + [[0, 1, 2, 4, 5]] * 3


def test_the_named_holder_of_a_colonist_becomes_public(game: Colonizers, play: Play) -> None:
    state = play(pick_round(game, play), ["pick", 5], ["omnium"], ["steal", 2])
    for view in views(state):
        assert view.roles[2] == 2
        assert (view.out, view.possible[2]) == ([], [2])
    assert state.observe(None).possible[1] == [0, 1, 4, 5]
    assert state.observe(1).possible == [[3], [0], [2], [1, 5]]


@pytest.mark.parametrize("named", [1, 4])  # left over, removed
def test_a_colonist_named_in_vain_is_publicly_out_of_play(
    game: Colonizers, play: Play, named: int
) -> None:
    state = play(pick_round(game, play), ["pick", 5], ["omnium"], ["steal", named])
    for view in views(state):
        assert view.out == [named]
        assert not any(named in possible for possible in view.possible)
    # Seat 2 was offered 5, 1 and 2: the General can only be left over, the Spy only removed.
    assert (
        state.observe(2).possible
        == {
            1: [[3], [0, 4], [2], [5]],
            4: [[3], [0], [2], [1, 5]],
        }[named]
    )


def test_nothing_is_known_of_the_next_line_up(position: Setup, play: Play) -> None:
    state = play(position("build", 3), ["skip"])
    for view in views(state):
        assert (view.phase, view.offered, view.out) == ("shuffle", [], [])
        assert (view.roles, view.possible) == ([-1] * 4, [[], [], [], []])


# Looking.


def test_looking_changes_nothing(random_states: Callable[..., list[ColonizersState]]) -> None:
    for state in random_states("looking", 1):
        before = state.to_plain()
        for seat in ALL:
            assert state.observe(seat) == state.observe(seat)
        assert state.to_plain() == before


def test_an_observation_is_not_changed_by_what_happens_later(position: Setup, play: Play) -> None:
    state = position("draw", hands=("ab", "c", "", "efg"), top="mn")
    view, same = state.observe(0), state.observe(0)
    play(state, ["draw"])
    assert view == same != state.observe(0)


def test_an_observation_equals_no_other_thing(position: Setup) -> None:
    other: Json = "view"
    assert position("draw").observe(0) != other
