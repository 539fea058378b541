"""Ladders on the wire: entering, being paired, results, tables; and that all of it outlives the server."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest
from msgspec.structs import replace
from sqlalchemy import update
from tests.integration.harness import (
    VILLAINS,
    Client,
    Message,
    Server,
    act,
    open_server,
    slow_documents,
)

from infoset_server.app.features.ladders import LadderFeature
from infoset_server.config import load_config
from infoset_server.contests.ladder.entries import ENTRY, Entry, EntryState
from infoset_server.contests.ladder.ladder import LadderState
from infoset_server.contests.ladder.meetings import MEETING, Meeting, meeting_key
from infoset_server.contests.ladder.results import RawResult, result_kind
from infoset_server.contests.ladder.roster import NOT_OFFERED
from infoset_server.contests.ladder.tables import NEWEST, table_kind
from infoset_server.matches.records import open_records
from infoset_server.storage.notebook import DurabilityBarrier
from infoset_server.storage.port import OPEN, DocumentName
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.tables import matches

LADDER = """
game = "crossfire"
options = {preset = "mini"}
open_to = ["human", "bot", "guest"]
refit_s = 0.01
clock = {kind = "none"}
"""


def secret(name: str) -> dict[str, Any]:
    return {"auth": {"kind": "guest", "name": name, "token": f"the secret of {name}"}}


@asynccontextmanager
async def life(data: Path, text: str = LADDER, **settings: Any) -> AsyncIterator[Server]:
    """A server with the ladder `open`."""
    (data / "ladders").mkdir(exist_ok=True)
    (data / "ladders" / "open.toml").write_text(text, "utf-8")
    async with open_server(data, store__enabled=True, **settings) as server:
        yield server
        await server.app.close(0)


async def enter(
    server: Server, name: str, *, queue: bool = True, **fields: Any
) -> tuple[Client, str]:
    """A client with an entry in the queue."""
    client = await server.connect(name, **secret(name))
    asked = {"ladder": "open", "name": name, "kind": "bot"}
    entry = (await client.ask("ladder_register", **asked))["data"]["entry"]
    if queue:
        await client.ask("ladder_queue", ladder="open", entry=entry, **fields)
    return client, entry


async def play_all(client: Client) -> None:
    """Plays every match that comes."""
    position = 0
    while True:
        message = await next_of(client, position)
        position += 1
        if message["type"] == "match_start":
            client.seats[message["match_id"]] = message["seat"]
        pending = message.get("pending", [])
        for turn in [message] if message["type"] == "your_turn" else pending:
            match_id = message["match_id"]
            if (match_id, turn["decision"]) not in client.answered:
                await act(client, {"match_id": match_id, "seat": client.seats[match_id], **turn})


async def next_of(client: Client, position: int) -> Message:
    """Waits without end."""
    while True:
        with suppress(TimeoutError):
            return await client.heard_from(position)


@asynccontextmanager
async def playing(*clients: Client) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(play_all(client)) for client in clients]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def standing(client: Client, **fields: Any) -> dict[str, Message]:
    """The rows of the table by name."""
    answer = await client.ask("standings", ladder="open", **fields)
    return {row["name"]: row for row in answer["rows"]}


def entries(server: Server) -> Mapping[str, Entry]:
    return server.app.feature(LadderFeature).ladders.ladders["open"].entries


def counted(server: Server) -> int:
    table = server.app.feature(LadderFeature).ladders.ladders["open"].standings.table
    return 0 if table is None else table.outcomes


async def test_two_outside_bots_play_until_their_games_are_over_and_both_are_rated(
    tmp_path: Path, store_url: str | None
) -> None:
    async with life(tmp_path, store__url=store_url) as server:
        ann, entry = await enter(server, "ann", games=3)
        bob, _ = await enter(server, "bob", games=3)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 3)
            told = await ann.expect("rating", games=3)
        assert told["entry"] == entry
        rows = await standing(bob)
        assert {row["games"] for row in rows.values()} == {3}
        assert {row["state"] for row in rows.values()} == {"idle"}
        assert rows["ann"]["rating"] == told["after"]
        starts = ann.of_type("match_start")
        assert len(starts) == 3
        assert {start["rated"] for start in starts} == {True}
        assert [player["rating"] for player in starts[0]["players"]] == [1500, 1500]
        over = ann.of_type("match_over")[0]
        assert {(one["ladder"], one["before"]) for one in over["rating"]} == {("open", 1500)}
        assert {start["seat"] for start in starts} == {0, 1}


async def test_the_ladders_are_described_and_a_table_is_told_in_pages(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, entry = await enter(server, "ann", queue=False)
        for name in ("bob", "cat"):
            await enter(server, name, queue=False)
        (listed,) = (await ann.ask("ladders"))["items"]
        assert (listed["ladder"], listed["state"], listed["seats"]) == ("open", "open", [2])
        assert (listed["game"], listed["options"]) == ("crossfire", {"preset": "mini"})
        assert listed["entries"] == 3
        page = await ann.ask("standings", ladder="open", first=1, count=1)
        assert (page["total"], [row["rank"] for row in page["rows"]]) == (3, [2])
        around = await ann.ask("standings", ladder="open", count=3, around=entry)
        assert [row["name"] for row in around["rows"]] == ["ann", "bob", "cat"]
        unknown = await ann.refused("standings", ladder="open", around="e_nobody")
        assert unknown["code"] == "entry_unknown"
        assert (await ann.refused("standings", ladder="closed"))["code"] == "not_found"


async def test_the_same_name_and_version_is_one_entry_and_nobody_elses(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, entry = await enter(server, "ann", queue=False)
        asked = {"ladder": "open", "name": "ann", "kind": "bot"}
        assert (await ann.ask("ladder_register", **asked))["data"]["entry"] == entry
        newer = await ann.ask("ladder_register", **asked, version="2")
        assert newer["data"]["entry"] != entry
        bob, _ = await enter(server, "bob", queue=False)
        assert (await bob.refused("ladder_register", **asked))["code"] == "forbidden"
        assert (await bob.refused("ladder_queue", ladder="open", entry=entry))[
            "code"
        ] == "entry_unknown"
        wrong = await bob.refused(
            "ladder_register", **asked | {"name": "x", "info": {"a": "b" * 3000}}
        )
        assert (wrong["code"], wrong["data"]["path"]) == ("bad_option", "info")


async def test_an_entry_is_told_of_once_it_is_stored(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann = await server.connect("ann", **secret("ann"))
        with slow_documents(ENTRY) as may_go_on:
            asked = {"ladder": "open", "name": "ann", "kind": "bot"}
            asking = asyncio.create_task(ann.ask("ladder_register", **asked))
            await server.until(lambda: bool(entries(server)))
            await ann.ask("ladders")  # whatever was to be said at once has been said
            assert not asking.done()
            may_go_on.set()
            told = await asking
        assert server.records is not None
        stored = await server.records.store.documents(ENTRY)
        assert list(stored) == [f"open:{told['data']['entry']}"]


async def test_who_waits_for_the_store_while_the_ladders_are_lost_is_refused_though_they_are_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was noted under the claim that was lost may be forgotten."""
    answers: list[Callable[[], None]] = []

    async def wait(self: DurabilityBarrier, flush: object, answer: Callable[[], None]) -> None:
        answers.append(answer)

    async with life(tmp_path) as server:
        lease = server.app.feature(LadderFeature).ladders._leader_lease
        ann = await server.connect("ann", **secret("ann"))
        asked = {"ladder": "open", "name": "ann", "kind": "bot"}
        with monkeypatch.context() as patched:
            patched.setattr(DurabilityBarrier, "_wait", wait)
            asking = asyncio.create_task(ann.refused("ladder_register", **asked))
            await server.until(lambda: bool(answers))
        assert lease.claim is not None
        lease.claim = dataclasses.replace(
            lease.claim, epoch=lease.claim.epoch + 1
        )  # lost, and won back
        (answer,) = answers
        answer()
        assert (await asking)["code"] == "wrong_state"


