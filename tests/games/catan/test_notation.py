"""Actions in written form and as text, both ways."""

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.notation import parse_action
from infoset_games.catan.state import CatanState
from infoset_games.catan.text import read_text, write_text
from infoset_games.core import CHANCE, IllegalActionError, Json
from infoset_games.rng import Rng
from infoset_games.testing import random_play

LINES: list[tuple[str, list[Json]]] = [
    ("roll", ["roll"]),
    ("road 17", ["road", 17]),
    ("bank w o", ["bank", 0, 4]),
    ("play_plenty s", ["play_plenty", 2]),
    ("play_plenty b h", ["play_plenty", 1, 3]),
    ("discard o", ["discard", 4]),
    ("dice 3 4", ["dice", 3, 4]),
    ("drawn road_building", ["drawn", 1]),
    ("offer 2w1b:1o", ["offer", [2, 1, 0, 0, 0], [0, 0, 0, 0, 1]]),
    ("offer 1w:1o to 1 3", ["offer", [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 3]]),
    ("counter 12h:1w", ["counter", [0, 0, 0, 12, 0], [1, 0, 0, 0, 0]]),
]


@pytest.mark.parametrize(("line", "written"), LINES)
def test_a_line_of_text_is_a_written_action(line: str, written: list[Json]) -> None:
    assert read_text(line) == written
    assert write_text(written) == line


@pytest.mark.parametrize("options", [{}, {"trade_menu": "small", "seats": 3}], ids=str)
def test_every_action_of_a_play_survives_both_notations(options: dict[str, Json]) -> None:
    game = Catan(**options)
    play = random_play(game, "notation")
    for state, joint in list(zip(play.states, play.joints, strict=False))[::5]:
        assert isinstance(state, CatanState)
        for seat, code in joint.items():
            written = game.write_action(state, seat, code)
            assert game.read_action(state, seat, written) == code
            assert read_text(write_text(written)) == written
            if seat == CHANCE:
                assert state.legal(CHANCE).contains(code)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "expected an action"),
        ("fly 3", "fly: no such action"),
        ("road x", "road: expected a small number, got 'x'"),
        ("road -1", "road: expected a small number"),
        ("bank w gold", "bank: expected one of w, b, s, h, o, got 'gold'"),
        ("drawn king", "drawn: expected one of knight"),
        ("offer", "offer: expected what is given and taken"),
        ("offer 1w", "offer: expected what is given and taken"),
        ("offer w:1o", "offer: expected counted cards like 2w1b, got 'w'"),
        ("offer 1w:1o for 3", "offer: expected nothing or `to` and seats"),
        ("counter 1w:1o to 3", "counter: expected nothing"),
    ],
)
def test_a_line_that_says_nothing_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(IllegalActionError) as raised:
        read_text(line)
    assert str(raised.value).startswith(why)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (["road"], "road: expected 1 arguments behind it, got 0"),
        (["road", 72], "road: expected an edge, 0..71, got 72"),
        (["roll", 1], "roll: expected 0 arguments behind it, got 1"),
        (["bank", 1], "bank: expected 2 arguments"),
        (["play_plenty", 3, 1], "play_plenty: expected the lower resource first"),
        (["play_plenty"], "play_plenty: expected two resources"),
        (["dice", 0, 3], "dice: expected two numbers in 1..6"),
        (["offer", [1]], "offer: expected what you give"),
        ("roll", "expected a list that opens with a verb"),
        ([["roll"]], "expected a list that opens with a verb"),
    ],
)
def test_a_written_action_of_a_wrong_form_is_refused_with_the_reason(
    game: Catan, action: Json, why: str
) -> None:
    state = game.start(game.deal(Rng("any")))
    with pytest.raises(IllegalActionError) as raised:
        parse_action(state, action)
    assert str(raised.value).startswith(why)
