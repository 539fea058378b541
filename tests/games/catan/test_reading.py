"""Observations and positions from plain values: what is refused, and by which name."""

from collections.abc import Callable
from typing import Any

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.state import CatanState
from infoset_games.core import Json

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]


@pytest.fixture
def written(position: Setup, game: Catan) -> dict[str, Json]:
    state = position(
        "main",
        hands={0: "wwb", 1: "oo"},
        settlements={0: [13], 1: [45]},
        roads={0: [(13, 18)], 1: [(45, 49)]},
        usable={0: ["knight"], 1: ["plenty"]},
        played={1: ["knight"]},
    )
    return game.write_observation(state.observe(0))


def test_an_observation_is_read_as_it_was_written(written: dict[str, Json], game: Catan) -> None:
    assert game.write_observation(game.read_observation(written)) == written


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("seat", 4, "seat: expected an integer in -1..3"),
        ("phase", "sleep", "phase: expected one of place_settlement"),
        ("rolled", 1, "rolled: expected true or false"),
        ("robber", 19, "robber: expected an integer in 0..18"),
        ("dice", [1], "dice: expected 2 integers in 0..6"),
        ("board", {}, "board: expected terrain, numbers and harbours"),
        ("bank", [19] * 5, "bank: expected 17 of resource 0"),
        ("deck_n", 24, "deck_n: expected 22"),
        ("players", [], "players: expected a list of 4"),
        ("fresh", [1, 0, 0, 0, 0], r"players\[0\].devs: expected 2, the cards in the hand"),
        ("offer", [1], "offer: expected none in the main phase"),
        ("offers", [[[1, 0, 0, 0, 0]]], r"offers\[0\]: expected what is given and what is taken"),
        ("answers", [1], "answers: expected one for each seat while an offer is open"),
        ("unsure", [1, 1], "unsure: expected seats in ascending order"),
        ("unsure", [1], "deals: expected a row for each deal"),
        ("deals", [[1, 0, 0, 0, 0, 0]], "deals: expected a row for each deal"),
    ],
)
def test_a_wrong_field_of_an_observation_is_named(
    written: dict[str, Json], game: Catan, field: str, value: Json, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        game.read_observation({**written, field: value})


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("cards", 3, r"players\[1\].cards: expected 2, the size of the hand"),
        ("hand", [0] * 5, r"players\[1\].cards: expected 0"),
        ("devs", 2, r"players\[1\].history: expected 2 cards left"),
        ("played", [0] * 5, r"players\[1\].history: expected the cards of played"),
        ("usable", [0] * 5, r"players\[1\].usable: expected \[\]"),
        ("points", 5, r"players\[1\].points: expected 1"),
        ("road", 3, r"players\[1\].road: expected 1"),
        ("roads", [99], r"players\[1\].roads: expected at most 15 integers in 0..71"),
        ("settlements", [13], r"players\[1\].settlements: 13 is taken twice"),
        ("due", 1, r"players\[1\].due: expected at most 0"),
        ("history", [1, 0, 0], "players: expected histories that some deck explains"),
        ("history", [0] * 300, r"players\[1\].history: expected at most 200"),
    ],
)
def test_a_wrong_field_of_a_player_is_named(
    written: dict[str, Json], game: Catan, field: str, value: Json, why: str
) -> None:
    players = [dict(player) for player in written["players"]]
    players[1][field] = value
    with pytest.raises(ValueError, match=why):
        game.read_observation({**written, "players": players})


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ([1, 1, 0, 0, 0, 0], r"players\[1\].cards: expected 1"),
        ([0, 0, 0, 0, 0, 2], "expected a new deal with a weight"),
        ([1, 0, 0, 0, 0], "expected 6 integers"),
        ([1, 0, 0, 0, 0, 20], "expected at most 19 cards each"),
    ],
)
def test_a_wrong_deal_is_named(
    written: dict[str, Json], game: Catan, row: list[int], why: str
) -> None:
    players = [dict(player) for player in written["players"]]
    players[1]["hand"] = []
    unsure = {**written, "players": players, "unsure": [1]}
    with pytest.raises(ValueError, match=why):
        game.read_observation({**unsure, "deals": [row]})


def test_an_open_offer_is_read_with_its_answers(position: Setup, play: Play, game: Catan) -> None:
    state = position("main", hands={0: "w", 1: "o", 2: "s"})
    w, o, s = ([int(i == kind) for i in range(5)] for kind in (0, 4, 2))
    play(state, ["offer", w, o], {1: ["accept"], 2: ["counter", s, w], 3: ["reject"]})
    written = game.write_observation(state.observe(3))
    assert written["answers"] == [[], ["accept"], ["counter", s, w], ["reject"]]
    assert game.read_observation(written) == state.observe(3)
    for answers, why in (
        ([[], ["maybe"], [], []], r"answers\[1\]: expected one of waiting"),
        ([["accept"], [], [], []], r"answers\[0\]: expected nothing from whoever made the offer"),
        ([[], ["accept", 1], [], []], r"answers\[1\]: expected nothing behind accept"),
        ([[], ["counter", s, s], [], []], r"answers\[1\]: expected different cards"),
    ):
        with pytest.raises(ValueError, match=why):
            game.read_observation({**written, "answers": answers})


def test_unknown_and_missing_fields_are_named(written: dict[str, Json], game: Catan) -> None:
    with pytest.raises(ValueError, match="extra: unknown field"):
        game.read_observation({**written, "extra": 1})
    del written["army"]
    with pytest.raises(ValueError, match="army: missing"):
        game.read_observation(written)


# Positions.


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"bank": [19, 19, 19, 19, 18]}, "bank: 18 cards of resource 4 in all, not 19"),
        ({"deck": [13, 2, 2, 2, 5]}, "deck: 13 cards of kind 0 in all, not 14"),
        ({"turn": 4}, "turn: expected an integer in 0..3"),
        ({"seats": []}, "seats: expected a list of 4"),
        ({"offer": -2}, "offer: expected an integer"),
        ({"army": "nobody"}, "army: expected an integer"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_field(
    position: Setup, game: Catan, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        game.from_plain({**position("main").to_plain(), **changes})
