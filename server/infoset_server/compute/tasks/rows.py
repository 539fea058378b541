"""Rows of a rollout: added up from slices, and as they are told. Pure."""

import math
from typing import Any

from infoset_server.compute.bench.job import MILLION


def add_rows(known: list[Any], sums: list[Any]) -> list[Any]:
    """Two parts of one row as one."""
    first, n, returns, squares, wins, plies = known
    return [
        first,
        n + sums[0],
        *(
            [a + b for a, b in zip(old, new, strict=True)]
            for old, new in zip((returns, squares, wins), sums[1:4], strict=True)
        ),
        plies + sums[4],
    ]


def write_row(
    first: Any, n: int, returns: list[int], squares: list[int], wins: list[int], plies: int
) -> dict[str, Any]:
    """A row as `RollRow` values. Worked out in whole numbers, so equal playouts give equal bytes."""
    variances = [n * square - total * total for total, square in zip(returns, squares, strict=True)]
    row = {
        "n": n,
        "mean": [round(total / (n * MILLION), 6) + 0.0 for total in returns],
        "sd": [round(math.sqrt(variance) / (n * MILLION), 6) for variance in variances],
        "win": [round(won / n, 6) for won in wins],
        "moves": round(plies / n, 2),
    }
    return row if first is None else {"first": first, **row}
