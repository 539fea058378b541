"""Whether what programs see and what is nobody's business lie apart on this machine. Reads mounts, opens nothing.

Paths alone do not tell: a folder may be mounted a second time elsewhere, and a link may lead to it. So both are
compared by what the kernel calls their place: a file system, and a path in that.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from infoset_server.programs.sandbox.environment import Mount

ESCAPED: Final = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Mounted:
    """A line of `/proc/self/mountinfo` (proc(5)): what is seen below `at` is `path` of the file system `device`."""

    at: PurePosixPath
    device: str
    path: PurePosixPath


@dataclass(frozen=True, slots=True)
class Place:
    """Something on a file system, whatever its path is."""

    device: str
    path: PurePosixPath

    def touches(self, other: "Place") -> bool:
        """Is one of them in the other?"""
        if self.device != other.device:
            return False
        return self.path.is_relative_to(other.path) or other.path.is_relative_to(self.path)


def shown_private(private: Iterable[Path], mounts: Iterable[Mount], mountinfo: str) -> str | None:
    """What of `private` programs would see in one of the mounts, in words; None where all lie apart."""
    table = read_mountinfo(mountinfo)
    shown = [(mount, places_in(mount.source, table)) for mount in mounts]
    for path in private:
        place = place_of(path, table)
        for mount, places in shown:
            if any(place.touches(other) for other in places):
                return f"{path} and {mount.source}, which programs see, lie one in the other"
    return None


def read_mountinfo(text: str) -> list[Mounted]:
    """The mounts, those first that lie deepest and were made last."""
    found = []
    for line in text.splitlines():
        fields = line.split()
        path, at = (PurePosixPath(ESCAPED.sub(unescaped, fields[place])) for place in (3, 4))
        found.append(Mounted(at, fields[2], path))
    found.reverse()
    return sorted(found, key=lambda one: -len(one.at.parts))


def unescaped(found: re.Match[str]) -> str:
    """A blank and the like, which stands there as a number."""
    return chr(int(found[1], 8))


def place_of(path: Path, table: Iterable[Mounted]) -> Place:
    """Where a path leads to."""
    real = PurePosixPath(path.resolve())
    for mounted in table:
        if real.is_relative_to(mounted.at):
            return Place(mounted.device, mounted.path / real.relative_to(mounted.at))
    return Place("", real)


def places_in(source: Path, table: list[Mounted]) -> list[Place]:
    """All that is seen in a folder: itself, and what is mounted in it."""
    real = PurePosixPath(source.resolve())
    return [place_of(source, table), *places_below(real, table)]


def places_below(folder: PurePosixPath, table: Iterable[Mounted]) -> Iterator[Place]:
    """What is mounted in a folder."""
    for mounted in table:
        if mounted.at != folder and mounted.at.is_relative_to(folder):
            yield Place(mounted.device, mounted.path)
