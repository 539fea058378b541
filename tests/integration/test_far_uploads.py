"""Uploaded bots in matches that another machine plays for the hall."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Server, open_server, play_on
from tests.integration.test_far_ladder import begun, far_life, ladder_of
from tests.integration.test_ladder import LADDER, counted, results
from tests.integration.test_ladder_takeover import ladders_of
from tests.integration.test_play_nodes import player_of
from tests.integration.test_uploads import play, sit_with
from tests.integration.uploads import account, bot, open_hosting, upload

from infoset_server.accounts.users import User
from infoset_server.app.features.play_nodes import PlayNodeFeature
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.contests.ladder.ladder import LadderState
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.placing import Placement
from infoset_server.programs.sandbox.probe import Machine
from infoset_server.uploads.lent import LentBots
from infoset_server.uploads.service import HostedBots
from infoset_server.uploads.versions import HOSTED, VersionState


@asynccontextmanager
async def two_machines(data: Path, **settings: Any) -> AsyncIterator[Server]:
    """A hall that takes uploads, and a play node on another machine with the same store."""
    wanted: dict[str, Any] = {"store__enabled": True, "with_play": True}
    wanted |= {"play_stores": True, "play_apart": True}
    async with open_server(data, **wanted | settings) as server:
        await open_hosting(server)
        yield server


@pytest.fixture
async def machines(tmp_path: Path) -> AsyncIterator[Server]:
    async with two_machines(tmp_path) as server:
        yield server


def lent_of(server: Server) -> LentBots:
    lent = player_of(server).lent
    assert lent is not None
    return lent


def hosted_of(server: Server) -> HostedBots:
    return server.app.feature(UploadFeature).hosted


def node_of(server: Server) -> NodeTrunk:
    """The hall's end of the trunk to the node."""
    node = placement_of(server)._nodes["n2"]
    assert node.is_ready
    return node


def placement_of(server: Server) -> Placement:
    nodes = server.app.feature(PlayNodeFeature)._nodes
    assert nodes is not None
    return nodes.placement


async def lend(server: Server, owner: User, archive: bytes) -> str:
    """Uploads a bot, and has the node make it ready; its title."""
    version = await upload(server, owner, archive)
    assert version.state is VersionState.READY, version.words
    bot = hosted_of(server).bots_of(owner)[-1]
    title = bot.title(version)
    await lend_again(server, title)
    return title


async def lend_again(server: Server, title: str) -> None:
    placement_of(server).lending.offer([title])
    await server.until(lambda: title in node_of(server).bots)


async def end(client: Client, match_id: str) -> dict[str, Any]:
    over = await play_on(client, match_id)
    assert over["reason"] == "finished"
    return over


async def test_a_bot_plays_on_another_machine_once_it_is_ready_there(machines: Server) -> None:
    await upload(machines, account(machines), play())
    before, _ = begun(machines)
    ann, match_id = await sit_with(machines, "ferris@1")
    assert begun(machines) == (before + 1, 0)  # it is not there yet
    await machines.until(lambda: "ferris@1" in node_of(machines).bots)
    await end(ann, match_id)
    bob, match_id = await sit_with(machines, "ferris@1")
    over = await end(bob, match_id)
    assert begun(machines) == (before + 1, 1)
    assert over["illegal"] == [0, 0]
    assert over["timeouts"] == [0, 0]


async def test_a_version_stays_until_its_match_on_another_machine_is_over(tmp_path: Path) -> None:
    """Where that machine dies, whoever goes on with the match needs it."""
    async with two_machines(tmp_path, hosted__upload__max_versions=1) as machines:
        olga = account(machines)
        title = await lend(machines, olga, play())
        ann, match_id = await sit_with(machines, title)
        assert list(machines.app.play.far) == [match_id]
        await upload(machines, olga, play(about="better"))
        ferris = hosted_of(machines).find(olga, "ferris")
        assert [version.number for version in ferris.versions] == [1, 2]
        await end(ann, match_id)
        await machines.until(lambda: [version.number for version in ferris.versions] == [2])


async def test_it_is_built_there_too(machines: Server) -> None:
    archive = bot("ferris", "table_bot.py", "first", build=["{python}", "-c", "open('x', 'w')"])
    title = await lend(machines, account(machines), archive)
    lent = lent_of(machines)
    found = lent._register.by_title(title)
    assert found is not None
    assert (lent._files.built(*found) / "x").is_file()


