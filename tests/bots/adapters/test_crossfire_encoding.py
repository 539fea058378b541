"""Crossfire as numbers: cells mean what their names say, orders are spelled unit by unit, nothing hidden is told."""

from collections.abc import Iterator
from typing import Final

import pytest
from tests.bots.adapters.twins import check_twins

from infoset_bots.adapters.crossfire_cells import COMMAND, CROWN, NTH
from infoset_bots.adapters.crossfire_encoding import COMMAND_NAMES, CrossfireEncoding
from infoset_bots.adapters.encoding import Parts
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.geometry import DIRECTION_NAMES, MOST_SIZE, members
from infoset_games.crossfire.observation import Observation
from infoset_games.crossfire.reach import reach_of
from infoset_games.crossfire.setups import split_setup
from infoset_games.crossfire.state import CrossfireState, own
from infoset_games.crossfire.units import IDLE, SIDE
from infoset_games.rng import Rng
from infoset_games.spaces import ProductSpace
from infoset_games.testing import random_play

GAMES: Final = {
    "default": Crossfire(),
    "mini": Crossfire(preset="mini", laser_stop="mountain"),
    "large": Crossfire(preset="large", recharge_max=20),
    "mirror": Crossfire(mirror=True),
}


@pytest.fixture(params=GAMES.values(), ids=list(GAMES))
def rules(request: pytest.FixtureRequest) -> Crossfire:
    """Crossfire under several options."""
    asked: Crossfire = request.param
    return asked


def some_states(rules: Crossfire) -> Iterator[CrossfireState]:
    """From all over some random plays."""
    for seed in ("1", "2", "3"):
        for position in random_play(rules, seed).positions():
            yield own(position.state())


def cells_of(rules: Crossfire, view: Observation, parts: Parts = ()) -> dict[str, int]:
    """The tensor by the names of its cells."""
    encoding = CrossfireEncoding(rules)
    return dict(zip(encoding.cell_names(), encoding.tensor(view, parts), strict=True))


def plane(cells: dict[str, int], name: str, size: int) -> list[int]:
    """A plane square by square; whatever is beyond the board is 0."""
    squares = [
        [cells[f"({row}, {column}): {name}"] for column in range(MOST_SIZE)]
        for row in range(MOST_SIZE)
    ]
    assert not any(any(line[size:]) for line in squares)
    assert not any(any(line) for line in squares[size:])
    return [cell for line in squares[:size] for cell in line[:size]]


def test_cells_say_what_the_board_and_the_round_are(rules: Crossfire) -> None:
    for state in some_states(rules):
        for seat in range(rules.seats):
            view = state.observe(seat)
            cells, board = cells_of(rules, view), view.board
            terrain = board.stage_after(view.played()).terrain
            assert plane(cells, "terrain", rules.size) == [1 + code for code in terrain]
            assert cells[f"phase {view.phase}"] == cells[f"view of seat {seat}"] == 1
            assert (cells["round"], cells["size"], cells["units"]) == (
                view.round,
                rules.size,
                rules.units,
            )
            assert [cells[f"recharge time {at}"] for at in range(rules.units)] == view.recharge
            assert cells["own seat decides"] == view.asked >> seat & 1
            assert cells["enemy decides"] == view.asked >> (1 - seat) & 1


def test_cells_say_what_the_own_units_are(rules: Crossfire) -> None:
    for state in some_states(rules):
        view = state.observe(0)
        last = view.last
        if last is None:
            continue
        cells = cells_of(rules, view)
        for unit in range(rules.units):
            got = {
                name.partition(": ")[2]: cell
                for name, cell in cells.items()
                if name.startswith(f"unit {unit}:")
            }
            lives = last.alive >> unit & 1
            assert got["lives"] == lives
            assert got["king"] == (view.king == unit)
            assert got["recharge"] == view.numbers[unit]
            assert got["wait"] == last.waits[unit]
            assert got["moved"] == last.moved >> unit & 1
            slides = [way for way in DIRECTION_NAMES if got[f"slides {way}"]]
            motion = last.motions[unit]
            assert slides == ([] if motion == IDLE else [DIRECTION_NAMES[motion]])
            if lives:
                assert got["row"] * rules.size + got["column"] == last.squares[unit]
        own_squares = [at for at, cell in enumerate(plane(cells, "own", rules.size)) if cell]
        assert own_squares == sorted(
            last.squares[unit] for unit in range(rules.units) if last.alive >> unit & 1
        )


