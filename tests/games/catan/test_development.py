"""Development cards and the largest army (checklist 15 to 20, 26)."""

from collections.abc import Callable

import pytest

from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE, IllegalActionError, Json

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Legal = Callable[..., list[Json]]


def hand(state: CatanState, seat: int) -> list[int]:
    return [int(state.hand(seat, resource)) for resource in range(5)]


def verbs(listed: list[Json]) -> set[str]:
    return {action[0] for action in listed}


# When.


def test_a_card_is_drawn_from_what_is_left_of_the_deck(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "sho"}, played={1: ["knight"] * 13})
    play(state, ["buy_dev"])
    assert state.mover() == CHANCE
    assert [chance for _, chance in state.chance_odds()] == [n / 12 for n in (1, 2, 2, 2, 5)]
    play(state, ["drawn", 0])
    assert state.to_plain()["fresh"] == [1, 0, 0, 0, 0]
    assert hand(state, 0) == [0, 0, 0, 0, 0]


def test_a_card_is_not_played_in_the_turn_in_which_it_was_bought(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("main", hands={0: "sho"})
    play(state, ["buy_dev"], ["drawn", 0])
    assert verbs(legal(state)) == {"end_turn"}
    play(state, ["end_turn"])
    for _ in range(3):
        play(state, ["roll"], ["dice", 1, 1], ["end_turn"])
    assert legal(state) == [["roll"], ["play_knight"]]


def test_an_older_card_can_be_played_although_the_same_was_just_bought(
    position: Setup, play: Play
) -> None:
    state = position("main", hands={0: "sho"}, usable={0: ["monopoly"]})
    play(state, ["buy_dev"], ["drawn", 3], ["play_monopoly", 0])
    assert state.to_plain()["fresh"] == [0, 0, 0, 1, 0]


def test_one_development_card_a_turn(position: Setup, play: Play, legal: Legal) -> None:
    state = position("roll", usable={0: ["monopoly", "knight", "plenty"]})
    play(state, ["play_monopoly", 0])
    assert legal(state) == [["roll"]]
    play(state, ["roll"], ["dice", 1, 1])
    assert verbs(legal(state)) == {"end_turn"}
    with pytest.raises(IllegalActionError, match="one development card a turn"):
        play(state, ["play_knight"])


def test_all_kinds_but_victory_can_be_played_before_the_roll(position: Setup, legal: Legal) -> None:
    state = position(
        "roll",
        usable={0: ["knight", "road_building", "plenty", "monopoly", "victory"]},
        settlements={0: [13]},
    )
    played = {"play_knight", "play_road_building", "play_plenty", "play_monopoly"}
    assert verbs(legal(state)) == {"roll"} | played


def test_victory_cards_count_at_once_and_are_never_played(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("main", hands={0: "sho"})
    play(state, ["buy_dev"], ["drawn", 4])
    assert state.scores()[0] == 1
    assert state.observe(1).points(0) == 0
    assert verbs(legal(state)) == {"end_turn"}


def test_nobody_buys_from_an_empty_deck(position: Setup, play: Play, legal: Legal) -> None:
    everything = ["knight"] * 14 + ["road_building", "plenty", "monopoly"] * 2
    state = position("main", hands={0: "sho"}, played={1: everything}, usable={2: ["victory"] * 5})
    assert "buy_dev" not in verbs(legal(state))
    with pytest.raises(IllegalActionError, match="no development cards are left"):
        play(state, ["buy_dev"])


def test_progress_cards_leave_the_game_for_ever(position: Setup, play: Play) -> None:
    state = position("main", usable={0: ["monopoly"]}, hands={0: "sho"})
    play(state, ["play_monopoly", 0], ["buy_dev"])
    assert [code - 509 for code, _ in state.chance_odds()] == [0, 1, 2, 3, 4]
    assert state.chance_odds()[3][1] == 1 / 24
    assert state.to_plain()["deck"] == [14, 2, 2, 1, 5]


# What.


def test_monopoly_takes_all_of_a_resource_from_everybody(position: Setup, play: Play) -> None:
    state = position("main", usable={0: ["monopoly"]}, hands={0: "wo", 1: "ww", 2: "bb", 3: "wbo"})
    play(state, ["play_monopoly", 0])
    assert hand(state, 0) == [4, 0, 0, 0, 1]
    assert [hand(state, seat) for seat in (1, 2, 3)] == [
        [0, 0, 0, 0, 0],
        [0, 2, 0, 0, 0],
        [0, 1, 0, 0, 1],
    ]


def test_plenty_takes_two_cards_the_same_or_different(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("main", usable={0: ["plenty"]})
    pairs = [action[1:] for action in legal(state) if action[0] == "play_plenty"]
    assert len(pairs) == 15
    assert hand(play(state, ["play_plenty", 2, 2]), 0) == [0, 0, 2, 0, 0]


def test_plenty_is_limited_by_a_poor_bank(position: Setup, play: Play, legal: Legal) -> None:
    rich = "b" * 19 + "s" * 19 + "h" * 19
    state = position("main", usable={0: ["plenty"]}, hands={1: rich + "w" * 18 + "o" * 17})
    pairs = [action[1:] for action in legal(state) if action[0] == "play_plenty"]
    assert pairs == [[0, 4], [4, 4]]
    with pytest.raises(IllegalActionError, match="the bank does not have these cards"):
        play(state, ["play_plenty", 0, 0])


def test_plenty_takes_the_banks_last_card_alone(position: Setup, play: Play, legal: Legal) -> None:
    rich = "b" * 19 + "s" * 19 + "h" * 19 + "w" * 19
    state = position("main", usable={0: ["plenty"]}, hands={1: rich + "o" * 18})
    assert [a for a in legal(state) if a[0] == "play_plenty"] == [["play_plenty", 4]]
    assert hand(play(state, ["play_plenty", 4]), 0) == [0, 0, 0, 0, 1]


def test_plenty_is_not_played_on_an_empty_bank(position: Setup, legal: Legal) -> None:
    everything = "".join(letter * 19 for letter in "wbsho")
    state = position("main", usable={0: ["plenty"]}, hands={1: everything})
    assert verbs(legal(state)) == {"end_turn"}


def test_road_building_lays_two_roads_for_nothing(position: Setup, play: Play) -> None:
    state = position("main", usable={0: ["road_building"]}, settlements={0: [13]})
    play(state, ["play_road_building"], ["free_road", 13, 18])
    assert state.kind(0) == "free_road"
    play(state, ["free_road", 18, 24])
    assert state.kind(0) == "main"
    assert len(state.to_plain()["seats"][0]["roads"]) == 2


def test_road_building_before_the_roll_returns_to_the_roll(position: Setup, play: Play) -> None:
    state = position("roll", usable={0: ["road_building"]}, settlements={0: [13]})
    play(state, ["play_road_building"], ["free_road", 13, 18], ["free_road", 18, 24])
    assert state.kind(0) == "roll"


RING = (0, 3, 7, 11, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53)  # fifteen pieces


def test_road_building_with_one_piece_left_lays_one_road(position: Setup, play: Play) -> None:
    state = position("main", usable={0: ["road_building"]}, roads={0: [RING[:-1]]}, longest=0)
    play(state, ["play_road_building"], ["free_road", 49, 53])
    assert state.kind(0) == "main"


def test_road_building_is_not_played_without_a_piece_or_a_place(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("main", usable={0: ["road_building"]}, roads={0: [RING]}, longest=0)
    assert verbs(legal(state)) == {"end_turn"}
    with pytest.raises(IllegalActionError, match="there is no road left, or no place for one"):
        play(state, ["play_road_building"])
    state = position("main", usable={0: ["road_building"]})
    assert verbs(legal(state)) == {"end_turn"}


def test_road_building_ends_where_no_edge_is_left_for_the_second(
    position: Setup, play: Play
) -> None:
    state = position(
        "main",
        usable={0: ["road_building"]},
        roads={1: [(3, 7), (4, 1), (4, 8)], 0: [(3, 0)]},
        settlements={1: [4, 7], 0: []},
    )
    play(state, ["play_road_building"], ["free_road", 0, 4])
    assert state.kind(0) == "main"


# The largest army.


def knights(count: int) -> list[str]:
    return ["knight"] * count


@pytest.mark.parametrize(
    ("own", "others", "holder", "after"),
    [
        (1, 0, -1, -1),
        (2, 0, -1, 0),
        (2, 3, 1, 1),
        (3, 3, 1, 0),
        (5, 5, 0, 0),
    ],
    ids=["two are too few", "three", "as many do not do", "one more does", "the holder keeps it"],
)
def test_the_largest_army_goes_to_three_knights_and_then_only_to_more(
    position: Setup, play: Play, own: int, others: int, holder: int, after: int
) -> None:
    state = position(
        "main",
        usable={0: ["knight"]},
        played={0: knights(own), 1: knights(others)},
        army=holder,
    )
    play(state, ["play_knight"])
    assert state.army == after
    assert [points // 2 for points in state.scores()] == [int(at == after) for at in range(4)]
