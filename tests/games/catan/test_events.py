"""What a ply tells, and to whom."""

from collections.abc import Callable
from typing import Any

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import EDGE_NUMBER
from infoset_games.core import Json
from infoset_games.rng import Rng

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Views = list[dict[str, Json]]
BEHIND = EDGE_NUMBER[35, 40]  # where the road of the test below goes on


def tell(state: CatanState, action: list[Json], viewer: int | None = None) -> Views:
    """Plays one written action of the mover and returns what `viewer` is told."""
    game, mover = Catan(), int(state.mover())
    before = state.copy()
    joint = {mover: game.read_action(state, mover, action)}
    state.apply(joint)
    return [event.view(viewer) for event in game.narrate(before, joint, state)]


def test_a_roll_tells_the_dice_and_what_everybody_gets(position: Setup, play: Play) -> None:
    state = play(position("roll", settlements={1: [13]}, cities={2: [8]}), ["roll"])
    assert tell(state, ["dice", 2, 4]) == [
        {"e": "dice", "by": 0, "dice": [2, 4]},
        {"e": "yield", "by": 1, "cards": [0, 1, 0, 0, 0]},
        {"e": "yield", "by": 2, "cards": [0, 2, 0, 0, 0]},
    ]


def test_a_theft_shows_the_card_to_thief_and_victim_only(position: Setup, play: Play) -> None:
    state = position("robber", hands={1: "wo"}, settlements={1: [13]})
    assert tell(state, ["move_robber", 4]) == [{"e": "robber", "by": 0, "hex": 4}]
    for viewer, card in ((0, 4), (1, 4), (2, -1), (None, -1)):
        told = tell(state.copy(), ["stolen", 4], viewer)
        assert told == [{"e": "theft", "by": 0, "from": 1, "resource": card}]


def test_a_purchase_shows_the_card_to_the_buyer_only(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "sho"})
    assert tell(state, ["buy_dev"]) == [{"e": "buy", "by": 0}]
    assert tell(state.copy(), ["drawn", 3], 0) == [{"e": "bought", "by": 0, "card": 3}]
    assert tell(state.copy(), ["drawn", 3], 1) == [{"e": "bought", "by": 0, "card": -1}]


@pytest.mark.parametrize(("public", "cards"), [(True, [4, 0, 0, 0, 0]), (False, [-1] * 5)])
def test_discards_are_shown_as_the_option_says(
    position_in: Callable[[Catan], Setup], play: Play, public: bool, cards: list[int]
) -> None:
    position = position_in(Catan(layout="beginner", public_discards=public))
    state = play(position("roll", hands={0: "w" * 8}), ["roll"], ["dice", 3, 4])
    for _ in range(3):
        assert tell(state, ["discard", 0], 1) == [{"e": "put_aside", "by": 0, "resource": -1}]
    own = tell(state.copy(), ["discard", 0], 0)
    assert own[1] == {"e": "discard", "by": 0, "count": 4, "cards": [4, 0, 0, 0, 0]}
    assert tell(state, ["discard", 0], 1)[1] == {
        "e": "discard",
        "by": 0,
        "count": 4,
        "cards": cards,
    }


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (["bank", 0, 4], {"e": "bank", "by": 0, "give": [4, 0, 0, 0, 0], "take": [0, 0, 0, 0, 1]}),
        (["city", 13], {"e": "city", "by": 0, "vertex": 13}),
        (["settlement", 24], {"e": "settlement", "by": 0, "vertex": 24}),
        (["road", BEHIND], {"e": "road", "by": 0, "edge": BEHIND}),
        (["end_turn"], {"e": "end_turn", "by": 0}),
        (
            ["offer", [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [2]],
            {"e": "offer", "by": 0, "give": [1] + [0] * 4, "take": [0] * 4 + [1], "to": [2]},
        ),
    ],
)
def test_what_a_seat_does_in_its_turn_is_told_to_all(
    position: Setup, action: list[Json], told: dict[str, Any]
) -> None:
    state = position(
        "main",
        hands={0: "wwwwbshhooo"},
        settlements={0: [13]},
        roads={0: [(13, 18, 24, 30, 35)]},
    )
    assert tell(state, action)[0] == told


def test_cards_that_are_played_tell_what_they_do(position: Setup) -> None:
    cards = ["plenty", "monopoly", "road_building", "knight"]
    state = position("main", hands={1: "ww"}, usable={0: cards}, settlements={0: [13]})
    assert tell(state.copy(), ["play_plenty", 1, 2]) == [
        {"e": "play", "by": 0, "card": 2},
        {"e": "plenty", "by": 0, "cards": [0, 1, 1, 0, 0]},
    ]
    assert tell(state.copy(), ["play_monopoly", 0]) == [
        {"e": "play", "by": 0, "card": 3},
        {"e": "monopoly", "by": 0, "resource": 0, "from": [0, 2, 0, 0]},
    ]
    assert tell(state.copy(), ["play_road_building"]) == [{"e": "play", "by": 0, "card": 1}]
    assert tell(state.copy(), ["play_knight"]) == [{"e": "play", "by": 0, "card": 0}]


def test_special_cards_and_turns_are_announced(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "wb"}, roads={0: [(7, 12, 8, 13, 18)]})
    assert {"e": "longest_road", "by": 0} in tell(state, ["road", EDGE_NUMBER[18, 24]])
    state = position("main", usable={0: ["knight"]}, played={0: ["knight", "knight"]})
    assert {"e": "largest_army", "by": 0} in tell(state, ["play_knight"])
    assert {"e": "turn", "by": 1, "round": 1} in tell(position("main"), ["end_turn"])


def test_the_end_tells_all_points(position: Setup) -> None:
    state = position("main", turn=3, usable={1: ["victory"]}, round=200)
    told = tell(state, ["end_turn"])
    assert told[-1] == {"e": "over", "ending": "round_limit", "scores": [0, 1, 0, 0]}


def test_a_deal_tells_the_cards_from_the_side_of_who_confirms(position: Setup, play: Play) -> None:
    w, o, s = ([int(i == kind) for i in range(5)] for kind in (0, 4, 2))
    state = position("main", hands={0: "w", 1: "o", 2: "s"})
    play(state, ["offer", w, o], {1: ["accept"], 2: ["counter", s, w], 3: ["reject"]})
    trade = {"e": "trade", "by": 0, "give": w}
    assert tell(state.copy(), ["confirm", 1])[0] == {**trade, "with": 1, "take": o}
    assert tell(state.copy(), ["confirm", 2])[0] == {**trade, "with": 2, "take": s}
    assert tell(state.copy(), ["withdraw"])[0] == {"e": "withdraw", "by": 0}


def test_the_second_settlement_tells_what_it_yields(game: Catan, play: Play) -> None:
    state = game.start(game.deal(Rng("any")))
    for vertex in (0, 2, 15, 26):
        play(state, ["place_settlement", vertex])
        state.move(state.legal_item(0))
    told = tell(state, ["place_settlement", 13])
    assert told == [
        {"e": "settlement", "by": 3, "vertex": 13},
        {"e": "yield", "by": 3, "cards": [0, 1, 2, 0, 0]},
    ]
