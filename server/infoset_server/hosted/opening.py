"""Puts the pages for owners of uploaded bots before those of a server."""

import time

from infoset_server.config import ServerConfig
from infoset_server.hosted.commands import Commands
from infoset_server.hosted.intake import Intake
from infoset_server.hosted.pages import HostedPages
from infoset_server.hosted.service import HostedBots
from infoset_server.people import People
from infoset_server.wire.http import ClosablePages
from infoset_server.wire.rate_limit import BucketTable, Rate


def open_hosted(
    config: ServerConfig, hosted: HostedBots, people: People, others: ClosablePages
) -> HostedPages:
    """The pages to give to the listener; what is not theirs goes to `others`."""
    intake = Intake(config.hosted.upload.max_open, time.monotonic)
    limits = config.connections
    failures = Rate(limits.failed_hellos_per_min / 60, limits.failed_hellos_per_min)
    return HostedPages(
        Commands(hosted, intake, people, config.frames.max_body_bytes),
        people,
        BucketTable(failures, limits.max_tracked_addresses),
        others,
    )
