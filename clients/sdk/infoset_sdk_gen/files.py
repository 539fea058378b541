"""Compares what should be generated with what is on disk, and puts it right."""

from collections.abc import Callable, Mapping
from pathlib import Path

from infoset_sdk_gen import cpp, golang, java, rust, typescript
from infoset_sdk_gen.model import Source
from infoset_sdk_gen.writing import MAKER

Emitter = Callable[[Source], dict[str, str]]  # the texts by path below `clients/`

BEGINNING = 400  # characters in which the mark of a generated file stands

EMITTERS: Mapping[str, Emitter] = {
    "cpp": cpp.emit,
    "typescript": typescript.emit,
    "go": golang.emit,
    "java": java.emit,
    "rust": rust.emit,
}


def emit_all(source: Source) -> dict[str, str]:
    """The files of all languages."""
    return {path: text for emit in EMITTERS.values() for path, text in emit(source).items()}


def stale_files(folder: Path, wanted: Mapping[str, str]) -> list[str]:
    """The paths below `folder` that are missing, different, or generated once and wanted no more."""
    changed = {
        path
        for path, text in wanted.items()
        if not (folder / path).is_file() or (folder / path).read_text("utf-8") != text
    }
    return sorted(changed | (_generated(folder, wanted) - wanted.keys()))


def write_file(folder: Path, path: str, text: str | None) -> None:
    """Puts one file right; `None` means it should not exist."""
    target = folder / path
    if text is None:
        target.unlink()
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")


def _generated(folder: Path, wanted: Mapping[str, str]) -> set[str]:
    """The files with our mark near their beginning, beside those that are wanted."""
    found: set[str] = set()
    for parent in {(folder / path).parent for path in wanted}:
        for path in parent.glob("*"):
            if path.is_file() and MAKER in _beginning(path):
                found.add(path.relative_to(folder).as_posix())
    return found


def _beginning(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(BEGINNING)
