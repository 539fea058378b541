"""The licences of all that is shipped: listed, as the packages themselves say, and allowing it."""

import re
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "licences.md"
ALLOWED: Final = {
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "LGPL-2.1-or-later",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "MPL-2.0",
    "OFL-1.1",
    "PSF-2.0",
    "Zlib",
}
# How packages without an SPDX expression call what they have.
CLASSIFIERS: Final = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL-2.1-or-later",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    section = PAGE.read_text("utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def locked(name: str) -> set[str]:
    text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
    return set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))


def ids(expression: str) -> set[str]:
    return set(re.split(r" AND | OR |[() ]+", expression)) - {""}


LISTED: Final = {name: (licence, image) for name, licence, image in rows("Installed beside it")}


def test_everything_that_is_installed_is_listed() -> None:
    assert LISTED.keys() == locked("server") | locked("local")


def test_all_licences_allow_it() -> None:
    shipped = [row[2].partition(" (")[0].partition(" ([")[0] for row in rows("In every package")]
    for licence in [*shipped, *(licence for licence, _ in LISTED.values())]:
        assert ids(licence) <= ALLOWED, licence


@pytest.mark.parametrize("name", LISTED)
def test_a_licence_is_what_the_package_says(name: str) -> None:
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed on this system: its licence NOT COMPARED")
    classifiers = [
        CLASSIFIERS.get(text.rpartition(":: ")[2])
        for text in said.get_all("Classifier") or []
        if text.startswith("License ::")
    ]
    expressions = said.get_all("License-Expression") or []
    assert LISTED[name][0] in {*expressions, *classifiers}


def test_the_image_has_what_it_says() -> None:
    removed = re.search(r"pip uninstall -y ([^\\]*)", (ROOT / "Dockerfile").read_text("utf-8"))
    assert removed is not None
    inside = locked("server") - set(removed[1].split())
    assert {name for name, (_, image) in LISTED.items() if image == "yes"} == inside


def test_whatever_is_packed_with_a_licence_of_its_own_is_listed_and_declared() -> None:
    texts = {
        path.relative_to(ROOT).as_posix()
        for folder in ("clients/pygame/infoset_gui", "clients/web/infoset_web")
        for path in (ROOT / folder).rglob("LICENSE*")
    }
    page = PAGE.read_text("utf-8")
    assert texts == set(re.findall(r"\]\(\.\./(clients/[^)]+)\)", page))
    declared = {
        path.as_posix() for path in metadata.files("infoset") or [] if "LICENSE" in path.name
    }
    assert all(any(one.endswith(text) for one in declared) for text in {"LICENSE", *texts})
    expression = metadata.metadata("infoset")["License-Expression"]
    assert {row[2].partition(" (")[0] for row in rows("In every package")} == ids(expression)