@pytest.mark.parametrize(
    ("open_to", "kind", "code", "words"),
    [
        ('["bot"]', "bot", "forbidden", "open is for accounts"),
        ('["human", "guest"]', "bot", "ladder_closed", "its open_to is human, guest"),
        ('["bot", "guest"]', "human", "ladder_closed", "its open_to is bot, guest"),
    ],
)
async def test_who_may_not_enter_is_told_so(
    tmp_path: Path, open_to: str, kind: str, code: str, words: str
) -> None:
    text = LADDER.replace('["human", "bot", "guest"]', open_to)
    async with life(tmp_path, text) as server:
        ann = await server.connect("ann", **secret("ann"))
        refused = await ann.refused("ladder_register", ladder="open", name="ann", kind=kind)
        assert refused["code"] == code
        assert words in refused["msg"]


@pytest.mark.parametrize(
    ("state", "registers", "queues"),
    [
        ("open", "", ""),
        ("paused", "", ""),
        ("frozen", "ladder_closed", ""),
        ("closing", "ladder_closed", "wrong_state"),
        ("closed", "ladder_closed", "wrong_state"),
    ],
)
async def test_each_state_takes_what_it_says(
    tmp_path: Path, state: str, registers: str, queues: str
) -> None:
    async with life(tmp_path) as server:
        ann, entry = await enter(server, "ann", queue=False)
        server.app.feature(LadderFeature).ladders.find("open").set_state(LadderState(state))
        asked = {"ladder": "open", "name": "new", "kind": "bot"}
        assert (await ann.request("ladder_register", **asked)).get("code", "") == registers
        queued = await ann.request("ladder_queue", ladder="open", entry=entry)
        assert queued.get("code", "") == queues


