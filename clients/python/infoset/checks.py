"""What `infoset doctor` looks at: each check finds one kind of trouble and says what to do about it.

Only what needs nothing but the standard library is imported at the top: a check must be able to say that the
rest is missing.
"""

import asyncio
import errno
import re
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from infoset.extras import extra_for

OLDEST_PYTHON: Final = (3, 11)
MAX_CLOCK_ERROR_S: Final = 60.0
CONNECT_S: Final = 5.0
COMMANDS_GROUP: Final = "infoset.commands"
CHECKS_GROUP: Final = "infoset.checks"  # of other packages: functions that return a line to tell
COMPILED_PACKAGES: Final = ("infoset_games", "infoset_protocol", "infoset_server", "infoset_bots")
INSTALL: Final = "in the folder of its source, run: python -m pip install ."


@dataclass(frozen=True)
class Finding:
    """What a check found: `text` says how things are; with an `advice`, they are not as they should be."""

    text: str
    advice: str | None = None

    @property
    def is_fine(self) -> bool:
        """Is there nothing to do?"""
        return self.advice is None


def check_python(found: tuple[int, ...] = tuple(sys.version_info[:3])) -> Finding:
    """Is this Python new enough?"""
    text = f"Python {'.'.join(map(str, found))}"
    if found[:2] >= OLDEST_PYTHON:
        return Finding(text)
    oldest = ".".join(map(str, OLDEST_PYTHON))
    return Finding(f"{text} is too old", f"use Python {oldest} or newer")


def check_packages(find_version: Callable[[str], str] = version) -> Finding:
    """Is everything installed that this package needs?"""
    try:
        needed = needed_packages(requires("infoset") or ())
    except PackageNotFoundError:
        return Finding("the package infoset is not installed in this Python", INSTALL)
    missing = []
    for name in needed:
        try:
            find_version(name)
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        names = " ".join(missing)
        return Finding(f"missing packages: {names}", f"run: python -m pip install {names}")
    return Finding(f"packages: all {len(needed)} installed")


def needed_packages(requirements: Iterable[str]) -> list[str]:
    """The names in requirements like `orjson>=3.10`, without those of extras."""
    names = (re.match(r"[\w.-]+", line) for line in requirements if "extra ==" not in line)
    return [name[0] for name in names if name is not None]


def check_compiled_rules() -> Finding:
    """Do the rules run as machine code?"""
    try:
        from infoset_games import build_info
    except ImportError as error:
        return Finding(f"the rules cannot be loaded: {error}", INSTALL)
    return judge_rules(build_info.is_compiled(), stale_sources(build_info.stale_modules))


def stale_sources(stale_in: Callable[[Path], list[str]]) -> list[str]:
    """The sources of all packages with compiled modules that changed since; `stale_in` looks at one."""
    return [
        f"{package}/{source}"
        for package in COMPILED_PACKAGES
        if (found := find_spec(package)) is not None and found.origin is not None
        for source in stale_in(Path(found.origin).parent)
    ]


def judge_rules(is_compiled: bool, stale: list[str]) -> Finding:
    """What to say about the state of the compiled rules."""
    again = "in the folder of its source, run again: python -m pip install ."
    if not is_compiled:
        return Finding(
            "the rules are not compiled: everything works, but some 50 times slower",
            f"take the wheel that was made for this system, or install a C compiler, then {again}",
        )
    if stale:
        return Finding(f"sources changed since they were compiled: {', '.join(stale)}", again)
    return Finding("the rules are compiled")


def check_plugins(commands: Iterable[EntryPoint] | None = None) -> Finding:
    """Can every installed subcommand and game be loaded?"""
    found = list(entry_points(group=COMMANDS_GROUP) if commands is None else commands)
    lacking = {plugin.name: extra for plugin in found if (extra := missing_extra(plugin))}
    broken = {
        f"command {plugin.name}": reason
        for plugin in found
        if plugin.name not in lacking and (reason := why_broken(plugin))
    }
    try:
        from infoset_games.registry import broken_games

        broken |= {f"game {name}": reason for name, reason in broken_games().items()}
    except ImportError as error:
        broken["games"] = str(error)
    if not broken:
        loaded = f"plug-ins: {len(found) - len(lacking)} commands and all games can be loaded"
        return Finding("; ".join([loaded, *extras_text(lacking)]))
    name, reason = next(iter(broken.items()))
    return Finding(f"{name} is broken: {reason}", "repair or uninstall the package it comes from")


def missing_extra(plugin: EntryPoint) -> str | None:
    """The extra that a subcommand waits for. Nothing is wrong then: not everybody wants everything."""
    try:
        plugin.load()
    except ModuleNotFoundError as error:
        return extra_for(error, plugin.module)
    except (Exception, SystemExit):  # noqa: BLE001 (a stranger's code raises anything)
        return None
    return None


def extras_text(lacking: Mapping[str, str]) -> Iterable[str]:
    """One remark for each extra that is not installed: the subcommands that need it."""
    for extra in sorted(set(lacking.values())):
        names = ", ".join(sorted(name for name in lacking if lacking[name] == extra))
        yield f"the extra `{extra}` is not installed, for: {names}"


