"""The files that a bot is made of, and what became of them: another program under the same name is another bot.

Noted of a program or a Python file are its own modules, as far as they are imported by name from beside it, files
and folders that its parameters or its command name, and files beside it (or in the working folder) that its source
names in quotes. A name that is put together while the program runs is not found, nor what its libraries read.
"""

import ast
import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeGuard

from infoset.errors import CommandError
from infoset_games.leftovers import is_leftover, is_run

Files = Mapping[str, str]  # by the name of a file the hash of its content

PYTHON: Final = ".py"
PACKAGE: Final = "__init__.py"
UNREAD: Final = frozenset({".log"})  # what bots write, and do not read
QUOTED: Final = re.compile(r"""["'`]([^"'`\n]{1,200})["'`]""")
MAX_NAME: Final = 200
MAX_SOURCE_BYTES: Final = 1 << 20  # of a file in which names are looked for
MAX_FILES: Final = 2_000  # in a folder that a parameter names
DIGITS: Final = 16


@dataclass
class Found:
    """Files of one bot: `named` are its code and what it is given. `quoted` are what its source names, and what lies in a
    folder that it is given: it may as well write there.

    `late` are modules that it may import only while it plays, by the first part of their names.
    """

    named: dict[str, Path] = field(default_factory=dict)
    quoted: dict[str, Path] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)

    def add_value(self, text: str) -> None:
        """The value of a parameter, which may name a file or a folder. Raises CommandError."""
        path = Path(text)
        if is_file(path):
            self.add_file(path)
        elif text and is_folder(path):
            self.quoted |= {str(inside): inside for inside in files_in(path)}

    def add_word(self, text: str) -> None:
        """A word of a command, which may name a file: a program, or its data."""
        path = Path(text)
        if is_file(path):
            self.add_program(path)
        elif is_file(path := Path(text.rpartition("=")[2])):
            self.add_file(path)

    def add_file(self, path: Path, called: str = "") -> None:
        """One file, under its own name or another."""
        if path.suffix not in UNREAD:
            self.named[called or str(path)] = path

    def add_module(self, name: str) -> None:
        """The modules of an installed package, or of one in the working folder, that Python runs for a dotted name."""
        parts = name.split(".")
        for place in (Path(), *map(Path, sys.path)):
            if found := list(modules_of(place, parts)):
                self.add_program(found[-1], place, "" if place == Path() else parts[0])
                return

    def add_program(self, path: Path, top: Path | None = None, package: str = "") -> None:
        """Source, with all that it names, that of its modules from beside it included.

        `top` is the folder where the names of its modules begin: without it, the one in which it lies. With `package`
        only modules of that one are its own, and are called by their place in `top`.
        """
        top = path.parent if top is None else top
        own = top / package if (top / package).is_dir() else path
        waiting = [path]
        seen: set[Path] = set()
        while waiting:
            source = waiting.pop()
            if source in seen or (package and not source.is_relative_to(own)):
                continue
            seen.add(source)
            called = source.relative_to(top) if package else source
            self.named[str(called)] = source
            read = read_source(source, top)
            waiting += read.modules
            self.late |= read.late
            for text in read.texts:
                for near in (source.parent / text, Path(text)):
                    if near.suffix not in UNREAD and is_file(near):
                        called = near.relative_to(top) if package and top in near.parents else near
                        self.quoted[str(called)] = near

    def hashes(self, *, with_quoted: bool = True) -> dict[str, str]:
        """The hash of each. Raises CommandError for one that cannot be read."""
        paths = self.quoted | self.named if with_quoted else self.named
        return {name: hash_of(paths[name]) for name in sorted(paths)}


@dataclass
class Source:
    """What a program names: modules beside it, which of them it imports only in functions, and all that stands in quotes."""

    modules: list[Path] = field(default_factory=list)
    late: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)


def clash(one: Path, other: Path) -> str | None:
    """The module that one of two Python bots would be given by the other, as one process plays both; None for none.

    Each loads its own modules (infoset/loading.py). What is imported only in a function comes from who was loaded last.
    """
    bots = (Found(), Found())
    own: list[dict[str, str]] = []
    for bot, path in zip(bots, (one, other), strict=True):
        bot.add_program(path)
        inside = (file for file in bot.named.values() if file != path)
        own.append(
            {
                str(file.relative_to(path.parent)): hash_of(file)
                for file in inside
                if file.is_relative_to(path.parent)
            }
        )
    for top in sorted(bots[0].late | bots[1].late):
        mine, theirs = (
            {
                name: found
                for name, found in files.items()
                if Path(name).parts[0] in (top, f"{top}{PYTHON}")
            }
            for files in own
        )
        if mine and theirs and mine != theirs:
            return top
    return None


def changes(before: Files, now: Files) -> list[str]:
    """What became of files, a few words for each."""
    told = [f"{name} is gone" for name in before if name not in now]
    told += [f"{name} is new" for name in now if name not in before]
    told += [
        f"{name} has changed" for name in before if now.get(name, before[name]) != before[name]
    ]
    return sorted(told)


def hash_of(path: Path) -> str:
    """Of its content. Raises CommandError."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder and below, but for what is hidden and what tools and runs leave. Raises CommandError."""
    count = 0
    for place, folders, names in os.walk(folder):
        if Path(place) != folder and is_run({*folders, *names}):
            folders.clear()
            continue
        folders[:] = filter(is_kept, folders)
        for path in (Path(place, name) for name in names if is_kept(name)):
            if is_file(path):
                count += 1
                if count > MAX_FILES:
                    raise CommandError(
                        f"{folder}: expected at most {MAX_FILES} files in a folder that a bot is given"
                    )
                yield path


def is_kept(name: str) -> bool:
    """May a file or folder of this name be a part of a bot?"""
    return not name.startswith(".") and not is_leftover(name)


def read_source(path: Path, top: Path) -> Source:
    """What stands in a program; nothing where it cannot be read, which is told when it is loaded."""
    try:
        if path.stat().st_size > MAX_SOURCE_BYTES:
            return Source()
        text = path.read_bytes().decode()
        if path.suffix != PYTHON:
            return Source(texts=set(QUOTED.findall(text)))
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return Source()
    found = Source()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and is_name(node.value):
            found.texts.add(node.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.modules += imported(node, path, top)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.late |= late_names(node)
    return found


def imported(node: ast.Import | ast.ImportFrom, path: Path, top: Path) -> Iterator[Path]:
    """The files beside the program at `path` that Python runs for an import statement in it."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from modules_of(top, alias.name.split("."))
    elif node.level <= len(path.parents):
        base = path.parents[node.level - 1] if node.level else top
        parts = node.module.split(".") if node.module else []
        for alias in node.names:
            yield from modules_of(base, [*parts, alias.name])


def late_names(function: ast.AST) -> set[str]:
    """The first parts of the names of modules that are imported in a function."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def modules_of(top: Path, parts: Iterable[str]) -> Iterator[Path]:
    """The files that Python runs to import a dotted name, as far as they lie in a folder."""
    at = top
    for part in parts:
        at /= part
        for file in (at / PACKAGE, at.with_name(f"{part}{PYTHON}")):
            if is_file(file):
                yield file
                break


def is_name(value: object) -> TypeGuard[str]:
    """May it name a file?"""
    return isinstance(value, str) and 0 < len(value) <= MAX_NAME and "\n" not in value


def is_file(path: Path) -> bool:
    """Is it one? Not what cannot be a name."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Is it one? Not what cannot be a name."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
