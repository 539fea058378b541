"""Matches of a ladder that another server plays for the hall: they are as those of the hall, and each counts once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    VILLAINS,
    Client,
    Message,
    Server,
    act,
    open_server,
    slow_documents,
    tapped,
)
from tests.integration.test_ladder import (
    LADDER,
    counted,
    enter,
    life,
    playing,
    results,
    secret,
    standing,
)
from tests.integration.test_ladder_takeover import does_not_look, ladders_of
from tests.integration.test_play_nodes import player_of, ready, trunk_of

from infoset_games.notices import TimedOut
from infoset_server.app.features.ladders import LADDER_FILES, LadderFeature
from infoset_server.app.features.play_nodes import PlayNodeFeature
from infoset_server.cluster.play_frames import Belongs
from infoset_server.common.ids import MatchId
from infoset_server.contests.ladder.entries import EntryState
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.leader_lease import TASK, LeaderLease
from infoset_server.contests.ladder.meetings import MEETING
from infoset_server.contests.ladder.publishing import CRASHED
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.match_records import MatchHead
from infoset_server.matches.runner import MatchRunner
from infoset_server.nodes.handing_over import NOBODY
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.placing import AT_THE_HALL
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.snapshots import VersionedEntry
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.match_registry import Concern, LeftMatch
from infoset_server.rooms.room import Room
from infoset_server.storage import statements
from infoset_server.storage.errors import UnknownMatchError
from infoset_server.storage.node import FOREVER_S
from infoset_server.storage.port import OPEN, Claim, Lease
from infoset_server.storage.sql_store import SqlStore

UNLIKE = (  # of two matches that are dealt alike: names, and how long something took
    *("match_id", "replay", "seq", "re", "user", "name", "entry", "elapsed_ms", "received_ms"),
)


@asynccontextmanager
async def far_life(data: Path, text: str = LADDER, **settings: Any) -> AsyncIterator[Server]:
    """A hall with a play node on the same store, and then the ladder `open`."""
    settings = {"store__enabled": True, "with_play": True, "play_stores": True} | settings
    async with open_server(data, **settings) as server:
        (data / LADDER_FILES).mkdir()
        (data / LADDER_FILES / "open.toml").write_text(text, "utf-8")
        assert ladders_of(server).load() == ["open"]
        yield server


def ladder_of(server: Server) -> Ladder:
    return ladders_of(server).ladders["open"]


def journal_of(server: Server) -> StoredJournal:
    """The hall's."""
    assert server.records is not None
    return server.records.journal


def begun(server: Server) -> tuple[int, int]:
    """The matches that were dealt at the hall and at its play node."""
    return server.app.play.floor.begun, player_of(server).app.play.floor.begun


async def far_match(server: Server) -> MatchId:
    """The match that the node plays, once it does."""
    running = player_of(server).app.play.running
    await server.until(lambda: bool(running))
    (match_id,) = running
    await server.until(lambda: not running[match_id].is_writing)
    assert list(server.app.play.far) == [match_id]
    return match_id


async def status_of(server: Server, match_id: str) -> str:
    return (await journal_of(server).store.find_match(match_id)).status


async def closed(server: Server, match_id: str) -> None:
    """Returns when the match is closed in the store: its node has heard that its result is kept."""
    async with asyncio.timeout(60):
        while await status_of(server, match_id) == OPEN:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.01)


# Equal to those of the hall.


def bare(value: Any) -> Any:
    """A message without what differs between any two matches."""
    if isinstance(value, dict):
        return {name: bare(one) for name, one in value.items() if name not in UNLIKE}
    return [bare(one) for one in value] if isinstance(value, list) else value


async def play_one(server: Server) -> tuple[list[list[Message]], MatchHead]:
    """What both players of a rated match are told, by seat, and what is stored of it."""
    ann, _ = await enter(server, "ann", games=1)
    bob, _ = await enter(server, "bob", games=1)
    async with playing(ann, bob):
        await server.until(lambda: counted(server) == 1)
    (start,) = ann.of_type("match_start")
    match_id = start["match_id"]
    await closed(server, match_id)
    head, status, _ = await journal_of(server).look_up(match_id)
    assert status == "finished"
    told = [
        [bare(one) for one in client.heard if one.get("match_id") == match_id]
        for client in ((ann, bob) if start["seat"] == 0 else (bob, ann))
    ]
    return told, head


def without_names(head: MatchHead) -> MatchHead:
    """A head without what differs between any two matches."""
    part = head.room.part
    assert part is not None
    room = replace(head.room, room="", host="", host_name="", part=replace(part, entries=("", "")))
    seats = tuple(replace(seat, user="", name="") for seat in head.seats)
    return replace(head, match_id="", room=room, seats=seats, created_at=0)


