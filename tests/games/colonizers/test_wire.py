"""Actions and observations in their written form."""

import json
from collections.abc import Callable

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE, IllegalActionError, Json

Setup = Callable[..., ColonizersState]
States = Callable[..., list[ColonizersState]]


def test_every_legal_action_reads_back_as_one_of_the_same_meaning(
    game: Colonizers, random_states: States
) -> None:
    for state in random_states("actions", 2):
        seat = int(state.mover())
        space = state.legal(seat)
        for index in range(min(space.size, 22)):
            action = space.item(index)
            read = game.read_action(state, seat, game.write_action(state, seat, action))
            assert space.contains(read)
            if seat == CHANCE:
                assert read == action
            else:
                assert state.key(read) == state.key(action)


def test_of_equal_cards_the_first_is_read(game: Colonizers, position: Setup) -> None:
    state = position("build", hands=("aibi", "", "", ""), omnium=(1, 0, 0, 0))
    assert game.write_action(state, 0, 17) == ["build", 8]
    assert game.write_action(state, 0, 19) == ["build", 8]
    assert game.read_action(state, 0, ["build", 8]) == 17


@pytest.mark.parametrize(
    ("setup", "value", "reason"),
    [
        ({"phase": "draw"}, None, "expected a list"),
        ({"phase": "draw"}, [], "expected a list"),
        ({"phase": "draw"}, [5], "expected a list"),
        ({"phase": "draw"}, "omnium", "expected a list"),
        ({"phase": "build"}, ["build", "i"], "expected integers after the verb"),
        ({"phase": "build"}, ["build", True], "expected integers after the verb"),
        ({"phase": "build"}, ["build", [8]], "expected integers after the verb"),
        ({"phase": "build"}, ["build"], "wrong number of arguments"),
        ({"phase": "build"}, ["build", 8, 8], "wrong number of arguments"),
        ({"phase": "draw"}, ["omnium", 2], "wrong number of arguments"),
        ({"phase": "draw"}, ["skip"], "in the draw phase expected one of omnium, draw"),
        ({"phase": "draw"}, ["fly"], "in the draw phase expected"),
        ({"phase": "draw", "hands": ("abcef", "", "", "")}, ["draw"], "hand of 5 cards is full"),
        (
            {"phase": "pick", "order": (0, 1, 2, 3, 4, 5)},
            ["pick", 0],
            "the ecologist is not on offer",
        ),
        ({"phase": "pick"}, ["pick", 9], "colonist 9 is not on offer"),
        ({"phase": "discard", "drawn": "ab"}, ["keep", 6], "Quarry is not one of the drawn"),
        ({"phase": "discard", "drawn": "ab"}, ["keep", -1], "module -1 is not one of the drawn"),
        ({"phase": "power"}, ["steal", 1], "the ecologist has no power to use"),
        ({"phase": "power", "roles": (3, 0, 1, 2)}, ["swap", 1], "the opportunist does not swap"),
        (
            {"phase": "power", "roles": (3, 0, 1, 2)},
            ["steal", 3],
            "opportunist may not name itself",
        ),
        ({"phase": "power", "roles": (4, 0, 1, 2)}, ["steal", 1], "the spy does not steal"),
        ({"phase": "power", "roles": (4, 0, 1, 2)}, ["swap", 6], "colonist 6 cannot be named"),
        ({"phase": "power", "roles": (4, 0, 1, 2)}, ["swap"], "wrong number of arguments"),
        (
            {"phase": "build", "hands": ("g", "", "", "")},
            ["build", 6],
            "Quarry costs 5, at hand are 0",
        ),
        ({"phase": "build", "hands": ("", "g", "", "")}, ["build", 6], "Quarry is not in the hand"),
        ({"phase": "build"}, ["build", 77], "module 77 is not in the hand"),
        ({"phase": "shuffle", "roles": ()}, ["shuffle", 0, 1], "expected .*six colonists"),
        ({"phase": "shuffle", "roles": ()}, ["pick", 0], "expected .*six colonists"),
    ],
)
def test_a_written_action_is_refused_with_the_reason(
    game: Colonizers, position: Setup, setup: dict[str, Json], value: Json, reason: str
) -> None:
    if setup["phase"] == "shuffle":
        state = game.start(sorted_deck(game))
    else:
        state = position(**setup)
    with pytest.raises(IllegalActionError, match=reason):
        game.read_action(state, int(state.mover()), value)


