"""What is over leaves nothing behind: servers, searches and learners deal, read and sample by the million in one process."""

from collections.abc import Callable
from functools import partial

import pytest
from tests.copies import WAYS, Copy, pickled
from tests.kept_blocks import keeps_nothing

from infoset_games.catan.game import Catan
from infoset_games.colonizers.game import Colonizers
from infoset_games.core import OVER, State
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.levels import Scripted, find_level
from infoset_games.game import Game
from infoset_games.registry import known_games, make_game
from infoset_games.replay import random_joint
from infoset_games.rng import Rng
from infoset_games.testing import Position, random_play


@pytest.fixture(params=known_games())
def position(request: pytest.FixtureRequest) -> Position:
    """Late in a random play; somebody is to act."""
    return random_play(make_game(request.param), "1").decisions()[-1]


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def twin_of(request: pytest.FixtureRequest) -> Copy:
    """A way to make a second one."""
    way: Copy = request.param
    return way


def test_a_block_that_is_kept_is_found() -> None:
    kept: list[object] = []
    assert not keeps_nothing(lambda: kept.append(object()))


def test_deals_and_beginnings(position: Position) -> None:
    game, rng = position.game, Rng("memory")
    deal = game.deal(rng)
    assert keeps_nothing(lambda: game.deal(rng))
    assert keeps_nothing(lambda: game.begin(rng))
    assert keeps_nothing(lambda: game.start(deal))
    assert keeps_nothing(lambda: game.deal_anew(deal, game.start(deal), rng))


def test_positions_that_are_written_and_read(position: Position) -> None:
    game, state = position.game, position.state()
    written = game.write_observation(state.observe(0))
    if isinstance(game, Catan | Colonizers):
        plain = state.to_plain()
        assert keeps_nothing(lambda: game.from_plain(plain))
    assert keeps_nothing(lambda: game.read_observation(written))
    assert keeps_nothing(lambda: game.write_observation(state.observe(0)))


def test_games_and_their_worlds(position: Position) -> None:
    observation, rng = position.state().observe(0), Rng("memory")

    def sample() -> None:
        fresh: Game = pickled(position.game)  # `make_game` would give the same one
        fresh.determinize(observation, rng)

    assert keeps_nothing(sample)


def test_twins_of_states(position: Position, twin_of: Copy) -> None:
    first = position.state()
    world = position.game.determinize(first.observe(0), Rng("world"))
    for state in (first, world, ended(first)):
        assert keeps_no_twins(state.copy, twin_of)


def test_twins_of_observations(position: Position, twin_of: Copy) -> None:
    first = position.state()
    position.game.write_observation(first.observe(0))  # what that took to work out is remembered
    for state in (first, ended(first)):
        for seat in (0, None):
            assert keeps_no_twins(partial(state.observe, seat), twin_of)


def test_lessons_of_crossfire() -> None:
    level = find_level("target")
    game = Crossfire(**level.options())
    first = game.start(game.deal(Rng("1")))
    first.apply({seat: Scripted(level).choose(first, seat, Rng("1")) for seat in first.to_act()})

    def play() -> None:
        state = first.copy()
        state.apply(
            {seat: Scripted(level).choose(state, seat, Rng("1")) for seat in state.to_act()}
        )
        Scripted(level).choose(state, 1, Rng("1"))

    assert keeps_nothing(play)


def keeps_no_twins(make: Callable[[], object], twin_of: Copy) -> bool:
    """Each is of another original: what it shares with that one would be lost only once."""
    return keeps_nothing(lambda: twin_of(make()))


def ended(state: State) -> State:
    """The end of a play that goes on from here at random."""
    over, rng = state.copy(), Rng("end")
    while over.mover() != OVER:
        over.apply(random_joint(over, rng, rng))
    return over
