"""Fragments become a section of the changelog, each once; what is wrong changes nothing."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "changes" / "gather.py"
spec = importlib.util.spec_from_file_location("gather", SOURCE)
assert spec is not None
assert spec.loader is not None
tool: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)

BEFORE = "# Changelog\n\nFor hosts.\n\n## Unreleased\n\n## 0.1.0\n\nFirst.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "README.md").write_text("How.\n")
    (tmp_path / "b.new.md").write_text("Second\nline.\n")
    (tmp_path / "a.new.md").write_text("- One.\n- Two,\n  longer.\n")
    (tmp_path / "z.breaking.md").write_text("Gone.\n")
    return tmp_path


def test_fragments_stand_by_kind_under_their_version(folder: Path, tmp_path: Path) -> None:
    changelog = tmp_path / "CHANGELOG"
    changelog.write_text(BEFORE)
    assert tool.gather(folder, changelog, "0.2.0") == 3
    assert changelog.read_text() == (
        "# Changelog\n\nFor hosts.\n\n## Unreleased\n\n## 0.2.0\n\n### Breaking\n\n- Gone.\n\n"
        "### New\n\n- One.\n- Two, longer.\n- Second line.\n\n## 0.1.0\n\nFirst.\n"
    )
    assert [path.name for path in folder.glob("*.md")] == ["README.md"]
    with pytest.raises(tool.FragmentError, match="no fragments"):
        tool.gather(folder, changelog, "0.3.0")


@pytest.mark.parametrize(
    ("name", "before", "said"),
    [
        ("c.odd.md", BEFORE, r"c\.odd\.md: expected TOPIC\.KIND\.md"),
        ("c.md", BEFORE, "expected TOPIC"),
        ("c.new.md", "# Changelog\n", "expected a line `## Unreleased`"),
        ("c.new.md", BEFORE.replace("0.1.0", "0.2.0"), r"0\.2\.0 is there already"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_changed(
    folder: Path, tmp_path: Path, name: str, before: str, said: str
) -> None:
    (folder / name).write_text("New.\n")
    changelog = tmp_path / "CHANGELOG"
    changelog.write_text(before)
    kept = sorted(folder.iterdir())
    with pytest.raises(tool.FragmentError, match=said):
        tool.gather(folder, changelog, "0.2.0")
    assert changelog.read_text() == before
    assert sorted(folder.iterdir()) == kept


def test_all_fragments_here_can_be_gathered() -> None:
    assert set(tool.fragments(SOURCE.parent)) == set(tool.KINDS)