async def test_matches_of_a_ladder_between_uploads_are_played_there_and_counted_here(
    tmp_path: Path,
) -> None:
    text = LADDER + 'hosted = ["ferris", "gopher"]\ntrial = false\n'
    async with far_life(tmp_path, text, play_apart=True) as server:
        await open_hosting(server)
        await lend(server, account(server), play("ferris"))
        await lend(server, account(server, "paul"), play("gopher"))
        before, _ = begun(server)
        ladders_of(server)._scheduler.look_for_bots()
        await server.until(lambda: counted(server) >= 2)
        ladder_of(server).set_state(LadderState.PAUSED)
        await server.until(lambda: not ladder_of(server).meetings)
        at_hall, there = begun(server)
        assert at_hall == before
        assert there == len(results(server))


async def test_the_owner_reads_what_it_wrote_there(machines: Server) -> None:
    olga = account(machines)
    title = await lend(machines, olga, play())
    ann, match_id = await sit_with(machines, title)
    await end(ann, match_id)
    hosted = hosted_of(machines)
    logs = await hosted.all_logs(hosted.find(olga, "ferris"))
    assert "ferris@1 is first" in logs["n2 0"]
    assert "check" in logs


async def test_a_bot_that_is_disabled_plays_there_to_the_end_and_no_more(
    machines: Server,
) -> None:
    olga = account(machines)
    title = await lend(machines, olga, play())
    ann, match_id = await sit_with(machines, title)
    assert player_of(machines).app.play.running
    hosted, lent = hosted_of(machines), lent_of(machines)
    ferris = hosted.find(olga, "ferris")
    folder = lent._files.bots / ferris.id
    assert folder.is_dir()
    hosted.disable(ferris, is_disabled=True)
    await machines.until(lambda: title not in node_of(machines).bots)
    await end(ann, match_id)
    await machines.until(lambda: not folder.is_dir())
    hosted.disable(ferris, is_disabled=False)
    await lend_again(machines, title)


async def test_what_is_removed_goes_there_too(machines: Server) -> None:
    olga = account(machines)
    title = await lend(machines, olga, play())
    hosted, lent = hosted_of(machines), lent_of(machines)
    ferris = hosted.find(olga, "ferris")
    hosted.remove(ferris)
    await machines.until(lambda: title not in node_of(machines).bots)
    await machines.until(lambda: not (lent._files.bots / ferris.id).is_dir())
    assert lent.titles == []


async def test_a_name_that_is_free_again_may_be_somebody_elses(machines: Server) -> None:
    olga, paul = account(machines), account(machines, "paul")
    await lend(machines, olga, play())
    hosted = hosted_of(machines)
    hosted.remove(hosted.find(olga, "ferris"))
    assert await lend(machines, paul, play()) == "ferris@2"
    assert lent_of(machines).owner_of("ferris@2") == paul.id
    assert lent_of(machines).titles == ["ferris@2"]


async def test_without_a_place_for_its_programs_a_match_is_played_at_the_hall(
    tmp_path: Path,
) -> None:
    async with two_machines(tmp_path, hosted__run__max_running=2) as server:
        olga = account(server)
        titles = [await lend(server, olga, play(name)) for name in ("ferris", "gopher", "hare")]
        before, _ = begun(server)
        matches = [await sit_with(server, title) for title in titles]
        assert begun(server) == (before + 1, 2)
        for client, match_id in matches:
            await end(client, match_id)
        client, match_id = await sit_with(server, titles[2])
        await end(client, match_id)
        assert begun(server) == (before + 1, 3)


async def test_one_that_dies_too_often_there_plays_here(machines: Server) -> None:
    olga = account(machines)
    title = await lend(machines, olga, play())
    lent = lent_of(machines)
    found = lent._register.by_title(title)
    assert found is not None
    (lent._files.built(*found) / "table_bot.py").write_text("raise SystemExit('broken')", "utf-8")
    await sit_with(machines, title)
    assert player_of(machines).app.play.running
    await machines.until(lambda: title not in node_of(machines).bots)
    _, there = begun(machines)
    ann, match_id = await sit_with(machines, title)
    await end(ann, match_id)
    assert begun(machines)[1] == there
    assert hosted_of(machines).find(olga, "ferris").find().state is VersionState.READY


