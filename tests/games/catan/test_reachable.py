"""Positions that play cannot lead to are refused by field; those that it leads to are read as they were."""

import copy
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infoset_games.catan import Catan
from infoset_games.catan.actions import PHASE_NAMES
from infoset_games.catan.policies import heuristic
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import EDGE_ENDS
from infoset_games.core import CHANCE, OVER, Json
from infoset_games.rng import Rng

GAME: Final = Catan(layout="beginner", trade_menu="small")
COMMON: Final = ("main", "roll", "dice")
EVERY: Final = 29  # of the positions in these phases one is read, of all others each

Plain = dict[str, Any]
Edit = Callable[[Plain], None]


def met(game: Catan, seed: str, whim: int) -> Iterator[CatanState]:
    """Every position of a match; of so many decisions one is taken at random, else by rules of thumb."""
    rng, player = Rng(seed), heuristic()
    state = game.start(game.deal(rng))
    yield state
    while int(state.mover()) != OVER:
        if int(state.mover()) == CHANCE:
            state.move(state.sample_chance(rng))
        else:
            joint = {}
            for seat in state.to_act():
                legal = state.legal(seat)
                joint[seat] = (
                    legal.item(int(rng.below(legal.size)))
                    if rng.below(whim) == 0
                    else player.choose(state, seat, rng)
                )
            state.apply(joint)
        yield state


def name_of(state: CatanState) -> str:
    return PHASE_NAMES[int(state.phase)]


@settings(max_examples=12, deadline=None)
@given(
    seats=st.integers(2, 4),
    target=st.sampled_from([3, 5, 10]),
    round_limit=st.sampled_from([1, 2, 30, 60]),
    layout=st.sampled_from(["random", "fully_random", "beginner"]),
    rob_empty=st.booleans(),
    friendly_robber=st.booleans(),
    whim=st.sampled_from([1, 3]),
    seed=st.integers(0, 10**6),
)
def test_every_position_that_play_leads_to_is_read_as_it_is(
    *, seed: int, whim: int, **options: Json
) -> None:
    game = Catan(trade_menu="small", **options)
    for number, state in enumerate(met(game, str(seed), whim)):
        if name_of(state) in COMMON and number % EVERY:
            continue
        plain = state.to_plain()
        again = game.from_plain(copy.deepcopy(plain))
        assert again.to_plain() == plain
        assert again.to_act() == state.to_act()
        for seat in state.to_act():
            assert listed(again, seat) == listed(state, seat)


def test_worlds_that_are_drawn_can_be_reached() -> None:
    for number, state in enumerate(met(GAME, "worlds", 3)):
        if number % EVERY == 0 and state.to_act():
            seat = state.to_act()[0]
            world = GAME.determinize(state.observe(max(seat, 0)), Rng(str(number)))
            assert GAME.from_plain(world.to_plain()).to_plain() == world.to_plain()


def listed(state: CatanState, seat: int) -> list[int]:
    space = state.legal(seat)
    return [space.item(index) for index in range(space.size)]


def test_in_a_position_that_is_read_everybody_knows_the_hands() -> None:
    plain = first("main", later)
    state = GAME.from_plain(plain)
    for seat in range(4):
        for other in range(4):
            assert state.observe(seat).hand(other) == plain["seats"][other]["hand"]


# Positions that no play leads to: genuine ones of which one thing was changed.


def first(phase: str, wanted: Callable[[CatanState], bool] = lambda state: True) -> Plain:
    """The first genuine position of a phase with what is wanted."""
    for seed in range(60):
        for state in met(GAME, f"reachable {seed}", 3):
            if name_of(state) == phase and wanted(state):
                return state.to_plain()
    raise AssertionError(f"no position of the phase {phase} with what is wanted in 60 matches")


