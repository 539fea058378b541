"""How much a review of a match may look at, so that it takes about so long. Measures this processor."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from infoset_bots.lab.reviewing.judging import Judgement
from infoset_bots.lab.reviewing.making import make_playout
from infoset_bots.lab.reviewing.match_review import ReviewedMatch, ReviewSettings
from infoset_bots.lab.reviewing.moments import Moment, moments_of
from infoset_bots.lab.reviewing.results import LuckSettings
from infoset_bots.search.decision import WIDE, candidates
from infoset_bots.search.playout import Playout
from infoset_games.core import OVER, State
from infoset_games.rng import Rng

THRESHOLD: Final = 0.05
CHANCES, LUCK, JUDGING = 0.1, 0.3, 0.6  # shares of the budget
SAMPLED: Final = 8  # positions in which playouts are timed
LEAST_S: Final = 0.004  # for which each is timed
TRIES: Final = 3  # worlds that compare two actions, for each in which the reference tries all
LEAST_WORLDS: Final = 4  # of the reference; with fewer, fewer decisions are judged
MOST_WORLDS: Final = 40
CONFIRM: Final = 400  # worlds in which what looks like a blunder is compared again, at most
CONFIRM_TIMES: Final = 12  # and for each world of the reference
LEAST_DECISIONS: Final = 5  # of each seat
LEAST_PLAYOUTS, MOST_PLAYOUTS = 20, 1000


def choose_settings(
    lines: Sequence[str],
    seed: str,
    budget_s: float,
    now_s: Callable[[], float] = time.process_time,
) -> ReviewSettings:
    """Settings for a review that takes about `budget_s` of this processor. Raises as ReviewedMatch."""
    about = ReviewedMatch(lines)
    playout_s, world_s = timed(about, now_s)
    worlds, most = judging_within(about, playout_s, world_s, JUDGING * budget_s)
    events = 2 * (1 + len(about.swings))
    return ReviewSettings(
        Judgement(
            reference=f"monte_carlo:worlds={worlds}",
            policy="",
            horizon=0,
            worlds=TRIES * worlds,
            most=most,
            threshold=THRESHOLD,
            seed=seed,
            confirm=min(CONFIRM, CONFIRM_TIMES * worlds),
        ),
        LuckSettings(
            playouts=playouts_within(LUCK * budget_s / events, playout_s),
            policy="",
            horizon=0,
            outcomes=0,
            seed=seed,
        ),
        chances=playouts_within(CHANCES * budget_s / len(about.points), playout_s),
    )


def timed(about: ReviewedMatch, now_s: Callable[[], float]) -> tuple[float, float]:
    """What a playout takes, and what a world takes, on average over the match."""
    game = about.record.game
    playout = make_playout(game.name, "", 0)
    points = [state for _, state in about.points if state.mover() != OVER]
    states = points[:: max(1, len(points) // SAMPLED)]
    rng = Rng("timing")
    playouts, worlds = 0.0, 0.0
    for state in states:
        seen = state.observe(0)
        played = partial(play_copy, playout, state, game.seats, rng)
        playouts += time_of(played, now_s)
        worlds += time_of(partial(game.determinize, seen, rng), now_s)
    return playouts / len(states), worlds / len(states)


def play_copy(playout: Playout, state: State, seats: int, rng: Rng) -> None:
    """One playout; the position stays as it is."""
    playout.values(state.copy(), seats, rng)


def time_of(work: Callable[[], object], now_s: Callable[[], float]) -> float:
    """What it takes once, from so many times that the clock can tell."""
    count, began_s = 0, now_s()
    while (spent_s := now_s() - began_s) < LEAST_S:
        work()
        count += 1
    return spent_s / count


def judging_within(
    about: ReviewedMatch, playout_s: float, world_s: float, budget_s: float
) -> tuple[int, int]:
    """Worlds of the reference, and how many decisions of each seat are judged (0: all)."""
    once_s, decisions = 0.0, []
    for seat in range(about.record.game.seats):
        choices = [
            choices_of(heard)
            for heard in moments_of(about.record, seat)
            if isinstance(heard, Moment)
        ]
        decisions.append(len(choices))
        once_s += sum((many + 2 * TRIES) * playout_s + (1 + TRIES) * world_s for many in choices)
    worlds = int(budget_s / once_s) if once_s else MOST_WORLDS
    if worlds >= LEAST_WORLDS:
        return min(worlds, MOST_WORLDS), 0
    share = budget_s / (LEAST_WORLDS * once_s)
    return LEAST_WORLDS, max(LEAST_DECISIONS, int(share * max(decisions)))


def choices_of(moment: Moment) -> int:
    """How many actions the reference tries."""
    space = moment.asked.space
    return WIDE if space.size > WIDE else len(candidates(moment.state, space, Rng("")))


def playouts_within(budget_s: float, playout_s: float) -> int:
    """So many take about so long."""
    return min(MOST_PLAYOUTS, max(LEAST_PLAYOUTS, int(budget_s / playout_s)))
