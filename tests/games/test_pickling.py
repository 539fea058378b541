"""States and observations can be pickled and deep-copied, memory included: learners send them to other processes."""

import pickle
from pathlib import Path
from typing import Final

import pytest
from tests.copies import WAYS, Copy

from infoset_games.core import OVER, State
from infoset_games.game import Game
from infoset_games.policies import Policy
from infoset_games.policy_registry import known_policies, make_policy
from infoset_games.registry import known_games, make_game
from infoset_games.replay import random_joint, state_hash
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace
from infoset_games.testing import Position, random_play
from infoset_games.testing.toys import Ambush, Leduc

GAMES: Final[list[Game]] = [*map(make_game, known_games()), Leduc(), Ambush(seats=3)]
KEPT: Final = sorted(Path(__file__).with_name("kept").glob("*.pickle"))


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def position(request: pytest.FixtureRequest) -> Position:
    """Late in a random play, where there is most to remember; somebody is to act."""
    return random_play(request.param, "1").decisions()[-1]


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def twin_of(request: pytest.FixtureRequest) -> Copy:
    """A way to make a second one."""
    way: Copy = request.param
    return way


def test_a_state_is_the_same_again(position: Position, twin_of: Copy) -> None:
    state = position.state()
    twin = twin_of(state)
    assert type(twin) is type(state)
    assert state_hash(twin) == state_hash(state)
    for seat in (*position.seats(), None):
        assert twin.observe(seat) == state.observe(seat)
        assert twin.legal(0 if seat is None else seat).size == state.legal(seat or 0).size


def test_a_state_lives_its_own_life(position: Position, twin_of: Copy) -> None:
    state = position.state()
    twin, before = twin_of(state), state_hash(state)
    play_out(twin)
    assert state_hash(state) == before
    play_out(state)
    assert state_hash(state) == state_hash(twin)
    assert [state.observe(seat) for seat in position.seats()] == [
        twin.observe(seat) for seat in position.seats()
    ]


def test_an_observation_is_the_same_again(position: Position, twin_of: Copy) -> None:
    for seat in (*position.seats(), None):
        observation = position.state().observe(seat)
        twin = twin_of(observation)
        assert twin == observation
        assert position.game.write_observation(twin) == position.game.write_observation(observation)
    seat = position.state().to_act()[0]
    observation = position.state().observe(seat)
    worlds = [
        position.game.determinize(view, Rng("world"))
        for view in (observation, twin_of(observation))
    ]
    assert state_hash(worlds[0]) == state_hash(worlds[1])


def test_a_world_is_the_same_again(position: Position, twin_of: Copy) -> None:
    seat = position.state().to_act()[0]
    world = position.game.determinize(position.state().observe(seat), Rng("world"))
    play_out(world, plies=6)
    twin = twin_of(world)
    assert state_hash(twin) == state_hash(world)
    assert twin.observe(seat) == world.observe(seat)


def test_a_game_is_the_same_again(position: Position, twin_of: Copy) -> None:
    game = twin_of(position.game)
    assert game.options() == position.game.options()
    deal = position.game.deal(Rng("deal"))
    assert state_hash(game.start(deal)) == state_hash(position.game.start(deal))


class Nth(Policy):
    """An interpreted policy with an attribute."""

    def __init__(self, at: int) -> None:
        self.at = at

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.legal(int(seat)).item(self.at)


def test_attributes_of_interpreted_policies_are_kept(twin_of: Copy) -> None:
    assert twin_of(Nth(3)).at == 3


@pytest.mark.parametrize("game", known_games())
def test_installed_policies_choose_alike(game: str, twin_of: Copy) -> None:
    state = random_play(make_game(game), "1").decisions()[0].state()
    seat = state.to_act()[0]
    for name in known_policies(game):
        policy = make_policy(game, name)
        assert twin_of(policy).choose(state, seat, Rng("1")) == policy.choose(state, seat, Rng("1"))


@pytest.mark.parametrize(
    "space",
    [ListSpace([3, 1, 3]), ProductSpace(["left", "right"], [2, 3])],
    ids=["list", "product"],
)
def test_action_spaces_are_the_same_again(space: ActionSpace, twin_of: Copy) -> None:
    twin = twin_of(space)
    assert [twin.item(at) for at in range(twin.size)] == [
        space.item(at) for at in range(space.size)
    ]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_was_pickled_before_vectors_came_as_plain_values_is_read(path: Path) -> None:
    kept = pickle.loads(path.read_bytes())
    game, (first, world, over), (seen, ended) = kept["game"], kept["states"], kept["observations"]
    assert game.options() == make_game(path.stem).options()
    assert first.observe(0) == world.observe(0) == seen
    assert over.observe(None) == ended
    assert game.determinize(seen, Rng("world")).observe(0) == seen
    play_out(first)
    assert first.mover() == OVER


def test_there_are_pickles_of_each_game() -> None:
    assert [path.stem for path in KEPT] == ["catan", "colonizers", "crossfire"]


def play_out(state: State, plies: int = 10_000) -> None:
    """The same random plies in equal states."""
    chance, choice = Rng("chance"), Rng("choice")
    for _ in range(plies):
        if state.mover() == OVER:
            return
        state.apply(random_joint(state, chance, choice))
