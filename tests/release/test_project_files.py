"""What a public project has: each file is there, says one version, and links to what exists."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]
TEXTS: Final = (
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "CHANGELOG.md",
    "llms.txt",
    "docs/containers.md",
    "docs/upgrading.md",
    "docs/release.md",
)
LINK: Final = re.compile(r"\]\((?!https?://|mailto:)([^)#]+)")
# Where packages and images are fetched from is a matter of each machine. Said in parts, since no file names them.
REGISTRIES: Final = (
    "anaconda org",
    "crates io",
    "docker io",
    "gcr io",
    "ghcr io",
    "npmjs com",
    "npmjs org",
    "proxy golang org",
    "pypi org",
    "pythonhosted org",
    "quay io",
    "repo maven apache org",
    "repo1 maven org",
    "yarnpkg com",
)
FORMS: Final = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name: str) -> None:
    path = ROOT / name
    missing = [
        link for link in LINK.findall(path.read_text("utf-8")) if not (path.parent / link).exists()
    ]
    assert missing == []


def lines_with(folder: Path, *words: str) -> list[str]:
    """The lines of files under version control that have one of these words in them."""
    patterns = [part for word in words for part in ("-e", word)]
    found = subprocess.run(
        ["git", "grep", "-I", "-n", "-i", "-F", *patterns],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode in (0, 1), found.stderr
    return found.stdout.splitlines()


def test_no_file_names_a_registry() -> None:
    assert lines_with(ROOT, *(".".join(words.split()) for words in REGISTRIES)) == []
    assert lines_with(ROOT, "infoset.example")  # what is there is found


def test_no_lock_says_where_to_fetch_from() -> None:
    locks = [*(ROOT / "requirements").glob("*.lock"), *ROOT.glob("clients/**/package-lock.json")]
    assert len(locks) > 3
    for lock in locks:
        text = lock.read_text("utf-8")
        assert not re.search(
            r'^\s*--(index|extra-index|find-links)|"resolved"', text, re.MULTILINE
        ), lock.name


def test_who_cites_the_project_cites_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == PROJECT["version"]
    assert (
        PROJECT["license"].split()[0] == citation["license"]
    )  # ours; the rest is of what is packed
    assert citation["url"] == PROJECT["urls"]["Homepage"]
    assert citation["repository-code"] == PROJECT["urls"]["Source"]


def test_the_security_policy_and_the_changelog_know_this_version() -> None:
    major, minor, _ = PROJECT["version"].split(".")
    assert f"| {major}.{minor}.x | yes |" in (ROOT / "SECURITY.md").read_text("utf-8")
    assert f"\n## {PROJECT['version']}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_llms_txt_has_a_title_a_summary_and_lists_of_links() -> None:
    lines = (ROOT / "llms.txt").read_text("utf-8").splitlines()
    assert lines[0] == "# Infoset"
    assert lines[2].startswith("> ")
    sections = (ROOT / "llms.txt").read_text("utf-8").split("\n## ")[1:]
    assert all(LINK.search(section) for section in sections)


@pytest.mark.parametrize(
    "path", [form for form in FORMS if form.stem != "config"], ids=lambda path: path.stem
)
def test_a_form_for_an_issue_asks_something(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    assert {"name", "description", "body"} <= form.keys()
    asked = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in asked}) == len(asked) > 0
    assert all(field["attributes"]["label"] for field in asked)
    chosen = [field for field in asked if field["type"] == "dropdown"]
    assert all(len(field["attributes"]["options"]) > 1 for field in chosen)
