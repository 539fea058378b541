"""Opens the console of a server: its token, its audit log, its pages. The one place that touches the data folder."""

import time
from collections.abc import Sequence
from typing import Any

from infoset_server.config import ServerConfig
from infoset_server.console.admin_token import load_admin_token
from infoset_server.console.audit import AuditLog
from infoset_server.console.commands import Command
from infoset_server.console.desk import ConsoleDesk
from infoset_server.console.organisation import Organisation
from infoset_server.console.pages import ConsolePages
from infoset_server.people import People
from infoset_server.wire.rate_limit import BucketTable, Rate


class ConsoleSetupError(Exception):
    """The data folder cannot hold the console's files; the message says which and why."""


def open_console(
    config: ServerConfig,
    people: People,
    organisation: Organisation | None = None,
    more: Sequence[Command[Any]] = (),
) -> ConsolePages:
    """The pages to give to the listener; `more` are commands of other parts. Raises ConsoleSetupError."""
    try:
        config.data_dir.mkdir(parents=True, exist_ok=True)
        admin_token = load_admin_token(config.data_dir)
    except OSError as problem:
        raise ConsoleSetupError(
            f"data_dir {config.data_dir}: cannot keep {problem.filename}: {problem.strerror}"
        ) from None
    limits = config.connections
    desk = ConsoleDesk(
        people,
        AuditLog(config.data_dir, config.audit, people.accounts.now_ms),
        admin_token,
        config.accounts.join_url,
        organisation,
        more,
    )
    failures = Rate(limits.failed_hellos_per_min / 60, limits.failed_hellos_per_min)
    return ConsolePages(
        people.accounts,
        desk,
        BucketTable(failures, limits.max_tracked_addresses),
        time.monotonic,
    )
