"""The analysis in a file and back."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from tests.bots.lab.experiments.matches import make_deals

from infoset.errors import CommandError
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.experiments.analysis import Analysis, analyse
from infoset_bots.lab.experiments.results import read_analysis, write_analysis
from infoset_bots.lab.experiments.setup import Setup

DOC = Path(__file__).parents[4] / "docs" / "experiments" / "README.md"


@pytest.fixture
def analysis(pair_setup: Setup, pair_plan: Plan) -> Analysis:
    return analyse(pair_setup, pair_plan, make_deals(10))


def test_what_is_written_is_read_again(analysis: Analysis, tmp_path: Path) -> None:
    write_analysis(tmp_path / "a.json", analysis)
    assert read_analysis(tmp_path / "a.json") == analysis


def test_another_format_is_not_read(analysis: Analysis, tmp_path: Path) -> None:
    write_analysis(tmp_path / "a.json", replace(analysis, format=2))
    with pytest.raises(CommandError, match="format 2, expected 1"):
        read_analysis(tmp_path / "a.json")


def test_what_is_no_analysis_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(CommandError, match="no analysis of an experiment"):
        read_analysis(tmp_path / "a.json")
    with pytest.raises(CommandError, match="No such file"):
        read_analysis(tmp_path / "b.json")


def test_every_field_is_documented() -> None:
    text = DOC.read_text(encoding="utf-8")
    assert [item.name for item in fields(Analysis) if f"`{item.name}`" not in text] == []
