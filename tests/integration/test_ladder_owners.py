"""What owners and organisers of a ladder ask for over the wire: batches, alerts, trial matches, seasons and deadlines."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import MANIFEST, Server, slow_documents
from tests.integration.test_ladder import LADDER, enter, life, playing

from infoset.client import Client as Sdk
from infoset.commands.bots import alert_text
from infoset.entries import ask_for_matches, cancel_batch, list_alerts, list_batches
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.contests.ladder.batches import BATCH
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.http.ladders import season_csv

FAST = "pace = {per_hour = 100000, entry_per_hour = 100000, settled_per_hour = 100000}\n"


def the_ladder(server: Server) -> Ladder:
    return server.app.feature(LadderFeature).ladders.ladders["open"]


def one_house_bot(tmp_path: Path) -> dict[str, Any]:
    """A manifest with one bot that plays properly."""
    path = tmp_path / "listed.toml"
    program = MANIFEST.with_name("table_bot.py")
    command = f'["{{python}}", "-I", "-S", "{program}", "first"]'
    path.write_text(f'[[bot]]\nname = "first"\ncommand = {command}\n')
    return {"bots__manifest": path}


def drop(data: Path, name: str, decide: str) -> None:
    folder = data / "bots" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.toml").write_text('language = "python"')
    lines = ["import infoset", "class It(infoset.Bot):", "    quick = True"]
    lines += ["    def decide(self, turn):", f"        {decide}"]
    (folder / "bot.py").write_text("\n".join(lines))


def found(server: Server, name: str) -> list[Entry]:
    return [one for one in the_ladder(server).entries.values() if one.name == name]


async def test_a_batch_is_told_of_once_it_is_stored(tmp_path: Path) -> None:
    async with life(tmp_path, LADDER + FAST) as server:
        ann, mine = await enter(server, "ann")
        wanted = {"ladder": "open", "entry": mine, "matches": 4}
        with slow_documents(BATCH) as may_go_on:
            asking = asyncio.create_task(ann.ask("ladder_batch", **wanted))
            await server.until(lambda: bool([*the_ladder(server).batches]))
            await ann.ask("ladders")  # whatever was to be said at once has been said
            assert not asking.done()
            may_go_on.set()
            batch = (await asking)["data"]["batch"]
        assert server.records is not None
        assert list(await server.records.store.documents(BATCH)) == [f"open:{batch}"]


async def test_a_batch_is_played_told_cancelled_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    text = LADDER + FAST + "matches = 1\n"
    async with life(tmp_path, text) as server:
        ann, mine = await enter(server, "ann")
        bob, theirs = await enter(server, "bob")
        wanted: dict[str, Any] = {"ladder": "open", "entry": mine, "against": [theirs]}
        batch = (await ann.ask("ladder_batch", **wanted, matches=4))["data"]["batch"]
        more = (await ann.ask("ladder_batch", **wanted, matches=100))["data"]["batch"]
        assert (await bob.refused("ladder_batch", **wanted, matches=1))["code"] == "entry_unknown"
        refused = await ann.refused("ladder_batch", **wanted | {"against": [mine]}, matches=1)
        assert (refused["code"], refused["data"]["path"]) == ("bad_option", "against")
        assert (await bob.ask("ladder_batches", ladder="open"))["items"] == []
        asked = {"ladder": "open", "batch": more}
        assert (await bob.refused("ladder_batch_cancel", **asked))["code"] == "not_found"
        await ann.ask("ladder_batch_cancel", **asked)
        async with playing(ann, bob):
            await server.until(lambda: len(the_ladder(server).results) >= 1)
        before = len([one for one in the_ladder(server).results if one.batch == batch])
    async with life(tmp_path, text) as server:
        ann, _ = await enter(server, "ann")
        bob, _ = await enter(server, "bob")
        async with playing(ann, bob):
            await server.until(
                lambda: [one.batch for one in the_ladder(server).results].count(batch) == 4
            )
            await server.until(lambda: the_ladder(server).results[-1].counts)
        first, second = (await ann.ask("ladder_batches", ladder="open"))["items"]
        assert (first["played"], first["state"], first["rated"]) == (4, "done", False)
        assert second["state"] == "cancelled"
        assert before <= 4
        asked_for = [one for one in the_ladder(server).results if one.batch == batch]
        assert len({one.match_id for one in asked_for}) == 4
        starts = {one["match_id"]: one.get("rated") for one in ann.of_type("match_start")}
        assert {starts[one.match_id] for one in asked_for if one.match_id in starts} <= {None}


CRASHING = 'raise ValueError("no idea what to do")'


async def test_the_owner_of_a_bot_that_fails_sees_when_and_its_log_and_nobody_else_does(
    tmp_path: Path,
) -> None:
    text = LADDER.replace(
        'clock = {kind = "none"}', "clock = {move_ms = 100, first_ms = 0, grace_ms = 0}"
    )
    async with life(tmp_path, text + "max_timeouts = 1000\n" + FAST) as server:
        ann, mine = await enter(server, "ann")
        bob, _ = await enter(server, "bob")
        async with playing(bob):
            start = await ann.expect("match_start")
            await ann.ask("resign", match_id=start["match_id"])  # no fault
            start = await ann.expect("match_start")
            the_ladder(server).roster.take_off(the_ladder(server).entries[mine], "once is enough")
            await server.until(lambda: bool(the_ladder(server).entries[mine].alerts))
            assert (await bob.ask("ladder_alerts"))["items"] == []
            (alert,) = (await ann.ask("ladder_alerts", ladder="open"))["items"]
            assert (alert["entry"], alert["name"], alert["log"]) == (mine, "ann", "")
            assert "decisions were left to fallbacks" in alert["what"]
            unknown = await ann.refused("ladder_alerts", ladder="nowhere")
            assert unknown["code"] == "not_found"


async def test_a_token_for_watching_reads_no_ends_of_logs(tmp_path: Path) -> None:
    async with life(tmp_path, LADDER) as server:
        accounts = server.app.people.accounts
        olga = accounts.register.add_account("olga", Role.PLAYER)
        _, token = accounts.credentials.issue(olga, Kind.USER, scopes=frozenset({"watch"}))
        client = await server.dial("olga")
        await client.log_in(auth={"kind": "token", "token": token})
        refused = await client.refused("ladder_alerts")
        assert (refused["code"], refused["data"]) == ("forbidden", {"scope": "play"})


CRASHING_ONCE = """
if not CRASHED.exists():
            CRASHED.touch()
            print("on the way down", file=sys.stderr, flush=True)
            os.kill(os.getpid(), 9)
        return turn.fallback