def why_broken(plugin: EntryPoint) -> str | None:
    """What is wrong with a plug-in, None if it can be loaded."""
    try:
        plugin.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 (a stranger's code raises anything)
        return f"{plugin.value}: {type(error).__name__}: {error}"
    return None


def tell_more(checks: Iterable[EntryPoint] | None = None) -> list[Finding]:
    """What other packages have to say about this machine, a line each; nothing of it is a fault."""
    found = entry_points(group=CHECKS_GROUP) if checks is None else checks
    told = []
    for plugin in found:
        try:
            told.append(Finding(str(plugin.load()())))
        except Exception as error:  # noqa: BLE001 (a stranger's code raises anything)
            told.append(Finding(f"{plugin.name} cannot be looked at: {error}"))
    return told


def check_data_folder(folder: Path) -> Finding:
    """Can a server keep its data in this folder? It is made if it is missing."""
    advice = f"choose another with --data, or make {folder} writable for this user"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Finding(f"data folder {folder}: {error.strerror}", advice)
    return Finding(f"data folder {folder} can be written")


def check_port(port: int, host: str = "127.0.0.1") -> Finding:
    """Can a server listen on this port?"""
    if not 0 <= port <= 65535:
        return Finding(f"there is no port {port}", "choose a port from 1024 to 65535")
    try:
        with socket.socket() as listener:
            if sys.platform != "win32":  # there it would allow two servers on one port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return Finding(
                f"port {port} is taken by another program",
                "stop that program, or start the server with another --port (0 = any free one)",
            )
        return Finding(
            f"port {port} cannot be used: {error.strerror}", "choose a port from 1024 to 65535"
        )
    return Finding(f"port {port} is free")


@dataclass(frozen=True)
class Visit:
    """What came of knocking at a server: its `welcome`, or the SDK's `error`."""

    welcome: Any = None
    error: Exception | None = None


async def visit(url: str) -> Visit:
    """Logs in as a guest and leaves."""
    from infoset.client import Client
    from infoset.errors import InfosetError
    from infoset.timing import Timing

    timing = Timing(welcome_s=CONNECT_S, reconnect_s=0)
    try:
        async with asyncio.timeout(2 * CONNECT_S):
            async with Client(
                url, name="doctor", program="infoset-doctor", timing=timing
            ) as client:
                return Visit(client.welcome)
    except InfosetError as error:
        return Visit(error=error)
    except TimeoutError:
        from infoset.errors import ConnectError

        return Visit(error=ConnectError(f"{url}: no answer within {2 * CONNECT_S:.0f} s"))


def judge_reach(url: str, visited: Visit) -> Finding:
    """Is there an Infoset server at all?"""
    from infoset.errors import AddressError, LoginError

    error = visited.error
    if error is None or isinstance(error, LoginError):
        return Finding(f"a server answers at {url}")
    if isinstance(error, AddressError):
        return Finding(f"the address is wrong: {error}", "give one like infoset://HOST:7421")
    return Finding(
        f"the server cannot be reached: {error}",
        "start one with: infoset serve; or check the address, the port and the firewall",
    )


def judge_protocol(visited: Visit) -> Finding:
    """Does it speak our protocol and let us in?"""
    error = visited.error
    if error is None:
        welcome = visited.welcome
        return Finding(f"{welcome.server} speaks protocol {welcome.proto}.{welcome.minor}")
    if getattr(error, "code", "") == "proto_unsupported":
        return Finding(
            str(error),
            "update the older of the two: python -m pip install . in the folder of the newer source",
        )
    return Finding(str(error), "check the name or the token; ask whoever runs the server")


def judge_clock(server_ms: int, now: datetime) -> Finding:
    """Do our clock and the server's agree?"""
    error_s = now.timestamp() - server_ms / 1000
    if abs(error_s) <= MAX_CLOCK_ERROR_S:
        return Finding("the clocks of this machine and the server agree")
    direction = "ahead of" if error_s > 0 else "behind"
    return Finding(
        f"the clock of this machine is {abs(error_s):.0f} s {direction} the server's",
        "set the time on the machine that is wrong (switch on network time)",
    )


def judge_server(url: str, visited: Visit) -> list[Finding]:
    """Everything that can be said about a server; what depends on a failure is left out."""
    findings = [judge_reach(url, visited)]
    if findings[-1].is_fine:
        findings.append(judge_protocol(visited))
    if findings[-1].is_fine:
        findings.append(judge_clock(visited.welcome.now_ms, datetime.now(UTC)))
    return findings


def first_problem(findings: Iterable[Finding]) -> Finding | None:
    """What to repair first; the checks stand in the order in which trouble follows from trouble."""
    return next((finding for finding in findings if not finding.is_fine), None)


def report(findings: Iterable[Finding]) -> list[str]:
    """All findings with their marks, then the first problem and what to do."""
    found = list(findings)
    lines = [f"{'ok  ' if finding.is_fine else 'FAIL'}  {finding.text}" for finding in found]
    problem = first_problem(found)
    if problem is None:
        return [*lines, "", "Everything is in order."]
    return [*lines, "", f"First problem: {problem.text}.", f"What to do: {problem.advice}."]


def environment_url(env: Mapping[str, str]) -> str | None:
    """The server that the environment names."""
    return env.get("INFOSET_URL") or None
