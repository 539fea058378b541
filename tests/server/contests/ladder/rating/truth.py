"""Matches between contestants whose true strengths are known."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from infoset_server.contests.ladder.rating import Contestant, Field, Fit, Outcome, fit

SPREAD = 0.8  # of true strengths, in logits


def play(
    strengths: NDArray[np.float64],
    seated: Sequence[int],
    rng: np.random.Generator,
    advantages: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
    is_whole: bool = True,
) -> Outcome:
    """One match: the order of arrival of exponential clocks is Plackett-Luce."""
    rates = np.exp(strengths[list(seated)] + np.array(advantages[: len(seated)]))
    order = np.argsort(rng.exponential(1 / rates))
    places = [0] * len(seated)
    for place, seat in enumerate(order, 1):
        places[seat] = place if is_whole else min(place, 2)
    return Outcome(tuple(seated), tuple(places), is_whole)


def random_tables(
    strengths: NDArray[np.float64],
    size: int,
    games_each: int,
    rng: np.random.Generator,
    is_whole: bool = True,
) -> list[Outcome]:
    """Everybody plays so many matches on average, at random tables."""
    count = len(strengths) * games_each // size
    return [
        play(
            strengths,
            [int(seat) for seat in rng.choice(len(strengths), size, replace=False)],
            rng,
            is_whole=is_whole,
        )
        for _ in range(count)
    ]


def field_of(count: int, spread: float = 1.5, seat_spread: float = 0.25) -> Field:
    """So many bots of whom nothing is known."""
    bots = [Contestant(f"bot{number}") for number in range(count)]
    return Field(bots, spread=spread, seat_spread=seat_spread)


def honesty(results: Fit, strengths: NDArray[np.float64]) -> float:
    """Errors over stated sigmas, both as differences from the mean: 1 is honest, more is too sure."""
    centred = results.centred()
    errors = centred.strengths - (strengths - strengths.mean())
    return float(np.sqrt(np.mean((errors / centred.sigmas) ** 2)))


def rate(strengths: NDArray[np.float64], outcomes: Sequence[Outcome]) -> Fit:
    """The fit of bots of whom nothing was known."""
    return fit(field_of(len(strengths)), outcomes)
