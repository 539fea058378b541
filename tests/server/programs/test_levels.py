"""How `benchmarks/levels.py` reads results, and writes what it found into the manifest and the document."""

import json
from pathlib import Path

import pytest
from benchmarks.levels import Strength, measure, outcomes, strengths, with_levels, with_rows

from infoset_server.contests.ladder.rating import Outcome
from infoset_server.programs.manifest import SHIPPED_BOTS

MANIFEST = """
[[bot]]
name = "quick"
command = ["{python}", "quick.py"]
levels = [
    { game = "catan", level = 1, rating = 900, margin = 90 },
    { game = "crossfire", level = 2, rating = 1300, margin = 80 },
]

[[bot]]
name = "new"
command = ["new"]
"""
DOCUMENT = """before
<!-- levels -->
| house bot | level, of 5 | rating |
| --- | --- | --- |
| **catan**, 4 matches | | |
| `quick` | 1 | 900 ± 90 |
| **crossfire**, 2 matches | | |
| `quick` | 2 | 1300 ± 80 |
<!-- end -->
after
"""


def test_what_is_not_measured_anew_stays() -> None:
    found = {"crossfire": {"quick": Strength(5, 1700, 40), "new": Strength(1, 1100, 50)}}
    quick, new = with_levels(MANIFEST, found).split("[[bot]]")[1:]
    assert '{ game = "catan", level = 1, rating = 900, margin = 90 },' in quick
    assert '{ game = "crossfire", level = 5, rating = 1700, margin = 40 },' in quick
    assert "1300" not in quick
    assert '{ game = "crossfire", level = 1, rating = 1100, margin = 50 },' in new
    assert "catan" not in new

    rows = {"crossfire": ["| **crossfire**, 40 matches | | |", "| `new` | 1 | 1100 ± 50 |"]}
    document = with_rows(DOCUMENT, rows)
    assert (
        "| **catan**, 4 matches | | |\n| `quick` | 1 | 900 ± 90 |\n| **crossfire**, 40" in document
    )
    assert document.endswith("| `new` | 1 | 1100 ± 50 |\n<!-- end -->\nafter\n")
    assert with_rows(DOCUMENT, {}) == DOCUMENT


def test_a_match_in_which_somebody_was_too_late_measures_nobody(tmp_path: Path) -> None:
    result = {"bots": ["a", "b"], "places": [1, 2], "reason": "finished", "fallbacks": [0, 0]}
    stranger = result | {"bots": ["a", "left_out"]}
    results = [result, result | {"fallbacks": [0, 1]}, result | {"reason": "aborted"}, stranger]
    run = tmp_path / "0000"
    run.mkdir()
    (run / "results.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in results))
    assert [one.places for one in outcomes(tmp_path, ["a", "b"])] == [(1, 2)]


def test_who_has_not_played_is_not_measured() -> None:
    found = [Outcome((0, 1), (1, 2)), Outcome((0, 1), (1, 2)), Outcome((1, 0), (1, 2))]
    measured = strengths(["a", "b", "new"], 2, found)
    assert [(bot, one.level) for bot, one in measured.items()] == [("a", 5), ("b", 1)]
    even = strengths(["a", "b"], 2, [Outcome((0, 1), (1, 1))])
    assert {one.rating for one in even.values()} == {1500}


def test_a_folder_without_results_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="expected results of crossfire, there are none"):
        measure("crossfire", SHIPPED_BOTS, 0, tmp_path)
