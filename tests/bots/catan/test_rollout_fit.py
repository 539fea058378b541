"""The fit of weights to plays: it finds weights that are there, and its script writes a file that can be read."""

import sys
from pathlib import Path

import numpy as np
import pytest

from infoset_bots.catan.rollout_features import COUNT
from infoset_bots.catan.rollout_fit import chances_of, fit, hits, loss, main, sample
from infoset_bots.catan.rollout_weights import load_weights

MADE = np.random.default_rng(1)
TRUE = np.array([1.5, -0.5, 0.0])
ROWS = MADE.normal(size=(6000, 4, 3))
WINNERS = np.array([MADE.choice(4, p=chances) for chances in chances_of(TRUE, ROWS)])


def test_weights_that_made_the_winners_are_found() -> None:
    assert fit(ROWS, WINNERS) == pytest.approx(TRUE, abs=0.08)


def test_the_slope_is_that_of_the_loss() -> None:
    at = np.array([0.3, -0.2, 0.1])
    _, slope = loss(at, ROWS, WINNERS)
    for place in range(3):
        step = np.zeros(3)
        step[place] = 1e-6
        measured = (loss(at + step, ROWS, WINNERS)[0] - loss(at - step, ROWS, WINNERS)[0]) / 2e-6
        assert slope[place] == pytest.approx(measured, abs=1e-6)


def test_the_true_weights_name_more_winners_than_others() -> None:
    assert hits(TRUE, ROWS, WINNERS) > hits(-TRUE, ROWS, WINNERS)


def test_a_feature_that_never_varies_gets_no_weight() -> None:
    flat = ROWS.copy()
    flat[:, :, 2] = 1.0
    assert fit(flat, WINNERS)[2] == pytest.approx(0, abs=1e-6)


def test_positions_are_of_real_plays_and_repeat_with_the_seed() -> None:
    rows, winners = sample(2, "s")
    again, _ = sample(2, "s")
    assert rows.shape == (len(winners), 4, COUNT)
    assert np.array_equal(rows, again)


def test_the_search_may_play_the_positions_itself() -> None:
    rows, winners = sample(1, "t", 6)
    assert len(rows) == len(winners) > 5
    assert not np.array_equal(rows[:5], sample(1, "t")[0][:5])


def test_the_script_writes_weights_that_the_bot_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.json"
    monkeypatch.setattr(sys, "argv", ["fit", "--plays", "3", "--out", str(path)])
    main()
    assert "positions of 3 plays" in capsys.readouterr().out
    assert len(load_weights(path)) == COUNT
