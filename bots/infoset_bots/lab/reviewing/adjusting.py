"""Takes luck out of results: control variates whose expectation is 0, with fitted coefficients. Pure; needs NumPy.

The coefficients for a unit are fitted to all other units (jackknife), so they know nothing of its luck, and
the adjusted mean has exactly the expectation of the plain one, however poor the values were that the luck was
measured with. Poor values only save less.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from infoset_bots.lab.arena.intervals import Estimate, mean_interval, variance

MIN_UNITS: Final = 20  # with fewer, nothing can be fitted to the others


@dataclass(frozen=True)
class Adjusted:
    """A mean, plain and without luck. `errors` are the standard errors of both.

    `coefficients` are those of all units together, one for each control. `gain` is the plain variance
    by the adjusted one: so many matches say as much as one that is adjusted. None: too few to tell.
    """

    plain: Estimate
    adjusted: Estimate | None
    errors: tuple[float | None, float | None]
    coefficients: list[float]
    gain: float | None


def adjust(
    values: Sequence[float],
    controls: Sequence[Sequence[float]],
    *,
    least: float = -math.inf,
    most: float = math.inf,
) -> Adjusted:
    """`values` by unit, and for each unit its controls: sums that are 0 on average. Raises ValueError without units.

    The plain mean's interval stays inside `least`..`most`, as every value does; adjusted ones may leave it.
    """
    plain = mean_interval(values, least=least, most=most)
    if len(values) < MIN_UNITS:
        return Adjusted(plain, None, (standard_error(values), None), [], None)
    overall, each = fitted(values, controls)
    adjusted = [
        value - sum(factor * luck for factor, luck in zip(factors, lucks, strict=True))
        for value, factors, lucks in zip(values, each, controls, strict=True)
    ]
    left = variance(adjusted)
    return Adjusted(
        plain=plain,
        adjusted=mean_interval(adjusted),
        errors=(standard_error(values), standard_error(adjusted)),
        coefficients=overall,
        gain=variance(values) / left if left else None,
    )


def standard_error(values: Sequence[float]) -> float | None:
    """Of the mean; None for a single value."""
    return float((variance(values) / len(values)) ** 0.5) if len(values) > 1 else None


def fitted(
    values: Sequence[float], controls: Sequence[Sequence[float]]
) -> tuple[list[float], list[list[float]]]:
    """The least-squares coefficients of all units together, and for each unit those of all others.

    That the controls are 0 on average is known and not fitted. A control that is always 0 gets 0.
    """
    import numpy as np

    count = len(values)
    y, c = np.asarray(values, float), np.asarray(controls, float)
    squares = np.einsum("ni,nj->nij", c, c)
    products, sums = c * y[:, None], c
    total_squares, total_products, total_sums = (
        one.sum(axis=0) for one in (squares, products, sums)
    )
    total = y.sum()
    others_mean = (total - y) / (count - 1)
    left = total_products - products - others_mean[:, None] * (total_sums - sums)
    inverse = np.linalg.pinv(total_squares - squares, hermitian=True)
    each = np.einsum("nij,nj->ni", inverse, left)
    whole = total_products - total / count * total_sums
    overall = np.linalg.pinv(total_squares, hermitian=True) @ whole
    return overall.tolist(), each.tolist()
