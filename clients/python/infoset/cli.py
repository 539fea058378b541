"""The command `infoset`: finds its subcommands in all installed packages and runs one. Does none itself.

A package adds a subcommand with an entry point in the group `infoset.commands`:

    [project.entry-points."infoset.commands"]
    serve = "infoset_server.commands.serve:serve"

The entry point's name is the subcommand, with a dot between its words where it has two (`bot.upload` is
`infoset bot upload`); what it names is a function

    def serve(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
        '''Starts a server.'''

that adds its options to `parser` and returns what runs it and gives the exit code. The first line of
its docstring is its help. Nothing has to be imported from here. A package is imported only when its
subcommand is asked for, or all for `infoset --help`; one that is broken is reported there and
leaves the others alone.
"""

import argparse
import gc
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from typing import Any, Final, cast

from infoset.errors import InfosetError, MissingExtraError
from infoset.exits import FAILED, INTERRUPTED, WRONG_USE
from infoset.extras import extra_for, needs
from infoset.printing import clean
from infoset.unread import run_read

ENTRY_POINT_GROUP: Final = "infoset.commands"
SEVERAL: Final = (argparse.OPTIONAL, argparse.ZERO_OR_MORE, argparse.ONE_OR_MORE)
NARROWEST: Final = 11  # columns for the names of subcommands; more where one is longer

Run = Callable[[argparse.Namespace], int]
Command = Callable[[argparse.ArgumentParser], Run]


class Parser(argparse.ArgumentParser):
    """Takes options before, behind and between the arguments of a command; so do the parsers of its verbs.

    By itself argparse gives an argument that may be several, such as bots, only those that stand together.
    """

    _is_split = False

    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride]  # its overloads differ in types alone
        self, args: Iterable[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        given = sys.argv[1:] if args is None else list(args)
        # What stands behind `--` is a program's, whose options are not to be looked for.
        if self._is_split or "--" in given or not self._has_several():
            return super().parse_known_args(given, namespace)
        self._is_split = True
        try:
            return self.parse_known_intermixed_args(given, namespace)
        finally:
            self._is_split = False

    def _has_several(self) -> bool:
        counts = [action.nargs for action in self._get_positional_actions()]
        return argparse.PARSER not in counts and any(count in SEVERAL for count in counts)


class BrokenCommandError(InfosetError):
    """A subcommand is installed but cannot be loaded; the message says why."""


def main(argv: Sequence[str] | None = None, plugins: Iterable[EntryPoint] | None = None) -> int:
    """Runs `infoset` with these arguments and returns the exit code. Options end the program early."""
    return run_read(lambda: run_arguments(argv, plugins))


def run_arguments(argv: Sequence[str] | None, plugins: Iterable[EntryPoint] | None) -> int:
    """Runs the subcommand that these arguments name, or answers them without one."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    found = {plugin.name: plugin for plugin in installed() if plugins is None}
    found |= {plugin.name: plugin for plugin in plugins or ()}
    if not arguments:
        overview(found).print_help(sys.stderr)
        return WRONG_USE
    if arguments[0].startswith("-"):
        told = {} if arguments[0] == "--version" else found  # to list them imports them all
        overview(told).parse_args(arguments)
        return 0
    name, *rest = arguments
    if rest and f"{name}.{rest[0]}" in found:
        name, rest = f"{name}.{rest[0]}", rest[1:]
    if name not in found:
        known = ", ".join(sorted(found)) or "none is installed"
        sys.stderr.write(f"infoset: there is no command {name!r}; commands: {known}\n")
        return WRONG_USE
    return run_command(found[name], rest)


def installed() -> Iterable[EntryPoint]:
    """The subcommands of all installed packages."""
    return entry_points(group=ENTRY_POINT_GROUP)


def run_command(plugin: EntryPoint, arguments: Sequence[str]) -> int:
    """Runs one subcommand. Expected failures become one sentence on stderr and exit code 1."""
    try:
        command = load(plugin)
        parser = Parser(
            prog=f"infoset {plugin.name.replace('.', ' ')}",
            description=inspect.getdoc(command),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        run = command(parser)
        return run(parser.parse_args(arguments))
    except InfosetError as error:
        sys.stderr.write(f"infoset: {clean(error)}\n")
        return FAILED
    except ModuleNotFoundError as error:  # imported only where it was needed
        if (missing := missing_extra(plugin, error)) is None:
            raise
        sys.stderr.write(f"infoset: {missing}\n")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def load(plugin: EntryPoint) -> Command:
    """The function behind a subcommand. Raises MissingExtraError or BrokenCommandError."""
    try:
        with no_garbage():
            command = plugin.load()
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and (missing := missing_extra(plugin, error)):
            raise missing from error
        raise BrokenCommandError(
            f"the command {plugin.name!r} ({plugin.value}) cannot be loaded: "
            f"{type(error).__name__}: {error}"
        ) from error
    if not callable(command):
        raise BrokenCommandError(
            f"the command {plugin.name!r} ({plugin.value}) is no function of a parser"
        )
    return cast(Command, command)


@contextmanager
def no_garbage() -> Iterator[None]:
    """While modules are loaded nothing becomes garbage: to look for it takes a tenth of a server's start."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def missing_extra(plugin: EntryPoint, error: ModuleNotFoundError) -> MissingExtraError | None:
    """What to tell whoever lacks a library for a subcommand; None if no extra of ours brings it."""
    extra = extra_for(error, plugin.module)
    words = plugin.name.replace(".", " ")
    return needs(f"infoset {words}", extra) if extra else None


def overview(found: dict[str, EntryPoint]) -> argparse.ArgumentParser:
    """The parser of `infoset` itself: `--help` lists the subcommands, `--version` tells ours."""
    parser = argparse.ArgumentParser(
        prog="infoset",
        usage="infoset [-h] [--version] COMMAND ...",
        description="Board games with hidden information: play, watch, serve.",
        epilog=commands_text(found),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"infoset {own_version()}")
    return parser


def commands_text(found: dict[str, EntryPoint]) -> str:
    """The subcommands with their first lines; what is wrong with those that are broken."""
    lines = ["commands (infoset COMMAND --help tells more):"]
    width = max([NARROWEST, *map(len, found)])
    for name in sorted(found):
        try:
            about = (inspect.getdoc(load(found[name])) or "").partition("\n")[0]
        except MissingExtraError as error:
            about = f"({error})"
        except BrokenCommandError as error:
            about = f"BROKEN: {error}"
        lines.append(f"  {name.replace('.', ' '):<{width}}  {about}")
    return "\n".join(lines)


def own_version() -> str:
    """The version of the installed package."""
    try:
        return version("infoset")
    except PackageNotFoundError:
        return "(not installed)"
