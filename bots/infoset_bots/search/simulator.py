"""Where a search gets its worlds and has them played out: in this process, or through a server. Compiled.

Everything random in a search hangs on one seed and on numbers: world `n` of the seed, and luck `n`, the
stream of what chance and policies draw on the way. So whoever simulates, the same seed gives the same
worlds, walks and playouts, and the same decision.
"""

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from infoset_bots.search.decision import Question
from infoset_bots.search.playout import Playout
from infoset_bots.search.tree import ROOT
from infoset_games.core import CHANCE, SEVERAL, State
from infoset_games.rng import Rng

SEED_BITS: Final = 53  # the largest number that every JSON reader keeps exactly
WORLD: Final = "world"  # the labels of the streams, on both ends of a wire
LUCK: Final = "luck"
CHOICES: Final = "choices"

NOWHERE: Final[list[i64]] = []
NOTHING: Final[list[float]] = []


@final
class Walk:
    """One world on its way from the decision to the end of a playout.

    A search moves `world`, notes the actions it counts in `path` (and where it stands in `node`, or
    in `nodes` by seat), and sets `is_ended` where the playout shall begin. Afterwards the simulator sets
    `rewards`, by seat; or `is_lost` where there will be none.
    """

    def __init__(self, world: State, number: i64, luck: Rng | None) -> None:
        self.world = world
        self.number = number  # of its luck
        self.luck = luck  # None where chance is drawn elsewhere
        self.node: i64 = ROOT
        self.nodes = NOWHERE
        self.path: list[i64] = []
        self.is_ended = False
        self.is_lost = False
        self.rewards = NOTHING


@mypyc_attr(allow_interpreted_subclasses=True)
class Simulator:
    """Draws worlds for one decision of one seat, and plays them out.

    `together` says how many walks are best advanced at once where that makes no difference to a search.
    `is_spent` turns true where nothing more can be computed; walks are lost then.
    """

    def __init__(self, seat: int, seats: int, seed: int) -> None:
        self.seat = seat
        self.seats = seats
        self.seed = seed
        self.together = 1
        self.is_spent = False

    def choices(self) -> Rng:
        """The stream of what a search itself leaves to chance."""
        return Rng(str(self.seed), CHOICES)

    @abstractmethod
    def root(self) -> State:
        """World 0, to ask it for what is the same in all of them: what the seat may do, and what that means."""

    @abstractmethod
    def open(self, world: i64, luck: i64) -> Walk:
        """A walk from the world of that number with the luck of that number."""

    @abstractmethod
    def open_equal(self, world: i64, luck: i64, count: int) -> list[Walk]:
        """As many walks from the same world with the same luck."""

    @abstractmethod
    def lead(self, walk: Walk, action: int) -> None:
        """Plays an action of the deciding seat; seats that decide at the same time follow the policy."""

    @abstractmethod
    def advance(self, walks: list[Walk]) -> None:
        """Plays out the walks that are ended, and lets chance act in the others until somebody decides."""


@final
class LocalSimulator(Simulator):
    """Simulates by the rules, in this process."""

    def __init__(self, question: Question, playout: Playout, seed: int) -> None:
        super().__init__(question.seat, question.game.seats, seed)
        self.question = question
        self.playout = playout
        self.worlds = Rng(str(seed), WORLD)
        self.lucks = Rng(str(seed), LUCK)
        self.drawing = Rng("")
        self.spare: list[Rng] = []  # streams of walks that are played out

    def root(self) -> State:
        return self.draw(0)

    def open(self, world: i64, luck: i64) -> Walk:
        return Walk(self.draw(world), luck, self.stream(luck))

    def open_equal(self, world: i64, luck: i64, count: int) -> list[Walk]:
        drawn = self.draw(world)
        return [Walk(drawn.copy(), luck, self.stream(luck)) for _ in range(count)]

    def draw(self, number: i64) -> State:
        """The world of that number."""
        self.drawing.restart(self.worlds, number)
        return self.question.world(self.drawing)

    def stream(self, number: i64) -> Rng:
        """The luck of that number, from its start."""
        luck = self.spare.pop() if self.spare else Rng("")
        luck.restart(self.lucks, number)
        return luck

    def lead(self, walk: Walk, action: int) -> None:
        world, luck = walk.world, walk.luck
        assert luck is not None
        joint = {self.seat: action}
        if world.mover() == SEVERAL:
            for other in world.to_act():
                if other != self.seat:
                    joint[other] = self.playout.policy.choose(world, other, luck)
        world.apply(joint)

    def advance(self, walks: list[Walk]) -> None:
        for walk in walks:
            luck = walk.luck
            assert luck is not None
            if walk.is_ended:
                walk.rewards = self.playout.values(walk.world, self.seats, luck)
                self.spare.append(luck)
            else:
                while walk.world.mover() == CHANCE:
                    walk.world.move(walk.world.sample_chance(luck))