async def test_players_are_told_the_same_and_the_same_is_stored_wherever_a_match_is_played(
    tmp_path: Path,
) -> None:
    for folder in ("near", "far"):
        (tmp_path / folder).mkdir()
    async with life(tmp_path / "near", with_play=False, seed="alike") as server:
        near, near_head = await play_one(server)
    async with far_life(tmp_path / "far", seed="alike") as server:
        far, far_head = await play_one(server)
        assert begun(server) == (0, 1)
    assert {one["type"] for one in far[0]} >= {"match_start", "your_turn", "events", "match_over"}
    assert [one["type"] for one in far[0]] == [one["type"] for one in near[0]]
    assert far == near
    assert without_names(far_head) == without_names(near_head)


async def test_nothing_on_the_bus_tells_the_seed_of_a_match_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tapped(monkeypatch)
    async with far_life(tmp_path, seed="the secret seed") as server:
        ann, bob, _ = await queued(server)
        await paired(server)
        await far_match(server)
        for client in (ann, bob):
            await act(client, await client.expect("your_turn", decision=1))
        await ann.expect("your_turn", decision=2)
        assert b"your_turn" in b"".join(heard)
        assert b"the secret seed" not in b"".join(heard)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        assert b"the secret seed" in b"".join(heard)  # all may know it now: so it would be found


async def test_matches_of_house_bots_are_played_there_and_counted_here(tmp_path: Path) -> None:
    text = LADDER + 'hosted = ["first", "babble"]\nmatches = 1\n'
    async with far_life(tmp_path, text) as server:
        await server.until(lambda: counted(server) >= 2)
        ladder_of(server).set_state(LadderState.PAUSED)
        await server.until(lambda: not ladder_of(server).meetings)
        at_hall, there = begun(server)
        assert at_hall == 0
        assert len(results(server)) == there
        assert [one.number for one in results(server)] == list(range(1, there + 1))
        for one in results(server):
            await closed(server, one.match_id)


async def test_a_node_with_another_version_of_a_house_bot_plays_no_match_of_that_entry(
    tmp_path: Path,
) -> None:
    text = LADDER + 'hosted = ["first", "babble"]\nmatches = 1\n'
    async with far_life(tmp_path, LADDER) as server:
        (node,) = server.app.play.elsewhere._nodes.values()  # type: ignore[attr-defined]
        node.versions = dict(node.versions) | {"first": "another"}
        (tmp_path / LADDER_FILES / "bots.toml").write_text(text, "utf-8")
        ladders_of(server).load()
        await server.until(lambda: begun(server)[0] >= 1)
        assert begun(server)[1] == 0


async def test_a_node_whose_house_bots_have_changed_says_so_as_the_next_match_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = LADDER + 'hosted = ["first", "babble"]\nmatches = 1\n'
    async with far_life(tmp_path, text) as server:
        await server.until(lambda: begun(server)[1] >= 1)
        there, honest = player_of(server).app.hosting, Hosting.entries

        def changed(hosting: Hosting) -> dict[str, VersionedEntry]:
            found = honest(hosting)
            if hosting is there:
                found["later"] = found["first"].model_copy(update={"name": "later"})
            return found

        monkeypatch.setattr(Hosting, "entries", changed)
        (node,) = server.app.play.elsewhere._nodes.values()  # type: ignore[attr-defined]
        await server.until(lambda: "later" in node.versions)


# What a ladder hears of a match while it is played.


async def test_who_lets_the_first_decision_pass_there_is_off_the_queue_and_told(
    tmp_path: Path,
) -> None:
    clock = '{kind = "per_move", move_ms = 500, first_ms = 500, grace_ms = 0}'
    text = LADDER.replace('{kind = "none"}', clock) + "max_timeouts = 1\n"
    async with far_life(tmp_path, text) as server:
        ann, _ = await enter(server, "ann", games=1)
        bob, _ = await enter(server, "bob")
        async with playing(ann):
            told = await bob.expect("error")
            assert "did not take its first decision" in told["msg"]
            assert told["match_id"] == bob.of_type("match_start")[0]["match_id"]
            await server.until(lambda: counted(server) == 1)
        rows = await standing(bob)
        assert (rows["bob"]["state"], rows["ann"]["wins"]) == ("idle", 1)
        assert begun(server) == (0, 1)


