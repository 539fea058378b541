"""What the search bots share: their common parameters, time, and the way from a turn to an answer."""

import time
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final

import infoset
from infoset.turn import Answer
from infoset_bots.search.decision import Decision, OutOfTime, Question, never
from infoset_bots.search.habits import Habits, load_habits
from infoset_bots.search.playout import Playout
from infoset_bots.search.rewards import FOUR_PLACES, Rewards
from infoset_bots.search.simulator import SEED_BITS, LocalSimulator, Simulator
from infoset_games.policy_registry import default_policy, make_evaluation, make_policy
from infoset_games.spaces import ProductSpace

MOST_WORK: Final = 1_000_000  # units of work of one decision
MOST_TIME_MS: Final = 3_600_000
MOST_PLIES: Final = 1_000_000
DEADLINE_SHARE: Final = 0.5  # of the time left, what one decision may take at most


class SearchBot(infoset.Bot):
    """Searches every turn from scratch.

    `time_ms` limits the time of a decision (0: only by its units of work and half of the time left). `habits` is a
    file of `infoset worlds --learn`, by which worlds are weighed.
    """

    draws_here: ClassVar[bool] = True  # with the rules, not through a server

    def __init__(self, *, habits: str = "", time_ms: int = 0) -> None:
        self.time_ms = read_count("time_ms", time_ms, 0, MOST_TIME_MS)
        if habits and not self.draws_here:
            raise ValueError("habits: expected none, as the server draws the worlds of this bot")
        self.habits = load_habits(habits) if habits else None

    @abstractmethod
    def think(self, turn: infoset.Turn, seed: int, out_of_time: OutOfTime) -> Decision:
        """The search of one decision; everything random in it follows from `seed`."""

    def decide(self, turn: infoset.Turn) -> Answer:
        """The position of the action found, or one option per slot where positions are too many."""
        decision = self.think(turn, self.rng.getrandbits(SEED_BITS), self.limit(turn))
        index = decision.index if decision.work else turn.fallback
        if decision.work:
            turn.weigh(values_of(turn, decision))
        return index if turn.n is not None else picks_of(turn, index)

    def limit(self, turn: infoset.Turn) -> OutOfTime:
        """Tells the search when to stop."""
        limits = [self.time_ms] if self.time_ms else []
        if turn.deadline_ms is not None:
            limits.append(int(turn.deadline_ms * DEADLINE_SHARE))
        if not limits:
            return never
        end = time.monotonic() + min(limits) / 1000
        return lambda: time.monotonic() >= end

    def work(self, name: str, asked: int | None, usual: int) -> int:
        """The units of work a parameter asks for; without one `usual`, or all that the time allows."""
        if asked is None:
            return MOST_WORK if self.time_ms else usual
        return read_count(name, asked, 1, MOST_WORK)


class PlayoutBot(SearchBot):
    """A search that plays worlds out.

    `policy` names what plays there (default: the game's `heuristic`, else `random`), `rewards` what
    places are worth (numbers from 0 to 1, first place first, or text like "1/0.2/0.1/0"; games of another
    number of seats use their returns), `horizon` ends playouts after as many plies (0: at the end).
    """

    def __init__(
        self,
        *,
        policy: str = "",
        rewards: str | Sequence[float] = FOUR_PLACES,
        horizon: int = 0,
        habits: str = "",
        time_ms: int = 0,
    ) -> None:
        super().__init__(habits=habits, time_ms=time_ms)
        self.policy = policy
        self.rewards = Rewards(read_numbers("rewards", rewards))
        self.horizon = read_count("horizon", horizon, 0, MOST_PLIES)
        self._playouts: dict[str, Playout] = {}

    @abstractmethod
    def search(self, simulator: Simulator, out_of_time: OutOfTime) -> Decision:
        """The search of the decision that `simulator` is for."""

    def think(self, turn: infoset.Turn, seed: int, out_of_time: OutOfTime) -> Decision:
        """Searches with the rules installed here."""
        simulator = LocalSimulator(ask(turn, self.habits), self.playout(turn.game), seed)
        return self.search(simulator, out_of_time)

    def playout(self, game: str) -> Playout:
        """How worlds of `game` are valued. Raises UnknownPolicyError if it has no such policy."""
        if game not in self._playouts:
            policy = make_policy(game, self.policy or default_policy(game))
            self._playouts[game] = Playout(
                policy, self.rewards, make_evaluation(game), self.horizon
            )
        return self._playouts[game]


def ask(turn: infoset.Turn, habits: Habits | None = None) -> Question:
    """The question of a turn, with worlds weighed by `habits`.

    Raises RuntimeError where the rules of the match are not installed, and ValueError where habits were learnt under others.
    """
    game = turn.match.engine
    if game is None:
        raise RuntimeError(f"the rules {turn.match.rules} are not installed here")
    if habits is None:
        return Question(game, turn.observation, turn.seat)
    return Question(game, turn.observation, turn.seat, habits.drawing(game))


def values_of(turn: infoset.Turn, decision: Decision) -> list[float | None]:
    """What the search found each listed action to be worth, None for those that mean the same as another."""
    values: list[float | None] = [None] * len(turn.actions)
    for arm in decision.arms:
        if arm.index < len(values) and arm.visits:
            values[arm.index] = arm.value
    return values


def picks_of(turn: infoset.Turn, index: int) -> tuple[int, ...]:
    """The position of a joint order as one option per slot."""
    names = [slot.name for slot in turn.slots]
    return ProductSpace(names, [len(slot.options) for slot in turn.slots]).split(index)


def read_count(name: str, value: Any, low: int, high: int) -> int:
    """Checks an integer. Raises ValueError naming the parameter."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name}: expected an integer in {low}..{high}, got {value!r}")
    return value


def read_number(name: str, value: Any, low: float, high: float) -> float:
    """Checks a number. Raises ValueError naming the parameter."""
    if type(value) not in (int, float) or not low <= value <= high:
        raise ValueError(f"{name}: expected a number from {low:g} to {high:g}, got {value!r}")
    return float(value)


def read_numbers(name: str, value: Any) -> list[float]:
    """Checks numbers from 0 to 1, given as a list or as text. Raises ValueError naming the parameter."""
    parts = value.split("/") if isinstance(value, str) else value
    try:
        numbers = [float(part) for part in parts]
    except (TypeError, ValueError):
        raise ValueError(f"{name}: expected numbers like 1/0.2/0.1/0, got {value!r}") from None
    return [read_number(name, number, 0, 1) for number in numbers]
