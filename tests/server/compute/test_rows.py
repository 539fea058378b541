"""The sums of playouts and the rows that tell them: rounded as `round` does, whatever is spared on the way."""

import math
import random

import pytest

from infoset_server.compute.jobs import MILLION
from infoset_server.compute.playouts import Row
from infoset_server.compute.tasks.rollout import write_row


def test_sums_count_each_result_as_often_as_it_came() -> None:
    row = Row({((0.25, 1.0), (2, 1)): 3, ((1.0, 1.0), (1, 1)): 2}, plies=70)
    squares = [3 * 250_000**2 + 2 * MILLION**2, 5 * MILLION**2]
    assert row.sums(2) == (5, [2_750_000, 5_000_000], squares, [2, 5], 70)


@pytest.mark.parametrize("most", [3, 10**6, 10**16], ids=["small", "usual", "beyond 2^53"])
def test_rows_are_rounded_to_six_digits(most: int) -> None:
    rng = random.Random(most)
    for _ in range(500):
        n = rng.choice([1, 2, 3, 7, 32, 1_024, 4_194_304])
        totals = [rng.randint(-most, most) for _ in range(4)]
        squares = [total * total // n + rng.randint(0, most) + 1 for total in totals]
        wins = [rng.randint(0, n) for _ in range(4)]
        spread = [n * square - total * total for total, square in zip(totals, squares, strict=True)]
        assert write_row(None, n, totals, squares, wins, 7 * n + 1) == {
            "n": n,
            "mean": [round(total / (n * MILLION), 6) for total in totals],
            "sd": [round(math.sqrt(one) / (n * MILLION), 6) for one in spread],
            "win": [round(won / n, 6) for won in wins],
            "moves": round((7 * n + 1) / n, 2),
        }


def test_a_row_of_one_playout_has_no_spread_and_no_minus_before_zero() -> None:
    row = write_row({"index": 3}, 1, [0, -1], [0, 1], [1, 0], 12)
    assert row["first"] == {"index": 3}
    assert (row["sd"], row["win"], row["moves"]) == ([0.0, 0.0], [1.0, 0.0], 12.0)
    assert str(row["mean"]) == "[0.0, -1e-06]"
    assert str(write_row(None, 4_000_000, [-1], [1], [0], 12)["mean"]) == "[0.0]"
