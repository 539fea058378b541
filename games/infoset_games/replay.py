"""A play as data: the log `[deal, joint actions]`, playing it again, and hashes to compare by.

Nothing random is left in a log, so it needs the rules but no generator. Reads and writes no files.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from infoset_games.core import CHANCE, OVER, Json, State
from infoset_games.game import Game
from infoset_games.rng import Rng


@dataclass(frozen=True)
class Log:
    """A complete play: `joints` holds one joint action (seat -> code, chance included) per ply."""

    game: str
    rules: str
    options: dict[str, Json]
    deal: Json
    joints: tuple[Mapping[int, int], ...]

    def to_plain(self) -> dict[str, Json]:
        """The log as plain values; a joint action is a list of `[seat, code]` by seat."""
        return {
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "deal": self.deal,
            "joints": [[list(pair) for pair in sorted(joint.items())] for joint in self.joints],
        }

    @staticmethod
    def from_plain(value: Mapping[str, Json]) -> "Log":
        """The inverse of `to_plain`, for logs written by it."""
        joints = tuple(dict(joint) for joint in value["joints"])
        return Log(value["game"], value["rules"], value["options"], value["deal"], joints)


def replay(game: Game, log: Log) -> Iterator[State]:
    """Every position of `log` in order, from the deal to the end; each is the caller's own copy."""
    state = game.start(log.deal)
    yield state.copy()
    for joint in log.joints:
        state.apply(joint)
        yield state.copy()


def random_log(game: Game, seed: str, max_plies: int) -> Log:
    """The log of a uniformly random play named by `seed`. Raises RuntimeError if it has no end in time."""
    deal = game.deal(Rng(seed, "deal"))
    chance, choice = Rng(seed, "chance"), Rng(seed, "choice")
    state = game.start(deal)
    joints: list[Mapping[int, int]] = []
    while state.mover() != OVER:
        if len(joints) == max_plies:
            raise RuntimeError(f"{game.name}, seed {seed!r}: no end after {max_plies} plies")
        joint = random_joint(state, chance, choice)
        state.apply(joint)
        joints.append(joint)
    return Log(game.name, game.rules, game.options(), deal, tuple(joints))


def random_joint(state: State, chance: Rng, choice: Rng) -> dict[int, int]:
    """A joint action: chance by its own probabilities, every seat uniformly over its legal actions."""
    if state.mover() == CHANCE:
        return {CHANCE: int(state.sample_chance(chance))}
    return {seat: state.legal(seat).draw(choice) for seat in state.to_act()}


def canonical(value: Json) -> str:
    """The one JSON text of `value`: sorted keys, no spaces. Raises ValueError for NaN and infinity."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: Json) -> str:
    """A short fingerprint of plain values: 128 bits of SHA-256 over the canonical text, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:32]


def state_hash(state: State) -> str:
    """The fingerprint of a complete position. It depends on secrets: not for the eyes of a seat."""
    return digest(state.to_plain())
