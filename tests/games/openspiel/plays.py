"""Random matches of OpenSpiel's games, as a server plays them. No tests here."""

import random
from collections.abc import Iterator

import pytest

from infoset_games.core import OVER, State
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.openspiel.state import OpenSpielState
from infoset_games.registry import make_game
from infoset_games.terms import Terms

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: nothing shows that its games work"
)
from infoset_games.openspiel.game import OpenSpielGame

MOST_PLIES = 1_500  # of a match: some are aborted then, as on a server
ENOUGH_PLIES = 2_000  # of one game; short ones are played PLAYS times
PLAYS = 20


def game_of(member: str, **options: object) -> OpenSpielGame:
    """A game by its name in OpenSpiel."""
    game = make_game(f"openspiel_{member}", options)
    assert isinstance(game, OpenSpielGame)
    return game


def play(game: OpenSpielGame, seed: str) -> Iterator[Match]:
    """A random match, as it is before each decision and at its end."""
    rng = random.Random(seed)
    match = Match(game, Terms(max_plies=MOST_PLIES), seed)
    match.start(0)
    while match.over is None:
        yield match
        asked = rng.choice(list(match.open.values()))
        match.submit(
            asked.seat, asked.number, Choice(index=rng.randrange(asked.space.size)), now_ms=0
        )
    yield match


def matches(game: OpenSpielGame) -> Iterator[Match]:
    """Some matches that are over."""
    plies = 0
    for number in range(PLAYS):
        *_, match = play(game, f"play {number}")
        yield match
        plies += len(match.log)
        if plies > ENOUGH_PLIES:
            return


def positions(game: OpenSpielGame, seed: str, most: int = 12) -> Iterator[OpenSpielState]:
    """Some positions of a random match in which seats decide."""
    found = [match.state.copy() for match in play(game, seed) if match.state.mover() != OVER]
    rng = random.Random(seed)
    for state in found if len(found) <= most else rng.sample(found, most):
        assert isinstance(state, OpenSpielState)
        yield state


def same(one: State, other: State) -> bool:
    """Are two positions equal in all?"""
    return bool(one.to_plain() == other.to_plain())
