"""Random matches a second of OpenSpiel's games through `Match`, beside the same plays in pyspiel alone, in one run.

python benchmarks/openspiel.py

Rounds of all take turns, and the best of each counts. A match of Colonizers stands beside them.
"""

import random
import time
from collections.abc import Callable
from typing import Any, Final

from infoset_games.match import Choice, Match, Terms
from infoset_games.openspiel.family import find
from infoset_games.registry import make_game

GAMES: Final = ("hearts", "leduc_poker", "hanabi")
ROUNDS: Final = 5
ROUND_S: Final = 0.6


def through_match(name: str) -> Callable[[int], int]:
    """Plays one random match, as a server does, and counts its decisions."""
    game = make_game(name)

    def play(number: int) -> int:
        rng = random.Random(number)
        match = Match(game, Terms(), f"match {number}")
        match.start(0)
        decisions = 0
        while match.over is None:
            for asked in list(match.open.values()):
                index = rng.randrange(asked.space.size)
                match.submit(asked.seat, asked.number, Choice(index=index), 0)
                decisions += 1
        return decisions

    return play


def in_pyspiel(name: str) -> Callable[[int], int]:
    """The same in pyspiel alone, from Python, with its odds."""
    game: Any = find(name)().inner

    def play(number: int) -> int:
        rng = random.Random(number)
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rate(play: Callable[[int], int], begin: int) -> tuple[float, float]:
    """Matches and decisions a second of one round."""
    started = time.perf_counter()
    matches = decisions = 0
    while (spent := time.perf_counter() - started) < ROUND_S:
        decisions += play(begin + matches)
        matches += 1
    return matches / spent, decisions / spent


def main() -> None:
    plays = {
        (name, way): (through_match(f"openspiel_{name}") if way == "Match" else in_pyspiel(name))
        for name in GAMES
        for way in ("Match", "pyspiel")
    }
    plays["colonizers", "Match"] = through_match("colonizers")
    best = dict.fromkeys(plays, (0.0, 0.0))
    for number in range(ROUNDS):
        for key, play in plays.items():
            best[key] = max(best[key], rate(play, 1_000 * number))
    print("game          way       matches/s   decisions/s")
    for (name, way), (matches, decisions) in best.items():
        print(f"{name:12}  {way:8}  {matches:9,.0f}   {decisions:11,.0f}")
    for name in GAMES:
        share = best[name, "Match"][0] / best[name, "pyspiel"][0]
        print(f"{name}: {share:.2f} of pyspiel alone")


if __name__ == "__main__":
    main()
