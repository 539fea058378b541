"""Turns of Catan as a bot is shown them, without a table."""

import random
from typing import Any

from tests.bots.catan.positions import GAME

import infoset
from infoset.turn import Match, Player, Turn
from infoset_games.catan.game import Catan
from infoset_games.catan.state import CatanState
from infoset_games.choices import write_decision


def turn_of(state: CatanState, seat: int, game: Catan = GAME) -> Turn:
    """The question to a seat that is to act."""
    match = Match(
        match_id="m1",
        game=game.name,
        rules=game.rules,
        seat=seat,
        players=tuple(Player(number) for number in range(game.seats)),
        options=game.options(),
        engine=game,
    )
    written = write_decision(game, state, seat)
    legal = written["legal"]
    turn = Turn(
        match=match,
        decision=1,
        kind=state.kind(seat),
        n=written.get("n"),
        actions=legal.get("actions", []),
        params=legal.get("params", []),
        fallback=state.fallback(seat),
    )
    turn.__dict__["observation"] = state.observe(seat)
    return turn


def answer_of(bot: infoset.Bot, state: CatanState, seat: int, seed: int = 1) -> Any:
    """What a bot with this seed says, as an action."""
    bot.rng = random.Random(seed)
    turn = turn_of(state, seat)
    choice = turn.read_answer(bot.decide(turn))
    return choice.action if choice.index is None else turn.actions[choice.index]
