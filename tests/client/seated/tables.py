"""Matches as their players are told of them, without a server. No tests here."""

import random
from collections.abc import Callable
from typing import Any

from infoset.tracking import find_engine, read_match, read_turn
from infoset.turn import Match as PlayedMatch
from infoset.turn import Turn
from infoset_games.choices import write_decision
from infoset_games.decision import Choice, Decision
from infoset_games.match import Match
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_protocol.messages import MatchStart, YourTurn, read_server_message

NAMES = ("Ada", "Bob", "Cyd", "Dan")


def begin(game: str, seed: str = "table", **options: Any) -> Match:
    """A match whose first decision is open."""
    match = Match(make_game(game, options), Terms(), seed)
    match.start(0)
    return match


def start_of(match: Match, seat: int) -> MatchStart:
    """What a seat is told first."""
    players = [{"seat": at, "kind": "human", "name": NAMES[at]} for at in range(match.game.seats)]
    message = read_server_message(
        {
            "type": "match_start",
            "match_id": "m_1",
            "game": match.game.name,
            "rules": match.game.rules,
            "role": "player",
            "view": "seat",
            "seat": seat,
            "players": players,
            "options": match.game.options(),
            "clock": {"kind": "none"},
            "consts_hash": "c",
        }
    )
    assert isinstance(message, MatchStart)
    return message


def played(match: Match, seat: int) -> PlayedMatch:
    """The match as its player knows it."""
    return read_match(start_of(match, seat), find_engine)


def your_turn(match: Match, asked: Decision, deadline_ms: int | None = None) -> YourTurn:
    """The message that asks an open decision."""
    plain = {
        "type": "your_turn",
        "match_id": "m_1",
        "seat": asked.seat,
        "ver": match.ver,
        "decision": asked.number,
        **write_decision(match.game, match.state, asked.seat),
        "obs": match.observation(asked.seat),
    }
    message = read_server_message(plain | ({"deadline_ms": deadline_ms} if deadline_ms else {}))
    assert isinstance(message, YourTurn)
    return message


def turn_of(match: Match, asked: Decision) -> Turn:
    """The same as a bot is shown it."""
    message = your_turn(match, asked)
    return read_turn(played(match, asked.seat), message, message.obs or {})


def play_until(match: Match, fits: Callable[[Decision], bool], seed: str = "play") -> Decision:
    """Plays at random until a decision fits; returns it."""
    rng = random.Random(seed)
    while True:
        for asked in list(match.open.values()):
            if asked.sealed is None and fits(asked):
                return asked
        asked = rng.choice([one for one in match.open.values() if one.sealed is None])
        match.submit(
            asked.seat, asked.number, Choice(rng.randrange(min(asked.space.size, 1 << 50))), 0
        )
        assert match.over is None, "no decision has fitted"


def with_offers(match: Match) -> Callable[[Decision], bool]:
    """A main phase in which something can be offered."""

    def fits(asked: Decision) -> bool:
        written = write_decision(match.game, match.state, asked.seat)
        actions = written["legal"].get("actions", [])
        return asked.kind == "main" and any(action[0] == "offer" for action in actions)

    return fits
