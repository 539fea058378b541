"""The locks: all that is required is in them, each file of it by its hash, and no place to get it from."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = {path.stem: path for path in (ROOT / "requirements").glob("*.lock")}
BUILD = "build"  # only what compiles; the others hold the project's own requirements, too
EXTRAS = {
    BUILD: ["build"],
    "local": ["build", "play", "server"],
    "server": ["build", "server"],
    "all": None,
}  # None: all there are
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")

project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def entries(name: str) -> list[tuple[Requirement, list[str]]]:
    """The pinned requirements of a lock, each with its lines of hashes."""
    found: list[tuple[Requirement, list[str]]] = []
    for line in LOCKS[name].read_text("utf-8").splitlines():
        if line.startswith(" "):
            found[-1][1].append(line)
        else:
            found.append((Requirement(line.removesuffix("\\").strip()), []))
    return found


def required_by(name: str) -> Iterator[Requirement]:
    """What a lock has to hold: what the project needs to be built, to run, and with the extras of the lock."""
    yield from map(Requirement, project["build-system"]["requires"])
    if name != BUILD:
        yield from map(Requirement, project["project"]["dependencies"])
    yield from required(EXTRAS[name])


def required(extras: Iterable[str] | None) -> Iterator[Requirement]:
    """What these extras ask for, and those that they name."""
    optional = project["project"]["optional-dependencies"]
    for extra in optional if extras is None else extras:
        for text in optional[extra]:
            asked = Requirement(text)
            if canonicalize_name(asked.name) == project["project"]["name"]:
                yield from required(asked.extras)
            else:
                yield asked


def test_there_is_a_lock_for_each_purpose() -> None:
    assert LOCKS.keys() == EXTRAS.keys()


@pytest.mark.parametrize("name", EXTRAS)
def test_each_entry_has_one_version_and_the_hashes_of_its_files(name: str) -> None:
    for pinned, hashes in entries(name):
        assert re.fullmatch(r"==[0-9][^*,]*", str(pinned.specifier)), pinned
        assert hashes, f"{pinned} has no hash"
        assert all(HASH.fullmatch(line) for line in hashes), pinned


@pytest.mark.parametrize("name", EXTRAS)
def test_no_lock_says_where_to_get_anything(name: str) -> None:
    for pinned, _ in entries(name):
        assert pinned.url is None
    text = LOCKS[name].read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"^ *(-i|-f|--[a-z-]*(index|links|host))\b", text, re.MULTILINE)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", EXTRAS)
def test_all_that_is_required_is_in_the_lock(name: str, python: str) -> None:
    here = {name: str(value) for name, value in default_environment().items()}
    where = here | {"python_version": python, "python_full_version": f"{python}.0"}
    versions = {
        canonicalize_name(pinned.name): pinned.specifier
        for pinned, _ in entries(name)
        if pinned.marker is None or pinned.marker.evaluate(where)
    }
    for asked in required_by(name):
        if asked.marker is None or asked.marker.evaluate(where):
            (version,) = versions[canonicalize_name(asked.name)]
            assert asked.specifier.contains(version.version, prereleases=True), asked


@pytest.mark.parametrize("name", [BUILD, "local", "server"])
def test_the_smaller_locks_hold_what_the_whole_one_does(name: str) -> None:
    whole = {(one.name, str(one.specifier)): hashes for one, hashes in entries("all")}
    for pinned, hashes in entries(name):
        ours = {line.rstrip(" \\") for line in hashes}
        assert ours == {line.rstrip(" \\") for line in whole[pinned.name, str(pinned.specifier)]}, (
            pinned
        )
