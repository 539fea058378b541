"""The table of promised ratios: intervals that hold, what counts as worse, and a README that says the same."""

import random
from dataclasses import replace

import pytest
from benchmarks.ratios import README, Measured, Promise, in_readme, measured, read_kept

PROMISE = Promise(
    what="a thing, of another",
    better="more",
    target=0.5,
    unit="",
    median=0.4,
    low=0.35,
    high=0.45,
    date="2026-11-23",
    machine="a machine",
    command="make bench-quick",
)


@pytest.mark.parametrize(("share", "rounds"), [(0.5, 6), (0.5, 7), (0.5, 40), (0.95, 120)])
def test_the_interval_holds_the_true_value_as_often_as_it_says(share: float, rounds: int) -> None:
    rng = random.Random(5)
    held = 0
    for _ in range(2_000):
        found = measured([rng.expovariate(1.0) ** 2 for _ in range(rounds)], share)
        true = {0.5: 0.480453, 0.95: 8.974412}[share]  # (-ln(1 - share)) ** 2
        held += found.low <= true <= found.high
    assert held >= 0.94 * 2_000


def test_too_few_rounds_for_an_interval_are_refused() -> None:
    with pytest.raises(ValueError, match="5 values are too few"):
        measured([1.0, 2.0, 3.0, 4.0, 5.0])


@pytest.mark.parametrize(
    ("better", "found", "is_worse"),
    [
        ("more", Measured(0.3, 0.28, 0.34), True),
        ("more", Measured(0.3, 0.28, 0.36), False),
        ("more", Measured(0.9, 0.8, 1.0), False),
        ("less", Measured(0.9, 0.8, 1.0), True),
        ("less", Measured(0.3, 0.28, 0.34), False),
    ],
)
def test_worse_is_what_lies_on_the_wrong_side_as_a_whole(
    better: str, found: Measured, is_worse: bool
) -> None:
    promise = replace(PROMISE, better="more" if better == "more" else "less")
    assert promise.is_worse(found) is is_worse


def test_the_readme_shows_the_table_that_is_kept() -> None:
    text = README.read_text("utf-8")
    assert in_readme(text, list(read_kept().values())) == text, "python benchmarks/quick.py --keep"


def test_every_promise_names_the_command_that_measures_it() -> None:
    for promise in read_kept().values():
        assert promise.command.startswith(("make ", "python benchmarks/")), promise.what
        assert promise.low <= promise.median <= promise.high, promise.what