def refused(plain: Plain, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GAME.from_plain(plain)


def seat_of(plain: Plain, wanted: Callable[[Plain], bool]) -> tuple[int, Plain]:
    return next((at, seat) for at, seat in enumerate(plain["seats"]) if wanted(seat))


def neighbour_of(vertex: int) -> int:
    return next(end for ends in EDGE_ENDS if vertex in ends for end in ends if end != vertex)


def test_buildings_on_adjacent_corners_are_refused() -> None:
    plain = first("main", lambda state: int(state.round) > 3)
    vertex = plain["seats"][1]["settlements"][0]
    near = next(
        end
        for ends in EDGE_ENDS
        if vertex in ends
        for end in ends
        if end != vertex and not any(end in seat["settlements"] for seat in plain["seats"])
    )
    owner = plain["seats"][0]
    owner["settlements"] = sorted([*owner["settlements"], near])
    owner["points"] += 1
    refused(plain, r"seats\[\d\].(settlements|cities): expected no building next to \d+")


def test_adjacent_buildings_of_an_observation_are_refused_as_well() -> None:
    state = next(
        state.copy() for state in met(GAME, "1", 3) if name_of(state) == "main" and state.round > 1
    )
    plain = GAME.write_observation(state.observe(0))
    own, other = plain["players"][0], plain["players"][1]
    near = neighbour_of(other["settlements"][0])
    own["settlements"] = sorted([*own["settlements"], near])
    with pytest.raises(ValueError, match=r"players\[\d\].settlements: expected no building next"):
        GAME.read_observation(plain)


def changed(field: str, value: Json) -> Edit:
    return lambda plain: plain.update({field: value})


def in_turn(field: str, value: Json) -> Edit:
    """Changes the seat whose turn it is."""
    return lambda plain: plain["seats"][plain["turn"]].update({field: value})


def move_card(kind: int, source: str, target: str) -> Edit:
    """Moves a development card of the box."""

    def edit(plain: Plain) -> None:
        places = {"deck": plain["deck"], "fresh": plain["fresh"]}
        own = plain["seats"][plain["turn"]]
        places |= {"usable": own["usable"], "played": own["played"]}
        places[source][kind] -= 1
        places[target][kind] += 1

    return edit


def later(state: CatanState) -> bool:
    return int(state.round) > 4


def early(state: CatanState) -> bool:
    return int(state.round) == 1 and int(state.turn) == 0


def by_seven(state: CatanState) -> bool:
    return state.has_rolled and not state.has_played


PLACING_LAST: Final = {"place_settlement": 7, "place_road": 8}


def last_placed(state: CatanState) -> bool:
    return int(state.placements) == PLACING_LAST[name_of(state)]


@pytest.mark.parametrize(
    ("phase", "wanted", "edit", "why"),
    [
        # placing
        ("place_settlement", last_placed, changed("round", 1), r"round: expected 0 in the place"),
        ("main", later, changed("round", 0), r"phase: expected one of placing in round 0"),
        ("place_settlement", last_placed, changed("turn", 2), r"turn: expected 0 after 7"),
        ("place_settlement", last_placed, changed("placements", 6), r"turn: expected 1 after 6"),
        ("place_road", last_placed, changed("placements", 0), r"placements: expected 1 to 8"),
        (
            "place_road",
            last_placed,
            changed("placed", -1),
            r"settlements: expected a road of the seat",
        ),
        ("place_road", last_placed, changed("placements", 7), r"turn: expected 1 after 7"),
        ("place_settlement", last_placed, changed("placed", 3), r"placed: expected -1"),
        ("main", later, changed("placed", 3), r"placed: expected -1 in round"),
        ("main", later, changed("placements", 7), r"placements: expected 8 in round"),
        ("place_settlement", last_placed, changed("army", 1), r"army: expected -1 without 3"),
        ("place_settlement", last_placed, changed("robber", 0), r"robber: expected 9, the desert"),
        # the turn
        ("main", later, changed("round", 201), r"round: expected at most 200, the limit"),
        ("main", later, changed("rolled", False), r"rolled: expected true in the main phase"),
        ("roll", later, changed("rolled", True), r"rolled: expected false in the roll phase"),
        ("roll", later, changed("acted", True), r"acted: expected false before the main phase"),
        ("answer", later, changed("acted", False), r"acted: expected true in the answer phase"),
        ("main", later, changed("dice", [0, 3]), r"dice: expected two of 1..6"),
        ("roll", early, changed("dice", [1, 3]), r"dice: expected \[0, 0\] before the first roll"),
        ("main", later, changed("free_roads", 1), r"free_roads: expected 0 in the main phase"),
        ("free_road", later, changed("free_roads", 0), r"free_roads: expected 1 or 2"),
        ("free_road", later, changed("played", False), r"played: expected true in the free_road"),
        ("main", later, changed("stopped", True), r"stopped: expected false in the main phase"),
        ("main", later, changed("phase", "over"), r"phase: expected over with 10 points or more"),
        ("over", later, changed("phase", "main"), r"phase: expected over with 10 points or more"),
        ("over", later, changed("stopped", True), r"round: expected 200 where it has stopped"),
        # pieces
        ("main", later, in_turn("roads", []), r"seats\[\d\].(settlements|cities): expected a road"),
        (
            "main",
            later,
            in_turn("settlements", [0] * 6),
            r"settlements: expected at most 5 integers",
        ),
        # cards
        ("main", later, move_card(4, "deck", "played"), r"seats\[\d\].played: expected no victory"),
        ("roll", later, move_card(0, "deck", "fresh"), r"fresh: expected none before the main"),
        ("roll", early, move_card(0, "deck", "usable"), r"usable: expected none before the seat's"),
        ("roll", early, move_card(0, "deck", "played"), r"seats\[0\].played: expected at most 0"),
        ("main", later, changed("longest", 2), r"longest: expected"),
        ("main", later, in_turn("due", 1), r"seats\[\d\].due: expected 0 but for discards"),
        ("main", later, in_turn("pending", [1, 0, 0, 0, 0]), r"pending: expected none but for"),
        ("discard", later, changed("dice", [1, 2]), r"dice: expected a seven"),
        # the robber
        (
            "robber",
            by_seven,
            changed("dice", [1, 2]),
            r"phase: expected a seven or a knight played",
        ),
        ("main", later, changed("victim", 0), r"victim: expected -1 in the main phase"),
        ("theft", later, changed("victim", -1), r"victim: expected a seat with cards"),
        # trade
        ("main", later, changed("offer", 5), r"offer: expected -1 in the main phase"),
        ("main", later, in_turn("answer", 2), r"seats\[\d\].answer: expected 0 without an offer"),
        ("main", later, in_turn("counter", 7), r"seats\[\d\].counter: expected 0 without an offer"),
        ("main", later, changed("offers", [0, 0]), r"offers: expected none twice|offers\[0\]"),
        ("answer", later, changed("offers", []), r"offer: expected the last of offers"),
        ("answer", later, in_turn("answer", 2), r"answer: expected 0 from whoever made the offer"),
        ("answer", later, changed("phase", "deal"), r"phase: expected all answers"),
        ("deal", later, changed("phase", "answer"), r"phase: expected somebody who has yet"),
    ],
)
def test_what_play_cannot_lead_to_is_refused_by_field(
    phase: str, wanted: Callable[[CatanState], bool], edit: Edit, why: str
) -> None:
    plain = first(phase, wanted)
    GAME.from_plain(copy.deepcopy(plain))
    edit(plain)
    refused(plain, why)


def test_points_that_contradict_the_board_are_refused() -> None:
    plain = first("main", later)
    plain["seats"][0]["points"] += 3
    refused(plain, r"seats\[0\].points: expected \d+")


def test_the_cards_of_the_second_settlement_are_those_around_it() -> None:
    plain = first("place_settlement", last_placed)
    at, seat = seat_of(plain, lambda seat: sum(seat["hand"]) > 0)
    bank = plain["bank"]
    kind = next(kind for kind in range(5) if seat["hand"][kind])
    seat["hand"][kind] -= 1
    bank[kind] += 1
    refused(plain, rf"seats\[{at}\].hand: expected .* while seats place")


def test_roads_far_from_every_own_building_are_refused() -> None:
    plain = first("main", later)
    own = plain["seats"][plain["turn"]]
    taken = {edge for seat in plain["seats"] for edge in seat["roads"]}
    touched = {
        *(end for edge in own["roads"] for end in EDGE_ENDS[edge]),
        *own["settlements"],
        *own["cities"],
    }
    far = next(
        edge
        for edge, ends in enumerate(EDGE_ENDS)
        if edge not in taken and touched.isdisjoint(ends)
    )
    own["roads"] = sorted([*own["roads"], far])
    refused(plain, rf"seats\[\d\].roads: expected a building of the seat where \[{far}\] lead")


def test_a_seat_builds_nothing_before_its_first_turn() -> None:
    plain = first("main", early)
    seat = plain["seats"][2]
    vertex = seat["settlements"][0]
    seat["settlements"].remove(vertex)
    seat["cities"] = [vertex]
    seat["points"] += 1
    refused(plain, r"seats\[2\].cities: expected none before the seat's first turn")


def test_a_fixed_board_is_the_only_one_its_positions_have() -> None:
    plain = first("main", early)
    with pytest.raises(ValueError, match="board: expected the board thesis"):
        Catan(layout="thesis", trade_menu="small").from_plain(plain)


def last_kind(seat: Plain) -> int:
    return max(kind for kind in range(5) if seat["hand"][kind])


def is_scattered(seat: Plain) -> bool:
    """Has the seat to discard, and more than it has of the last resource in its hand?"""
    return bool(seat["due"] > seat["hand"][last_kind(seat)])


def test_half_of_a_large_hand_is_put_aside() -> None:
    plain = first("discard", later)
    at, seat = seat_of(plain, lambda seat: seat["due"] > 0)
    seat["due"] -= 1
    refused(plain, rf"seats\[{at}\].due: expected \d+ with the cards put aside")


def test_cards_are_put_aside_in_the_order_of_resources() -> None:
    plain = first("discard", lambda state: any(map(is_scattered, state.to_plain()["seats"])))
    at, seat = seat_of(plain, is_scattered)
    seat["due"] -= 1
    seat["pending"][last_kind(seat)] += 1
    refused(plain, rf"seats\[{at}\].pending: expected cards of the hand in ascending order")
