"""Random plays that the checks look at, and how a check says what is wrong and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infoset_games.core import CHANCE, Json, State
from infoset_games.game import Game
from infoset_games.replay import random_log, replay, state_hash
from infoset_games.rng import Rng

MAX_PLIES: Final = 20_000  # a random play longer than this is taken for one without an end
MAX_POSITIONS: Final = 40  # looked at in one play; the first and the last are always among them


class ConformanceError(AssertionError):
    """A game breaks the contract; the message says what and in which position of which play."""


@dataclass(frozen=True)
class Position:
    """One position of a random play. `joint` is what was played there; empty at the end."""

    play: "Play"
    ply: int
    joint: Mapping[int, int]

    @property
    def game(self) -> Game:
        """The rules of the play."""
        return self.play.game

    def state(self) -> State:
        """The position, as a fresh copy."""
        return self.play.states[self.ply].copy()

    def fault(self, what: str) -> ConformanceError:
        """The error to raise for `what`, with where it was found."""
        return self.play.fault(f"ply {self.ply}: {what}")

    def expect(self, holds: bool, what: str) -> None:
        """Raises the fault `what` unless `holds`."""
        if not holds:
            raise self.fault(what)

    def rng(self, *labels: str) -> Rng:
        """A stream of the kit's own for this position."""
        return Rng(self.play.seed, "kit", str(self.ply), *labels)

    def is_decision(self) -> bool:
        """Do seats, not chance, decide here?"""
        return bool(self.joint) and CHANCE not in self.joint

    def seats(self) -> range:
        """Every seat of the game, whether it acts here or not."""
        return range(self.game.seats)


@dataclass(frozen=True)
class Play:
    """A whole random play, named by its seed. `states` has one more entry than `joints`."""

    game: Game
    seed: str
    deal: Json
    joints: tuple[Mapping[int, int], ...]
    states: tuple[State, ...]

    def __str__(self) -> str:
        return f"{self.game.name} {self.game.options()}, seed {self.seed!r}"

    def fault(self, what: str) -> ConformanceError:
        """The error to raise for `what`, with where it was found."""
        return ConformanceError(f"{self}: {what}")

    def expect(self, holds: bool, what: str) -> None:
        """Raises the fault `what` unless `holds`."""
        if not holds:
            raise self.fault(what)

    def positions(self, limit: int = MAX_POSITIONS) -> list[Position]:
        """At most `limit` positions in order: the first, the last and a random choice between."""
        return [self.position(ply) for ply in pick(range(len(self.states)), limit, self.seed)]

    def position(self, ply: int) -> Position:
        """The position before `ply`."""
        return Position(self, ply, self.joints[ply] if ply < len(self.joints) else {})

    def decisions(self, limit: int = MAX_POSITIONS) -> list[Position]:
        """The decision points among `positions`."""
        return [position for position in self.positions(limit) if position.is_decision()]


def pick(plies: Sequence[int], limit: int, seed: str) -> list[int]:
    """At most `limit` of `plies` in order: the first, the last and a random choice between."""
    if len(plies) <= limit:
        return list(plies)
    inner, rng = list(plies[1:-1]), Rng(seed, "kit", "positions")
    picked = [inner.pop(int(rng.below(len(inner)))) for _ in range(limit - 2)]
    return [plies[0], *sorted(picked), plies[-1]]


def random_play(game: Game, seed: str) -> Play:
    """The play that `seed` names, by uniformly random actions.

    Raises ConformanceError if it has no end, or if copies of its positions do not keep still.
    """
    try:
        log = random_log(game, seed, MAX_PLIES)
    except RuntimeError as error:
        raise ConformanceError(str(error)) from error
    states: list[State] = []
    fingerprints: list[str] = []
    for state in replay(game, log):
        states.append(state)
        fingerprints.append(state_hash(state))
    play = Play(game, seed, log.deal, log.joints, tuple(states))
    for ply, state in enumerate(states):
        kept = state_hash(state) == fingerprints[ply]
        play.position(ply).expect(kept, "a copy changed while its original was played on")
    return play