async def test_the_owner_of_a_program_that_crashes_there_finds_the_end_of_its_log(
    tmp_path: Path,
) -> None:
    text = LADDER + 'hosted = ["crash", "first"]\nmatches = 1\nhealth = {faults = 1}\n'
    async with far_life(tmp_path, text, bots__manifest=VILLAINS) as server:
        (crash,) = await entries_named(server, "crash")
        await server.until(lambda: bool(crash.alerts))
        alert = crash.alerts[0]
        assert alert["what"] == CRASHED
        assert "crashed as told" in alert["log"]
        assert begun(server)[0] == 0
        assert not server.app.hosting.processes  # nothing of this ran at the hall


@pytest.mark.parametrize("is_noted", [True, False])
async def test_the_owner_hears_once_of_a_crash_as_the_trunk_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_noted: bool
) -> None:
    """Also where it is told again, as the node has not heard that it is noted."""
    text = LADDER + 'hosted = ["crash", "first"]\nmatches = 1\nhealth = {faults = 1}\n'
    async with far_life(tmp_path, text, bots__manifest=VILLAINS) as server:
        nodes = server.app.feature(PlayNodeFeature)._nodes
        assert nodes is not None
        crashes: list[MatchId] = []

        def crash(process: BotProcess) -> None:
            if is_noted and not crashes:
                trunk_of(server).give_up("the test wants it so")
            crashes.extend(process.matches)

        player_of(server).app.hosting.on_crash.insert(0, crash)
        if not is_noted:
            confirm = nodes._confirm_trouble

            def break_instead(node: NodeTrunk, number: int) -> None:
                monkeypatch.setattr(nodes, "_confirm_trouble", confirm)
                node.trunk.give_up("the test wants it so")

            monkeypatch.setattr(nodes, "_confirm_trouble", break_instead)
        (entry,) = await entries_named(server, "crash")

        def alerts() -> list[int]:
            return [one["at_ms"] for one in entry.alerts if one["what"] == CRASHED]

        node = player_of(server).node
        assert node is not None
        await server.until(lambda: len(crashes) > 1 and not node._ladders._not_noted)
        assert len(set(alerts())) == len(alerts()) == len(crashes)


