"""OpenSpiel's search bots play what has worlds and takes turns, and better than at random."""

import random

import pytest
from tests.client.seated.tables import begin, turn_of

from infoset_bots.openspiel_bot import OpenSpielBot
from infoset_bots.policy_bot import PolicyBot
from infoset_games.decision import Choice
from infoset_games.match import Match

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: its bots do not play")

MOST_PLIES = 12  # of a match that shows only that the bot plays


def bot(simulations: int) -> OpenSpielBot:
    return OpenSpielBot(simulations=simulations)


@pytest.mark.parametrize(
    "game",
    ["connect_four", "leduc_poker", "hearts", "spades", "universal_poker", "dark_hex", "deep_sea"],
)
def test_it_plays_where_there_are_worlds(game: str) -> None:
    match, player = begin(f"openspiel_{game}"), bot(5)
    while match.over is None and len(match.log) < MOST_PLIES:
        asked = next(iter(match.open.values()))
        index = player.decide(turn_of(match, asked))
        match.submit(asked.seat, asked.number, Choice(index=index), 0)
        assert (
            match.over is not None
            or asked.seat not in match.open
            or match.open[asked.seat] != asked
        )


@pytest.mark.parametrize("game", ["hanabi", "goofspiel"], ids=["no worlds", "at once"])
def test_it_says_what_it_does_not_play(game: str) -> None:
    match = begin(f"openspiel_{game}")
    with pytest.raises(RuntimeError, match=f"do not play openspiel_{game}"):
        bot(5).decide(turn_of(match, next(iter(match.open.values()))))


@pytest.mark.parametrize("game", ["tic_tac_toe", "phantom_ttt"])
def test_it_wins_more_than_random_play(game: str) -> None:
    """From both seats; MCTS on the position, and IS-MCTS on our worlds."""
    returns = [outcome(game, seat, number) for seat in range(2) for number in range(5)]
    assert sum(returns) > 3, returns


def outcome(game: str, seat: int, number: int) -> float:
    """What the bot gets on that seat, against random play."""
    match: Match = begin(f"openspiel_{game}", f"outcome {number}")
    players = {at: bot(200) if at == seat else PolicyBot(policy="random") for at in range(2)}
    for at, player in players.items():
        player.rng = random.Random(f"{game} {seat} {number} {at}")  # fixed: it wins, or it does not
    while match.over is None:
        asked = next(iter(match.open.values()))
        answer = players[asked.seat].decide(turn_of(match, asked))
        assert isinstance(answer, int)
        match.submit(asked.seat, asked.number, Choice(index=answer), 0)
    return match.over.result.returns[seat]
