"""Where one may build, and what it takes from the stock (checklist 5 to 8)."""

from collections.abc import Callable

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.building import (
    has_road_place,
    may_build_road,
    settlement_places,
)
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import EDGE_NUMBER, EDGES, VERTICES
from infoset_games.core import IllegalActionError, Json
from infoset_games.testing import random_play

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Legal = Callable[..., list[Json]]


def places(listed: list[Json], verb: str) -> list[int]:
    return [action[1] for action in listed if action[0] == verb]


def roads(*paths: tuple[int, int]) -> list[int]:
    return sorted(EDGE_NUMBER[path] for path in paths)


def test_nobody_settles_beside_a_building(position: Setup, legal: Legal) -> None:
    state = position(
        "main", hands={0: "wbsh"}, settlements={1: [23]}, roads={0: [(13, 18, 24, 30)]}
    )
    assert places(legal(state), "settlement") == [13, 24, 30]
    state = position(
        "main", hands={0: "wbsh"}, settlements={1: [19]}, roads={0: [(13, 18, 24, 30)]}
    )
    assert places(legal(state), "settlement") == [13, 18, 30]


def test_a_settlement_needs_an_own_road(position: Setup, legal: Legal) -> None:
    state = position("main", hands={0: "wbsh"}, roads={0: [(2, 6)], 1: [(13, 18)]})
    assert places(legal(state), "settlement") == [2, 6]


def test_a_road_goes_on_from_own_roads_and_buildings(position: Setup, legal: Legal) -> None:
    state = position(
        "main", hands={0: "wb"}, settlements={0: [51]}, cities={0: [53]}, roads={0: [(2, 6)]}
    )
    wanted = roads((2, 5), (6, 10), (47, 51), (48, 51), (49, 53), (50, 53))
    assert places(legal(state), "road") == wanted


def test_a_road_does_not_go_on_through_an_opponents_building(position: Setup, legal: Legal) -> None:
    state = position(
        "main", hands={0: "wb"}, settlements={0: [8], 1: [18]}, roads={0: [(8, 13, 18)]}
    )
    wanted = roads((4, 8), (8, 12), (9, 13))
    assert places(legal(state), "road") == wanted


def test_a_new_settlement_blocks_the_roads_of_others(position: Setup, play: Play) -> None:
    state = position(
        "main",
        hands={0: "wbsh"},
        settlements={1: [8]},
        roads={0: [(24, 18)], 1: [(8, 13, 18)]},
    )
    assert may_build_road(state, 1, EDGE_NUMBER[18, 23])
    play(state, ["settlement", 18])
    assert not may_build_road(state, 1, EDGE_NUMBER[18, 23])
    assert may_build_road(state, 1, EDGE_NUMBER[9, 13])


def test_a_road_reached_from_both_ends_stays_open_after_a_cut(position: Setup, play: Play) -> None:
    state = position(
        "main",
        hands={0: "wbsh"},
        roads={0: [(24, 18)], 1: [(8, 13, 18), (17, 23)]},
    )
    play(state, ["settlement", 18])
    assert may_build_road(state, 1, EDGE_NUMBER[18, 23])


def test_a_city_replaces_an_own_settlement_which_goes_back_to_the_stock(
    position: Setup, play: Play
) -> None:
    state = position(
        "main",
        hands={0: "hhooowbsh"},
        settlements={0: [0, 2, 11, 15, 26]},
        roads={0: [(40, 45)]},
    )
    with pytest.raises(IllegalActionError, match="no settlement is left in your stock"):
        play(state, ["settlement", 45])
    play(state, ["city", 26], ["settlement", 45])
    assert state.scores()[0] == 7


def test_there_are_four_cities_and_no_more(position: Setup, play: Play, legal: Legal) -> None:
    state = position("main", hands={0: "hhooo"}, settlements={0: [0]}, cities={0: [2, 11, 15, 26]})
    assert places(legal(state), "city") == []
    with pytest.raises(IllegalActionError, match="no city is left in your stock"):
        play(state, ["city", 0])


def test_there_are_fifteen_roads_and_no_more(position: Setup, play: Play) -> None:
    ring = (0, 3, 7, 11, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53)
    state = position("main", hands={0: "wb"}, roads={0: [ring]})
    with pytest.raises(IllegalActionError, match="no road is left in your stock"):
        play(state, ["road", 50, 53])


def test_what_is_built_is_paid_to_the_bank(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "wbsh" + "wb"}, settlements={0: [8]}, roads={0: [(8, 13)]})
    play(state, ["road", 13, 18], ["settlement", 18])
    assert state.to_plain()["bank"] == [19] * 5
    assert state.to_plain()["seats"][0]["hand"] == [0] * 5


def test_a_place_can_be_built_on_once(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "wb"}, settlements={0: [8]}, roads={1: [(8, 13)]})
    with pytest.raises(IllegalActionError, match="there is a road already"):
        play(state, ["road", 8, 13])


def can_build_road(state: CatanState, seat: int, edge: tuple[int, int]) -> bool:
    """The rule, read off the board."""
    plain = state.to_plain()
    owners = {vertex: at for at, entry in enumerate(plain["seats"]) for vertex in entry["cities"]}
    owners |= {v: at for at, entry in enumerate(plain["seats"]) for v in entry["settlements"]}
    built = {number for entry in plain["seats"] for number in entry["roads"]}
    ends = {number: pair for pair, number in EDGE_NUMBER.items()}
    if EDGE_NUMBER[edge] in built:
        return False
    for vertex in edge:
        is_touched = any(vertex in ends[number] for number in plain["seats"][seat]["roads"])
        if owners.get(vertex, seat if is_touched else -1) == seat:
            return True
    return False


def test_the_sets_kept_up_to_date_are_those_the_rules_give() -> None:
    for state in random_play(Catan(), "sets").states[::40]:
        assert isinstance(state, CatanState)
        ends = {number: pair for pair, number in EDGE_NUMBER.items()}
        taken = {
            vertex
            for entry in state.to_plain()["seats"]
            for vertex in entry["settlements"] + entry["cities"]
        }
        for seat, entry in enumerate(state.to_plain()["seats"]):
            allowed = [may_build_road(state, seat, number) for number in range(EDGES)]
            assert allowed == [can_build_road(state, seat, ends[n]) for n in range(EDGES)]
            assert has_road_place(state, seat) == any(allowed)
            touched = {vertex for number in entry["roads"] for vertex in ends[number]}
            free = {
                vertex
                for vertex in touched - taken
                if not any(vertex in pair and set(pair) & taken for pair in EDGE_NUMBER)
            }
            found = settlement_places(state, seat)
            assert {vertex for vertex in range(VERTICES) if found >> vertex & 1} == free