async def test_results_queues_and_tables_outlive_the_server(
    tmp_path: Path, store_url: str | None
) -> None:
    async with life(tmp_path, store__url=store_url) as server:
        ann, entry = await enter(server, "ann", games=6)
        bob, _ = await enter(server, "bob", games=6)
        async with playing(ann, bob):
            await server.until(lambda: len(results(server)) >= 2)
        await server.until(lambda: bool(server.app.play.running))
        before = len(results(server))
    async with life(tmp_path, store__url=store_url) as server:
        ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
        assert len(ladder.results) >= before
        running = {meeting.running for meeting in ladder.meetings.values()}
        assert running == set(server.app.play.running) != set()
        ann, bob = [await server.connect(name, **secret(name)) for name in ("ann", "bob")]
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 6)
        assert [result.number for result in ladder.results] == list(range(1, 7))
        assert len({result.match_id for result in ladder.results}) == 6
        assert ladder.entries[entry].state is EntryState.IDLE
        assert (await standing(ann))["ann"]["games"] == 6


async def test_who_lets_the_first_decision_pass_is_off_the_queue_and_told(tmp_path: Path) -> None:
    clock = '{kind = "per_move", move_ms = 500, first_ms = 500, grace_ms = 0}'
    text = LADDER.replace('{kind = "none"}', clock) + "max_timeouts = 1\n"
    async with life(tmp_path, text) as server:
        ann, _ = await enter(server, "ann", games=1)
        bob, entry = await enter(server, "bob")
        async with playing(ann):
            told = await bob.expect("error")
            assert told["code"] == "wrong_state"
            assert "did not take its first decision" in told["msg"]
            assert told["match_id"] == bob.of_type("match_start")[0]["match_id"]
            assert (await bob.expect("match_over"))["reason"] == "forfeit"
            await server.until(lambda: counted(server) == 1)
        rows = await standing(bob)
        assert (rows["bob"]["state"], rows["ann"]["wins"]) == ("idle", 1)
        again = await bob.ask("ladder_register", ladder="open", name="bob", kind="bot")
        assert again["data"]["entry"] == entry
        assert any("first decision" in line for line in again["data"]["log"])


