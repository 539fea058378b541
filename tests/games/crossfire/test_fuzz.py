"""Many random rounds: nobody shares a square, images of positions have images of outcomes, plays end in time."""

from librt.vecs import vec
from mypy_extensions import i64
from tests.games.crossfire.scenes import plays

from infoset_games.build_info import is_compiled
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.commands import FIRE, give_orders, orders_space
from infoset_games.crossfire.geometry import TURNED
from infoset_games.crossfire.rounds import forget_orders, play_round
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import (
    ALIVE,
    CELLS,
    MOTION,
    ORDER,
    SIDE,
    SQUARE,
    UNITS,
    has_idle,
)
from infoset_games.policies import RandomPolicy
from infoset_games.rng import Rng
from infoset_games.rollout import random_rollout

ROUNDS = 100_000 if is_compiled() else 5_000
OPTIONS = [
    {"preset": "mini"},
    {"preset": "standard", "laser_stop": "mountain"},
    {"preset": "large"},
]


def image_of_cells(board: Board, cells: vec[i64]) -> vec[i64]:
    """The position that the map's symmetry makes of this one, each seat in the other's place."""
    geometry, symmetry = board.geometry, board.map.symmetry
    turned = TURNED[symmetry]
    image = cells[:]
    for unit in range(UNITS):
        other = (unit + SIDE) % UNITS
        for field in range(0, CELLS, UNITS):
            image[field + other] = cells[field + unit]
        if cells[SQUARE + unit] >= 0:
            image[SQUARE + other] = geometry.image(symmetry, int(cells[SQUARE + unit]))
        if cells[MOTION + unit] >= 0:
            image[MOTION + other] = turned[int(cells[MOTION + unit])]
        order = int(cells[ORDER + unit])
        if order >= 0:
            image[ORDER + other] = turned[order % FIRE] + (FIRE if order >= FIRE else 0)
    return image


def fuzz(state: CrossfireState, rng: Rng, rounds: int) -> int:
    """Plays on at random for at most `rounds`; returns how many were played."""
    assert state.now is not None
    board, cells = state.deal.board, state.now.cells
    for number in range(1, rounds + 1):
        cells = cells[:]
        forget_orders(cells)
        for seat in range(2):
            if has_idle(cells, seat):
                give_orders(cells, seat, orders_space(cells, seat).draw(rng))
        image = image_of_cells(board, cells)
        ending = play_round(board, cells, number)
        ending_of_image = play_round(board, image, number)
        assert list(image_of_cells(board, cells)) == list(image)
        assert (ending & 1, ending >> 1 & 1) == (ending_of_image >> 1 & 1, ending_of_image & 1)
        living = [int(cells[SQUARE + unit]) for unit in range(UNITS) if cells[ALIVE + unit]]
        assert len(set(living)) == len(living)
        assert all(board.stage_after(number).passable >> square & 1 for square in living)
        if ending:
            return number
    return rounds


def test_rounds_are_symmetric_and_never_put_two_units_on_one_square() -> None:
    played, seed = 0, 0
    starts = []
    for number, options in enumerate(OPTIONS * 4):
        game = Crossfire(**options)
        starts.append(game.start(game.deal(Rng("fuzz", str(number)))))
    while played < ROUNDS:
        state, rng = starts[seed % len(starts)].copy(), Rng("fuzz", "play", str(seed))
        state.apply({seat: state.legal(seat).draw(rng) for seat in (0, 1)})
        played += fuzz(state, rng, state.deal.board.last_round)
        seed += 1


def test_every_play_ends_when_one_square_is_left_at_the_latest() -> None:
    for options in OPTIONS:
        game = Crossfire(**options)
        start = game.start(game.deal(Rng("ends")))
        for seed in range(300 if is_compiled() else 30):
            state = start.copy()
            random_rollout(state, Rng("ends", str(seed)))
            assert state.round() - 1 <= start.deal.board.last_round
            assert state.result() is not None


def test_peaceful_plays_end_in_time_too() -> None:
    game = Crossfire(preset="mini", recharge_min=20, recharge_max=20)
    for seed in range(40):
        states = plays(game, str(seed), [RandomPolicy(), RandomPolicy()])
        assert states[-1].round() - 1 <= 25
