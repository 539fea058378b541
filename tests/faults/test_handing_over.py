"""The hall of a cluster is handed over while matches are played, and stays where it is when that is asked for wrongly."""

from pathlib import Path

import pytest
from tests.faults.cluster_tables import Restarting, name_of, tables
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

MATCHES = 2

pytestmark = pytest.mark.timeout(900)


async def hall(there: Restarting, *arguments: str) -> tuple[int, str]:
    """What `infoset cluster hall` says, and its status."""
    return await there.order("hall", *arguments)


async def test_players_notice_a_pause_when_the_hall_is_handed_over_and_the_named_server_has_it(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with tables(tmp_path, cluster, MATCHES) as here:
        for name in ("n2", "n1", "n2"):  # among them one that has had it before
            assert await hall(here.there, name) == (0, f"{name} is the hall")
            assert name_of(here.there.hall()) == name
            await here.play()
    sent_away = [player.name for player in here.players if player.sent_away]
    assert len(sent_away) == len(here.players), "each of them has come back"


async def test_the_hall_stays_where_it_is_when_it_is_to_go_where_it_cannot(
    tmp_path: Path, cluster: Cluster
) -> None:
    with running(tmp_path) as bus:
        there = Restarting(tmp_path, 2, cluster, bus, seed=1)
        try:
            status, said = await hall(there)
            assert status == 1
            assert said.startswith("infoset cluster: nobody is in the cluster infoset at nats://")
            await there.start()
            assert await hall(there) == (0, "n0")
            assert await hall(there, "n0") == (0, "n0 is the hall already")
            status, said = await hall(there, "n7")
            assert status == 1
            assert said == "infoset cluster: n7: expected one that stands by with the role play: n1"
            assert await hall(there) == (0, "n0")
        finally:
            await there.close()
    assert there.ended == []
