"""The hall of a cluster is gone, and no other is there yet: matches that other servers play go on past it."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from tests.faults.cluster_killing import Thoughtful, more_acts
from tests.faults.cluster_tables import PATIENCE_S, QUICK_S, Tables, name_of, tables
from tests.integration.test_thinking_elsewhere import metric, until
from tests.server.storage.postgresql import Cluster

from infoset_server.cluster.hall_trunk import QUIET_BEATS

HALL, EDGE, OTHER = "n0", "n1", "n2"
DOOR: Final = 1  # the number of the edge
MATCHES: Final = 2
BEAT_S: Final = 0.2
ACTS: Final = 10  # of all players, before a server may notice, and after that
MOVE_MS: Final = 8_000
LEASE_S: Final = 10.0  # longer than that, so that who does not act would be late
HELD_S: Final = 3_600.0  # by how much the claim of a hall that is gone is prolonged, so that nobody else takes its place
PATIENT: Final = "cluster.patience_s=300"

pytestmark = pytest.mark.timeout(900)


async def at_others(here: Tables) -> None:
    """All matches are at the two servers that are not the hall. Everybody is connected to one of those, and nothing that
    they ask or hear of their match passes the hall.
    """
    assert name_of(here.there.hall()) == HALL
    for match_id, where in zip(here.matches, (EDGE, OTHER), strict=True):
        assert (await here.there.order("move", match_id, where))[0] in (0, 1)  # it may be there
    door = here.there.nodes[DOOR]
    await until(
        lambda: metric(door.port, "edge_shortcuts") == len(here.players),
        "all have shortcuts past the hall",
    )


def those_at(here: Tables, match_id: str) -> list[Thoughtful]:
    """Who plays a match."""
    return [one for one in here.players if one._match_id == match_id]


def acts_of(players: Iterable[Thoughtful]) -> int:
    """How many acts of theirs are acknowledged."""
    return sum(len(one.acknowledged) for one in players)


async def play_past_the_hall(here: Tables, playing: list[str], epoch: int) -> None:
    """Those who play act in each of these matches, also when servers have noticed, while the one that is gone has the
    claim on the hall still.
    """
    before, loop = here.logins, asyncio.get_running_loop()
    noticed_s = loop.time() + 2 * QUIET_BEATS * BEAT_S
    assert await more_acts(here.players, here.tasks, ACTS, PATIENCE_S)
    while loop.time() < noticed_s:
        assert await more_acts(here.players, here.tasks, 1, PATIENCE_S)
    acts = {match_id: acts_of(those_at(here, match_id)) for match_id in playing}
    for match_id in playing:
        enough = acts[match_id] + ACTS
        await until(
            lambda m=match_id, n=enough: acts_of(those_at(here, m)) >= n,  # type: ignore[misc]
            f"{match_id} goes on",
        )
    assert here.there.hall_epoch() == epoch, "nobody else is the hall yet"
    assert (here.logins, sum(one.sent_away for one in here.players)) == (before, 0)


@pytest.mark.parametrize("silent", [EDGE, OTHER])
async def test_players_act_past_a_hall_that_is_killed_and_nobody_is_late_before_there_is_another(
    tmp_path: Path, cluster: Cluster, silent: str
) -> None:
    """At one of the servers nobody acts meanwhile, for longer than a decision has."""
    async with tables(
        tmp_path,
        cluster,
        MATCHES,
        place="even",
        door=DOOR,
        settings=(f"store.lease_s={LEASE_S}", PATIENT),
        move_ms=MOVE_MS,
    ) as here:
        await at_others(here)
        hall, epoch = here.there.hall(), here.there.hall_epoch()
        at_edge, at_other = here.matches
        still, playing = (at_edge, at_other) if silent == EDGE else (at_other, at_edge)
        await here.there.end(hall)
        here.there.prolong_hall(HELD_S)
        for player in those_at(here, still):
            player.take(PATIENCE_S)
        for player in those_at(here, playing):
            player.take(QUICK_S)
        await play_past_the_hall(here, [playing], epoch)
        for player in those_at(here, playing):
            player.take(here.slow_s)
        here.there.prolong_hall(-HELD_S)
        await until(lambda: here.there.hall_epoch() > epoch, "another is the hall")
        await here.there.begin_anew(hall)
        await here.play()
        assert [one.name for one in here.players if one.timeouts] == []


async def test_players_act_past_a_hall_that_stands_still_until_there_is_another(
    tmp_path: Path, cluster: Cluster
) -> None:
    settings = ("store.lease_s=4", PATIENT)
    async with tables(
        tmp_path, cluster, MATCHES, place="even", door=DOOR, settings=settings
    ) as here:
        await at_others(here)
        hall, epoch = here.there.hall(), here.there.hall_epoch()

        async def meanwhile() -> None:
            here.there.prolong_hall(HELD_S)
            here.think(QUICK_S)
            await play_past_the_hall(here, here.matches, epoch)
            here.think(here.slow_s)
            here.there.prolong_hall(-HELD_S)
            await until(lambda: here.there.hall_epoch() > epoch, "another is the hall")

        await here.there.stand_still(hall, meanwhile())
        await here.play()
        assert here.there.undead == []
