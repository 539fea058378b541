"""`infoset store backup | restore | export | check`: copies, moves and examines what the server keeps."""

import argparse
import asyncio
import gzip
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, TextIO, cast

from infoset_server.commands.places import add_places
from infoset_server.common.text import counted
from infoset_server.config import ConfigError, ServerConfig, StoreSettings, load_config
from infoset_server.matches.records import KEY_NAME
from infoset_server.storage import backup, data_folder
from infoset_server.storage.errors import BackupError, StoreError
from infoset_server.storage.opening import open_store, open_store_for_reading, sqlite_path
from infoset_server.storage.sql_store import SqlStore

SQLITE_SUFFIXES: Final = (".sqlite", ".db")
SQLITE_MAGIC: Final = b"SQLite format 3\x00"
STANDARD: Final = "-"
LEFT_OUT: Final = (
    f"this is the store alone: without {KEY_NAME} of the data folder no match in it can be played on or seen again; "
    "a backup into a *.tar.gz has all"
)

Action = Callable[[argparse.Namespace, ServerConfig], Awaitable[int]]


def store(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """Looks after what the server has stored.

    infoset store backup copy.tar.gz        the data folder; the server may be running
    infoset store backup copy.jsonl.gz      what is stored, alone, as lines of JSON
    infoset store backup copy.sqlite        the same, as an SQLite file
    infoset store restore copy.tar.gz       into a folder in which no server has been started
    infoset store restore copy.jsonl.gz     into an empty store, of either kind
    infoset store export MATCH ... > FILE   single matches, as lines of JSON; without ids, all
    infoset store check                     reads everything and verifies it
    """
    add_places(parser)
    add_url(parser)
    actions = parser.add_subparsers(required=True, metavar="backup | restore | export | check")
    add_action(actions, "backup", run_backup, "copies everything into FILE").add_argument(
        "file",
        metavar="FILE",
        help="*.tar.gz, *.tar (all of the data folder), *.sqlite, *.jsonl, *.jsonl.gz, or - for standard output",
    )
    add_action(actions, "restore", run_restore, "fills an empty store from FILE").add_argument(
        "file", metavar="FILE", type=Path, help="what `backup` has written"
    )
    add_action(actions, "export", run_export, "prints matches").add_argument(
        "matches", metavar="MATCH", nargs="*", help="ids; none means all"
    )
    add_action(actions, "check", run_check, "verifies every checksum")
    return run


def add_action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    action: Action,
    words: str,
) -> argparse.ArgumentParser:
    """One of the things the command does."""
    parser = actions.add_parser(name, help=words, description=words)
    add_places(parser, is_action=True)
    add_url(parser, default=argparse.SUPPRESS)
    parser.set_defaults(action=action)
    return parser