async def test_a_machine_that_cannot_shut_programs_in_plays_none(
    machines: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    lent = lent_of(machines)
    monkeypatch.setattr(lent, "settings", lent.settings.model_copy(update={"isolation": "none"}))
    await upload(machines, account(machines), play())
    ann, match_id = await sit_with(machines, "ferris@1")
    await machines.until(lambda: node_of(machines).places == 0)
    await end(ann, match_id)
    assert lent.obstacle is not None
    assert "isolation forbids" in lent.obstacle


async def test_the_owner_reads_why_a_machine_does_not_play_with_a_bot(machines: Server) -> None:
    olga = account(machines)
    version = await upload(machines, olga, play())
    hosted = hosted_of(machines)
    hosted._archives.drop(version)
    assert machines.records is not None
    await machines.records.notebook.flush()
    placement_of(machines).lending.offer(["ferris@1"])
    await machines.until(lambda: bool(lent_of(machines).logs("ferris@1")))
    logs = await hosted.all_logs(hosted.find(olga, "ferris"))
    assert logs["n2 build"] == (
        "[infoset] not made ready on this machine: its archive is damaged in the store; "
        "upload it again\n"
    )
    assert "ferris@1" not in node_of(machines).bots


async def test_a_match_moves_to_the_hall_which_has_the_bots_itself(machines: Server) -> None:
    title = await lend(machines, account(machines), play())
    ann, match_id = await sit_with(machines, title)
    live = next(iter(player_of(machines).app.play.running.values()))
    await machines.until(lambda: not live.is_writing)
    await placement_of(machines).move(match_id, "hall")
    assert [one.id for one in machines.app.play.running.values()] == [match_id]
    await end(ann, match_id)


async def test_it_does_so_though_they_may_begin_no_others(machines: Server) -> None:
    olga = account(machines)
    title = await lend(machines, olga, play())
    ann, match_id = await sit_with(machines, title)
    live = next(iter(player_of(machines).app.play.running.values()))
    await machines.until(lambda: not live.is_writing)
    hosted = hosted_of(machines)
    hosted.disable(hosted.find(olga, "ferris"), is_disabled=True)
    await placement_of(machines).move(match_id, "hall")
    assert [one.id for one in machines.app.play.running.values()] == [match_id]
    await end(ann, match_id)


async def test_a_match_moves_to_where_its_bots_are_ready(machines: Server) -> None:
    await upload(machines, account(machines), play())
    ann, match_id = await sit_with(machines, "ferris@1")
    await machines.until(lambda: "ferris@1" in node_of(machines).bots)
    live = next(iter(machines.app.play.running.values()))
    await machines.until(lambda: not live.is_writing)
    async with asyncio.timeout(60):
        await placement_of(machines).move(match_id, "n2")
    assert list(player_of(machines).app.play.running) == [match_id]
    await end(ann, match_id)


async def test_a_program_whose_match_goes_elsewhere_has_not_crashed_and_plays_its_others_on(
    machines: Server,
) -> None:
    """It ends as it loses its connection, which serves all its matches."""
    await upload(machines, account(machines), play())
    crashed: list[str] = []
    machines.app.hosting.on_crash.append(lambda process: crashed.append(process.entry.name))
    ann, moved = await sit_with(machines, "ferris@1")
    bob, stays = await sit_with(machines, "ferris@1")
    (process,) = [one for one in machines.app.hosting.processes if one.matches]
    assert len(process.matches) == 2
    await machines.until(lambda: process.client is not None)
    await machines.until(lambda: "ferris@1" in node_of(machines).bots)
    before = process.client
    await placement_of(machines).move(moved, "n2")
    await machines.until(lambda: process.client not in (None, before))
    await end(ann, moved)
    await end(bob, stays)
    assert (crashed, process.deaths) == ([], 0)


@asynccontextmanager
async def started_anew(machines: Server, folder: Path) -> AsyncIterator[LentBots]:
    """What the node has of lent bots in its next life, with this folder for them."""
    assert machines.records is not None
    await machines.records.notebook.flush()
    player = player_of(machines)
    core, listener = player.app.core, player._listener
    assert core.documents is not None
    assert listener is not None
    anew = LentBots(
        machines.app.config.hosted, folder, core.people, core.hosting, core.documents, []
    )
    anew.let_in(listener.open_door)
    await anew.restore(await core.documents(HOSTED.name))
    try:
        yield anew
    finally:
        await player.app.hosting.close()
        await anew.close()


async def test_a_server_that_starts_anew_has_the_bots_of_the_matches_it_goes_on_with(
    machines: Server, tmp_path: Path
) -> None:
    title = await lend(machines, account(machines), play())
    async with started_anew(machines, tmp_path / "anew") as anew:
        told: list[list[str]] = []
        anew.on_changed = lambda: told.append(anew.titles)
        assert anew.titles == anew.kept == []  # nothing of it is here
        assert anew.entry(title) is not None
        ann, match_id = await sit_with(machines, title)
        await end(ann, match_id)
        assert list(player_of(machines).app.hosting.processes)
        assert anew.titles == anew.kept == [title]
        assert told[-1] == [title]  # else the hall would not take it back


async def test_a_server_that_finds_out_late_that_it_can_run_none_says_so(
    machines: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = await lend(machines, account(machines), play())
    async with started_anew(machines, tmp_path / "anew") as anew:
        alone = anew.settings.model_copy(update={"isolation": "none"})
        monkeypatch.setattr(anew, "settings", alone)
        told: list[int] = []
        anew.on_changed = lambda: told.append(anew.places)
        assert anew.places > 0  # as far as is known
        await sit_with(machines, title)
        await machines.until(lambda: bool(told))
        assert told == [0]
        assert anew.entry(title) is not None  # before it has tried again and again


async def test_the_sandboxes_of_a_server_are_opened_once_whoever_wants_them_no_more(
    machines: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started_anew(machines, tmp_path / "anew") as anew:
        begun: list[str] = []
        open_sandboxes = anew._open_sandboxes

        async def noted() -> Machine | None:
            begun.append("opening")
            return await open_sandboxes()

        monkeypatch.setattr(anew, "_open_sandboxes", noted)
        first = asyncio.ensure_future(anew._open())
        await machines.until(lambda: bool(begun))
        first.cancel()  # as where its bot is removed
        await asyncio.wait([first])
        workshop = await anew._open()
        assert await anew._open() is workshop
        assert begun == ["opening"]


async def test_what_was_removed_while_a_server_was_away_is_gone_when_it_starts_anew(
    machines: Server, tmp_path: Path
) -> None:
    olga = account(machines)
    await upload(machines, olga, play())
    ferris = hosted_of(machines).find(olga, "ferris")
    folder = tmp_path / "anew"
    gone, old, kept = (
        folder / "bots" / name for name in ("hb_gone/1", f"{ferris.id}/7", ferris.id)
    )
    for place in (gone, old, kept / "1"):
        (place / "source").mkdir(parents=True)
    async with started_anew(machines, folder) as anew:
        assert not gone.parent.exists()
        assert not old.exists()
        assert (kept / "1" / "source").is_dir()
        assert (anew.titles, anew.kept) == ([], ["ferris@1"])


async def test_a_version_that_a_server_has_given_up_goes_with_the_others(machines: Server) -> None:
    """Over a new trunk, too, where the hall does not know that it was lent."""
    olga = account(machines)
    lent = lent_of(machines)
    title = await lend(machines, olga, play())
    ann, match_id = await sit_with(machines, title)
    await end(ann, match_id)
    found = lent._register.by_title(title)
    assert found is not None
    found[1].state = VersionState.BROKEN  # as where it dies too often
    lent.on_changed()
    await machines.until(lambda: title not in node_of(machines).bots)
    node_of(machines).trunk.give_up("the test wants a new one")
    await machines.until(lambda: "n2" in placement_of(machines)._nodes and has_told(machines))
    hosted = hosted_of(machines)
    ferris = hosted.find(olga, "ferris")
    assert "n2 0" in await hosted.all_logs(ferris)
    hosted.remove(ferris)
    await machines.until(lambda: not (lent._files.bots / ferris.id).exists())


def has_told(server: Server) -> bool:
    node = placement_of(server)._nodes.get("n2")
    return node is not None and node.is_ready
