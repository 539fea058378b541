"""Templates become a project: fills in what is left open and writes the files. Chooses neither names nor templates.

A template is a file of this package that ends in `.in`. In its text and in its path `@@name` and
`@@{name}` stand for a value; `@@@@` stands for `@@` itself. What begins with `#!` becomes executable.
"""

import shutil
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Final

from infoset.errors import CommandError

SUFFIX: Final = ".in"


class _Template(Template):
    delimiter = "@@"  # no language of ours opens anything with it


def read_templates(*folder: str) -> dict[str, str]:
    """The templates below a folder of this package: path inside it, without the suffix, -> text."""
    return dict(_walk(files("infoset.scaffolding").joinpath(*folder), ""))


def fill_in(templates: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """The files that the templates describe, by path. Raises KeyError for a value that is missing."""
    return {
        _Template(path).substitute(values): _Template(text).substitute(values)
        for path, text in templates.items()
    }


def write_project(folder: Path, project: Mapping[str, str]) -> None:
    """Writes the files into `folder`, which must not exist yet; all of them, or nothing.

    Raises CommandError naming the folder that is there already, or what could not be written.
    """
    try:
        folder.mkdir()
    except FileExistsError:
        raise CommandError(f"{folder}: it exists already; choose another name or folder") from None
    except (FileNotFoundError, NotADirectoryError):
        raise CommandError(
            f"{folder.parent}: there is no such folder to make {folder.name} in"
        ) from None
    except OSError as error:
        raise CommandError(f"{folder}: {error.strerror}") from error
    try:
        for path, text in project.items():
            _write(folder / path, text)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise CommandError(f"{error.filename}: {error.strerror}") from error


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda found: found.name):
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield path + entry.name.removesuffix(SUFFIX), entry.read_text(encoding="utf-8")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    if text.startswith("#!"):
        file.chmod(0o755)
