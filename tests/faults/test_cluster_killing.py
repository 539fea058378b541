"""Servers of a cluster are killed and frozen while matches are played: what was acknowledged is there, and everything ends."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.faults.cluster_killing import run
from tests.faults.test_kill9 import EARLY
from tests.faults.unruly_server import CONTROLS, unruly
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster


def test_no_acknowledged_act_is_lost_or_doubled_whichever_servers_die(
    tmp_path: Path, mortal_cluster: Cluster
) -> None:
    with running(tmp_path) as bus:
        killing = run(
            tmp_path,
            mortal_cluster,
            bus,
            matches=4,
            kills=3,
            freezes=2,
            restarts=1,
            database_restarts=1,
        )
        outcome = asyncio.run(killing)
    assert (outcome.kills, outcome.freezes, outcome.bus_restarts) == (3, 2, 1)
    assert outcome.database_restarts == 1
    assert outcome.matches == 4
    assert outcome.acknowledged > 200
    assert outcome.is_sound, outcome


def test_matches_that_are_played_by_all_servers_survive_their_deaths(
    tmp_path: Path, cluster: Cluster
) -> None:
    with running(tmp_path) as bus:
        spread = run(
            tmp_path,
            cluster,
            bus,
            matches=4,
            kills=3,
            freezes=2,
            restarts=1,
            place="even",
        )
        outcome = asyncio.run(spread)
    assert (outcome.kills, outcome.freezes, outcome.bus_restarts) == (3, 2, 1)
    assert outcome.matches == 4
    assert outcome.elsewhere > 0
    assert outcome.acknowledged > 200
    assert outcome.is_sound, outcome


def test_servers_that_answer_before_they_store_are_found_out(
    tmp_path: Path, cluster: Cluster
) -> None:
    with running(tmp_path) as bus:
        early = run(
            tmp_path,
            cluster,
            bus,
            nodes=2,
            matches=4,
            kills=4,
            freezes=0,
            restarts=0,
            acts=(10, 30),
            think_s=0.0,
            patience_s=20.0,
            command=EARLY,
        )
        outcome = asyncio.run(early)
    assert not outcome.is_sound


# What happens where a rule is not kept, and what of it is found.
FOUND: dict[str, tuple[str, dict[str, Any]]] = {
    "fence": ("undead", {"freezes": 4, "leases": (3.0, 4.0)}),
    "gaps": ("wrongs", {"restarts": 1, "matches": 4, "patience_s": 10.0, "place": "even"}),
    "observing": ("robbed", {"database_restarts": 8, "leases": (1.5, 2.0)}),
    "reports": ("unlisted", {"endings": 1, "matches": 4, "patience_s": 10.0, "place": "even"}),
}


@pytest.mark.parametrize("rule", CONTROLS)
def test_servers_that_do_not_keep_a_rule_are_found_out(
    rule: str, tmp_path: Path, mortal_cluster: Cluster
) -> None:
    finding, faults = FOUND[rule]
    nothing: dict[str, Any] = {"matches": 2, "kills": 0, "freezes": 0, "restarts": 0}
    with running(tmp_path) as bus:
        unruly_servers = run(
            tmp_path,
            mortal_cluster,
            bus,
            nodes=2,
            acts=(1, 4),
            think_s=0.05,
            command=unruly(rule),
            until_found=True,
            **nothing | faults,
        )
        outcome = asyncio.run(unruly_servers)
    assert not outcome.is_sound
    assert getattr(outcome, finding)
