"""What a search is asked (`Question`) and what it answers (`Decision`). Compiled."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace

Draw = Callable[[object, Rng], State]
OutOfTime = Callable[[], bool]  # asked between units of work; True ends the search

WIDE: Final = 100  # a decision with more legal positions is not enumerated but sampled


def never() -> bool:
    """The `OutOfTime` of a search that is limited by its units of work alone."""
    return False


@final
class Question:
    """One decision of one seat: the rules, what the seat knows, and who it is.

    The true position is not in here, so no search can use it. `draw` draws a world of an observation and a stream; None is the
    game's own way, from all worlds alike.
    """

    def __init__(
        self, game: Game, observation: object, seat: int, draw: Draw | None = None
    ) -> None:
        self.game = game
        self.observation = observation
        self.seat = seat
        self.draw = draw

    def world(self, rng: Rng) -> State:
        """A world drawn from all that agree with the observation."""
        if self.draw is not None:
            return self.draw(self.observation, rng)
        return self.game.determinize(self.observation, rng)


@final
class Arm:
    """One action a search has looked at: its code and legal position, how often, and its mean value."""

    def __init__(self, action: int, index: int, visits: int, value: float) -> None:
        self.action = action
        self.index = index
        self.visits = visits
        self.value = value

    def __repr__(self) -> str:
        return (
            f"Arm({self.action}, index={self.index}, visits={self.visits}, value={self.value:.4f})"
        )


@final
class Decision:
    """The arm a search has chosen, all arms in legal order, and the units of work it took.

    Of legal actions that mean the same (two equal cards) only the first is an arm. A decision without
    a choice has one arm and took no work.
    """

    def __init__(self, best: Arm, arms: list[Arm], work: int) -> None:
        self.best = best
        self.arms = arms
        self.work = work

    @property
    def action(self) -> int:
        """The code of the chosen action."""
        return self.best.action

    @property
    def index(self) -> int:
        """The position of the chosen action among the legal ones."""
        return self.best.index


def forced(action: int) -> Decision:
    """The decision where there is nothing to choose."""
    arm = Arm(action, 0, 0, 0.0)
    return Decision(arm, [arm], 0)


def settled(space: ActionSpace, action: int) -> Decision:
    """The decision where a guide leaves one action of several: one unit of work, so that it is played."""
    arm = Arm(action, space.index(action), 0, 0.0)
    return Decision(arm, [arm], 1)


def decide(arms: list[Arm], best: Arm, work: int) -> Decision:
    """A decision with its arms put into legal order."""
    return Decision(best, sorted(arms, key=position_of), work)


def position_of(arm: Arm) -> int:
    return arm.index


def candidates(state: State, space: ActionSpace, rng: Rng) -> list[int]:
    """Legal positions to look at, ascending: the first of each meaning, or WIDE drawn ones of more."""
    if space.size > WIDE:
        return sorted({space.index(space.draw(rng)) for _ in range(WIDE)})
    seen: set[int] = set()
    first: list[int] = []
    for index in range(space.size):
        key = int(state.key(i64(space.item(index))))
        if key not in seen:
            seen.add(key)
            first.append(index)
    return first
