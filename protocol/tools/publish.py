"""Writes what follows from the models and the vectors: schemas, AsyncAPI, tables and examples.

python protocol/tools/publish.py            rewrite what is stale
python protocol/tools/publish.py --check    name what is stale, change nothing, exit with 1
"""

import argparse
import sys
from pathlib import Path

from infoset_protocol.publishing.files import SAMPLES, published

FOLDER = Path(__file__).parents[1]


def read_published(folder: Path) -> dict[str, str]:
    """What should be on disk below `folder`, from the samples and chapters that are there."""
    chapters = [folder / "README.md", *sorted((folder / "spec").glob("*.md"))]
    return published(
        (folder / SAMPLES).read_text("ascii"),
        {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in chapters},
    )


def stale_files(folder: Path, wanted: dict[str, str]) -> list[str]:
    """The paths whose content differs from what it should be, and schemas nobody wants any more."""
    changed = [
        path
        for path, text in wanted.items()
        if not (folder / path).exists() or (folder / path).read_text("utf-8") != text
    ]
    on_disk = {p.relative_to(folder).as_posix() for p in (folder / "schemas").rglob("*.json")}
    return sorted({*changed, *(on_disk - wanted.keys())})


def write_file(folder: Path, path: str, text: str | None) -> None:
    """Puts one file right; `None` means it should not exist."""
    target = folder / path
    if text is None:
        target.unlink()
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """The command. Returns its exit code."""
    parser = argparse.ArgumentParser(description="Publish what follows from the protocol's models.")
    parser.add_argument("--check", action="store_true", help="only name what is stale")
    is_check = parser.parse_args(arguments).check
    wanted = read_published(folder)
    stale = stale_files(folder, wanted)
    for path in stale:
        sys.stdout.write(f"{'stale' if is_check else 'wrote'} {path}\n")
        if not is_check:
            write_file(folder, path, wanted.get(path))
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
