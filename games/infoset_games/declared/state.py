"""The `State` of a declared game: a position, with actions as codes."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, Generic, NamedTuple

from msgspec import to_builtins

from infoset_games.core import OVER, IllegalActionError, Json, Result, State
from infoset_games.declared.actions import Actions
from infoset_games.declared.position import P, Position, copied
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace

SPECTATOR: Final = -1
NOTHING: Final = ListSpace(())


class Seen(NamedTuple):
    """An observation: whose it is (SPECTATOR for somebody without a seat), and what they know of the position."""

    seat: int
    position: Position


class DeclaredState(State, Generic[P]):
    """A complete position."""

    def __init__(self, position: P, actions: Actions) -> None:
        self.position = position
        self.actions = actions
        self._space: ListSpace | None = None  # of the mover, until something is played

    def mover(self) -> int:
        return self.position.mover()

    def legal(self, seat: int) -> ActionSpace:
        return self._choices() if seat == self.position.mover() != OVER else NOTHING

    def _choices(self) -> ListSpace:
        if self._space is None:
            self._space = ListSpace([self.actions.code(one) for one in self.position.choices()])
        return self._space

    def verify(self, seat: int, action: int) -> None:
        if seat != self.position.mover():
            raise IllegalActionError("it is not your turn")
        if not self._choices().contains(action):
            raise IllegalActionError(self.position.refusal())

    def apply(self, joint: Mapping[int, int]) -> None:
        ((_, action),) = joint.items()
        self.position.play(self.actions.all[action])
        self._space = None

    def sample_chance(self, rng: Rng) -> int:
        weights, space = self.position.weights(), self._choices()
        if not weights:
            return space.draw(rng)
        drawn = rng.below(sum(weights))
        above = (index for index, upto in enumerate(accumulate(weights)) if drawn < upto)
        return space.item(next(above))

    def chance_odds(self) -> Sequence[tuple[int, float]]:
        weights = self.position.weights()
        if not weights:
            return super().chance_odds()
        whole, space = sum(weights), self._choices()
        return tuple((space.item(index), one / whole) for index, one in enumerate(weights))

    def kind(self, seat: int) -> str:
        return self.position.kind()

    def observe(self, seat: int | None) -> Seen:
        return Seen(SPECTATOR if seat is None else seat, copied(self.position.seen(seat)))

    def copy(self) -> "DeclaredState[P]":
        return DeclaredState(copied(self.position), self.actions)

    def scores(self) -> tuple[float, ...]:
        return tuple(self.position.scores())

    def result(self) -> Result | None:
        return self.position.result() if self.mover() == OVER else None

    def to_plain(self) -> dict[str, Json]:
        plain: dict[str, Json] = to_builtins(self.position)
        return plain
