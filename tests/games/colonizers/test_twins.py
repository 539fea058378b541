"""Twins: two positions that differ only in what a seat cannot know look the same to it on every channel."""

from collections.abc import Callable

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import Json
from infoset_games.rng import Rng

Setup = Callable[..., ColonizersState]

SPY_FIRST: dict[str, Json] = {"roles": (4, 3, 5, 0), "order": (1, 4, 3, 5, 0, 2)}

# name, who must not notice, the two set-ups, plies (codes) of whoever is on turn
TWINS: list[tuple[str, int | None, dict[str, Json], dict[str, Json], list[int]]] = [
    (
        "the order of the deck",
        0,
        {"phase": "draw", "top": "ab", "turn": 1},
        {"phase": "draw", "top": "po", "turn": 1},
        [6, 7, 15, 21, 5, 15, 21],
    ),
    (
        "the order of the deck, from its drawer before the draw",
        0,
        {"phase": "draw", "top": "ab"},
        {"phase": "draw", "top": "po"},
        [],
    ),
    (
        "another's hand",
        2,
        {"phase": "build", "turn": 1, "hands": ("", "aic", "", "")},
        {"phase": "build", "turn": 1, "hands": ("", "pid", "", "")},
        [21, 5, 15, 21],
    ),
    (
        "which cards another may afford",
        2,
        {"phase": "build", "turn": 1, "hands": ("", "iii", "", ""), "omnium": (0, 1, 0, 0)},
        {"phase": "build", "turn": 1, "hands": ("", "pdi", "", ""), "omnium": (0, 1, 0, 0)},
        [18, 5, 15, 21],
    ),
    (
        "the hands two others swap",
        2,
        {"phase": "power", **SPY_FIRST, "hands": ("ab", "c", "e", "")},
        {"phase": "power", **SPY_FIRST, "hands": ("mn", "o", "e", "")},
        [12, 21, 5, 15, 21],
    ),
    (
        "the two cards another drew",
        0,
        {"phase": "discard", "turn": 1, "drawn": "ab"},
        {"phase": "discard", "turn": 1, "drawn": "po"},
        [8, 15, 21],
    ),
    (
        "which card a full hand lost",
        1,
        {"phase": "discard", "roles": (5, 0, 1, 2), "hands": ("abcef", "", "", ""), "drawn": "mn"},
        {"phase": "discard", "roles": (5, 0, 1, 2), "hands": ("abcef", "", "", ""), "drawn": "pi"},
        [7, 15, 21],
    ),
    (
        "the Visionary's extra card",
        1,
        {"phase": "draw", "roles": (5, 0, 1, 2), "top": "m"},
        {"phase": "draw", "roles": (5, 0, 1, 2), "top": "p"},
        [5, 15, 21],
    ),
    (
        "who picked what before",
        2,
        {"phase": "pick", "turn": 2, "roles": (0, 1, 2, 3), "order": (5, 0, 1, 2, 3, 4)},
        {"phase": "pick", "turn": 2, "roles": (5, 0, 2, 3), "order": (1, 5, 0, 2, 3, 4)},
        [0],
    ),
    (
        "which was removed and which was picked",
        3,
        {"phase": "draw", "roles": (0, 1, 2, 3), "order": (5, 0, 1, 2, 3, 4)},
        {"phase": "draw", "roles": (0, 2, 5, 3), "order": (1, 0, 2, 5, 3, 4)},
        [5, 15],
    ),
    (
        "who picks what later and what is left over",
        0,
        {"phase": "draw", "roles": (0, 1, 2, 3), "order": (5, 0, 1, 2, 3, 4)},
        {"phase": "draw", "roles": (0, 4, 3, 1), "order": (5, 0, 1, 2, 3, 4)},
        [5, 15],
    ),
    (
        "where in the list the earlier picks stood",
        2,
        {"phase": "draw", "roles": (0, 1, 2, 3), "order": (5, 0, 1, 2, 3, 4)},
        {"phase": "draw", "roles": (0, 1, 2, 3), "order": (5, 2, 3, 1, 4, 0)},
        [5, 15, 21, 5, 15, 21],
    ),
    (
        "the whole line-up, from a seat that was not asked yet",
        3,
        {"phase": "pick", "turn": 1, "roles": (0, 1, 2, 3), "order": (5, 0, 1, 2, 3, 4)},
        {"phase": "pick", "turn": 1, "roles": (2, 1, 5, 3), "order": (3, 4, 2, 1, 0, 5)},
        [0],
    ),
    (
        "hands, deck and line-up, from a spectator",
        None,
        {"phase": "draw", "hands": ("ab", "c", "e", "f"), "top": "m", "order": (5, 0, 1, 2, 3, 4)},
        {
            "phase": "draw",
            "hands": ("mn", "o", "i", "j"),
            "top": "p",
            "roles": (0, 4, 5, 1),
            "order": (2, 5, 4, 3, 1, 0),
        },
        [6, 7, 15],
    ),
]


