"""The published report on Colonizers says what its data say."""

import re
from pathlib import Path

import pytest
from tests.tools.renew_experiments import BLOCK, copy_runs, quote

from infoset_bots.experiments.analysis import Analysis
from infoset_bots.experiments.colonizers import SERIES
from infoset_bots.experiments.report import report_text
from infoset_bots.experiments.results import ANALYSIS, read_analysis

DOC = Path(__file__).parents[3] / "docs" / "experiments" / "colonizers.md"
FOLDERS = sorted(path.parent for path in DOC.with_suffix("").glob(f"*/{ANALYSIS}"))
MAX_BYTES = 100_000
INTERVAL = re.compile(r"-?\d+\.\d+ \[-?\d+\.\d+, -?\d+\.\d+\]")
LINK = re.compile(r"\]\((colonizers/[^)]+)\)")
COMMAND = re.compile(
    r"^infoset experiment colonizers (\S+)( --legacy)? --games (\d+)$", re.MULTILINE
)


def report_in(folder: Path) -> str:
    return (folder / "report.txt").read_text(encoding="utf-8")


def test_every_experiment_is_there_in_both_forms() -> None:
    wanted = {setup.key for setup in SERIES.setups}
    wanted |= {f"{setup.key}-legacy" for setup in SERIES.setups if setup.legacy}
    assert {folder.name for folder in FOLDERS} == wanted


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_report_is_that_of_its_analysis(folder: Path) -> None:
    analysis = read_analysis(folder / ANALYSIS)
    assert folder.name == analysis.experiment + ("-legacy" if analysis.legacy else "")
    assert report_in(folder) == report_text(analysis)


def test_every_block_quotes_a_report_as_it_is() -> None:
    text = DOC.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert len(blocks) == text.count("```text") > 10, "one has no comment that says what it quotes"
    assert quote(text, DOC.with_suffix("")) == text, "see tests/tools/renew_experiments.py"


def test_a_block_is_quoted_anew_from_the_first_lines_that_match(tmp_path: Path) -> None:
    (tmp_path / "4").mkdir()
    (tmp_path / "4" / "report.txt").write_text("bots 9\nbot  1\nbot  2\nodd - even  3\n")
    page = "a\n<!-- 4: bot ;  ; odd - even -->\n```text\nbot  0\n```\nb\n"
    renewed = page.replace("bot  0\n", "bot  1\n\nodd - even  3\n")
    assert quote(page, tmp_path) == renewed
    with pytest.raises(ValueError, match="no line of the report begins with 'cat'"):
        quote(page.replace("bot ;", "cat ;"), tmp_path)


def test_runs_replace_what_is_kept_of_them(tmp_path: Path) -> None:
    for folder, text in ((tmp_path / "runs" / "4", "new"), (tmp_path / "docs" / "4", "old")):
        folder.mkdir(parents=True)
        (folder / "report.txt").write_text(text)
    (tmp_path / "runs" / "4" / "results.jsonl").write_text("{}")
    copy_runs(tmp_path / "runs", tmp_path / "docs")
    assert [path.name for path in (tmp_path / "docs" / "4").iterdir()] == ["report.txt"]
    assert (tmp_path / "docs" / "4" / "report.txt").read_text() == "new"


def test_every_interval_named_is_in_a_report() -> None:
    known = " ".join(map(report_in, FOLDERS))
    prose = BLOCK.sub("", DOC.read_text(encoding="utf-8"))
    named = INTERVAL.findall(prose)
    assert len(named) > 10
    assert [interval for interval in named if interval not in known] == []


def test_every_plot_shown_is_there_in_both_kinds_and_small() -> None:
    shown = [DOC.parent / link for link in LINK.findall(DOC.read_text(encoding="utf-8"))]
    assert [path for path in shown if not path.exists()] == []
    plots = [
        path for folder in FOLDERS for path in folder.iterdir() if path.suffix in (".png", ".svg")
    ]
    assert {path.with_suffix(".svg") for path in plots} == {
        path for path in shown if path.suffix == ".svg"
    }
    for path in plots:
        assert path.with_suffix(".png").stat().st_size < MAX_BYTES
        assert path.with_suffix(".svg").stat().st_size < MAX_BYTES


def test_the_commands_shown_are_those_of_the_runs() -> None:
    asked = {
        f"{key}{'-legacy' if legacy else ''}": int(games)
        for key, legacy, games in COMMAND.findall(DOC.read_text(encoding="utf-8"))
    }
    assert asked == {
        folder.name: read_analysis(folder / ANALYSIS).summary.matches for folder in FOLDERS
    }


def decided(key: str) -> Analysis:
    """The analysis of one of ours, of at least 1,000 matches on equal deals."""
    analysis = read_analysis(DOC.with_suffix("") / key / ANALYSIS)
    assert analysis.summary.matches >= 1000
    assert analysis.block == 6
    return analysis


@pytest.mark.parametrize(
    ("key", "better", "worse"), [("strength", "heuristic", "random"), ("5", "ismcts", "heuristic")]
)
def test_the_stronger_player_is_stronger_beyond_doubt(key: str, better: str, worse: str) -> None:
    contrast = decided(key).contrasts[0]
    assert (contrast.first, contrast.second) == (better, worse)
    assert contrast.place.high is not None
    assert contrast.place.high < -1, "less than a whole place"
