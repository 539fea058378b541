"""Two games made for tests: an open tree of decisions, and a menu with a hidden part. No notation."""

from collections.abc import Mapping, Sequence
from typing import Any

from infoset_games.core import OVER, Json, Result, State
from infoset_games.game import Event, Game
from infoset_games.placing import returns_of
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace

# A leaf holds the scores by seat, a branch the seat that decides and what each action leads to.
Leaf = tuple[float, ...]
Branch = tuple[int, list[Any]]


class Silent(Game):
    """A game without a wire form: enough for a search."""

    rules = "silent/1.0"
    simultaneous = False

    @staticmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        return {}

    def options(self) -> dict[str, Json]:
        return {}

    def deal(self, rng: Rng) -> Json:
        return {}

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        return []

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return [action]

    def read_action(self, state: State, seat: int, value: Json) -> int:
        return int(value[0])

    def write_observation(self, observation: Any) -> dict[str, Json]:
        return {}

    def read_observation(self, value: Json) -> Any:
        return None

    def consts(self) -> dict[str, Json]:
        return {}


class TreeState(State):
    """Where a play stands in an open tree."""

    def __init__(self, at: Branch | Leaf) -> None:
        self.at: Any = at

    def is_leaf(self) -> bool:
        return not isinstance(self.at[1], list)

    def mover(self) -> int:
        return OVER if self.is_leaf() else self.at[0]

    def legal(self, seat: int) -> ActionSpace:
        return ListSpace(range(len(self.at[1])))

    def verify(self, seat: int, action: int) -> None:
        raise NotImplementedError

    def apply(self, joint: Mapping[int, int]) -> None:
        (action,) = joint.values()
        self.at = self.at[1][action]

    def sample_chance(self, rng: Rng) -> int:
        raise NotImplementedError

    def kind(self, seat: int) -> str:
        return "branch"

    def observe(self, seat: int | None) -> Any:
        return self.at

    def copy(self) -> "TreeState":
        return TreeState(self.at)

    def scores(self) -> tuple[float, ...]:
        return self.at if self.is_leaf() else ()

    def result(self) -> Result | None:
        if not self.is_leaf():
            return None
        places = [1 + sum(other > own for other in self.at) for own in self.at]
        return Result(places, self.at, returns_of(places), "leaf")

    def to_plain(self) -> dict[str, Json]:
        return {}


class TreeGame(Silent):
    """An open tree: everybody sees where the play stands."""

    name = "tree"

    def __init__(self, root: Branch, seats: int) -> None:
        self.root = root
        self.seats = seats
        self.seat_range = (seats, seats)

    def start(self, deal: Json) -> State:
        return TreeState(self.root)

    def determinize(self, observation: Any, rng: Rng) -> State:
        return TreeState(observation)


class MenuState(State):
    """One seat chooses once from a menu that it does not know beforehand: action -> score."""

    def __init__(self, menu: Mapping[int, float], meanings: Mapping[int, int]) -> None:
        self.menu = menu
        self.meanings = meanings
        self.eaten: int | None = None

    def mover(self) -> int:
        return 0 if self.eaten is None else OVER

    def legal(self, seat: int) -> ActionSpace:
        return ListSpace(tuple(self.menu))

    def verify(self, seat: int, action: int) -> None:
        raise NotImplementedError

    def apply(self, joint: Mapping[int, int]) -> None:
        self.eaten = joint[0]

    def sample_chance(self, rng: Rng) -> int:
        raise NotImplementedError

    def kind(self, seat: int) -> str:
        return "eat"

    def key(self, action: int) -> int:
        return self.meanings.get(action, action)

    def observe(self, seat: int | None) -> Any:
        return None

    def copy(self) -> "MenuState":
        return MenuState(self.menu, self.meanings)

    def result(self) -> Result | None:
        if self.eaten is None:
            return None
        return Result([1], [self.menu[self.eaten]], [self.menu[self.eaten]], "eaten")

    def to_plain(self) -> dict[str, Json]:
        return {}


class MenuGame(Silent):
    """The menu is one of several, each as likely as another."""

    name = "menu"
    seats = 1
    seat_range = (1, 1)

    def __init__(
        self, menus: Sequence[Mapping[int, float]], meanings: Mapping[int, int] | None = None
    ) -> None:
        self.menus = menus
        self.meanings = meanings or {}

    def start(self, deal: Json) -> State:
        return MenuState(self.menus[0], self.meanings)

    def determinize(self, observation: Any, rng: Rng) -> State:
        return MenuState(self.menus[int(rng.below(len(self.menus)))], self.meanings)
