"""Matches go from server to server while they are played: by order, for a better balance, and when a server stops."""

import asyncio
import random
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.faults.cluster_killing import (
    SEEK,
    ClusterKilling,
    ClusterOutcome,
    Front,
    Thoughtful,
    more_acts,
)
from tests.faults.killing import SEATS, compare
from tests.faults.test_handing_over import Restarting, think
from tests.integration.test_thinking_elsewhere import until
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

MATCHES = 3
PATIENCE_S = 120.0
QUICK_S, SLOW_S = 0.1, 5.0  # between two acts of a player; slowly meanwhile

pytestmark = pytest.mark.timeout(900)


class Table:
    """Three servers that all play, and those who play there."""

    def __init__(self, there: ClusterKilling, players: list[Thoughtful]) -> None:
        self.there = there
        self.players = players
        self.tasks = [asyncio.create_task(player.play()) for player in players]

    async def play(self) -> None:
        """A while; the matches go on."""
        think(self.players, QUICK_S)
        assert await more_acts(self.players, self.tasks, 4 * MATCHES, PATIENCE_S)
        think(self.players, SLOW_S)
        assert not any(task.done() for task in self.tasks), "the matches outlive it"

    @property
    def matches(self) -> list[str]:
        """All that are played."""
        return sorted({one._match_id for one in self.players if one._match_id is not None})

    @property
    def logins(self) -> list[int]:
        """How often each player has logged in."""
        return [one.logins for one in self.players]

    def says(self, words: str) -> int:
        """How often that stands in the servers' logs."""
        logs = [node.log.read_text(encoding="utf-8") for node in self.there.nodes]
        return sum(log.count(words) for log in logs)

    async def order(self, *arguments: str) -> tuple[int, str]:
        """What `infoset cluster` says, and its status."""
        command = [sys.executable, "-m", "infoset", "cluster", *arguments]
        command += ["--set", f"cluster.bus={self.there.bus.url}", "--set", "cluster.beat_s=0.5"]
        told = await asyncio.create_subprocess_exec(
            *command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        said, _ = await told.communicate()
        assert told.returncode is not None
        return told.returncode, said.decode().strip()


@asynccontextmanager
async def table(folder: Path, cluster: Cluster) -> AsyncIterator[Table]:
    """Three matches at once; at the end they are played to theirs, and nothing is lost or doubled."""
    outcome = ClusterOutcome()
    with running(folder) as bus:
        there = Restarting(folder, 3, cluster.new_database(), bus, seed=1, place="even")
        front = Front([node.port for node in there.nodes])
        tasks: list[asyncio.Task[None]] = []
        try:
            await there.start()
            await front.open()
            players = [
                Thoughtful(front.port, f"player-{number}", random.Random(number), SEEK)
                for number in range(MATCHES * SEATS)
            ]
            here = Table(there, players)
            tasks = here.tasks
            await here.play()
            yield here
            think(players, 0.0)
            await asyncio.wait(tasks, timeout=PATIENCE_S)
            assert [one.name for one in players if one.over is None] == []
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            front.close()
            await there.close()
        settings = there.settings | {"data_dir": there.folders[0] / "data", "store.node": "looker"}
        await compare(players, settings, outcome)
    assert outcome.matches == MATCHES
    assert (there.ended, outcome.wrongs, outcome.lost, outcome.unfinished) == ([], [], [], [])


async def test_a_match_goes_where_an_operator_wants_it_and_its_players_stay_connected(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with table(tmp_path, cluster) as here:
        logins = here.logins
        for match_id in here.matches:
            for where in ("hall", "n1", "n2", "hall", "n0"):
                said = await here.order("move", match_id, where)
                assert said == (0, f"{match_id} goes on at {where}")
                status, said_again = await here.order("move", match_id, where)
                assert status == 1
                assert said_again == f"infoset cluster: {match_id} is played there already"
            await here.play()
        assert here.logins == logins
        match_id = here.matches[0]
        assert await here.order("move", "m_1", "n1") == (
            1,
            "infoset cluster: m_1: expected a match that is being played",
        )
        assert await here.order("move", match_id, "n7") == (
            1,
            "infoset cluster: n7: expected a server that plays matches: hall, n0, n1, n2",
        )


async def test_matches_go_where_there_are_few(tmp_path: Path, cluster: Cluster) -> None:
    async with table(tmp_path, cluster) as here:
        for match_id in here.matches:
            await here.order("move", match_id, "n1")
        assert await here.order("rebalance") == (0, "2 matches have moved")
        assert await here.order("rebalance") == (0, "0 matches have moved")
        for match_id in here.matches:
            await here.order("move", match_id, "hall")
        assert await here.order("rebalance") == (0, "3 matches have moved")


async def test_others_go_on_with_the_matches_of_a_server_that_stops_and_nobody_waits_for_its_lease(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with table(tmp_path, cluster) as here:
        hall = here.there.hall().log.parent.name
        stopping = next(name for name in ("n0", "n1", "n2") if name != hall)
        for match_id in here.matches:
            await here.order("move", match_id, stopping)
        before = here.says("is handed over to")
        assert (await here.order("drain", stopping))[0] == 0
        await until(lambda: here.says("is handed over to") == before + MATCHES, "its matches go")
        await here.play()
        assert here.says("of its matches go on here") == 0
