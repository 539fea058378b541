"""`infoset doctor`: looks for what keeps things from working and names the first problem."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from infoset import checks
from infoset.cli import Run
from infoset.exits import FAILED

DEFAULT_PORT = 7421  # of the protocol package, which may be what is missing


def command(parser: argparse.ArgumentParser) -> Run:
    """Finds out what keeps things from working, and says what to do.

    Looks at this Python and its packages, at the compiled rules, at the data folder and the port of
    a server to be started here, and at a running server, if one is named or found.
    """
    parser.add_argument(
        "--url",
        default=checks.environment_url(os.environ),
        help="look at this server (default: $INFOSET_URL, else one on --port if it runs)",
    )
    parser.add_argument(
        "--port",
        type=int,
        help=f"port on which a server shall be started here (default: {DEFAULT_PORT})",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="data folder of that server")
    return _run


def _run(args: argparse.Namespace) -> int:
    findings = [checks.check_python(), checks.check_packages()]
    if all(finding.is_fine for finding in findings):
        findings += look_further(args)
    sys.stdout.write("\n".join(checks.report(findings)) + "\n")
    return 0 if checks.first_problem(findings) is None else FAILED


def look_further(args: argparse.Namespace) -> list[checks.Finding]:
    """What can be looked at once all packages are there; what only slows things down comes last."""
    findings = [checks.check_plugins()]
    if args.data is not None:
        findings.append(checks.check_data_folder(args.data))
    findings += asyncio.run(look_at_server(args.url, args.port))
    return [*findings, *checks.tell_more(), checks.check_compiled_rules()]


async def look_at_server(url: str | None, port: int | None) -> list[checks.Finding]:
    """The server that is named; else the port on which one runs or could be started."""
    if url is not None and port is None:
        return checks.judge_server(url, await checks.visit(url))
    port = DEFAULT_PORT if port is None else port
    free = checks.check_port(port)
    if free.is_fine or port > 65535:
        return [free]
    here = f"infoset://127.0.0.1:{port}"
    visited = await checks.visit(here)
    if not checks.judge_reach(here, visited).is_fine:
        return [free]
    return checks.judge_server(here, visited)
