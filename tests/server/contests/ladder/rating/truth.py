"""Matches between contestants whose true strengths are known."""

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from infoset_server.contests.ladder.pairing import Candidate, seat_table
from infoset_server.contests.ladder.rating import Contestant, Field, Fit, Outcome, fit

SPREAD = 0.8  # of true strengths, in logits


def play(
    strengths: NDArray[np.float64],
    seated: Sequence[int],
    rng: np.random.Generator,
    advantages: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
    is_whole: bool = True,
    threshold: float = 0.0,
) -> Outcome:
    """One match: strength and chance say how well each does; whoever is as near to the best of the rest is level."""
    worth = strengths[list(seated)] + np.array(advantages[: len(seated)])
    did = worth + rng.gumbel(size=len(seated))
    places = [0] * len(seated)
    left = list(range(len(seated)))
    while left:
        best = max(did[seat] for seat in left)
        place = 1 + len(seated) - len(left)
        for seat in [seat for seat in left if did[seat] >= best - threshold]:
            places[seat] = place if is_whole else min(place, 2)
            left.remove(seat)
    return Outcome(tuple(seated), tuple(places), is_whole)


def random_tables(
    strengths: NDArray[np.float64],
    size: int,
    games_each: int,
    rng: np.random.Generator,
    is_whole: bool = True,
    threshold: float = 0.0,
) -> list[Outcome]:
    """Everybody plays so many matches on average, at random tables."""
    count = len(strengths) * games_each // size
    return [
        play(
            strengths,
            [int(seat) for seat in rng.choice(len(strengths), size, replace=False)],
            rng,
            is_whole=is_whole,
            threshold=threshold,
        )
        for _ in range(count)
    ]


def neighbour_tables(
    strengths: NDArray[np.float64],
    size: int,
    games_each: int,
    rng: np.random.Generator,
    threshold: float = 0.0,
) -> list[Outcome]:
    """The same where only those meet who stand next to each other."""
    order = np.argsort(strengths)
    outcomes = []
    for _ in range(len(strengths) * games_each // size):
        first = int(rng.integers(0, len(strengths) - size + 1))
        seated = [int(one) for one in rng.permutation(order[first : first + size])]
        outcomes.append(play(strengths, seated, rng, threshold=threshold))
    return outcomes


def paired_tables(
    strengths: NDArray[np.float64],
    size: int,
    games_each: int,
    rng: np.random.Generator,
    threshold: float = 0.0,
    refit: int = 40,
) -> list[Outcome]:
    """The same with those who meet chosen as on a ladder, by what is known after every `refit` matches."""
    chance = random.Random(int(rng.integers(1 << 32)))
    field, outcomes = field_of(len(strengths)), list[Outcome]()
    fitted = fit(field, outcomes)
    told: list[tuple[float, float]] = []
    games = Counter[int]()
    for number in range(len(strengths) * games_each // size):
        if number % refit == 0:
            fitted = fit(field, outcomes, fitted.unknowns, fitted.spread)
            known = fitted.centred()
            told = list(zip(known.strengths, known.sigmas, strict=True))
        crowd = [
            Candidate(one, f"owner{one}", float(strength), float(sigma), games[one])
            for one, (strength, sigma) in enumerate(told)
        ]
        seated = seat_table(crowd, size, chance)
        assert seated is not None
        games.update(seated)
        outcomes.append(play(strengths, seated, rng, threshold=threshold))
    return outcomes


def field_of(count: int, spread: float = 1.5, seat_spread: float = 0.25) -> Field:
    """So many bots of whom nothing is known."""
    bots = [Contestant(f"bot{number}") for number in range(count)]
    return Field(bots, spread=spread, seat_spread=seat_spread)


def honesty(results: Fit, strengths: NDArray[np.float64]) -> float:
    """Errors over stated sigmas, both as differences from the mean: 1 is honest, more is too sure."""
    centred = results.centred()
    errors = centred.strengths - (strengths - strengths.mean())
    return float(np.sqrt(np.mean((errors / centred.sigmas) ** 2)))


def coverage(results: Fit, strengths: NDArray[np.float64]) -> float:
    """The share of strengths inside their intervals of two sigmas, both as differences from the mean."""
    centred = results.centred()
    errors = centred.strengths - (strengths - strengths.mean())
    return float(np.mean(np.abs(errors) <= 2 * centred.sigmas))


def rate(strengths: NDArray[np.float64], outcomes: Sequence[Outcome]) -> Fit:
    """The fit of bots of whom nothing was known."""
    return fit(field_of(len(strengths)), outcomes)