def sorted_deck(game: Colonizers) -> list[int]:
    return [module for module in range(16) for _ in range(game.copies[module])]


def test_a_seat_that_is_not_on_turn_is_told_so(game: Colonizers, position: Setup) -> None:
    with pytest.raises(IllegalActionError, match="not your turn"):
        game.read_action(position("draw", 1), 0, ["omnium"])
    with pytest.raises(IllegalActionError, match="not your turn"):
        game.read_action(position("draw", 1), CHANCE, ["omnium"])


def test_when_the_game_is_over_nothing_is_read(game: Colonizers, position: Setup) -> None:
    state = position("draw", deck="")
    state.apply({0: 6})
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.read_action(state, 0, ["omnium"])


def test_an_observation_survives_the_wire(game: Colonizers, random_states: States) -> None:
    for state in random_states("wire", 2):
        for viewer in (None, 0, 1, 2, 3):
            view = state.observe(viewer)
            written = json.loads(json.dumps(game.write_observation(view)))
            read = game.read_observation(written)
            assert read == view
            assert hash(read) == hash(view)
            assert game.write_observation(read) == written


def test_an_observation_holds_only_integers_words_lists_and_objects(
    game: Colonizers, random_states: States
) -> None:
    def check(value: Json) -> None:
        if isinstance(value, dict):
            for name, entry in value.items():
                assert isinstance(name, str)
                check(entry)
        elif isinstance(value, list):
            for entry in value:
                check(entry)
        else:
            assert type(value) in (int, str)

    for state in random_states("plain", 1):
        check(game.write_observation(state.observe(1)))


def test_an_observation_is_small(game: Colonizers, random_states: States) -> None:
    """A third of the kilobyte that a whole request to act may take on average is left for the rest."""
    sizes = [
        len(
            json.dumps(
                game.write_observation(state.observe(int(state.mover()))), separators=(",", ":")
            )
        )
        for state in random_states("size", 5)
        if state.mover() >= 0
    ]
    assert sum(sizes) / len(sizes) < 700
    assert max(sizes) < 1000


