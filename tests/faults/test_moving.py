"""Matches go from server to server while they are played: by order, for a better balance, and when a server stops."""

from pathlib import Path

import pytest
from tests.faults.cluster_tables import name_of, tables
from tests.integration.test_thinking_elsewhere import until
from tests.server.storage.postgresql import Cluster

MATCHES = 3

pytestmark = pytest.mark.timeout(900)


async def test_a_match_goes_where_an_operator_wants_it_and_its_players_stay_connected(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with tables(tmp_path, cluster, MATCHES, place="even") as here:
        logins = here.logins
        for match_id in here.matches:
            for where in ("hall", "n1", "n2", "hall", "n0"):
                said = await here.there.order("move", match_id, where)
                assert said == (0, f"{match_id} goes on at {where}")
                status, said_again = await here.there.order("move", match_id, where)
                assert status == 1
                assert said_again == f"infoset cluster: {match_id} is played there already"
            await here.play()
        assert here.logins == logins
        match_id = here.matches[0]
        assert await here.there.order("move", "m_1", "n1") == (
            1,
            "infoset cluster: m_1: expected a match that is being played",
        )
        assert await here.there.order("move", match_id, "n7") == (
            1,
            "infoset cluster: n7: expected a server that plays matches: hall, n0, n1, n2",
        )


async def test_whoever_has_the_seat_keeps_it_beside_an_older_session_of_theirs(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with tables(tmp_path, cluster, 1, place="even", with_second_screens=True) as here:
        (match_id,) = here.matches
        for where in ("hall", "n1", "hall", "n2"):
            assert (await here.there.order("move", match_id, where))[0] in (0, 1)
            await here.play()
        assert all(not {"your_turn", "snapshot"} & one.heard for one in here.second_screens)


async def test_matches_go_where_there_are_few(tmp_path: Path, cluster: Cluster) -> None:
    async with tables(tmp_path, cluster, MATCHES, place="even") as here:
        for match_id in here.matches:
            await here.there.order("move", match_id, "n1")
        assert await here.there.order("rebalance") == (0, "2 matches have moved")
        assert await here.there.order("rebalance") == (0, "0 matches have moved")
        for match_id in here.matches:
            await here.there.order("move", match_id, "hall")
        assert await here.there.order("rebalance") == (0, "3 matches have moved")


async def test_others_go_on_with_the_matches_of_a_server_that_stops_and_nobody_waits_for_its_lease(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with tables(tmp_path, cluster, MATCHES, place="even") as here:
        hall = name_of(here.there.hall())
        stopping = next(name for name in ("n0", "n1", "n2") if name != hall)
        for match_id in here.matches:
            await here.there.order("move", match_id, stopping)
        before = here.says("is handed over to")
        assert (await here.there.order("drain", stopping))[0] == 0
        await until(lambda: here.says("is handed over to") == before + MATCHES, "its matches go")
        await here.play()
        assert here.says("of its matches go on here") == 0


async def test_who_is_connected_elsewhere_does_not_notice_that_the_server_of_their_match_ends(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with tables(tmp_path, cluster, MATCHES, place="even", door=2) as here:
        hall = name_of(here.there.hall())
        stopping = next(name for name in ("n0", "n1") if name != hall)
        for match_id in here.matches:
            await here.there.order("move", match_id, stopping)
        await here.play()
        before = here.logins, [one.sent_away for one in here.players]
        assert await here.there.order("drain", stopping, "--wait") == (0, f"{stopping} has gone")
        assert here.says(f"node {stopping} has left") == 1
        await here.play()
        assert (here.logins, [one.sent_away for one in here.players]) == before
