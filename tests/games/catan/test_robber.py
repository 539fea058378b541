"""Discards, the robber's way, theft (checklist 11 to 14)."""

from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE, SEVERAL, IllegalActionError, Json

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Legal = Callable[..., list[Json]]


def hand(state: CatanState, seat: int) -> list[int]:
    return [int(state.hand(seat, resource)) for resource in range(5)]


def seven(play: Play, state: CatanState) -> CatanState:
    return play(state, ["roll"], ["dice", 3, 4])


def discard_all(state: CatanState) -> None:
    while state.kind(0) == "discard":
        state.apply({seat: state.legal(seat).item(0) for seat in state.to_act()})


# Discards.


@pytest.mark.parametrize(("held", "kept"), [(7, 7), (8, 4), (9, 5), (15, 8)])
def test_more_than_seven_cards_are_halved(
    position: Setup, play: Play, held: int, kept: int
) -> None:
    state = seven(play, position("roll", hands={0: "s" * held}))
    discard_all(state)
    assert sum(hand(state, 0)) == kept
    assert state.kind(0) == "robber"


def test_all_seats_discard_at_the_same_time(position: Setup, play: Play) -> None:
    state = seven(play, position("roll", hands={0: "s" * 8, 1: "w" * 7, 2: "o" * 12}))
    assert state.mover() == SEVERAL
    assert state.to_act() == (0, 2)
    for _ in range(4):
        state.apply({seat: state.legal(seat).item(0) for seat in state.to_act()})
    assert state.to_act() == (2,)
    assert hand(state, 0)[2] == 8  # nothing is gone before all have done
    discard_all(state)
    assert [sum(hand(state, seat)) for seat in range(4)] == [4, 7, 6, 0]


def test_every_choice_of_discards_has_exactly_one_way(position: Setup, play: Play) -> None:
    cards = "wwbbsho" + "o"
    start = seven(play, position("roll", hands={0: cards}))
    found: list[tuple[int, ...]] = []

    def walk(state: CatanState, chosen: tuple[int, ...]) -> None:
        if state.kind(0) != "discard":
            found.append(chosen)
            return
        space = state.legal(0)
        for index in range(space.size):
            after = state.copy()
            after.move(space.item(index))
            walk(after, (*chosen, space.item(index) - 21))

    walk(start, ())
    counts = [2, 2, 1, 1, 2]
    wanted = [
        choice
        for choice in combinations_with_replacement(range(5), 4)
        if all(choice.count(kind) <= counts[kind] for kind in range(5))
    ]
    assert sorted(found) == wanted


def test_cards_are_put_aside_in_ascending_order(position: Setup, play: Play, legal: Legal) -> None:
    state = seven(play, position("roll", hands={0: "wwwwoooo"}))
    play(state, ["discard", 0], ["discard", 4])
    assert legal(state) == [["discard", 4]]
    with pytest.raises(IllegalActionError, match="no earlier resource than the last"):
        play(state, ["discard", 0])


def test_what_others_put_aside_stays_hidden_until_all_have_done(
    position: Setup, play: Play, game: Catan
) -> None:
    state = seven(play, position("roll", hands={0: "wwwwoooo", 1: "bbbbhhhh"}))
    before = state.observe(2)
    twin = state.copy()
    state.apply({0: 21, 1: 22})
    twin.apply({0: 25, 1: 24})
    assert state.observe(2) == twin.observe(2)
    assert state.observe(0).pending() == [1, 0, 0, 0, 0]
    assert before.due(0) == 4
    assert state.observe(2).due(0) == 3
    assert game.write_observation(state.observe(2))["pending"] == [0] * 5


# The robber.


def test_the_robber_must_go_to_another_hex_the_desert_is_allowed(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = seven(play, position("roll", robber=4))
    assert [action[1] for action in legal(state)] == [hex_ for hex_ in range(19) if hex_ != 4]
    with pytest.raises(IllegalActionError, match="the robber must go to another hex"):
        play(state, ["move_robber", 4])
    assert play(state, ["move_robber", 9]).robber == 9


def test_victims_live_at_the_hex_and_have_cards(position: Setup, play: Play, legal: Legal) -> None:
    state = position(
        "robber",
        hands={0: "w", 1: "w", 3: "s"},
        settlements={0: [8], 1: [13], 2: [17], 3: [23]},
    )
    play(state, ["move_robber", 4])  # 8, 13, 17 and 23 meet hex 4; seat 2 has no cards
    assert legal(state) == [["steal", 1], ["steal", 3]]
    with pytest.raises(IllegalActionError, match="expected a seat with a building at the robber"):
        play(state, ["steal", 2])


def test_a_single_victim_is_robbed_without_asking(position: Setup, play: Play) -> None:
    state = position("robber", hands={1: "wo"}, settlements={1: [13]})
    play(state, ["move_robber", 4])
    assert state.mover() == CHANCE
    assert state.chance_odds() == [(504, 0.5), (508, 0.5)]
    play(state, ["stolen", 4])
    assert (hand(state, 0), hand(state, 1)) == ([0, 0, 0, 0, 1], [1, 0, 0, 0, 0])
    assert state.kind(0) == "main"


def test_nobody_to_rob_ends_the_sequence(position: Setup, play: Play) -> None:
    state = position("robber", hands={0: "w"}, settlements={0: [8], 1: [13]})
    assert play(state, ["move_robber", 4]).kind(0) == "main"


def test_with_rob_empty_a_victim_without_cards_can_be_chosen(
    position_in: Callable[[Catan], Setup], play: Play, legal: Legal
) -> None:
    position = position_in(Catan(layout="beginner", rob_empty=True))
    state = position("robber", hands={1: "w"}, settlements={1: [13], 2: [17]})
    play(state, ["move_robber", 4])
    assert legal(state) == [["steal", 1], ["steal", 2]]
    assert play(state, ["steal", 2]).kind(0) == "main"
    assert hand(state, 0) == [0, 0, 0, 0, 0]


def test_a_friendly_robber_spares_whoever_has_less_than_3_points(
    position_in: Callable[[Catan], Setup], play: Play, legal: Legal
) -> None:
    position = position_in(Catan(layout="beginner", friendly_robber=True))
    state = position("robber", settlements={1: [13, 45], 2: [25]}, cities={2: [36]})
    places = [action[1] for action in legal(state)]
    assert not {1, 4, 5, 14, 17, 18} & set(places)
    assert {10, 15} <= set(places)
    with pytest.raises(IllegalActionError, match="a friendly robber spares"):
        play(state, ["move_robber", 4])


def test_a_knight_costs_nobody_any_cards(position: Setup, play: Play) -> None:
    state = position(
        "roll", hands={0: "w" * 9, 1: "o" * 9}, usable={0: ["knight"]}, settlements={1: [13]}
    )
    play(state, ["play_knight"])
    assert state.kind(0) == "robber"
    play(state, ["move_robber", 4], ["stolen", 4])
    assert (sum(hand(state, 0)), sum(hand(state, 1))) == (10, 8)
    assert state.kind(0) == "roll"
