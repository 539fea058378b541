"""A ladder that plays one deal in every rotation of the seats: before the last match nobody learns the seed."""

import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Server, open_server, tapped
from tests.integration.test_far_ladder import far_life
from tests.integration.test_log_secrecy import Talk
from tests.integration.test_play_nodes import player_of, ready

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.app.features.console import ConsoleFeature
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import WrongStateError
from infoset_server.matches.records import KEY_NAME
from infoset_server.network.caller import Caller

LADDER = """
game = "crossfire"
options = {preset = "mini"}
open_to = []
hosted = ["first", "babble"]
same_deal = true
matches = 1
refit_s = 0.01
clock = {kind = "none"}
"""
PAGES = ("/ladder", "/ladder/open", "/ladder/open/results")


@pytest.fixture
def talk() -> Iterator[Talk]:
    ours, handler = logging.getLogger("infoset_server"), Talk()
    level = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield handler
    ours.removeHandler(handler)
    ours.setLevel(level)


@asynccontextmanager
async def life(data: Path) -> AsyncIterator[Server]:
    (data / "ladders").mkdir(exist_ok=True)
    (data / "ladders" / "open.toml").write_text(LADDER, "utf-8")
    async with open_server(data, store__enabled=True) as server:
        yield server
        await server.app.close(0)


async def manager(server: Server) -> Client:
    """Somebody who may see everything."""
    accounts = server.app.people.accounts
    user = accounts.register.add_account("root", Role.MANAGER)
    token = accounts.credentials.issue(user, Kind.USER)[1]
    client = await server.dial("root")
    return await client.log_in(auth={"kind": "token", "token": token})


def kept(folder: Path) -> bytes:
    """All files of a server but its key."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != KEY_NAME]
    return b"".join(path.read_bytes() for path in files)


def played(server: Server) -> list[str]:
    """The matches of the block that is on, or between two of its matches."""
    (meeting,) = server.app.feature(LadderFeature).ladders.ladders["open"].meetings.values()
    return meeting.played


async def one_match(server: Server) -> str:
    """Lets one match of a block be played, and no other begin."""
    ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
    await server.until(lambda: bool(server.app.play.running))
    server.app.feature(ConsoleFeature).moderation.close(None)
    await server.until(lambda: bool(ladder.results) and not server.app.play.running)
    (match_id,) = played(server)
    return match_id


async def seed_of(server: Server, match_id: str) -> str:
    assert server.records is not None
    return (await server.records.journal.look_up(match_id))[0].seed


async def pages_of(server: Server) -> str:
    answers = [server.router.look(path, Caller("192.0.2.7")) for path in PAGES]
    assert all(one is not None and one.status_code == 200 for one in answers)
    return "".join(one.body.decode() for one in answers if one is not None)


async def test_nothing_shows_the_seed_before_the_last_match_and_the_replay_does_after_it(
    tmp_path: Path, talk: Talk
) -> None:
    async with life(tmp_path) as server:
        root = await manager(server)
        await root.ask("watch_lobby")
        await server.until(lambda: bool(server.app.play.running))
        await root.ask("watch", match_id=next(iter(server.app.play.running)))
        first = await one_match(server)
        over = await root.expect("match_over")
        assert "seed" not in over
        seed = await seed_of(server, first)
        refusal = await root.refused("replay", replay=first, view="all", form="actions")
        assert refusal["code"] == "wrong_state"
        with pytest.raises(WrongStateError, match="to be played again"):
            await server.app.feature(ConsoleFeature).moderation.export(first)
        shown = [*map(json.dumps, root.heard), *talk.lines, await pages_of(server)]
        assert [text for text in shown if seed in text] == []
        assert server.records is not None
        await server.records.notebook.flush()
        files = kept(tmp_path)
        assert first.encode() in files
        assert seed.encode() not in files
        server.app.feature(ConsoleFeature).moderation.open(None)
        ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
        assert ladder is not None
        await server.until(lambda: len(ladder.results) >= 2)
        await server.records.notebook.flush()
        told = await root.ask("replay", replay=first, view="all", form="actions")
        assert seed in json.dumps(told)
        assert await seed_of(server, ladder.results[1].match_id) == seed


async def test_what_is_left_of_a_block_is_played_with_the_same_deal_after_a_restart(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        first = await one_match(server)
        seed = await seed_of(server, first)
    async with life(tmp_path) as server:
        ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
        server.app.feature(ConsoleFeature).moderation.open(None)
        await server.until(lambda: len(ladder.results) >= 2)
        second = ladder.results[1]
        assert second.meeting == ladder.results[0].meeting
        assert await seed_of(server, second.match_id) == seed


async def test_a_block_whose_seed_cannot_be_opened_is_given_up_and_the_log_tells(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        await one_match(server)
        ladder: Any = server.app.feature(LadderFeature).ladders.ladders["open"]
        (meeting,) = ladder.meetings.values()
        meeting.seed_box = "00" * 60
        server.app.feature(ConsoleFeature).moderation.open(None)
        await server.until(lambda: meeting.id not in ladder.meetings)
        (said,) = [line for line in server.incidents if "is given up" in line]
        assert "its seed cannot be read" in said
        server.incidents.clear()


# Played by another server for the hall.


async def test_on_another_server_too_all_matches_of_a_block_have_one_deal_that_no_message_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: Talk
) -> None:
    heard = tapped(monkeypatch)
    async with far_life(tmp_path, LADDER) as server:
        ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
        await server.until(lambda: len(ladder.results) >= 2)
        first, second = (one.match_id for one in ladder.results[:2])
        await server.until(lambda: MatchId(second) not in server.app.play.far)
        seed = await seed_of(server, first)
        assert await seed_of(server, second) == seed
        assert server.app.play.floor.begun == 0
        assert player_of(server).app.play.floor.begun >= 2
        told = b"".join(heard)
        assert b"match_over" in told
        assert seed.encode() not in told
        assert [line for line in talk.lines if seed in line] == []


async def test_a_server_that_cannot_open_a_sealed_deal_plays_no_match_with_it(
    tmp_path: Path,
) -> None:
    """One of an earlier release, or one that stores nothing."""
    (tmp_path / "ladders").mkdir()
    (tmp_path / "ladders" / "open.toml").write_text(LADDER, "utf-8")
    async with open_server(tmp_path, store__enabled=True, with_play=True) as server:
        await ready(server)
        await server.until(lambda: server.app.play.floor.begun >= 2)
        assert player_of(server).app.play.floor.begun == 0
