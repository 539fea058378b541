"""Servers of a cluster are killed and frozen while matches are played: what was acknowledged is there, and everything ends."""

import asyncio
from pathlib import Path

from tests.faults.cluster_killing import run
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster


def test_no_acknowledged_act_is_lost_or_doubled_whichever_servers_die(
    tmp_path: Path, cluster: Cluster
) -> None:
    with running(tmp_path) as bus:
        outcome = asyncio.run(
            run(tmp_path, cluster.new_database(), bus, matches=4, kills=3, freezes=2, restarts=1)
        )
    assert (outcome.kills, outcome.freezes, outcome.bus_restarts) == (3, 2, 1)
    assert outcome.matches == 4
    assert outcome.acknowledged > 200
    assert (outcome.wrongs, outcome.lost, outcome.unfinished) == ([], [], [])