"""


async def test_a_crash_is_told_to_the_owner_though_the_match_goes_on(tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    drop(tmp_path, "stumbler", CRASHING_ONCE.strip())
    program = tmp_path / "bots" / "stumbler" / "bot.py"
    header = f"import os, pathlib, sys\nCRASHED = pathlib.Path({str(crashed)!r})\n"
    program.write_text(header + program.read_text())
    text = LADDER + FAST + 'hosted = ["stumbler", "first"]\n'
    async with life(tmp_path, text, **one_house_bot(tmp_path)) as server:
        await server.until(lambda: any(one.alerts for one in found(server, "stumbler")))
        (entry,) = found(server, "stumbler")
        alert = entry.alerts[0]
        assert alert["what"] == "its program ended in the middle of the match"
        assert "on the way down" in alert["log"]
        await server.until(
            lambda: alert["match_id"] in {one.match_id for one in the_ladder(server).results}
        )
        assert entry.faults == 0


async def test_a_bot_of_the_folder_is_tried_before_it_counts_and_a_failing_one_is_refused_with_its_log(
    tmp_path: Path,
) -> None:
    drop(tmp_path, "good", "return turn.fallback")
    drop(tmp_path, "bad", CRASHING)
    text = LADDER + FAST + 'trial = true\nhosted = ["good", "bad", "first"]\n'
    async with life(tmp_path, text, **one_house_bot(tmp_path)) as server:
        await server.until(lambda: len(the_ladder(server).results) >= 2)
        await server.until(lambda: any(one.why for one in found(server, "bad")))
        (bad,) = found(server, "bad")
        assert bad.state is EntryState.BENCHED
        assert bad.why.startswith("the trial match failed: ")
        assert "no idea what to do" in bad.alerts[0]["log"]
        played = {entry for one in the_ladder(server).results for entry in one.entries}
        assert bad.id not in played
        (good,) = found(server, "good")
        assert good.is_tried
        assert good.id in played
        drop(tmp_path, "bad", "return turn.fallback")
        await server.until(lambda: any(one.is_tried for one in found(server, "bad")))
    async with life(tmp_path, text, **one_house_bot(tmp_path)) as server:
        states = [(one.is_tried, bool(one.alerts)) for one in found(server, "bad")]
        assert sorted(states) == [(False, True), (True, False)]


async def test_a_bot_from_outside_is_tried_too(tmp_path: Path) -> None:
    text = LADDER.replace(
        'clock = {kind = "none"}', "clock = {move_ms = 100, first_ms = 0, grace_ms = 0}"
    )
    async with life(tmp_path, text + FAST + "trial = true\n", **one_house_bot(tmp_path)) as server:
        lazy, mine = await enter(server, "lazy")  # never answers
        told = await lazy.expect("error", code="wrong_state")
        assert "lazy 1 is refused: the trial match failed: " in told["msg"]
        (alert,) = (await lazy.ask("ladder_alerts"))["items"]
        assert alert["entry"] == mine
        refused = await lazy.refused("ladder_queue", ladder="open", entry=mine)
        assert "deadlines missed" in refused["msg"]
        assert the_ladder(server).results == []


async def test_a_season_ends_while_bots_play_and_its_table_is_asked_for(tmp_path: Path) -> None:
    text = LADDER + FAST + '[seasons]\nratings = "fresh"\n[divisions]\nsizes = [2]\nmoves = 1\n'
    async with life(tmp_path, text) as server:
        clients = [(await enter(server, name))[0] for name in ("ann", "bob", "cat", "dan")]
        ann = clients[0]
        async with playing(*clients):
            await server.until(lambda: len(the_ladder(server).results) >= 4)
            the_ladder(server).end_season()
            await server.until(lambda: the_ladder(server).seasons.current.number == 2)
            before = len(the_ladder(server).results)
            await server.until(lambda: len(the_ladder(server).results) >= before + 4)
        past = the_ladder(server).seasons.past[1]
        (info,) = (await ann.ask("ladders"))["items"]
        assert (info["season"], info["divisions"]) == (2, 2)
        table = await ann.ask("standings", ladder="open", season=1)
        assert [row["moves_to"] for row in table["rows"]] == [1, 1, 2, 2]
        assert (table["season"], table["as_of_ms"]) == (1, past.ended_ms)
        now = await ann.ask("standings", ladder="open")
        upper = {row["entry"] for row in now["rows"] if row["division"] == 1}
        met = [one for one in the_ladder(server).results if one.number > past.last]
        assert {len(upper & set(one.entries)) for one in met} <= {0, 2}
        missing = await ann.refused("standings", ladder="open", season=2)
        assert (missing["code"], "over: 1" in missing["msg"]) == ("not_found", True)
        rows = season_csv(past)
    async with life(tmp_path, text) as server:
        assert season_csv(the_ladder(server).seasons.past[1]) == rows
        assert the_ladder(server).seasons.current.number == 2


async def test_after_the_deadline_an_edited_bot_plays_on_as_it_stood(tmp_path: Path) -> None:
    drop(tmp_path, "good", "return turn.fallback")
    text = LADDER + FAST + 'hosted = ["good", "first"]\n'
    late = text + "deadline = 2020-01-01T00:00:00Z\n"
    house = one_house_bot(tmp_path)
    async with life(tmp_path, text, **house) as server:
        await server.until(lambda: len(the_ladder(server).results) >= 2)
    async with life(tmp_path, late, **house) as server:
        (entry,) = found(server, "good")
        drop(tmp_path, "good", CRASHING)
        ladders = server.app.feature(LadderFeature).ladders
        ladders._scheduler.look_for_bots()  # pyright: ignore[reportPrivateUsage]
        there = len(the_ladder(server).results)
        await server.until(lambda: len(the_ladder(server).results) >= there + 3)
        assert entry.state is EntryState.QUEUED
    async with life(tmp_path, late, **house) as server:
        (entry,) = found(server, "good")
        there = len(the_ladder(server).results)
        await server.until(lambda: len(the_ladder(server).results) >= there + 3)
        newest = the_ladder(server).results[-3:]
        assert all(entry.id in one.entries for one in newest)
        assert entry.faults == 0
        new = await server.connect("new", auth={"kind": "guest", "name": "new", "token": "x" * 20})
        refused = await new.refused("ladder_register", ladder="open", name="new", kind="bot")
        assert refused["code"] == "ladder_closed"
        assert "the deadline was 2020-01-01 00:00 UTC" in refused["msg"]


async def test_the_commands_of_an_owner_ask_for_the_same(tmp_path: Path) -> None:
    async with life(tmp_path, LADDER + FAST) as server:
        ann, mine = await enter(server, "ann")
        bob, _ = await enter(server, "bob")
        url = f"infoset://127.0.0.1:{server.port}"
        async with playing(ann, bob), Sdk(url, secret="the secret of ann", name="ann") as sdk:
            batch = await ask_for_matches(sdk, "open", "ann", ["bob"], 2)
            await server.until(
                lambda: [one.batch for one in the_ladder(server).results].count(batch) == 2
            )
            (known,) = await list_batches(sdk, "open")
            assert (known.entry, known.played, known.state) == (mine, 2, "done")
            await cancel_batch(sdk, "open", batch)
            assert await list_alerts(sdk) == []


@pytest.mark.parametrize("log", ["", "one\ntwo\n"])
def test_an_alert_is_shown_with_the_lines_of_its_log(log: str) -> None:
    from infoset_protocol.messages import LadderAlert

    alert = LadderAlert(
        ladder="open",
        entry="e_1",
        name="ann",
        version="1",
        at_ms=0,
        match_id="m_1",
        what="3 deadlines missed",
        log=log,
    )
    first, *rest = alert_text(alert).splitlines()
    assert first.endswith("open: ann 1, match m_1: 3 deadlines missed")
    assert rest == [f"  | {line}" for line in log.splitlines()]


async def test_a_match_that_was_on_is_set_up_once_after_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with life(tmp_path, LADDER) as server:
        ann, _ = await enter(server, "ann")
        await enter(server, "bob")
        match_id = (await ann.expect("match_start"))["match_id"]
    with caplog.at_level("INFO"):
        async with life(tmp_path, LADDER):
            pass
    lines = [one.getMessage() for one in caplog.records]
    assert sum(f"{match_id} goes on" in line for line in lines) == 1
