"""Two servers on one database: one of them runs the ladders, and the other goes on where that one is gone."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.integration.harness import Server
from tests.integration.test_ladder import LADDER, enter, life, results
from tests.server.storage.postgresql import Cluster

from infoset_server.app.features.ladders import LadderFeature
from infoset_server.contests.ladder.ladder import LadderState
from infoset_server.contests.ladder.leader_lease import LeaderLease
from infoset_server.contests.ladder.meetings import MEETING
from infoset_server.contests.ladder.service import Ladders
from infoset_server.matches.records import KEY_NAME
from infoset_server.storage import statements
from infoset_server.storage.node import Node
from infoset_server.storage.port import Claim
from infoset_server.storage.seed_box import load_key

BOTS = LADDER + 'hosted = ["first", "babble"]\nmatches = 1\n'
LEASE_S = 4.0


@asynccontextmanager
async def two_servers(
    folder: Path, cluster: Cluster, text: str
) -> AsyncIterator[tuple[Server, Server]]:
    """The first has the ladders."""
    one, two = folder / "one", folder / "two"
    for data in (one, two):
        data.mkdir()
    load_key(one / KEY_NAME)
    shutil.copy(one / KEY_NAME, two)
    shared = {"store__url": cluster.new_database(), "store__lease_s": LEASE_S}
    async with life(one, text, **shared) as first, life(two, text, **shared) as second:
        assert (tenure_of(first).is_ours, tenure_of(second).is_ours) == (True, False)
        yield first, second
        first.incidents.clear()  # both hear of what the other lost
        second.incidents.clear()


def ladders_of(server: Server) -> Ladders:
    return server.app.feature(LadderFeature).ladders


def tenure_of(server: Server) -> LeaderLease:
    return ladders_of(server)._leader_lease


def node_of(server: Server) -> Node:
    assert server.records is not None
    return server.records.node


async def fall_silent(server: Server) -> None:
    """It renews no more: as a process that was stopped for a while."""
    task = tenure_of(server)._task
    assert task is not None
    tasks = (task, *node_of(server)._tasks)
    for one in tasks:
        one.cancel()
    await asyncio.wait(tasks)


async def meetings_in(server: Server) -> set[str]:
    """The meetings in the store."""
    assert server.records is not None
    return set(await server.records.store.documents(MEETING))


async def test_the_other_server_goes_on_with_matches_and_results_where_one_falls_silent(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with two_servers(tmp_path, cluster, BOTS) as (one, two):
        read = len(results(two))  # when it began
        await one.until(lambda: len(results(one)) >= read + 2)
        assert len(results(two)) == read
        assert await refusals(two) == ("wrong_state", "wrong_state")
        await one.until(lambda: bool(one.app.play.running))
        assert not one.incidents  # the second took no match away when it began
        await fall_silent(one)
        await two.until(lambda: tenure_of(two).is_ours)
        before = len(results(two))
        assert before >= read + 2
        await two.until(lambda: len(results(two)) >= before + 2)
        assert [one.number for one in results(two)] == list(range(1, len(results(two)) + 1))
        assert len({one.match_id for one in results(two)}) == len(results(two))
        assert not ladders_of(one).ladders["open"].meetings.keys() & (await meetings_in(two))


async def refusals(server: Server) -> tuple[str, str]:
    """What a client is told by a server that does not run the ladders."""
    client = await server.connect("ann")
    asked = {"ladder": "open", "name": "ann", "kind": "bot"}
    registering = await client.refused("ladder_register", **asked)
    seeking = await client.refused("seek", game="crossfire", ladder="open")
    assert len((await client.ask("ladders"))["items"]) == 1  # it can be looked at
    return registering["code"], seeking["code"]


@pytest.mark.parametrize("is_fault_planted", [False, True])
async def test_a_server_that_was_replaced_pairs_nobody_even_if_it_does_not_know(
    tmp_path: Path, cluster: Cluster, is_fault_planted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Statements that do not look at the epoch would let its match begin: so the test can fail."""
    async with two_servers(tmp_path, cluster, LADDER) as (one, two):
        ladder = ladders_of(one).ladders["open"]
        ladder.set_state(LadderState.PAUSED)
        ann, _ = await enter(one, "ann")
        await enter(one, "bob")
        await fall_silent(one)
        await two.until(lambda: tenure_of(two).is_ours)
        if is_fault_planted:
            monkeypatch.setattr(statements, "require_claims", does_not_look)
        claim = tenure_of(one).claim
        assert claim is not None
        tenure_of(one).claim = replace(claim, deadline_s=1e9)  # its clock stood still meanwhile
        node_of(one)._claim = replace(node_of(one).claim, deadline_s=1e9)
        ladder.set_state(LadderState.OPEN)
        ladders_of(one).pair_soon()
        if is_fault_planted:
            await ann.expect("match_start")
            assert await meetings_in(two)
        else:
            await one.until(lambda: tenure_of(one).claim is None)
            await one.until(lambda: not one.app.play.running)
            assert not await meetings_in(two)
            assert not ann.of_type("match_start")
            assert ladders_of(two).ladders["open"].state is LadderState.PAUSED


def does_not_look(connection: Connection, claims: Sequence[Claim]) -> None:
    """The planted fault."""