GOOD: dict[str, Json] = {"roles": (3, 0, 4, 1), "hands": ("ab", "ce", "f", ""), "top": "mno"}


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (["seat"], 4, r"seat: expected an integer, -1\.\.3"),
        (["seat"], None, "seat: expected an integer"),
        (["seat"], True, "seat: expected an integer"),
        (["round"], 0, "round: expected an integer, 1 or more"),
        (["phase"], "sleep", "phase: expected one of shuffle, pick"),
        (["phase"], 3, "phase: expected one of"),
        (["phase"], "pick", "revealed: expected"),
        (["phase"], "discard", "drawn: expected a list of 2"),
        (["turn"], 9, "turn: expected"),
        (["turn"], 2, "revealed: expected"),
        (["draw"], 2, "draw: expected"),
        (["players"], {}, "players: expected a list of 4"),
        (["players"], [], "players: expected a list of 4"),
        (["players", 0], [], r"players\[0\]: expected an object"),
        (["players", 0, "omnium"], -1, r"players\[0\].omnium: expected"),
        (["players", 0, "omnium"], 1.5, r"players\[0\].omnium: expected"),
        (["players", 0, "points"], 7, r"players\[0\].points: expected 0"),
        (["players", 0, "role"], 6, r"players\[0\].role: expected"),
        (["players", 0, "role"], -1, r"players\[0\].role: expected a colonist exactly"),
        (["players", 3, "role"], 1, r"players\[3\].role: expected a colonist exactly"),
        (["players", 0, "role"], 0, "players: expected every colonist in one place"),
        (["players", 1, "role"], 2, r"players\[1\].role: contradicts the offered"),
        (["players", 2, "possible"], [], r"players\[2\].possible: expected \["),
        (["players", 1, "hand"], [2, 16], r"players\[1\].hand\[1\]: expected"),
        (["players", 1, "hand"], [2, -1], r"players\[1\].hand\[1\]: expected a module exactly"),
        (["players", 0, "hand"], [0, -1], r"players\[0\].hand\[0\]: expected a module exactly"),
        (["players", 0, "hand"], [-1] * 6, r"players\[0\].hand: expected a list of 0..5"),
        (["players", 0, "hand"], [-1] * 3, "deck_n: expected 52 cards in all, got 53"),
        (["players", 0, "seen"], [[0, 8]], r"players\[0\].seen\[0\]: expected \[slot, mask"),
        (["players", 0, "seen"], [[2, 1]], r"players\[0\].seen\[0\]: expected \[slot, mask"),
        (["players", 0, "seen"], [[0, 1]], r"players\[0\].seen: expected \[\]"),
        (["players", 0, "colony"], [16], r"players\[0\].colony\[0\]: expected"),
        (["players", 0, "colony"], [0] * 9, r"players\[0\].colony: expected a list of 0..8"),
        (["players", 1, "hand"], [3, 3], "players: more than 1 copies of module 3"),
        (["deck_n"], 53, "deck_n: expected"),
        (["deck_n"], 30, "deck_n: expected 52 cards in all, got 35"),
        (["bottom"], [[-1, 2]], r"bottom\[0\]: expected a module exactly"),
        (["bottom"], [[-1]], r"bottom\[0\]: expected a list of 2"),
        (["bottom"], [[-1, -1]], r"bottom\[0\]: expected a module exactly"),
        (["bottom"], [[-1, 0]], r"bottom: expected \[\]"),
        (["bottom"], 5, "bottom: expected a list"),
        (["gone"], [[-1, 16]], r"gone\[0\]\[1\]: expected"),
        (["drawn"], [[0, 1]], "drawn: expected a list of 0"),
        (["offered"], [0, 1], "offered: expected a list of 4"),
        (["offered"], [0, 0, 1, 2], "offered: expected no number twice"),
        (["offered"], [0, 1, 2, 6], r"offered\[3\]: expected"),
        (["out"], [0, 1, 2], "out: expected a list of 0..2"),
        (["out"], [0], "players: expected every colonist in one place"),
        (["out"], [1, 4], "out: contradicts the offered list"),
        (["out"], [5, 2], r"players\[2\].possible: expected \[1, 4\]"),
        (["revealed"], [0], "revealed: expected every seat whose turn has come"),
        (["revealed"], [1, 0], r"revealed: expected \[0, 1\]"),
        (["revealed"], [0, 1, 1], "revealed: expected no number twice"),
        (["extra"], 1, "extra: unknown field"),
        (["players", 0, "extra"], 1, r"players\[0\].extra: unknown field"),
    ],
)
def test_a_bad_observation_is_refused_by_the_name_of_the_field(
    game: Colonizers, position: Setup, path: list[Json], value: Json, named: str
) -> None:
    # Seat 1 is on turn with the Ecologist; 2 was removed and 3 picked by seat 0.
    written = game.write_observation(position("draw", 1, **GOOD).observe(1))
    assert written["offered"] == [0, 4, 1, 5]
    at: Json = written
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(ValueError, match=named):
        game.read_observation(written)


@pytest.mark.parametrize("value", [None, [], "x", {}])
def test_what_is_no_observation_at_all_is_refused(game: Colonizers, value: Json) -> None:
    with pytest.raises(ValueError, match=r"value: expected an object|seat: missing"):
        game.read_observation(value)


def test_the_drawn_cards_of_an_observation_need_their_drawers_bit(
    game: Colonizers, position: Setup
) -> None:
    written = game.write_observation(position("discard", 1, drawn="ab").observe(0))
    written["drawn"][1] = [-1, 0]
    with pytest.raises(ValueError, match=r"drawn\[1\]: expected a mask with the drawer's bit"):
        game.read_observation(written)


def test_the_colonists_out_of_play_are_listed_in_ascending_order(
    game: Colonizers, position: Setup
) -> None:
    state = position("build", 1, roles=(3, 4, 0, 1), out=(2, 5))
    written = game.write_observation(state.observe(None))
    assert written["out"] == [2, 5]
    written["out"] = [5, 2]
    with pytest.raises(ValueError, match=r"out: expected \[2, 5\]"):
        game.read_observation(written)