def test_cells_say_what_is_seen_of_the_enemy(rules: Crossfire) -> None:
    for state in some_states(rules):
        view = state.observe(0)
        last = view.last
        if last is None:
            continue
        cells = cells_of(rules, view)
        planes = {
            name: [at for at, cell in enumerate(plane(cells, name, rules.size)) if cell]
            for name in ("in view", "enemy", "fallen")
        }
        assert planes["in view"] == members(last.visible)
        assert planes["enemy"] == last.enemies
        assert planes["fallen"] == sorted(set(last.fallen))
        light = plane(cells, "light", rules.size)
        assert [at for at, cell in enumerate(light) if cell & 1] == members(last.light_across)
        assert [at for at, cell in enumerate(light) if cell & 2] == members(last.light_along)
        reach = [where.squares() for where in reach_of(view.board, 0, last, view.recharge[0])]
        assert plane(cells, "may be enemies", rules.size) == [
            sum(squares >> at & 1 for squares in reach) for at in range(rules.size**2)
        ]
        for unit, squares in enumerate(reach):
            assert cells[f"enemy unit {unit}: squares"] == min(squares.bit_count(), 255)


def test_nothing_is_told_that_the_seat_does_not_know(rules: Crossfire) -> None:
    hidden = check_twins(rules, CrossfireEncoding(rules), some_states(rules))
    assert hidden > 10  # else nothing would have been shown


def test_a_setup_is_spelled_unit_by_unit_and_ends_with_the_king() -> None:
    rules = GAMES["default"]
    encoding = CrossfireEncoding(rules)
    state = own(rules.start(rules.deal(Rng("1"))))
    recharge = state.deal.recharge
    parts: tuple[int, ...] = ()
    for unit in range(rules.units):
        assert list(encoding.options(state, 0, parts)) == list(range(NTH, NTH + rules.units - unit))
        cells = cells_of(rules, state.observe(0), parts)
        assert [at for at in range(SIDE) if cells[f"unit {at}: decides next"]] == [unit]
        parts = (*parts, NTH + rules.units - unit - 1)  # the greatest that is left
    cells = cells_of(rules, state.observe(0), parts)
    assert cells["names the king next"] == 1
    assert [cells[f"unit {unit}: recharge given"] for unit in range(rules.units)] == recharge[::-1]
    kings = encoding.options(state, 0, parts)
    assert list(kings) == [CROWN + unit for unit in range(rules.units)]
    code = kings[CROWN + 3]
    assert code is not None
    assert split_setup(code, recharge) == (recharge[::-1], 3)


def test_orders_are_spelled_for_idle_units_only(rules: Crossfire) -> None:
    encoding, rng = CrossfireEncoding(rules), Rng("orders")
    for state in some_states(rules):
        if state.now is None or not state.owes(0):
            continue
        space = state.legal(0)
        assert isinstance(space, ProductSpace)
        parts: Parts = ()
        picks: list[int] = []
        code: int | None = None
        cells: dict[str, int] = {}
        for name, size in zip(space.names, space.sizes, strict=True):
            found = encoding.options(state, 0, parts)
            assert list(found) == list(range(COMMAND, COMMAND + size))
            cells = cells_of(rules, state.observe(0), parts)
            assert cells[f"{name}: decides next"] == 1
            picks.append(int(rng.below(size)))
            parts = (*parts, picks[-1])
            code = found[picks[-1]]
        assert code == space.join(picks)
        for name, pick in zip(space.names[:-1], picks[:-1], strict=True):
            assert cells[f"{name}: told to {COMMAND_NAMES[pick]}"] == 1


def test_eight_units_play_one_agent_at_a_time() -> None:
    env, rng = InfosetEnv(GAMES["large"]), Rng("large")
    env.reset(seed=1)
    asked = []
    while env.play.waiting():
        asked.append(env.agent_selection)
        seat = env.agents.index(env.agent_selection)
        legal = list(env.play.choices.options(seat))
        env.step(legal[int(rng.below(len(legal)))])
    assert asked[:18] == ["seat_0"] * 9 + ["seat_1"] * 9
    assert env.play.is_over
