"""Checks that `determinize` answers from the observation, consistently, and disturbs nothing."""

import random
from typing import Final

from infoset_games.core import CHANCE, OVER, State
from infoset_games.game import Game
from infoset_games.replay import canonical, random_joint, state_hash
from infoset_games.rng import Rng
from infoset_games.testing.plain import through_json
from infoset_games.testing.plays import MAX_PLIES, Play, Position

WORLDS: Final = 3
PLIES_BETWEEN_WORLDS: Final = 25  # inside a world, before somebody there determinizes again
MAX_NESTED: Final = 8


def check_worlds_fit_the_observation(play: Play) -> None:
    """The seat sees in every world exactly what it sees now; the same seats are to act."""
    for position in play.decisions():
        truth = position.state()
        for seat in position.seats():
            observation = truth.observe(seat)
            for number in range(WORLDS):
                world = position.game.determinize(observation, position.rng(str(seat), str(number)))
                expect_fits(position, position.game, world, seat, observation)
                acts = world.to_act() == truth.to_act()
                position.expect(acts, f"seat {seat}: {world.to_act()} are to act in a world")


def check_worlds_follow_from_observation_and_seed(play: Play) -> None:
    """A fresh game that is given only the JSON text makes the same worlds: no truth can reach it."""
    stranger = type(play.game)(**play.game.options())
    for position in play.decisions():
        for seat in position.seats():
            observation = position.state().observe(seat)
            text = through_json(position.game.write_observation(observation))
            here = position.game.determinize(observation, position.rng(str(seat)))
            again = position.game.determinize(observation, position.rng(str(seat)))
            same = state_hash(here) == state_hash(again)
            position.expect(same, f"seat {seat}: equal seeds give different worlds")
            there = stranger.determinize(stranger.read_observation(text), position.rng(str(seat)))
            same = state_hash(here) == state_hash(there)
            position.expect(
                same, f"seat {seat}: a world depends on more than the observation's text"
            )


def check_worlds_can_be_played_to_the_end(play: Play) -> None:
    """A world is a full position: play in it ends, and its seats can determinize in their turn."""
    for position in play.decisions(limit=8):
        for seat in position.seats():
            observation = position.state().observe(seat)
            world = position.game.determinize(observation, position.rng(str(seat)))
            ended = _play_out(position, world).result() is not None
            position.expect(ended, f"seat {seat}: play in a world ends without a result")


def check_determinize_disturbs_nothing(play: Play) -> None:
    """The true state, the next deals and Python's generator are the same after many worlds."""
    for position in play.decisions():
        state = position.state()
        before = state_hash(state), canonical(play.game.deal(Rng(play.seed, "deal")))
        global_state = random.getstate()
        for seat in position.seats():
            observation = state.observe(seat)
            seen = canonical(play.game.write_observation(observation))
            world = play.game.determinize(observation, position.rng(str(seat)))
            if world.mover() != OVER:
                world.apply(random_joint(world, position.rng("chance"), position.rng("choice")))
            same = canonical(play.game.write_observation(observation)) == seen
            position.expect(same, f"seat {seat}: play in a world changed the observation")
        after = state_hash(state), canonical(play.game.deal(Rng(play.seed, "deal")))
        position.expect(after == before, "determinize changed the true state or the next deal")
        untouched = random.getstate() == global_state
        position.expect(untouched, "determinize draws from Python's global random generator")


def expect_fits(
    position: Position, game: Game, world: State, seat: int, observation: object
) -> None:
    """Raises unless `seat` observes `observation` in `world`, as an object and in writing."""
    seen = world.observe(seat)
    written, wanted = game.write_observation(seen), game.write_observation(observation)
    fits = seen == observation and canonical(written) == canonical(wanted)
    position.expect(fits, f"seat {seat}: sees {wanted}, but {written} in a world")


def _play_out(position: Position, world: State) -> State:
    """The end of a random play; now and then some seat determinizes and play goes on in its world."""
    chance, choice = position.rng("chance"), position.rng("choice")
    nested = 0
    for ply in range(MAX_PLIES):
        mover = world.mover()
        if mover == OVER:
            return world
        if mover != CHANCE and nested < MAX_NESTED and ply % PLIES_BETWEEN_WORLDS == 0:
            seat = int(choice.below(position.game.seats))
            observation = world.observe(seat)
            world = position.game.determinize(observation, choice)
            expect_fits(position, position.game, world, seat, observation)
            nested += 1
        world.apply(random_joint(world, chance, choice))
    raise position.fault(f"play in a world has no end after {MAX_PLIES} plies")
