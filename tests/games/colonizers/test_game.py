"""Options, constants, and positions set up from plain values."""

from collections.abc import Callable

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.cards import COPIES
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import Json
from infoset_games.game import OptionError
from infoset_games.rng import Rng

SMALL = [2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]


def test_the_defaults_are_the_rules_of_the_thesis() -> None:
    game = Colonizers()
    assert game.options() == {"legacy": False, "colony": 8, "copies": list(COPIES)}
    assert (game.name, game.rules, game.seats, game.seat_range) == (
        "colonizers",
        "colonizers/1.0",
        4,
        (4, 4),
    )
    assert not game.simultaneous


def test_the_described_defaults_are_those_in_force() -> None:
    described = {name: about["default"] for name, about in Colonizers.describe_options().items()}
    assert described == Colonizers().options()


def test_a_game_made_from_its_options_is_equal() -> None:
    game = Colonizers(legacy=True, colony=3, copies=SMALL)
    assert Colonizers(**game.options()).options() == game.options()


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"legacy": 1}, "legacy"),
        ({"legacy": "yes"}, "legacy"),
        ({"colony": 0}, "colony"),
        ({"colony": 9}, "colony"),
        ({"colony": True}, "colony"),
        ({"colony": 3.0}, "colony"),
        ({"copies": 4}, "copies"),
        ({"copies": [4] * 15}, "copies"),
        ({"copies": [4] * 15 + [-1]}, "copies[15]"),
        ({"copies": [4] * 15 + ["1"]}, "copies[15]"),
        ({"copies": [0] * 16}, "copies"),
        ({"copies": [4] * 16}, "copies"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: dict[str, Json], path: str) -> None:
    with pytest.raises(OptionError) as error:
        Colonizers(**options)
    assert error.value.path == path


def test_a_reduced_deck_is_dealt_and_played_to_its_end() -> None:
    game = Colonizers(copies=SMALL, colony=2)
    for number in range(20):
        rng = Rng("small", str(number))
        deal = game.deal(rng)
        assert sorted(deal) == [0, 0, 4, 8, 8, 12]
        state = game.start(deal)
        while state.result() is None:
            is_chance = state.mover() == -1
            state.move(
                state.sample_chance(rng)
                if is_chance
                else state.legal_item(rng.below(state.legal_size()))
            )


def test_equal_streams_deal_equal_decks_and_others_do_not() -> None:
    game = Colonizers()
    assert game.deal(Rng("a")) == game.deal(Rng("a")) != game.deal(Rng("b"))


def test_the_constants_name_every_module_and_colonist() -> None:
    consts = Colonizers(colony=5).consts()
    assert (consts["hand_limit"], consts["colony"], consts["bonus"]) == (5, 5, [4, 2, 2, 2])
    assert consts["modules"][6] == {
        "letter": "g",
        "name": "Quarry",
        "cost": 5,
        "value": 6,
        "colour": "blue",
        "copies": 4,
    }
    assert [colonist["name"] for colonist in consts["colonists"]] == [
        "ecologist",
        "general",
        "miner",
        "opportunist",
        "spy",
        "visionary",
    ]
    assert Colonizers(legacy=True).consts()["bonus"] == [4, 4, 4, 4]


def test_a_position_survives_its_plain_form(
    game: Colonizers, random_states: Callable[..., list[ColonizersState]]
) -> None:
    for state in random_states("plain", 2):
        value = state.to_plain()
        twin = game.from_plain(value)
        assert twin.to_plain() == value
        assert (twin.mover(), twin.legal_size()) == (state.mover(), state.legal_size())
        assert [twin.observe(seat) for seat in range(4)] == [
            state.observe(seat) for seat in range(4)
        ]


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (["full"], 7, "full: expected"),
        (["later_bonus"], 4, "later_bonus: expected"),
        (["draw"], 0, "draw: expected true or false"),
        (["phase"], "x", "phase: expected one of"),
        (["drawn"], [[0, 1], [0, 1]], "drawn: expected two cards in the discard phase"),
        (["deck"], [], "deck: expected 4 cards of module 0"),
        (["deck"], [[16, 0]], r"deck\[0\]\[0\]: expected"),
        (["order"], [0, 1, 2], "order: expected a list of 6"),
        (["order"], [0, 0, 1, 2, 3, 4], "order: expected no number twice"),
        (["order"], [0, 1, 2, 3, 4, 5], "seats: expected different roles"),
        (["seats", 0, "role"], -1, "seats: expected a role exactly where one is picked"),
        (["seats", 0, "role"], 1, "seats: expected different roles"),
        (["seats", 0, "points"], 3, r"seats\[0\].points: expected"),
        (["seats", 0, "hand"], [[0, 1]] * 6, r"seats\[0\].hand: expected a list of 0..5"),
        (["seats", 0, "colony"], [16], r"seats\[0\].colony\[0\]: expected"),
    ],
)
def test_a_bad_plain_position_is_refused_by_the_name_of_the_field(
    game: Colonizers,
    position: Callable[..., ColonizersState],
    path: list[Json],
    value: Json,
    named: str,
) -> None:
    plain = position("draw").to_plain()
    at: Json = plain
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(ValueError, match=named):
        game.from_plain(plain)
