"""The extras: each library that one brings is known, and whoever lacks it is told how to get it."""

import json
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from infoset import extras
from infoset.errors import MissingExtraError
from infoset.extras import EXTRAS, extra_for, needs, require, requirement

ROOT = Path(__file__).parents[2]
FOR_WORK = {"test", "bench", "build", "dev", "site"}  # on the project itself, not with it

project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
optional: dict[str, list[str]] = project["optional-dependencies"]


def brought(extra: str) -> set[str]:
    """What an extra brings, and what the extras that it names do."""
    found: set[str] = set()
    for asked in map(Requirement, optional[extra]):
        if asked.name == "infoset":
            found.update(*(brought(inner) for inner in asked.extras))
        else:
            found.add(canonicalize_name(asked.name))
    return found


def test_each_library_is_brought_by_the_extra_that_is_told() -> None:
    packages = packages_distributions()
    for library, extra in EXTRAS.items():
        if library in packages:  # all of them, where everything is tested
            assert {canonicalize_name(name) for name in packages[library]} & brought(extra), library


def test_each_library_of_an_extra_is_known() -> None:
    packages = packages_distributions()
    known = {canonicalize_name(name) for library in EXTRAS for name in packages.get(library, [])}
    for extra in optional.keys() - FOR_WORK:
        for name in brought(extra) & {canonicalize_name(n) for ns in packages.values() for n in ns}:
            assert name in known, f"{name} of the extra {extra} is not in EXTRAS"


def test_documents_name_only_extras_that_exist() -> None:
    for file in [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("clients/*/*.md")]:
        for asked in re.findall(r"pip install '\.\[([\w,]+)\]'", file.read_text("utf-8")):
            assert set(asked.split(",")) <= optional.keys(), file


def test_the_server_is_told_its_whole_extra() -> None:
    missing = ModuleNotFoundError("no", name="numpy.typing")
    assert extra_for(missing, "infoset_bots.lab.reviewing") == "lab"
    assert extra_for(missing, "infoset_server.commands.ladder") == "server"
    assert extra_for(ModuleNotFoundError("no", name="mine"), "infoset_server") is None


@pytest.mark.parametrize(
    ("recorded", "expected"),
    [
        (None, "'infoset[lab]'"),
        ({"url": "file:///a%20b/infoset-1.whl", "archive_info": {}}, "'/a b/infoset-1.whl[lab]'"),
        ({"url": "file:///src", "dir_info": {}}, "'/src[lab]'"),
        ({"url": "file:///src", "dir_info": {"editable": True}}, "-e '/src[lab]'"),
        ({"url": "https://host/i.whl"}, "'infoset[lab] @ https://host/i.whl'"),
        (
            {"url": "https://host/i", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}},
            "'infoset[lab] @ git+https://host/i@c0ffee'",
        ),
    ],
)
def test_an_extra_comes_from_where_the_package_did(
    recorded: dict[str, object] | None, expected: str
) -> None:
    assert requirement("lab", json.dumps(recorded) if recorded else None) == expected


def test_what_is_missing_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extras, "recorded_origin", lambda: None)
    expected = "infoset tune needs the extra `lab`: python -m pip install 'infoset[lab]'"
    assert str(needs("infoset tune", "lab")) == expected
    require("infoset tune", "lab", "json")
    with pytest.raises(MissingExtraError, match="needs the extra `lab`"):
        require("infoset tune", "lab", "json", "no_such_library")