async def test_a_crash_that_the_hall_could_not_note_is_told_again_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where it does not run the ladders yet."""
    clock = '{kind = "per_move", move_ms = 500, first_ms = 500, grace_ms = 0}'
    text = LADDER.replace('{kind = "none"}', clock) + 'hosted = ["crash", "first"]\nmatches = 1\n'
    async with far_life(tmp_path, text, bots__manifest=VILLAINS) as server:
        node = player_of(server).node
        assert node is not None
        are_run_here = property(lambda self: bool(node._reports))
        monkeypatch.setattr(LadderFeature, "are_run_here", are_run_here)
        (entry,) = await entries_named(server, "crash")
        await server.until(lambda: counted(server) > 0)
        assert CRASHED in [one["what"] for one in entry.alerts]


async def test_who_lets_the_first_decision_pass_as_the_trunk_breaks_is_off_the_queue(
    tmp_path: Path,
) -> None:
    clock = '{kind = "per_move", move_ms = 500, first_ms = 500, grace_ms = 0}'
    text = LADDER.replace('{kind = "none"}', clock) + "max_timeouts = 100\n"
    async with far_life(tmp_path, text) as server:
        missed: list[TimedOut] = []

        def miss(one: TimedOut) -> None:
            if not missed:
                trunk_of(server).give_up("the test wants it so")
            missed.append(one)

        def follow(room: Room, live: MatchRunner) -> None:
            live.on_missed.append(miss)

        player_of(server).app.play.on_set_up.insert(0, follow)
        await enter(server, "ann", games=1)
        await enter(server, "bob", games=1)
        await server.until(lambda: bool(missed))
        entries = ladder_of(server).entries.values()
        await server.until(lambda: any("first decision" in one.why for one in entries))
        entry = next(one for one in entries if "first decision" in one.why)
        entry.state = EntryState.QUEUED  # its owner is back, and does not hear of that again
        (match_id,) = server.app.play.far
        for seat in range(2):
            ladders_of(server).matches.missed(match_id, seat, 1)
        assert entry.state is EntryState.QUEUED


async def entries_named(server: Server, name: str) -> list[Any]:
    ladder = ladder_of(server)
    await server.until(lambda: any(one.name == name for one in ladder.entries.values()))
    return [one for one in ladder.entries.values() if one.name == name]


# The meeting first.


def store_of(server: Server) -> SqlStore:
    store = journal_of(server).store
    assert isinstance(store, SqlStore)
    return store


async def queued(server: Server) -> tuple[Client, Client, Client]:
    """Two whose entries wait for a match, of which none begins yet, and somebody else."""
    ladder_of(server).set_state(LadderState.PAUSED)
    ann, _ = await enter(server, "ann", games=1)
    bob, _ = await enter(server, "bob", games=1)
    return ann, bob, await server.connect("eve")


async def paired(server: Server) -> FarMatch:
    """Their match, as soon as the hall has thought of it."""
    ladder_of(server).set_state(LadderState.OPEN)
    ladders_of(server).pair_soon()
    await server.until(lambda: bool(server.app.play.far))
    (far,) = server.app.play.far.values()
    return far


async def test_a_node_hears_of_a_match_once_its_meeting_is_stored(tmp_path: Path) -> None:
    async with far_life(tmp_path) as server:
        ann, bob, eve = await queued(server)
        with slow_documents(MEETING) as may_go_on:
            far = await paired(server)
            await eve.ask("watch", room=server.app.play.room_of(far).id)
            await ann.leave()  # and comes over another link, before it has heard of the match
            ann = await server.connect("ann", **secret("ann"))
            assert not far.is_begun
            assert begun(server) == (0, 0)
            may_go_on.set()
            for client in (ann, bob, eve):
                assert (await client.expect("match_start"))["match_id"] == far.id
        meetings = await store_of(server).documents(MEETING)
        assert far.id in str(meetings)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        assert begun(server) == (0, 1)


# Others run the ladders.


def lease_of(server: Server) -> LeaderLease:
    return ladders_of(server)._leader_lease


async def replace_leader(server: Server) -> Claim:
    """Another server runs the ladders, and the hall does not know yet."""
    claim = lease_of(server).claim
    assert claim is not None
    store = journal_of(server).store
    await store.give_up(claim)
    taken = await store.claim(TASK, "another", FOREVER_S)
    assert isinstance(taken, Claim)
    return taken


async def notice(server: Server) -> None:
    """The hall finds out, as what it notes is refused."""
    ladder_of(server).note()
    await server.until(lambda: lease_of(server).claim is None)
    server.incidents.clear()  # it says so


async def come_back(server: Server, theirs: Claim) -> None:
    """The other server lets go, and the hall runs the ladders again."""
    lease, ladders = lease_of(server), ladders_of(server)
    await journal_of(server).store.give_up(theirs)
    assert lease._task is not None
    lease._task.cancel()
    take_in = partial(server.app._go_on_with, leaves_near=True)
    lease.keep(partial(ladders._gained, take_in), ladders._lost)
    await server.until(lambda: lease.is_ours)


async def test_what_was_not_noted_before_others_run_the_ladders_never_begins(
    tmp_path: Path,
) -> None:
    async with far_life(tmp_path) as server:
        await queued(server)
        with slow_documents(MEETING) as may_go_on:
            await paired(server)
            await replace_leader(server)
            may_go_on.set()
            await server.until(lambda: not server.app.play.far)
        assert begun(server) == (0, 0)
        assert await journal_of(server).store.documents(MEETING) == {}
        assert lease_of(server).claim is None
        server.incidents.clear()


@pytest.mark.parametrize("is_fault_planted", [False, True])
async def test_a_node_stores_no_match_that_those_who_run_the_ladders_now_do_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_fault_planted: bool
) -> None:
    """A store that does not look at claims would keep it: so the test can fail."""
    honest, may_go_on = SqlStore.create_match, asyncio.Event()

    async def create(self: SqlStore, *args: Any, **named: Any) -> Lease:
        await may_go_on.wait()
        return await honest(self, *args, **named)

    monkeypatch.setattr(SqlStore, "create_match", create)
    async with far_life(tmp_path) as server:
        ann, _, _ = await queued(server)
        far = await paired(server)
        running = player_of(server).app.play.running
        await server.until(lambda: far.id in running)
        await replace_leader(server)
        if is_fault_planted:
            monkeypatch.setattr(statements, "require_claims", does_not_look)
        may_go_on.set()
        if is_fault_planted:
            await ann.expect("match_start")
            assert await status_of(server, far.id) == OPEN
            return
        await server.until(lambda: not (running or server.app.play.far))
        with pytest.raises(UnknownMatchError):
            await status_of(server, far.id)
        assert not ann.of_type("match_start")
        await notice(server)


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_match_that_others_were_to_count_counts_once_where_the_hall_runs_the_ladders_again(
    tmp_path: Path, is_over: bool
) -> None:
    """It has ended while nobody could keep its result, or goes on still."""
    async with far_life(tmp_path) as server:
        ann, bob, _ = await queued(server)
        await paired(server)
        match_id = await far_match(server)
        theirs = await replace_leader(server)
        if is_over:
            async with playing(ann, bob):
                await server.until(lambda: not server.app.play.far)
                await server.until(lambda: lease_of(server).claim is None)
        await notice(server)
        node = player_of(server).node
        assert node is not None
        assert await status_of(server, match_id) == OPEN
        assert list(node._reports) == [match_id] * is_over
        await come_back(server, theirs)
        assert (match_id in server.app.play.far) is not is_over
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        await closed(server, match_id)
        assert [one.match_id for one in results(server)] == [match_id]
        assert begun(server) == (0, 1)
        assert ladder_of(server).meetings == {}


# How they end.


async def test_a_result_that_the_hall_has_not_heard_is_told_it_again_and_counts_once(
    tmp_path: Path,
) -> None:
    text = LADDER + 'hosted = ["first", "babble"]\nmatches = 1\n'
    async with far_life(tmp_path, text) as server:
        match_id = await far_match(server)
        ladder_of(server).set_state(LadderState.PAUSED)
        before = len(results(server))
        trunk = trunk_of(server)
        trunk.close()  # nothing comes through any more, and nobody knows
        await server.until(lambda: match_id not in player_of(server).app.play.running)
        assert len(results(server)) == before
        assert await status_of(server, match_id) == OPEN
        trunk.is_broken = False
        trunk.give_up("as it is found out")
        await server.until(lambda: len(results(server)) > before)
        await closed(server, match_id)
        trunk_of(server).give_up("once more")
        await ready(server)
        assert [one.match_id for one in results(server)][before:] == [match_id]


async def test_a_match_that_no_meeting_knows_ends_and_counts_for_nobody(tmp_path: Path) -> None:
    async with far_life(tmp_path) as server:
        ann, _, _ = await queued(server)
        far = await paired(server)
        await far_match(server)
        matches = ladders_of(server).matches
        matches._running.clear()
        matches.learnt(far)
        over = await ann.expect("match_over")
        assert over["reason"] == "aborted"
        await closed(server, far.id)
        assert results(server) == []
        assert far.id not in server.app.play.far


async def test_a_match_counts_wherever_it_goes(tmp_path: Path) -> None:
    async with far_life(tmp_path) as server:
        ann, bob, _ = await queued(server)
        await paired(server)
        match_id = await far_match(server)
        nodes = server.app.feature(PlayNodeFeature)._nodes
        assert nodes is not None
        await nodes.placement.move(match_id, AT_THE_HALL)
        assert list(server.app.play.running) == [match_id]
        await nodes.placement.move(match_id, server.app.config.cluster.node_name)
        assert list(server.app.play.far) == [match_id]
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        assert await status_of(server, match_id) in (OPEN, "finished")
        await closed(server, match_id)
        assert [one.match_id for one in results(server)] == [match_id]
        (over,) = ann.of_type("match_over")
        assert [one["before"] for one in over["rating"]] == [1500, 1500]


async def test_a_match_that_its_node_has_had_to_put_aside_is_void_and_another_is_played(
    tmp_path: Path,
) -> None:
    """The hall has begun anew since, so that nothing is known of the match but who has it."""
    async with far_life(tmp_path) as server:
        ann, bob, _ = await queued(server)
        far = await paired(server)
        await far_match(server)
        meeting = ladders_of(server).matches._running[far.id]
        nodes: Any = server.app.play.elsewhere
        (node,) = nodes._nodes.values()
        del server.app.play.far[far.id]
        server.app.play.left[far.id] = LeftMatch("is elsewhere", Concern(), far.node)
        nodes._serve(node, Belongs(far.id, NOBODY))
        assert (meeting.voids, meeting.running) == (1, None)
        assert server.app.play.left == {}
        nodes._serve(node, Belongs(far.id, NOBODY))  # as a node says it until it is confirmed
        assert meeting.voids == 1
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        assert [one.match_id for one in results(server)] != [far.id]


async def test_a_match_that_was_asked_for_and_does_not_count_is_played_there_too(
    tmp_path: Path,
) -> None:
    text = LADDER + "[batches]\nrated = false\n"
    async with far_life(tmp_path, text) as server:
        ann, bob, _ = await queued(server)
        ladder = ladder_of(server)
        first, second = sorted(ladder.entries.values(), key=lambda one: one.name)
        ladder.ask_batch(first, [second], 1, "", 0)
        await paired(server)
        async with playing(ann, bob):
            await server.until(lambda: bool(results(server)))
        (result,) = results(server)[:1]
        assert (result.unrated, bool(result.batch)) == (True, True)
        await closed(server, result.match_id)
        assert begun(server)[0] == 0
        start, over = await ann.expect("match_start"), await ann.expect("match_over")
        assert "rated" not in start
        assert "rating" not in over
