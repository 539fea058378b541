"""What documents and messages say about installing: nothing is in a package registry, so nobody is sent there for it.

Whoever follows such words today gets an error; tomorrow, perhaps, somebody else's package of that name.
"""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
NAMES: Final = r"infoset(?:[-_](?:bots|games|gui|protocol|sdk|server|web))?"
FROM_A_REGISTRY: Final = re.compile(
    rf"""\b(?:pip3?|pipx|uv|poetry|conda|npm|pnpm|yarn|cargo|go)\s+(?:pip\s+|tool\s+)?
    (?:install|add|get|i)\s+(?:-{{1,2}}[\w-]+\s+)*['"]?{NAMES}\b(?!\S*\s+(?:@|--path))""",
    re.VERBOSE,
)
EXTRA: Final = re.compile(rf"\b{NAMES}\[")  # as a requirement; elsewhere than in a pyproject.toml
TEXT: Final = {
    ".html",
    ".in",
    ".java",
    ".js",
    ".md",
    ".mjs",
    ".py",
    ".rs",
    ".sh",
    ".toml",
    ".yml",
    ".go",
    ".hpp",
}


def tracked() -> list[Path]:
    """Every text that somebody may read, tests aside."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    names = [Path(name) for name in listed.stdout.split("\0") if name]
    return [name for name in names if name.suffix in TEXT and name.parts[0] != "tests"]


def wrong(text: str, *, may_name_extras: bool = False) -> list[str]:
    """The words that send somebody to a registry."""
    found = [match[0] for match in FROM_A_REGISTRY.finditer(text)]
    return found if may_name_extras else found + [match[0] for match in EXTRA.finditer(text)]


def test_nobody_is_sent_to_a_registry_for_what_is_not_there() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("NOT TESTED: this is no checkout, so nobody knows which files belong to it")
    found = {}
    for name in tracked():
        is_project = name.name.startswith("pyproject.toml")
        words = wrong((ROOT / name).read_text(encoding="utf-8"), may_name_extras=is_project)
        if words:
            found[str(name)] = words
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "run `pip install infoset`",
        "pip install\n'infoset[adapters]'",
        "python -m pip install -U infoset",
        "pipx install infoset",
        "uv pip install infoset-server",
        "npm install infoset",
        "npm i --save infoset",
        "cargo add infoset",
        "go get infoset/wire",
        "as `infoset[ladder]` does",
    ],
)
def test_such_words_are_found(text: str) -> None:
    assert wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        "pip install .",
        "pip install '.[adapters]'",
        "pip install ./infoset",
        "pip install 'infoset @ file:///...'",
        "pip install '../..[test]' -e .",
        "cargo add infoset --path PATH",
        "npm install PATH/clients/javascript",
        "pip install scipy",
        "the infoset command",
    ],
)
def test_and_others_are_not(text: str) -> None:
    assert wrong(text) == []