async def test_a_seek_on_a_ladder_is_one_match_of_ones_own_entry(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann = await server.connect("ann", **secret("ann"))
        bob = await server.connect("bob", **secret("bob"))
        asked = {"game": "crossfire", "ladder": "open", "rated": True}
        ticket = (await ann.ask("seek", **asked))["data"]["ticket"]
        await ann.ask("unseek", ticket=ticket)
        for client in (ann, bob):
            await client.ask("seek", **asked)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        rows = await standing(ann)
        assert {row["kind"] for row in rows.values()} == {"human"}
        assert {row["state"] for row in rows.values()} == {"idle"}
        wrong = await ann.refused("seek", **asked | {"options": {"preset": "standard"}})
        assert wrong["data"]["path"] == "options"
        assert (await ann.refused("seek", game="colonizers", ladder="open"))["code"] == "not_found"
        assert (await ann.refused("seek", game="crossfire", rated=True))["data"]["path"] == "rated"


async def test_a_seek_ends_with_its_connection_and_a_queued_entry_waits_for_the_next(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        ann = await server.connect("ann", **secret("ann"))
        await ann.ask("seek", game="crossfire", ladder="open")
        await ann.leave()
        bob, entry = await enter(server, "bob")
        await bob.leave()
        cat = await server.connect("cat", **secret("cat"))
        rows = await standing(cat)
        assert (rows["ann"]["state"], rows["bob"]["state"]) == ("idle", "queued")
        bob = await server.connect("bob", **secret("bob"))
        await enter(server, "dan")
        assert (await bob.expect("match_start"))["rated"]
        assert entry == rows["bob"]["entry"]


async def test_house_bots_and_outside_bots_play_one_ladder_and_failing_ones_are_benched(
    tmp_path: Path,
) -> None:
    text = LADDER + 'hosted = ["first", "absent"]\nhealth = {faults = 1}\n'
    settings = {"rooms__absence_s": 3.0, "bots__manifest": VILLAINS}
    async with life(tmp_path, text, **settings) as server:
        await server.wake("first", 2)
        ann, _ = await enter(server, "ann")
        async with playing(ann):
            await server.until(lambda: state_of(server, "absent") == "benched")
            await server.until(lambda: games_of(server, "first", "ann") >= 1)
        rows = await standing(ann)
        assert rows["absent"]["why"].startswith("1 matches in a row")
        assert rows["first"]["kind"] == "bot"
        assert len(rows["first"]["version"]) == 10


def state_of(server: Server, name: str) -> str:
    entries = server.app.feature(LadderFeature).ladders.ladders["open"].entries.values()
    return next((entry.state.value for entry in entries if entry.name == name), "")


def games_of(server: Server, one: str, other: str) -> int:
    ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
    names = {entry.id: entry.name for entry in ladder.entries.values()}
    met = [{names[entry] for entry in result.entries} for result in ladder.results]
    return met.count({one, other})


def results(server: Server) -> list[RawResult]:
    return server.app.feature(LadderFeature).ladders.ladders["open"].results


def meetings(server: Server) -> list[list[RawResult]]:
    """The results of each meeting."""
    found: dict[str, list[RawResult]] = {}
    for one in results(server):
        found.setdefault(one.meeting, []).append(one)
    return list(found.values())


async def test_a_series_is_one_result_and_its_matches_change_seats(
    tmp_path: Path, store_url: str | None
) -> None:
    text = LADDER.replace('game = "crossfire"', 'game = "crossfire"\nbest_of = 3')
    async with life(tmp_path, text, store__url=store_url) as server:
        ann, _ = await enter(server, "ann", games=1)
        bob, _ = await enter(server, "bob", games=1)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        played = results(server)
        assert len(played) >= 2
        assert [one.ends_meeting for one in played] == [False] * (len(played) - 1) + [True]
        assert len({one.meeting for one in played}) == 1
        seats = [one.entries for one in played]
        assert all(one == other[::-1] for one, other in pairwise(seats))
        rows = await standing(ann)
        assert {(row["games"], row["state"]) for row in rows.values()} == {(1, "idle")}


async def test_who_leaves_a_series_in_the_middle_has_lost_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infoset_server.contests.ladder.matches.ABSENT_S", 0.2)
    text = LADDER.replace('game = "crossfire"', 'game = "crossfire"\nbest_of = 5')
    async with life(tmp_path, text, rooms__absence_s=0.3) as server:
        ann, _ = await enter(server, "ann", games=1)
        bob, gone = await enter(server, "bob", games=1)
        async with playing(ann):
            async with playing(bob):
                await bob.expect("match_over")
            await bob.leave()
            await server.until(lambda: counted(server) == 1)
        last = results(server)[-1]
        if last.reason == "walkover":
            assert last.faults[last.entries.index(gone)] == "absent"
        assert last.places[last.entries.index(gone)] == 2
        assert last.ends_meeting


async def test_one_deal_is_played_in_every_rotation_of_the_seats(tmp_path: Path) -> None:
    text = LADDER.replace('["human", "bot", "guest"]', "[]")
    text = text.replace("refit_s", 'same_deal = true\nhosted = ["first", "babble"]\nrefit_s')
    async with life(tmp_path, text) as server:
        await server.until(lambda: any(len(met) == 2 for met in meetings(server)))
        one, other = next(met for met in meetings(server) if len(met) == 2)
        assert one.entries == other.entries[::-1]
        assert server.records is not None
        heads = [
            (await server.records.journal.look_up(id_))[0] for id_ in (one.match_id, other.match_id)
        ]
        assert heads[0].seed == heads[1].seed
        assert heads[0].deal == heads[1].deal


@pytest.mark.parametrize(
    ("is_result_stored", "status"), [(True, OPEN), (False, OPEN), (False, "finished")]
)
async def test_a_crash_right_after_the_last_move_neither_loses_nor_doubles_the_result(
    tmp_path: Path, is_result_stored: bool, status: str, store_url: str | None
) -> None:
    """The store as a crash leaves it: the match is not closed, and its result is there or not yet.

    Or as a server leaves it that was replaced meanwhile: the match is closed, and its result refused.
    """
    async with life(tmp_path, store__url=store_url) as server:
        ann, _ = await enter(server, "ann", games=1)
        bob, _ = await enter(server, "bob", games=1)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 1)
        (before,) = results(server)
    await turn_back(tmp_path, before, is_result_stored, status, store_url)
    async with life(tmp_path, store__url=store_url) as server:
        (after,) = results(server)
        assert replace(after, at_ms=0) == replace(before, at_ms=0)
        assert server.app.play.running == {}
        assert server.app.feature(LadderFeature).ladders.ladders["open"].meetings == {}
        await server.until(lambda: counted(server) == 1)


async def turn_back(
    data: Path, result: RawResult, is_result_stored: bool, status: str, store_url: str | None
) -> None:
    """Takes back what is stored after the last move of a match."""
    settings = {"data_dir": data, "store.ballast_mb": 0, "store.url": store_url}
    config = load_config(None, settings)
    records = await open_records(config, lambda: 0)
    assert isinstance(records.store, SqlStore)
    meeting = Meeting(result.meeting, "open", 0, result.entries, running=result.match_id)
    documents: dict[DocumentName, bytes | None] = {
        (MEETING, meeting_key(meeting)): orjson.dumps(meeting.to_plain()),
        (table_kind("open"), NEWEST): None,
    }
    if not is_result_stored:
        documents[result_kind("open"), result.match_id] = None
    await records.store.change_documents(documents)
    statement = update(matches).where(matches.c.match_id == result.match_id).values(status=status)
    await records.store.change(lambda connection: connection.execute(statement))
    await records.close()


async def test_two_bots_of_the_server_fill_a_table_of_four_where_the_ladder_says_so(
    tmp_path: Path,
) -> None:
    text = """
        game = "colonizers"
        open_to = []
        hosted = ["first", "last"]
        refit_s = 0.01
        clock = {kind = "none"}
        pairing = {copies = 2}
    """
    async with life(tmp_path, text, bots__manifest=VILLAINS) as server:
        await server.until(lambda: counted(server) >= 1)
        (result, *_) = server.app.feature(LadderFeature).ladders.ladders["open"].results
        assert len(set(result.entries)) == 2
        assert result.faults == ("",) * 4


async def test_a_profile_has_the_rating_and_how_it_went(
    tmp_path: Path, store_url: str | None
) -> None:
    async with life(tmp_path, store__url=store_url) as server:
        ann, entry = await enter(server, "ann", games=3)
        bob, _ = await enter(server, "bob", games=3)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == 3)
            await ann.expect("rating", games=3)
        profile = await bob.ask("show_profile", user=ann.user)
        (rated,) = profile["ratings"]
        row = (await standing(bob))["ann"]
        for name in ("entry", "rank", "rating", "rd", "games", "provisional", "kind"):
            assert rated[name] == row[name]
        assert (rated["ladder"], rated["game"], rated["entry"]) == ("open", "crossfire", entry)
        last = rated["points"][-1]
        assert (last["rating"], last["rd"], last["games"]) == (row["rating"], row["rd"], 3)
        assert [point["games"] for point in rated["points"]] == sorted(
            point["games"] for point in rated["points"]
        )
        assert profile["games"][0]["matches"] == 3
    async with life(tmp_path, store__url=store_url) as server:
        bob = await server.connect("bob", **secret("bob"))
        again = await bob.ask("show_profile", user=ann.user)
        assert again["ratings"] == profile["ratings"]
        assert again["games"] == profile["games"]


async def test_bots_of_the_server_leave_a_ladder_whose_file_takes_none_any_more(
    tmp_path: Path,
) -> None:
    async with life(tmp_path, LADDER + 'hosted = ["first"]\n') as server:
        (entry,) = server.app.feature(LadderFeature).ladders.ladders["open"].entries.values()
        assert entry.state is EntryState.QUEUED
    async with life(tmp_path) as server:
        (entry,) = server.app.feature(LadderFeature).ladders.ladders["open"].entries.values()
        await server.until(lambda: entry.state is EntryState.RETIRED)
        assert entry.why == NOT_OFFERED
