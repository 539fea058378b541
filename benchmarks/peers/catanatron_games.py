"""The package Catanatron's side of benchmarks/catan.py: prints its figures as JSON. Imports nothing of ours.

python benchmarks/peers/catanatron_games.py GAMES
"""

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

# By name, because where we are developed the package need not be installed.
catanatron: Any = importlib.import_module("catanatron")
actions: Any = importlib.import_module("catanatron.models.actions")
enums: Any = importlib.import_module("catanatron.models.enums")
questions: Any = importlib.import_module("catanatron.state_functions")

CALLS = 1_000
MIDDLE = 500  # ticks into a game where single calls are measured


def main() -> None:
    random.seed(1)  # noqa: TID251 (its players draw from the global generator)
    games = [new_game() for _ in range(int(sys.argv[1]))]
    begin = time.process_time()
    for game in games:
        game.play()
    figures = {"random games/s": len(games) / (time.process_time() - begin)}
    game = middle_of_a_game()
    figures["copy us"] = microseconds(game.copy)
    figures["legal us"] = microseconds(lambda: actions.generate_playable_actions(game.state))
    print(json.dumps(figures))


def new_game() -> Any:
    return catanatron.Game([catanatron.RandomPlayer(colour) for colour in catanatron.Color])


def middle_of_a_game() -> Any:
    """A position after the roll, where most can be done."""
    game = new_game()
    for _ in range(MIDDLE):
        game.play_tick()
    while not is_main(game.state):
        game.play_tick()
    return game


def is_main(state: Any) -> bool:
    is_turn = state.current_prompt == enums.ActionPrompt.PLAY_TURN
    return bool(is_turn and questions.player_has_rolled(state, state.current_color()))


def microseconds(call: Callable[[], object]) -> float:
    begin = time.process_time()
    for _ in range(CALLS):
        call()
    return (time.process_time() - begin) / CALLS * 1e6


if __name__ == "__main__":
    main()