def add_url(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """`--url`, before the action or behind it."""
    parser.add_argument(
        "--url", default=default, help="sqlite:///PATH or postgresql://USER@HOST/NAME"
    )


def run(args: argparse.Namespace) -> int:
    """0 when it is done, 1 where it cannot be or something is damaged."""
    try:
        return asyncio.run(perform(args, load_config(args.config, overrides(args))))
    except (ConfigError, StoreError) as problem:
        sys.stderr.write(f"infoset store: {problem}\n")
        return 1


async def perform(args: argparse.Namespace, config: ServerConfig) -> int:
    """Does what was asked for."""
    action = cast(Action, args.action)
    return await action(args, config)


def overrides(args: argparse.Namespace) -> dict[str, Any]:
    """What the command line sets, by dotted name."""
    named = {"data_dir": args.data, "store.url": args.url}
    return {name: value for name, value in named.items() if value is not None}


async def run_backup(args: argparse.Namespace, config: ServerConfig) -> int:
    """Raises BackupError, StoreSetupError."""
    target = Path(args.file)
    if data_folder.is_whole_backup(target):
        return await back_up_folder(target, config)
    if (config.data_dir / KEY_NAME).exists():
        sys.stderr.write(f"{LEFT_OUT}\n")
    if target.suffix in SQLITE_SUFFIXES:
        source = sqlite_path(config.store, config.data_dir)
        if source is None:
            raise BackupError("a PostgreSQL store is copied into a .jsonl or .jsonl.gz file")
        async with reading(config):  # is it one of ours?
            backup.copy_file(source, target)
        return 0
    async with reading(config) as opened:
        with written(args.file) as out:
            await backup.dump(opened, out)
    return 0


async def back_up_folder(target: Path, config: ServerConfig) -> int:
    """Raises BackupError, StoreSetupError."""
    with tempfile.NamedTemporaryFile("w+t", encoding="utf-8", suffix=".jsonl") as lines:
        async with reading(config) as opened:
            await backup.dump(opened, cast(TextIO, lines))
        lines.flush()
        with taking_its_name(target) as partial:
            count = data_folder.pack(config.data_dir, Path(lines.name), partial)
    sys.stderr.write(f"{target}: the store and {counted(count, 'file')} of {config.data_dir}\n")
    return 0


async def run_restore(args: argparse.Namespace, config: ServerConfig) -> int:
    """Raises BackupError, StoreSetupError, StoreInUseError."""
    file: Path = args.file
    if data_folder.is_whole_backup(file):
        with data_folder.unpacked(file, config.data_dir) as (store_lines, count):
            counts = await fill(config, store_lines)
        counts |= {"files": count}
    elif is_sqlite(file):
        with tempfile.TemporaryFile("w+t", encoding="utf-8") as lines:
            source = config.model_copy(update={"store": StoreSettings(url=f"sqlite:///{file}")})
            async with reading(source) as opened:
                await backup.dump(opened, lines)
            lines.seek(0)
            counts = await fill(config, lines)
    else:
        counts = await fill(config, read_lines(file))
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    sys.stderr.write(f"restored: {told}\n")
    return 0


async def fill(config: ServerConfig, lines: Iterable[str]) -> dict[str, int]:
    """Loads a backup into the configured store, which the server must not be using."""
    target = await open_store(config.store.model_copy(update={"ballast_mb": 0}), config.data_dir)
    try:
        return await backup.load(target, lines)
    finally:
        await target.close()


async def run_export(args: argparse.Namespace, config: ServerConfig) -> int:
    """Raises UnknownMatchError, CorruptError, StoreSetupError."""
    async with reading(config) as opened:
        match_ids = args.matches or await backup.all_matches(opened)
        async for line in backup.export(opened, match_ids):
            sys.stdout.write(line)
    return 0


async def run_check(args: argparse.Namespace, config: ServerConfig) -> int:
    """1 if something is damaged."""
    async with reading(config) as opened:
        damages = await backup.check(opened, lambda damage: print_line(f"DAMAGED {damage}"))
        count = len(await backup.all_matches(opened))
    print_line(f"{count} matches checked, {damages} damages found")
    return 1 if damages else 0


def print_line(text: str) -> None:
    """On standard output."""
    sys.stdout.write(text + "\n")


@asynccontextmanager
async def reading(config: ServerConfig) -> AsyncIterator[SqlStore]:
    """The configured store, beside a server that may be running."""
    opened = await open_store_for_reading(config.store, config.data_dir)
    try:
        yield opened
    finally:
        await opened.close()


def is_sqlite(file: Path) -> bool:
    """Whether a file is an SQLite database. Raises BackupError where it cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError as problem:
        raise BackupError(f"cannot read {file}: {problem.strerror}") from None


def read_lines(file: Path) -> Iterator[str]:
    """The lines of a backup. Raises BackupError."""
    try:
        with opened_text(file, "rt") as lines:
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError) as problem:
        raise BackupError(f"cannot read {file}: {problem}") from None


@contextmanager
def written(name: str) -> Iterator[TextIO]:
    """Standard output, or a file that takes its name when it is whole. Raises BackupError."""
    if name == STANDARD:
        yield sys.stdout
        return
    with taking_its_name(Path(name)) as partial, opened_text(partial, "wt") as out:
        yield out


@contextmanager
def taking_its_name(target: Path) -> Iterator[Path]:
    """A private file beside `target`, which takes its name when it is whole. Raises BackupError."""
    partial = target.with_name(f"partial-{target.name}")
    try:
        backup.create_private(partial)
        yield partial
        with partial.open("rb") as whole:
            os.fsync(whole.fileno())
        partial.replace(target)
    except OSError as problem:
        raise BackupError(f"cannot write {target}: {problem.strerror}") from None
    finally:
        partial.unlink(missing_ok=True)


def opened_text(file: Path, mode: str) -> TextIO:
    """A text file, packed if its name says so."""
    if file.suffix == ".gz":
        return cast(TextIO, gzip.open(file, mode, encoding="utf-8"))
    return cast(TextIO, file.open(mode, encoding="utf-8"))
