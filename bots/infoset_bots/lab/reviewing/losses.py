"""What a decision cost beside another one: the same worlds, the same luck, played out after both.

The values of all actions together would not tell it: the best of many noisy means is too good by chance. So
one side names an action first, and then fresh worlds compare just two.
"""

import math
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from infoset_bots.lab.reviewing.moments import Moment
from infoset_bots.search.decision import WIDE, Question
from infoset_bots.search.playout import Playout
from infoset_bots.search.simulator import LocalSimulator, Simulator, Walk
from infoset_games.game import Game

MIN_WORLDS: Final = 2  # fewer have no spread
SIGMAS: Final = 2.0  # what a loss must be above by so many standard errors to be sure


@dataclass(frozen=True)
class Loss:
    """What an action is worth less than another: the mean over worlds, and its standard error.

    In rewards of `Playout`, so with those of places in parts of the way from last place to first.
    Without bias: below 0 where the action was the better one.
    """

    mean: float
    error: float

    def is_surely_above(self, threshold: float) -> bool:
        """Is it more than the threshold by SIGMAS standard errors?"""
        return self.mean - SIGMAS * self.error > threshold


def compare(
    game: Game, seat: int, moment: Moment, better: int, playout: Playout, seed: int, worlds: int
) -> Loss:
    """What the played action cost beside `better`, over as many worlds drawn from what the seat knew.

    After both actions the playout's policy plays on with all seats. Equal arguments give equal losses.
    """
    if means_same(moment, better):
        return Loss(0.0, 0.0)
    question = Question(game, moment.state.observe(seat), seat)
    simulator = LocalSimulator(question, playout, seed)
    gaps = [gap(simulator, number, better, moment.action) for number in range(worlds)]
    mean = math.fsum(gaps) / worlds
    spread = math.fsum((one - mean) ** 2 for one in gaps) / (worlds - 1)
    return Loss(mean, math.sqrt(spread / worlds))


def means_same(moment: Moment, other: int) -> bool:
    """Does a code stand for the action that was played, like that of an equal card?"""
    if moment.action == other or moment.asked.space.size > WIDE:
        return moment.action == other
    state = moment.state
    return state.key(i64(moment.action)) == state.key(i64(other))


def gap(simulator: Simulator, number: int, better: int, played: int) -> float:
    """The reward after one action less that after the other, in one world."""
    walks: list[Walk] = simulator.open_equal(number, number, 2)
    for walk, action in zip(walks, (better, played), strict=True):
        simulator.lead(walk, action)
        walk.is_ended = True
    simulator.advance(walks)
    one, other = (walk.rewards[simulator.seat] for walk in walks)
    return one - other