@pytest.mark.parametrize(
    ("viewer", "first", "second", "plies"),
    [twin[1:] for twin in TWINS],
    ids=[twin[0] for twin in TWINS],
)
def test_a_seat_cannot_tell_the_twins_apart(
    game: Colonizers,
    position: Setup,
    viewer: int | None,
    first: dict[str, Json],
    second: dict[str, Json],
    plies: list[int],
) -> None:
    one, other = position(**first), position(**second)
    assert one.to_plain() != other.to_plain()
    check_alike(game, viewer, one, other)
    for code in plies:
        told = [tell(game, viewer, state, code) for state in (one, other)]
        assert told[0] == told[1]
        check_alike(game, viewer, one, other)


def tell(game: Colonizers, viewer: int | None, state: ColonizersState, code: int) -> list[Json]:
    """Plays the ply and returns what `viewer` is told of it."""
    joint = {int(state.mover()): code}
    state.verify(int(state.mover()), code)
    before = state.copy()
    state.apply(joint)
    return [event.view(viewer) for event in game.narrate(before, joint, state)]


def check_alike(
    game: Colonizers, viewer: int | None, one: ColonizersState, other: ColonizersState
) -> None:
    assert one.observe(viewer) == other.observe(viewer)
    written = [game.write_observation(state.observe(viewer)) for state in (one, other)]
    assert written[0] == written[1]
    assert one.mover() == other.mover()
    if viewer is not None:
        lists = [written_legal(game, viewer, state) for state in (one, other)]
        assert lists[0] == lists[1]
        assert refusals(viewer, one) == refusals(viewer, other)
    worlds = [game.determinize(s.observe(viewer), Rng("twin")).to_plain() for s in (one, other)]
    assert worlds[0] == worlds[1]


def written_legal(game: Colonizers, seat: int, state: ColonizersState) -> list[Json]:
    space = state.legal(seat)
    return [game.write_action(state, seat, space.item(index)) for index in range(space.size)]


def refusals(seat: int, state: ColonizersState) -> list[str]:
    reasons = []
    for code in range(22):
        try:
            state.verify(seat, code)
        except ValueError as error:
            reasons.append(f"{code}: {error}")
    return reasons


def test_the_twins_do_differ_for_somebody(game: Colonizers, position: Setup) -> None:
    """So the comparison above can fail: whoever knows the secret sees the difference."""
    for _, viewer, first, second, _ in TWINS:
        one, other = position(**first), position(**second)
        knowing = [seat for seat in range(4) if one.observe(seat) != other.observe(seat)]
        assert viewer not in knowing
        assert knowing or "top" in first  # the order of the deck is nobody's


def test_worlds_of_one_observation_are_twins_in_a_whole_play(
    game: Colonizers, random_states: Callable[..., list[ColonizersState]]
) -> None:
    """A sampled world and the truth tell the seat the same, until something hidden comes out."""
    rng = Rng("twins")
    for state in random_states("whole play", 1):
        for viewer in (0, 2, None):
            world = game.determinize(state.observe(viewer), rng)
            check_alike(game, viewer, state, world)
