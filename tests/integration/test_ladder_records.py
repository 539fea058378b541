"""Records of ladder matches that are deleted in time: replays are gone, and the ladder is what it was."""

import argparse
import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.test_ladder import LADDER, counted, enter, life, playing, standing

from infoset_server.app.features.ladders import LadderFeature
from infoset_server.commands.ladder import command
from infoset_server.contests.ladder.recordings import DAY_MS, Interest
from infoset_server.contests.ladder.retention import Retention

MATCHES = 6


async def sweep_later(retention: Retention, later_ms: int) -> None:
    """A sweep that takes it to be so much later."""
    wall_ms = retention._wall_ms
    retention._wall_ms = lambda: wall_ms() + later_ms
    await retention._tasks.finish()  # what has been begun knows no better
    retention.sweep()
    await retention._tasks.finish()
    retention._wall_ms = wall_ms


async def test_routine_matches_can_be_seen_for_their_days_and_the_ladder_stays_as_it_was(
    tmp_path: Path, store_url: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    settings: dict[str, Any] = {"ladder_records__routine_days": 2, "store__url": store_url}
    async with life(tmp_path, LADDER, **settings) as server:
        ladders = server.app.feature(LadderFeature).ladders
        ann, _ = await enter(server, "ann", games=MATCHES)
        bob, _ = await enter(server, "bob", games=MATCHES)
        async with playing(ann, bob):
            await server.until(lambda: counted(server) == MATCHES)
        ladder = ladders.ladders["open"]
        await sweep_later(ladders.retention, DAY_MS)
        routine = [one.match_id for one in ladder.recordings.of(Interest.ROUTINE)]
        chosen = [one.match_id for one in ladder.recordings.of(Interest.CHOSEN)]
        assert len(routine) + len(chosen) == MATCHES
        eve = await server.connect("eve")
        listed = {item["replay"] for item in (await eve.ask("replays"))["items"]}
        assert listed == {*routine, *chosen}
        before = await standing(eve)
        await sweep_later(ladders.retention, 3 * DAY_MS)
        left = {item["replay"] for item in (await eve.ask("replays"))["items"]}
        assert left == set(chosen)
        unknown = await eve.refused("replay", replay="m_unknown")
        for match_id in routine:
            gone = await eve.refused("replay", replay=match_id)
            assert gone["code"] == unknown["code"] == "not_found"
            assert gone["msg"] == unknown["msg"].replace("m_unknown", match_id)
        assert await standing(eve) == before
        metrics = {
            sample.name: sample.value
            for metric in server.app.feature(LadderFeature).metrics()
            for sample in metric.samples
        }
        assert metrics["infoset_ladder_records_deleted_total"] == len(routine)
        assert metrics["infoset_ladder_record_bytes"] == sum(ladder.recordings.sizes.values())
    async with life(tmp_path, LADDER, **settings) as server:
        eve = await server.connect("eve")
        assert await standing(eve) == before
        assert {item["replay"] for item in (await eve.ask("replays"))["items"]} == set(chosen)
        again = server.app.feature(LadderFeature).ladders.ladders["open"]
        assert len(again.results) == MATCHES
    where = [] if store_url is None else ["--set", f"store.url={store_url}"]
    for action, told in (
        ("rebuild", f"{MATCHES} results"),
        ("records", f"routine        0 recorded      0.0 MB  kept {2} days"),
    ):
        parser = argparse.ArgumentParser()
        do = command(parser)
        asked = ["--data", str(tmp_path), *where, "--set", "ladder_records.routine_days=2"]
        done = await asyncio.to_thread(do, parser.parse_args([*asked, action, "open"]))
        out = capsys.readouterr().out
        assert done == 0, out
        assert told in out
