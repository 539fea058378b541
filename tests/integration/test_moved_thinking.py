"""Thinking in a match that goes elsewhere and comes back: from where the match is, and with what its seat has now."""

from pathlib import Path
from typing import Any

from tests.integration.harness import FOREVER, Client, Server, open_server, play_some
from tests.integration.test_compute import FREE, first_turn, sit_down
from tests.integration.test_play_nodes import player_of

from infoset_server.app.features.compute import ComputeFeature
from infoset_server.common.ids import MatchId
from infoset_server.nodes.placing import AT_THE_HALL
from infoset_server.nodes.play_nodes import PlayNodes


async def move(server: Server, match_id: MatchId, where: str) -> None:
    nodes = server.app.play.elsewhere
    assert isinstance(nodes, PlayNodes)
    await nodes.placement.move(match_id, where)


async def seen_in_a_world(client: Client, match_id: str) -> Any:
    """What a seat sees in a world that it draws now: what it has seen of the match itself."""
    drawn = await client.ask("determinize", match_id=match_id)
    jobs = [{"w": drawn["worlds"][0]["w"]}]
    tried = await client.ask("simulate", match_id=match_id, jobs=jobs, want=["obs"])
    return tried["results"][0]["obs"]


async def test_who_thinks_in_a_match_that_comes_back_thinks_from_where_it_is(
    tmp_path: Path,
) -> None:
    more: dict[str, Any] = {"store__enabled": True, "with_play": True, "play_stores": True} | FREE
    async with open_server(tmp_path, **more) as server:
        players = await sit_down(server, clock=FOREVER)
        ada, turn = await first_turn(players)
        match_id = MatchId(turn["match_id"])
        there = player_of(server).app
        compute = there.feature(ComputeFeature).compute
        await seen_in_a_world(ada, match_id)
        assert match_id in compute.thinkers
        await move(server, match_id, AT_THE_HALL)
        assert match_id not in compute.thinkers  # whose worlds are the hall's business now
        await play_some(players, match_id, 4)
        await move(server, match_id, server.app.config.cluster.node_name)
        seen = there.play.running[match_id].match.observation(0)
        assert await seen_in_a_world(ada, match_id) == seen
