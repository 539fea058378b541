"""Short seasons of a ladder, in which bots and servers are killed, and more. The long ones are a command."""

import asyncio
from pathlib import Path

import pytest
from tests.faults.ladder_season import HOUSE, play_season
from tests.server.storage.postgresql import Cluster

from infoset_server.config import EVEN


def test_no_result_is_lost_or_doubled_when_bots_and_the_server_are_killed(tmp_path: Path) -> None:
    season = play_season(
        tmp_path,
        game="crossfire",
        options='{preset = "mini"}',
        house=HOUSE[:2],
        languages=(),
        uploaded="python",
        results=10,
        kills=1,
        bot_kills=1,
        patience_s=120.0,
    )
    report = asyncio.run(season)
    assert report.wrongs == []
    assert (report.kills, report.bot_kills) == (1, 1)
    assert report.results >= 10
    assert {"random", "heuristic", "outsider_0", "outsider_1"} <= set(report.ratings)
    if report.uploaded:  # else this machine cannot shut programs in, and the log says why
        assert report.uploaded in report.ratings


@pytest.mark.parametrize("place", [None, EVEN])
def test_no_result_is_lost_or_doubled_when_a_cluster_suffers_its_faults(
    tmp_path: Path, cluster: Cluster, place: str | None
) -> None:
    season = play_season(
        tmp_path,
        game="crossfire",
        options='{preset = "mini"}',
        house=HOUSE[:2],
        languages=(),
        results=10,
        kills=2,
        bot_kills=0,
        freezes=1,
        restarts=1,
        database_restarts=1,
        patience_s=240.0,
        nodes=2,
        database=cluster,
        place=place,
    )
    report = asyncio.run(season)
    assert report.wrongs == []
    assert (report.kills, report.freezes) == (2, 1)
    assert (report.bus_restarts, report.database_restarts) == (1, 1)
    assert report.results >= 10
    assert (report.elsewhere > 0) is (place == EVEN)
