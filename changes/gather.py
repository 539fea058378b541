"""Moves the fragments of this folder into the changelog: `python changes/gather.py 0.2.0`.

A section of that version comes on top, its entries by kind, one for each fragment, in the order of their names. A
person then reads it as one text, and joins what belongs together. The fragments are removed; one whose name says no
kind stops everything, and nothing is changed.
"""

import re
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
CHANGELOG: Final = FOLDER.parent / "CHANGELOG.md"
KINDS: Final = {"breaking": "Breaking", "new": "New", "fixed": "Fixed"}
UNRELEASED: Final = "## Unreleased\n"
BULLET: Final = re.compile(r"^[-*] +", re.MULTILINE)


class FragmentError(Exception):
    """A fragment that cannot be gathered, or a changelog that cannot take it."""


def fragments(folder: Path) -> dict[str, list[Path]]:
    """The fragments by kind. Raises FragmentError where a name says none."""
    found: dict[str, list[Path]] = {kind: [] for kind in KINDS}
    for path in sorted(folder.glob("*.md")):
        if path.name == "README.md":
            continue
        kind = path.name.split(".")[-2]
        if kind not in KINDS:
            raise FragmentError(
                f"{path.name}: expected TOPIC.KIND.md, KIND one of {', '.join(KINDS)}"
            )
        found[kind].append(path)
    return found


def entries(text: str) -> list[str]:
    """A fragment as items of a list: itself, or each of those that it has."""
    parts = BULLET.split(text.strip())
    return ["- " + " ".join(part.split()) for part in parts if part.strip()]


def section(found: dict[str, list[Path]]) -> str:
    """What the fragments say, by kind."""
    parts = []
    for kind, title in KINDS.items():
        lines = [line for path in found[kind] for line in entries(path.read_text("utf-8"))]
        if lines:
            parts.append("\n".join((f"### {title}", "", *lines, "")))
    return "\n".join(parts)


def gather(folder: Path, changelog: Path, version: str) -> int:
    """Returns how many fragments went into the changelog. Raises FragmentError."""
    found = fragments(folder)
    text = changelog.read_text("utf-8")
    if UNRELEASED not in text:
        raise FragmentError(f"{changelog.name}: expected a line `{UNRELEASED.strip()}`")
    if f"## {version}\n" in text:
        raise FragmentError(f"{changelog.name}: {version} is there already")
    paths = [path for several in found.values() for path in several]
    if not paths:
        raise FragmentError("there are no fragments")
    new = f"{UNRELEASED}\n## {version}\n\n{section(found)}"
    changelog.write_text(text.replace(UNRELEASED, new), "utf-8")
    for path in paths:
        path.unlink()
    return len(paths)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not re.fullmatch(r"\d+\.\d+\.\d+", arguments[0]):
        sys.stderr.write("usage: python changes/gather.py MAJOR.MINOR.PATCH\n")
        return 2
    try:
        number = gather(FOLDER, CHANGELOG, arguments[0])
    except FragmentError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{number} fragments are in {CHANGELOG.name} now: read them as one text\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
