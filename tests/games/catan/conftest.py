"""Positions of Catan for the tests, written down in letters: hands={0: "wwb"}, settlements={0: [19]}.

Resources are w wood, b brick, s sheep, h wheat, o ore. Places are numbers of the canonical board; roads
are paths of vertices, roads={0: [(13, 18, 24)]}. In written actions a road may be named by its two ends.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import pytest
from mypy_extensions import u8

from infoset_games.catan import Catan
from infoset_games.catan.actions import PHASE_NAMES
from infoset_games.catan.building import rebuild
from infoset_games.catan.cards import DEV_COUNTS, DEV_NAMES
from infoset_games.catan.cells import CITY, EDGE, VERTEX
from infoset_games.catan.reading import assemble, check_written
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import EDGE_NUMBER
from infoset_games.core import CHANCE, Json
from infoset_games.rng import Rng

LETTERS = "wbsho"
Pieces = Mapping[int, Sequence[int]]
Paths = Mapping[int, Sequence[Sequence[int]]]
Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]


def counts(letters: str) -> list[int]:
    return [letters.count(letter) for letter in LETTERS]


def devs(names: Sequence[str]) -> list[int]:
    return [list(names).count(name) for name in DEV_NAMES]


@pytest.fixture
def game() -> Catan:
    return Catan(layout="beginner")


@pytest.fixture
def position(game: Catan) -> Setup:
    return set_up_in(game)


@pytest.fixture
def position_in() -> Callable[[Catan], Setup]:
    """`position` for a game with other options."""
    return set_up_in


@pytest.fixture
def play() -> Play:
    """Plays written actions, chance included: play(state, ["roll"], ["dice", 3, 4])."""
    return play_on


@pytest.fixture
def legal() -> Callable[[CatanState], list[Json]]:
    """The written actions of the mover, or of one of several seats."""
    return legal_of


def set_up_in(game: Catan) -> Setup:
    def set_up(
        phase: str = "main",
        turn: int = 0,
        hands: Mapping[int, str] | None = None,
        roads: Paths | None = None,
        settlements: Pieces | None = None,
        cities: Pieces | None = None,
        usable: Mapping[int, Sequence[str]] | None = None,
        played: Mapping[int, Sequence[str]] | None = None,
        fresh: Sequence[str] = (),
        **fields: Json,
    ) -> CatanState:
        board = game.start(game.deal(Rng("board")))
        board.phase = PHASE_NAMES.index(phase)
        board.turn = turn
        board.round = 1
        board.placements = 2 * game.seats
        board.has_rolled = phase not in ("roll", "place_settlement", "place_road")
        for place, code, pieces in (
            (EDGE, 1, {seat: edges_of(paths) for seat, paths in (roads or {}).items()}),
            (VERTEX, 1, settlements or {}),
            (VERTEX, 1 + CITY, cities or {}),
        ):
            for seat, numbers in pieces.items():
                for number in numbers:
                    board.cells[place + number] = u8(seat + code)
        board.army = fields.pop("army", -1)
        board.longest = fields.pop("longest", -1)
        rebuild(board)
        plain = board.to_plain()
        plain["fresh"] = devs(fresh)
        left = [count - own for count, own in zip(DEV_COUNTS, plain["fresh"], strict=True)]
        bank = [19] * 5
        for seat, entry in enumerate(plain["seats"]):
            entry["hand"] = counts((hands or {}).get(seat, ""))
            entry["usable"] = devs((usable or {}).get(seat, ()))
            entry["played"] = devs((played or {}).get(seat, ()))
            bank = [card - own for card, own in zip(bank, entry["hand"], strict=True)]
            for cards in (entry["usable"], entry["played"]):
                left = [card - own for card, own in zip(left, cards, strict=True)]
        plain["bank"], plain["deck"] = bank, left
        # Few pieces say best what a test is about, even where play would have left more: not `from_plain`.
        state = assemble({**plain, **fields}, game.rule_options)
        check_written(state, {**plain, **fields})
        return state

    return set_up


def edges_of(paths: Sequence[Sequence[int]]) -> list[int]:
    return [edge(one, other) for path in paths for one, other in pairwise(path)]


def edge(one: int, other: int) -> int:
    return EDGE_NUMBER[min(one, other), max(one, other)]


def resolved(action: Json) -> Json:
    """The action with the edge's number for its ends."""
    if len(action) == 3 and action[0].endswith("road"):
        return [action[0], edge(action[1], action[2])]
    return action


def play_on(state: CatanState, *actions: Json) -> CatanState:
    game = Catan()
    for action in actions:
        mover = int(state.mover())
        if mover == CHANCE:
            state.move(game.read_action(state, CHANCE, action))
        elif isinstance(action, dict):
            state.apply({seat: game.read_action(state, seat, a) for seat, a in action.items()})
        else:
            state.move(game.read_action(state, mover, resolved(action)))
    return state


def legal_of(state: CatanState, seat: int | None = None) -> list[Json]:
    game = Catan()
    mover = int(state.mover()) if seat is None else seat
    space = state.legal(mover)
    return [game.write_action(state, mover, space.item(index)) for index in range(space.size)]
