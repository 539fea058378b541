"""Looks for a complete enemy play that shows a seat exactly what it has seen. Compiled.

Guess who was seen and who fired (hypothesis.py), give everybody a path (paths.py) and a reason
(motives.py), then play it all by the rules and compare. What does not fit is guessed anew.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.charges import random_recharge
from infoset_games.crossfire.history import Deal, Round
from infoset_games.crossfire.hypothesis import Hypothesis
from infoset_games.crossfire.motives import Motives
from infoset_games.crossfire.observation import Observation
from infoset_games.crossfire.paths import Paths
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.rounds import forget_orders, play_round
from infoset_games.crossfire.state import CrossfireState, place_units
from infoset_games.crossfire.trail import Trail
from infoset_games.crossfire.units import ORDER, SIDE, no_units
from infoset_games.rng import Rng

GUESSES: Final = 12  # hypotheses tried for a world
PATHS: Final = 3  # sets of paths tried for a hypothesis
SETBACKS: Final = 12  # dead ends on the way to one hypothesis


def explained_world(view: Observation, last: Report, deal: Deal, rng: Rng) -> CrossfireState | None:
    """An exact world of the observation, None if none was found within the bounds."""
    guess = Hypothesis(view, last)
    for _ in range(GUESSES):
        guess.rewind(0)
        if not complete(guess, rng):
            continue
        for _ in range(PATHS):
            world = act_out(guess, deal, rng)
            if world is not None:
                return world
    return None


def complete(guess: Hypothesis, rng: Rng) -> bool:
    """Guesses up to the last round, going back farther with every setback. False if there are too many."""
    setbacks = 0
    back = 1
    farthest = 0
    while len(guess.reached) <= guess.rounds:
        reached = len(guess.reached)
        if guess.extend(rng):
            continue
        setbacks += 1
        if setbacks > SETBACKS:
            return False
        if reached > farthest:
            farthest, back = reached, 1
        else:
            back *= 2
        guess.rewind(max(0, reached - 1 - back))
    return True


def act_out(guess: Hypothesis, deal: Deal, rng: Rng) -> CrossfireState | None:
    """The world of a hypothesis, if the rules lead from it to what was seen."""
    paths = Paths(guess)
    if not paths.find(rng):
        return None
    trails = paths.trails
    motives = Motives(paths)
    if not motives.find(rng):
        return None
    view = guess.view
    numbers = random_recharge(motives.shots, view.recharge, rng)
    living = [unit for unit, trail in enumerate(trails) if trail.died == 0]
    king = living[rng.below(len(living))]
    cells = no_units()
    enemy = 1 - view.seat
    place_units(cells, view.seat, view.board.spawns(view.seat), view.numbers, view.king)
    place_units(cells, enemy, view.board.spawns(enemy), numbers, king)
    now = Round(None, 0, cells, 0)
    for report in guess.reports:
        if report.number > 0:
            now = next_round(view, now, report, trails)
        if not now.shows(view.board, view.seat, report):
            return None
        now.tell(view.seat, report)
    return CrossfireState(deal, now)


def next_round(view: Observation, now: Round, report: Report, trails: list[Trail]) -> Round:
    """Plays the round of `report` with its own commands and those of the paths."""
    cells: vec[i64] = now.cells[:]
    forget_orders(cells)
    own = SIDE * view.seat
    enemy = SIDE * (1 - view.seat)
    for unit in range(view.board.units):
        cells[ORDER + own + unit] = report.orders[unit]
        cells[ORDER + enemy + unit] = trails[unit].orders[report.number]
    ending = play_round(view.board, cells, report.number)
    return Round(now, report.number, cells, ending)
