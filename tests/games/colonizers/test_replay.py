"""A play is its deal and its actions: replayed anywhere, every position comes out the same."""

import hashlib
import json
import os
import subprocess
import sys

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE
from infoset_games.rng import Rng

# Run by another interpreter with another hash seed: prints the digests of a logged play.
REPLAY = """
import hashlib, json, sys
from infoset_games.colonizers import Colonizers
log = json.loads(sys.stdin.read())
game = Colonizers()
state = game.start(log[0])
digests = []
for action in log[1:]:
    state.move(action)
    plain = json.dumps(state.to_plain(), sort_keys=True)
    digests.append(hashlib.sha256(plain.encode()).hexdigest())
print(json.dumps(digests))
"""


def digest(state: ColonizersState) -> str:
    return hashlib.sha256(json.dumps(state.to_plain(), sort_keys=True).encode()).hexdigest()


def record(game: Colonizers, seed: str) -> tuple[list[object], list[str]]:
    """The log `[deal, action, ...]` of a random play, and the digests of its positions."""
    rng = Rng(seed)
    deal = game.deal(rng)
    log: list[object] = [deal]
    digests = []
    state = game.start(deal)
    while state.result() is None:
        is_chance = state.mover() == CHANCE
        action = (
            state.sample_chance(rng)
            if is_chance
            else state.legal_item(rng.below(state.legal_size()))
        )
        state.apply({int(state.mover()): int(action)})
        log.append(int(action))
        digests.append(digest(state))
    return log, digests


def test_the_log_of_a_play_reproduces_every_position(game: Colonizers) -> None:
    log, digests = record(game, "replay")
    state = game.start(log[0])
    for action, expected in zip(log[1:], digests, strict=True):
        assert isinstance(action, int)
        state.verify(int(state.mover()), action)
        state.apply({int(state.mover()): action})
        assert digest(state) == expected


def test_the_log_reproduces_every_position_in_another_process(game: Colonizers) -> None:
    log, digests = record(game, "elsewhere")
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", REPLAY],
        input=json.dumps(log),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == digests


def test_the_written_log_reproduces_the_play(game: Colonizers) -> None:
    log, digests = record(game, "written")
    state = game.start(log[0])
    for action, expected in zip(log[1:], digests, strict=True):
        assert isinstance(action, int)
        seat = int(state.mover())
        written = json.loads(json.dumps(game.write_action(state, seat, action)))
        # Of equal cards the first is read: the same hand, but perhaps in another order.
        read = game.read_action(state, seat, written)
        assert state.key(read) == state.key(action) or seat == CHANCE
        state.apply({seat: action})
        assert digest(state) == expected
