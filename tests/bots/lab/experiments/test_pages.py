"""The published pages on experiments say what the reports of their runs say."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from tests.tools.renew_experiments import BLOCK, copy_runs, quote

from infoset_bots.catan import experiments as catan
from infoset_bots.lab.experiments import colonizers
from infoset_bots.lab.experiments.setup import Series

DOCS: Final = Path(__file__).parents[4] / "docs" / "experiments"
REPORT: Final = "report.txt"
MAX_BYTES: Final = 100_000
HEAD: Final = re.compile(r"experiment (\S+)( as published)? on (\w+)/")
MATCHES: Final = re.compile(r"^(\d+) matches on \d+ deals$", re.MULTILINE)
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
        return sorted(path.parent for path in self.doc.with_suffix("").glob(f"*/{REPORT}"))

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
    return (folder / REPORT).read_text(encoding="utf-8")


def matches_of(folder: Path) -> int:
    (matches,) = MATCHES.findall(report_in(folder))
    return int(matches)


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
def test_a_report_is_of_the_experiment_that_its_folder_names(folder: Path) -> None:
    head = HEAD.match(report_in(folder))
    assert head is not None
    assert folder.name == head[1] + ("-legacy" if head[2] else "")
    assert folder.parent.name == head[3]


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
def test_every_plot_that_is_kept_is_shown_and_small(page: Page) -> None:
    links = re.findall(rf"\]\(({page.series.game}/[^)]+)\)", page.text())
    shown = {page.doc.parent / link for link in links}
    assert [path for path in shown if not path.exists()] == []
    kept = [path for folder in page.folders for path in folder.iterdir() if path.name != REPORT]
    assert {path for path in shown if path.name != REPORT} == set(kept)
    assert [path for path in kept if path.stat().st_size >= MAX_BYTES] == []


@on_every_page
def test_the_commands_shown_are_those_of_the_runs(page: Page) -> None:
    command = rf"^infoset experiment {page.series.game} ([^-\n]+?)( --legacy)? --games (\d+)$"
    asked = {
        f"{key}{'-legacy' if legacy else ''}": int(games)
        for keys, legacy, games in re.findall(command, page.text(), re.MULTILINE)
        for key in keys.split()
    }
    assert asked == {folder.name: matches_of(folder) for folder in page.folders}


@pytest.mark.parametrize(
    ("key", "better", "worse"), [("strength", "heuristic", "random"), ("5", "ismcts", "heuristic")]
)
def test_the_stronger_player_is_stronger_beyond_doubt(key: str, better: str, worse: str) -> None:
    folder = DOCS / "colonizers" / key
    assert matches_of(folder) >= 1000
    assert "each deal under all its seatings (6)" in report_in(folder)
    difference = rf"^{better} - {worse} +-[\d.]+ \[-[\d.]+, (-[\d.]+)\]"
    (highest,) = re.findall(difference, report_in(folder), re.MULTILINE)
    assert float(highest) < -1, "less than a whole place"


def test_every_player_of_catan_beats_three_random_ones_to_most_wins() -> None:
    for folder in PAGES[1].folders:
        assert matches_of(folder) >= 50
        _, _, table = report_in(folder).rpartition(" matches on ")
        shares = re.findall(r" [\d.]+ \[([\d.]+), [\d.]+\]", table)
        assert float(shares[0]) > 100 / 4, "more than its share, beyond doubt"
