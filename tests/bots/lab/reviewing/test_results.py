"""`infoset luck`: results of real matches without their luck, beside a truth that is known."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.bots.lab.reviewing.every_play import every_play
from tests.bots.runs import call, keep_run

from infoset_bots.lab.reviewing.commands import luck
from infoset_bots.lab.reviewing.luck import Luck
from infoset_bots.lab.reviewing.results import LuckSettings, Measured, adjusted_results
from infoset_games.testing.toys.leduc import Leduc

BOLD = """
import infoset


class Bold(infoset.Bot):
    def decide(self, turn):
        seen = turn.plain_observation
        card, shown = seen["cards"][turn.seat], seen["open"]
        good = card >= 3 or shown == card ^ 1
        return 1 if good else 0  # bet or check, call or fold


class Bettor(infoset.Bot):
    def decide(self, turn):
        return 1  # bet, call
"""
CHEAP = ("--seed", "1", "--processes", "0")


@pytest.fixture(scope="module")
def bets(tmp_path_factory: pytest.TempPathFactory, toys: None) -> Path:
    """Bold against one that bets and calls whatever it has: what that is worth follows from all plays of the game."""
    file = tmp_path_factory.mktemp("bold") / "bold.py"
    file.write_text(BOLD)
    words = (f"bold={file}:Bold", f"bettor={file}:Bettor", "--game", "leduc", "--matches", "200")
    return keep_run(tmp_path_factory.mktemp("runs") / "bets", *words)


def report(run: Path, file: Path, *words: str) -> dict[str, Any]:
    assert call(luck, str(run), *CHEAP, *words, "--json", str(file)) == 0
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@pytest.fixture(scope="module")
def plain(bets: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the evaluation alone says of it."""
    return report(bets, tmp_path_factory.mktemp("luck") / "bets.json", "--outcomes", "6")


def test_the_truth_lies_in_both_intervals_and_the_one_without_luck_is_shorter(
    bets: Path, tmp_path: Path
) -> None:
    """In Leduc places and returns are the same thing, so returns have a known mean."""
    found = report(bets, tmp_path / "bets.json", "--playouts", "2", "--outcomes", "6")
    truth = (
        sum(play.likely * play.returned for first in (0, 1) for play in every_play(Leduc(), first))
        / 2
    )
    row = next(one for one in found["rows"] if (one["bot"], one["measure"]) == ("bold", "rank"))
    result = row["result"]
    assert abs(truth) > 0.1
    for estimate in (result["plain"], result["adjusted"]):
        assert estimate["low"] < 0.5 + truth / 2 < estimate["high"]
    assert result["gain"] > 1.3
    assert result["errors"][1] < result["errors"][0]
    assert result["coefficients"][1] > 0


def test_each_figure_follows_from_the_matches(plain: dict[str, Any]) -> None:
    values: dict[str, Callable[[dict[str, Any], int], float]] = {
        "rank": lambda one, seat: (1 + one["places"][1 - seat] - one["places"][seat]) / 2,
        "win": lambda one, seat: (one["places"][seat] == 1) / one["places"].count(1),
        "points": lambda one, seat: one["scores"][seat],
    }
    assert len(plain["rows"]) == 2 * len(values)
    for row in plain["rows"]:
        mine = [
            values[row["measure"]](one, one["bots"].index(row["bot"])) for one in plain["matches"]
        ]
        assert row["result"]["plain"]["mean"] == pytest.approx(sum(mine) / len(mine))
        assert row["result"]["plain"]["units"] == 200


def test_without_a_value_nothing_is_taken_out(plain: dict[str, Any]) -> None:
    """Leduc counts no points before its end and has no evaluation."""
    for row in plain["rows"]:
        plain_mean, adjusted = row["result"]["plain"], row["result"]["adjusted"]
        assert adjusted["mean"] == plain_mean["mean"]
        assert adjusted["units"] == plain_mean["units"]


def test_a_few_matches_are_told_one_by_one(
    colonies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--playouts", "1", "--horizon", "10", "--outcomes", "2")
    assert call(luck, str(colonies), *CHEAP, *words) == 0
    out = capsys.readouterr().out
    assert "too few to take luck out of results" in out
    assert len(out.split("by match:")[1].strip().splitlines()) == 1 + 6 * 4


def test_matches_of_one_deal_are_one_unit_and_a_bots_seats_one_value() -> None:
    def match(number: int, unit: int, places: list[int], play: list[float]) -> Measured:
        luck = Luck([0.0, 0.0, 0.0], play, 1)
        return Measured(number, unit, ["a", "a", "b"], places, [], luck)

    first = match(0, 7, [1, 2, 3], [0.5, 0.1, -0.6])
    second = match(1, 7, [3, 1, 1], [0.0, 0.0, 0.0])
    settings = LuckSettings(0, "", 0, 10, "s")
    rows = adjusted_results("some", settings, [second, first]).rows
    found = {(row.bot, row.measure): row.result.plain for row in rows}
    assert found["a", "rank"].mean == pytest.approx((0.75 + 0.375) / 2)
    assert found["a", "win"].mean == pytest.approx((1.0 + 0.5) / 2)
    assert found["b", "win"].mean == pytest.approx(0.25)
    assert {row.measure for row in rows} == {"rank", "win"}  # without scores, no points
    assert all(estimate.units == 1 for estimate in found.values())
