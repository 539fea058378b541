"""Bots of the bots folder in matches of a ladder on another server: it has the same folder, or what it lacks is played here."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.integration.harness import Server
from tests.integration.test_far_ladder import begun, closed, far_life, far_match
from tests.integration.test_ladder_versions import (
    LADDER,
    drop,
    ferris,
    games,
    programs_of,
    the_ladder,
)
from tests.integration.test_play_nodes import player_of

from infoset_server.app.features.play_nodes import PlayNodeFeature
from infoset_server.contests.ladder.ladder import LadderState
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.placing import AT_THE_HALL
from infoset_server.nodes.told_bots import ToldBots


@asynccontextmanager
async def two_folders(data: Path) -> AsyncIterator[Server]:
    """A hall with a play node that has a bots folder of its own, so far without bots; the ladder is paused."""
    async with far_life(data, LADDER + "matches = 1\n", bots__folder=data / "bots") as server:
        the_ladder(server).set_state(LadderState.PAUSED)
        player_of(server).app.hosting._dropped._folder = data / "there"
        yield server


def put(data: Path, text: str) -> None:
    """The same bot in both folders."""
    drop(data, text)
    shutil.rmtree(data / "there", ignore_errors=True)
    shutil.copytree(data / "bots", data / "there")


def node_of(server: Server) -> NodeTrunk:
    (node,) = server.app.play.elsewhere._nodes.values()  # type: ignore[attr-defined]
    assert isinstance(node, NodeTrunk)
    return node


def title_of(server: Server) -> str:
    """The newest version of the bot, as the hall has it."""
    return str(ferris(server)[-1].bot)


def told_of(server: Server) -> ToldBots:
    node = player_of(server).node
    assert node is not None
    return node._bots


def look(server: Server) -> None:
    """The node looks now for what it would see within seconds."""
    told_of(server)._timer.cancel()
    told_of(server)._look_again()


async def entered(server: Server, entries: int) -> None:
    """Returns when so many versions have been entered, and the node has the newest."""
    await server.until(lambda: len(ferris(server)) == entries)
    look(server)
    await server.until(lambda: title_of(server) in node_of(server).bots)


async def paused(server: Server) -> None:
    the_ladder(server).set_state(LadderState.PAUSED)
    await server.until(lambda: not the_ladder(server).meetings)


async def test_each_version_plays_there_and_is_counted_here(tmp_path: Path) -> None:
    async with two_folders(tmp_path) as server:
        put(tmp_path, "one")
        await entered(server, 1)
        the_ladder(server).set_state(LadderState.OPEN)
        await server.until(lambda: games(server, ferris(server)[0]) >= 2)
        await paused(server)
        put(tmp_path, "two")
        await entered(server, 2)
        the_ladder(server).set_state(LadderState.OPEN)
        old, new = ferris(server)
        await server.until(lambda: games(server, new) >= 2)
        await paused(server)
        assert programs_of(server, tmp_path) == {old.version: {"one"}, new.version: {"two"}}
        at_hall, there = begun(server)
        assert (at_hall, there) == (0, len(the_ladder(server).results))
        for one in the_ladder(server).results:
            await closed(server, one.match_id)
        assert not server.app.hosting.processes  # nothing of this ran at the hall


async def test_a_version_that_a_node_lacks_is_played_at_the_hall(tmp_path: Path) -> None:
    async with two_folders(tmp_path) as server:
        put(tmp_path, "another")
        drop(tmp_path, "one")
        await server.until(lambda: len(ferris(server)) == 1)
        look(server)
        await server.until(lambda: any(one.startswith("ferris@") for one in node_of(server).bots))
        the_ladder(server).set_state(LadderState.OPEN)
        await server.until(lambda: games(server, ferris(server)[0]) >= 1)
        await paused(server)
        assert begun(server)[1] == 0
        assert programs_of(server, tmp_path) == {ferris(server)[0].version: {"one"}}


async def test_a_match_that_is_on_its_way_is_played_by_the_version_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder there is changed first, and the hall has not heard yet what is on offer there no more."""
    async with two_folders(tmp_path) as server:
        put(tmp_path, "one")
        await entered(server, 1)
        shutil.rmtree(tmp_path / "there")
        with monkeypatch.context() as unheard:
            unheard.setattr(told_of(server), "_on_changed", lambda: None)
            look(server)
            look(server)
        the_ladder(server).set_state(LadderState.OPEN)
        await server.until(lambda: begun(server)[1] >= 1)
        await server.until(lambda: games(server, ferris(server)[0]) >= 1)
        await paused(server)
        assert programs_of(server, tmp_path) == {ferris(server)[0].version: {"one"}}
        assert not any(any(one.faults) for one in the_ladder(server).results)


async def test_a_match_moves_to_the_hall_and_back_with_its_version(tmp_path: Path) -> None:
    async with two_folders(tmp_path) as server:
        put(tmp_path, "one")
        await entered(server, 1)
        the_ladder(server).set_state(LadderState.OPEN)
        match_id = await far_match(server)
        nodes = server.app.feature(PlayNodeFeature)._nodes
        assert nodes is not None
        await nodes.placement.move(match_id, AT_THE_HALL)
        await nodes.placement.move(match_id, server.app.config.cluster.node_name)
        await server.until(lambda: games(server, ferris(server)[0]) >= 1)
        await paused(server)
        assert programs_of(server, tmp_path) == {ferris(server)[0].version: {"one"}}
