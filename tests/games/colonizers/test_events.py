"""What is told of each ply, and to whom."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.cards import LETTERS
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import Json
from infoset_games.game import Event

Setup = Callable[..., ColonizersState]
Play = Callable[..., ColonizersState]


def narrate(game: Colonizers, state: ColonizersState, written: list[Json]) -> list[Event]:
    """Plays the action in place and returns its events."""
    seat = int(state.mover())
    joint = {seat: game.read_action(state, seat, written)}
    before = state.copy()
    state.apply(joint)
    return game.narrate(before, joint, state)


def views(events: list[Event], seat: int | None) -> list[Json]:
    return [event.view(seat) for event in events]


def kind(letter: str) -> int:
    return LETTERS.index(letter)


def test_a_shuffle_tells_the_round_and_nothing_else(game: Colonizers, position: Setup) -> None:
    state = game.start([m for m in range(16) for _ in range(game.copies[m])])
    events = narrate(game, state, ["shuffle", 4, 0, 5, 3, 1, 2])
    for seat in (None, 0, 3):
        assert views(events, seat) == [{"e": "shuffle", "round": 1}]


def test_a_pick_is_told_to_its_seat_only(game: Colonizers, position: Setup) -> None:
    events = narrate(game, position("pick", 1, order=(5, 0, 4, 1, 2, 3)), ["pick", 4])
    assert views(events, 1) == [{"e": "pick", "by": 1, "role": 4}]
    for seat in (None, 0, 2, 3):
        assert views(events, seat) == [{"e": "pick", "by": 1, "role": -1}]


def test_the_last_pick_opens_the_first_turn_and_reveals_its_colonist(
    game: Colonizers, position: Setup
) -> None:
    state = position("pick", 3, roles=(0, 1, 2, 3), order=(5, 0, 1, 2, 3, 4))
    assert views(narrate(game, state, ["pick", 4]), None) == [
        {"e": "pick", "by": 3, "role": -1},
        {"e": "turn", "by": 0, "role": 0},
    ]


def test_omnium_and_income_are_public(game: Colonizers, position: Setup) -> None:
    state = position("draw", roles=(2, 0, 1, 3), colonies=("eef", "", "", ""))
    for seat in (None, 0, 3):
        assert views(narrate(game, state.copy(), ["omnium"]), seat) == [
            {"e": "income", "by": 0, "amount": 3},
            {"e": "omnium", "by": 0, "amount": 2},
        ]


def test_without_income_none_is_told(game: Colonizers, position: Setup) -> None:
    events = narrate(game, position("draw", roles=(2, 0, 1, 3)), ["omnium"])
    assert [event.kind for event in events] == ["omnium"]


def test_drawn_cards_are_told_to_the_drawer_only(game: Colonizers, position: Setup) -> None:
    events = narrate(game, position("draw", 2, top="cp"), ["draw"])
    assert views(events, 2) == [
        {"e": "draw", "by": 2, "pos": 0, "module": kind("c")},
        {"e": "draw", "by": 2, "pos": 1, "module": kind("p")},
    ]
    for seat in (None, 0, 1, 3):
        assert views(events, seat) == [
            {"e": "draw", "by": 2, "pos": 0, "module": -1},
            {"e": "draw", "by": 2, "pos": 1, "module": -1},
        ]


def test_a_card_that_was_put_back_is_told_to_whoever_knows_it(
    game: Colonizers, position: Setup, play: Play
) -> None:
    state = position("draw", deck="cpa")
    play(state, ["draw"], ["keep", 15], ["skip"], ["skip"])
    events = narrate(game, state, ["draw"])  # the deck is a, c; seat 0 has put c there
    assert [view["module"] for view in views(events, 0)] == [-1, kind("c")]
    assert [view["module"] for view in views(events, 1)] == [kind("a"), kind("c")]
    assert [view["module"] for view in views(events, 2)] == [-1, -1]


def test_the_extra_card_is_told_to_the_visionary_only(game: Colonizers, position: Setup) -> None:
    events = narrate(game, position("draw", roles=(5, 0, 1, 2), top="p"), ["omnium"])
    assert views(events, 0)[0] == {"e": "bonus", "by": 0, "module": kind("p")}
    assert views(events, 1)[0] == {"e": "bonus", "by": 0, "module": -1}
    assert [event.kind for event in events] == ["bonus", "omnium"]


@pytest.mark.parametrize(("hands", "deck"), [(("abcef", "", "", ""), None), (("", "", "", ""), "")])
def test_no_extra_card_is_told_where_there_is_none(
    game: Colonizers, position: Setup, hands: tuple[str, ...], deck: str | None
) -> None:
    state = position("draw", roles=(5, 0, 1, 2), hands=hands, deck=deck)
    assert [event.kind for event in narrate(game, state, ["omnium"])] == ["omnium"]


def test_of_a_kept_card_the_position_is_public_and_the_face_is_not(
    game: Colonizers, position: Setup
) -> None:
    events = narrate(game, position("discard", 1, drawn="cp"), ["keep", kind("p")])
    assert views(events, 1) == [{"e": "keep", "by": 1, "pos": 1, "module": kind("p")}]
    assert views(events, 0) == [{"e": "keep", "by": 1, "pos": 1, "module": -1}]


def test_a_card_lost_by_a_full_hand_is_told_as_gone(game: Colonizers, position: Setup) -> None:
    state = position("discard", roles=(5, 0, 1, 2), hands=("abcef", "", "", ""), drawn="mn")
    events = narrate(game, state, ["keep", kind("n")])
    assert views(events, 0) == [{"e": "gone", "by": 0, "pos": 1, "module": kind("n")}]
    assert views(events, None) == [{"e": "gone", "by": 0, "pos": 1, "module": -1}]


@pytest.mark.parametrize(("named", "holder", "amount"), [(1, 2, 1), (5, -1, 0), (2, -1, 0)])
def test_a_theft_is_public_with_its_outcome(
    game: Colonizers, position: Setup, named: int, holder: int, amount: int
) -> None:
    state = position("power", roles=(3, 0, 1, 4), order=(5, 3, 0, 1, 4, 2), omnium=(0, 9, 1, 0))
    for seat in (None, 0, 2):
        assert views(narrate(game, state.copy(), ["steal", named]), seat) == [
            {"e": "steal", "by": 0, "role": named, "from": holder, "amount": amount}
        ]


def test_the_hands_of_a_swap_are_told_to_its_two_seats_only(
    game: Colonizers, position: Setup
) -> None:
    state = position("power", roles=(4, 0, 1, 2), hands=("ab", "", "mno", ""))
    events = narrate(game, state, ["swap", 1])
    public = {"e": "swap", "by": 0, "role": 1, "with": 2}
    for seat in (None, 0, 1, 2, 3):
        hands = {"given": [-1, -1], "taken": [-1, -1, -1]}
        if seat in (0, 2):
            hands = {"given": [0, 1], "taken": [12, 13, 14]}
        assert views(events, seat) == [{**public, **hands}]


def test_a_swap_with_nobody_is_public(game: Colonizers, position: Setup) -> None:
    events = narrate(game, position("power", roles=(4, 0, 1, 2)), ["swap", 5])
    assert views(events, 1) == [{"e": "swap", "by": 0, "role": 5, "with": -1}]


def test_a_built_module_is_public_with_its_slot_and_cost(game: Colonizers, position: Setup) -> None:
    state = position("build", hands=("ag", "", "", ""), omnium=(6, 0, 0, 0))
    assert views(narrate(game, state, ["build", kind("g")]), None) == [
        {"e": "build", "by": 0, "slot": 1, "module": kind("g"), "cost": 5},
        {"e": "turn", "by": 1, "role": 1},
    ]


def test_skips_are_told_with_their_phase(game: Colonizers, position: Setup) -> None:
    assert views(narrate(game, position("power"), ["skip"]), 3) == [
        {"e": "skip", "by": 0, "phase": "power"}
    ]
    assert views(narrate(game, position("build"), ["skip"]), 3)[0] == {
        "e": "skip",
        "by": 0,
        "phase": "build",
    }


def test_the_end_of_a_round_is_told(game: Colonizers, position: Setup) -> None:
    assert views(narrate(game, position("build", 3), ["skip"]), None)[-1] == {
        "e": "round",
        "round": 3,
    }


def test_the_end_of_the_game_is_told_with_the_scores(game: Colonizers, position: Setup) -> None:
    state = position("build", 3, colonies=("aaaabbbc", "i", "", ""))
    assert views(narrate(game, state, ["skip"]), None)[-1] == {
        "e": "over",
        "ending": "finished",
        "scores": [46, 1, 0, 0],
    }


def test_a_draw_game_is_told(game: Colonizers, position: Setup) -> None:
    events = narrate(game, position("draw", deck="a", roles=(0, 1, 2, 3)), ["draw"])
    assert views(events, None) == [{"e": "over", "ending": "draw", "scores": [0, 0, 0, 0]}]


def test_every_ply_is_told_and_no_event_shows_more_than_the_observation(
    game: Colonizers, random_states: Callable[..., list[ColonizersState]]
) -> None:
    """A card in an event is known to the seat afterwards; a redacted one is not."""
    states = random_states("told", 2)
    for before, after in pairwise(states):
        if before.mover() < 0 or after.round < before.round:
            continue
        events = told_between(game, before, after)
        assert events
        for seat in (None, 0, 1, 2, 3):
            view = after.observe(seat)
            for event in views(events, seat):
                if event["e"] == "draw":
                    assert event["module"] == view.drawn[event["pos"]][0]
                if event["e"] == "keep":
                    assert event["module"] == view.hands[event["by"]][-1]
                if event["e"] == "gone":
                    assert event["module"] == view.gone[-1][0]
                if event["e"] == "pick":
                    known = seat == event["by"] or after.revealed >> event["by"] & 1
                    assert (event["role"] >= 0) <= bool(known)


def told_between(game: Colonizers, before: ColonizersState, after: ColonizersState) -> list[Event]:
    """The events of the ply that led from one to the other."""
    seat = int(before.mover())
    space = before.legal(seat)
    for index in range(space.size):
        state = before.copy()
        action = space.item(index)
        state.apply({seat: action})
        if state.to_plain() == after.to_plain():
            return game.narrate(before, {seat: action}, after)
    raise AssertionError("no action leads there")
