"""How large a game's questions get on the wire, and the limits they must keep."""

from dataclasses import dataclass
from typing import Final

from infoset_games.choices import write_decision
from infoset_games.core import CHANCE, OVER
from infoset_games.game import Game
from infoset_games.replay import random_joint
from infoset_games.rng import Rng
from infoset_games.testing.plain import wire_bytes
from infoset_games.testing.plays import MAX_PLIES, ConformanceError

PLAYS: Final = 200
P99_BYTES: Final = 2_500
MAX_BYTES: Final = 8 * 1024


@dataclass(frozen=True)
class Sizes:
    """Bytes of `your_turn` in compact JSON over all decisions of some random plays."""

    game: str
    decisions: int
    mean: float
    p99: int
    most: int

    def __str__(self) -> str:
        sizes = f"mean {self.mean:.0f}, p99 {self.p99}, max {self.most} bytes"
        return f"{self.game}: your_turn {sizes} over {self.decisions} decisions"


def measure_sizes(game: Game, plays: int = PLAYS) -> Sizes:
    """Plays at random and measures every question as the server would ask it."""
    found: list[int] = []
    for number in range(plays):
        found += _sizes_of_play(game, f"sizes {number}")
    found.sort()
    p99 = found[(99 * len(found) - 1) // 100]
    return Sizes(game.name, len(found), sum(found) / len(found), p99, found[-1])


def check_questions_are_small(game: Game, plays: int = PLAYS) -> None:
    """99 of 100 questions stay below P99_BYTES and all below MAX_BYTES, so that slow links can play."""
    sizes = measure_sizes(game, plays)
    if sizes.p99 >= P99_BYTES or sizes.most >= MAX_BYTES:
        raise ConformanceError(f"{sizes}; expected p99 < {P99_BYTES} and max < {MAX_BYTES}")


def _sizes_of_play(game: Game, seed: str) -> list[int]:
    state = game.start(game.deal(Rng(seed, "deal")))
    chance, choice = Rng(seed, "chance"), Rng(seed, "choice")
    found: list[int] = []
    for ply in range(MAX_PLIES):
        if state.mover() == OVER:
            break
        for seat in state.to_act():
            if seat != CHANCE:
                turn = {
                    "type": "your_turn",
                    "seq": 100_000,
                    "match_id": "m_0123456789abcdef",
                    "seat": seat,
                    "ver": ply,
                    "decision": ply,
                    **write_decision(game, state, seat),
                    "obs": game.write_observation(state.observe(seat)),
                    "deadline_ms": 600_000,
                    "clock": [600_000] * game.seats,
                }
                found.append(len(wire_bytes(turn)))
        state.apply(random_joint(state, chance, choice))
    return found
