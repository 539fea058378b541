"""The published reports on experiments say what their data say."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from tests.tools.renew_experiments import BLOCK, copy_runs, quote

from infoset_bots.catan import experiments as catan
from infoset_bots.lab.experiments import colonizers
from infoset_bots.lab.experiments.analysis import Analysis
from infoset_bots.lab.experiments.report import report_text
from infoset_bots.lab.experiments.results import ANALYSIS, read_analysis
from infoset_bots.lab.experiments.setup import Series

DOCS: Final = Path(__file__).parents[4] / "docs" / "experiments"
MAX_BYTES: Final = 100_000
INTERVAL: Final = re.compile(r"-?\d+\.\d+ \[-?\d+\.\d+, -?\d+\.\d+\]")


@dataclass(frozen=True)
class Page:
    """The page on the experiments of a game, and the folders of what it tells of."""

    series: Series

    @property
    def doc(self) -> Path:
        return DOCS / f"{self.series.game}.md"

    @property
    def folders(self) -> list[Path]:
        return sorted(path.parent for path in self.doc.with_suffix("").glob(f"*/{ANALYSIS}"))

    def text(self) -> str:
        return self.doc.read_text(encoding="utf-8")


PAGES: Final = [Page(colonizers.SERIES), Page(catan.SERIES)]
on_every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.series.game)
of_every_run = pytest.mark.parametrize(
    "folder",
    [folder for page in PAGES for folder in page.folders],
    ids=lambda folder: f"{folder.parent.name}-{folder.name}",
)


def report_in(folder: Path) -> str:
    return (folder / "report.txt").read_text(encoding="utf-8")


def test_every_experiment_on_colonizers_is_there_in_both_forms() -> None:
    wanted = {setup.key for setup in colonizers.SERIES.setups}
    wanted |= {f"{setup.key}-legacy" for setup in colonizers.SERIES.setups if setup.legacy}
    assert {folder.name for folder in PAGES[0].folders} == wanted


def test_every_table_on_catan_is_there_and_those_of_the_programs_map_that_were_played() -> None:
    wanted = {setup.key for setup in catan.SERIES.setups}
    assert {folder.name for folder in PAGES[1].folders} == wanted | {
        "6-legacy",
        "15-legacy",
        "17-legacy",
    }


@of_every_run
def test_a_report_is_that_of_its_analysis(folder: Path) -> None:
    analysis = read_analysis(folder / ANALYSIS)
    assert folder.name == analysis.experiment + ("-legacy" if analysis.legacy else "")
    assert report_in(folder) == report_text(analysis)


@on_every_page
def test_every_block_quotes_a_report_as_it_is(page: Page) -> None:
    text = page.text()
    blocks = BLOCK.findall(text)
    assert len(blocks) == text.count("```text") > 3, "one has no comment that says what it quotes"
    assert quote(text, page.doc.with_suffix("")) == text, "see tests/tools/renew_experiments.py"


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


@on_every_page
def test_every_interval_named_is_in_a_report(page: Page) -> None:
    known = " ".join(map(report_in, page.folders))
    prose = BLOCK.sub("", page.text())
    named = INTERVAL.findall(prose)
    assert len(named) > 10
    assert [interval for interval in named if interval not in known] == []


@on_every_page
def test_every_plot_shown_is_there_in_both_kinds_and_small(page: Page) -> None:
    links = re.findall(rf"\]\(({page.series.game}/[^)]+)\)", page.text())
    shown = [page.doc.parent / link for link in links]
    assert [path for path in shown if not path.exists()] == []
    plots = [
        path
        for folder in page.folders
        for path in folder.iterdir()
        if path.suffix in (".png", ".svg")
    ]
    assert {path.with_suffix(".svg") for path in plots} == {
        path for path in shown if path.suffix == ".svg"
    }
    for path in plots:
        assert path.with_suffix(".png").stat().st_size < MAX_BYTES
        assert path.with_suffix(".svg").stat().st_size < MAX_BYTES


@on_every_page
def test_the_commands_shown_are_those_of_the_runs(page: Page) -> None:
    command = rf"^infoset experiment {page.series.game} ([^-\n]+?)( --legacy)? --games (\d+)$"
    asked = {
        f"{key}{'-legacy' if legacy else ''}": int(games)
        for keys, legacy, games in re.findall(command, page.text(), re.MULTILINE)
        for key in keys.split()
    }
    assert asked == {
        folder.name: read_analysis(folder / ANALYSIS).summary.matches for folder in page.folders
    }


def decided(key: str) -> Analysis:
    """The analysis of one of ours, of at least 1,000 matches on equal deals."""
    analysis = read_analysis(DOCS / "colonizers" / key / ANALYSIS)
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


def test_every_player_of_catan_beats_three_random_ones_to_most_wins() -> None:
    for folder in PAGES[1].folders:
        analysis = read_analysis(folder / ANALYSIS)
        assert analysis.summary.matches >= 50
        first = analysis.summary.bots[0]
        assert first.share.low is not None
        assert first.share.low > 1 / 4, "more than its share, beyond doubt"
