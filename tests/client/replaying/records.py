"""Records to be seen again: matches of several games, played at random but always alike. No tests here."""

import random
from functools import cache

from infoset_games.clocks import Clock
from infoset_games.decision import Choice
from infoset_games.game import Game
from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.record import Record
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush, Leduc

NAMES = ("Ada", "Bob", "Cy", "Dee")
BANK = Clock(kind="bank", main_ms=60_000, inc_ms=500)


def game_of(name: str) -> Game:
    """A game by name; the toys are not installed."""
    toys: dict[str, Game] = {"leduc": Leduc(), "ambush": Ambush()}
    return toys[name] if name in toys else make_game(name)


@cache
def record_of(name: str, seed: int = 0) -> Record:
    """A whole match in which one decision is missed."""
    match = Match(game_of(name), Terms(clock=BANK), f"seed {seed}")
    rng, now_ms = random.Random(seed), 0
    match.start(now_ms)
    while match.over is None:
        now_ms += 100
        asked = rng.choice([one for one in match.open.values() if one.sealed is None])
        deadline = match.next_deadline_ms()
        if len(match.steps) == 4 and deadline is not None:
            match.tick(deadline)
            continue
        choice = Choice(rng.randrange(min(asked.space.size, 1 << 50)))
        match.submit(asked.seat, asked.number, choice, now_ms)
    return Record(
        match.game,
        match.terms,
        match.deal,
        tuple({"name": player} for player in NAMES[: match.game.seats]),
        tuple(match.steps),
        seed_commitment(match.seed),
        match.seed,
        {"match_id": "m_1", "at_ms": 1_000},
    )
