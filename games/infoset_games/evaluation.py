"""What an unfinished position is worth to each seat: `Evaluation`, and the one by points. Compiled."""

from abc import abstractmethod

from mypy_extensions import i64, mypyc_attr

from infoset_games.core import Result, State
from infoset_games.pickling import reduced
from infoset_games.placing import returns_of


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """Values a world by seat; more is better, and only differences between seats and worlds count."""

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    @abstractmethod
    def value(self, state: State, seat: i64) -> float:
        """The worth of `state` to `seat`, on one scale for finished and unfinished positions."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PointsEvaluation(Evaluation):
    """Points by the rules, final or as they stand; 0 where the rules count none before the end."""

    def value(self, state: State, seat: i64) -> float:
        result = state.result()
        scores = state.scores() if result is None else result.scores
        return float(scores[int(seat)]) if scores else 0.0


def expected_result(state: State, evaluation: Evaluation, seats: i64) -> Result:
    """The result if the play ended here and `evaluation` counted the points."""
    values = [evaluation.value(state, seat) for seat in range(seats)]
    places = [1 + sum([other > own for other in values]) for own in values]
    return Result(places, values, returns_of(places), "expected")
