"""What a running server tells of itself: health, readiness, numbers; and what it must not tell."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.integration.harness import Server, play_out, start_match

from infoset_server.common.ids import MatchId
from infoset_server.monitoring import vitals
from infoset_server.storage.errors import StorageFullError


async def get(server: Server, path: str, *headers: str) -> tuple[int, str]:
    """Status and body of a page."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = (f"GET {path} HTTP/1.0", "Host: localhost", *headers, "", "")
    writer.write("\r\n".join(lines).encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


async def numbers(server: Server) -> dict[tuple[str, ...], float]:
    """What `/metrics` says, by name and labels."""
    status, text = await get(server, "/metrics")
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_the_numbers_of_a_played_match_add_up(serve: Callable[..., Any]) -> None:
    server: Server = await serve(store__enabled=True)
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    assert (await numbers(server))["infoset_matches",] == 1
    await ann.refused("act", match_id=match_id, decision=99, index=0)
    await play_out([ann], match_id)
    found = await numbers(server)
    acts = found["infoset_act_seconds_count",]
    assert found["infoset_connections", "tcp-json"] >= 1
    assert found["infoset_matches",] == 0
    assert found["infoset_matches_begun_total",] == 1
    assert acts > 20
    assert found["infoset_acts_refused_total", "stale_decision"] == 1
    assert found["infoset_store_batch_size_sum",] >= acts
    assert found["infoset_store_commit_seconds_sum",] > 0
    assert found["infoset_store_trouble",] == 0
    assert found["process_resident_memory_bytes",] > 0


async def test_buckets_only_grow_from_bound_to_bound(server: Server) -> None:
    ann = await server.connect("ann")
    await play_out([ann], await start_match([ann]))
    found = await numbers(server)
    buckets = [count for name, count in found.items() if name[0] == "infoset_act_seconds_bucket"]
    assert buckets == sorted(buckets)
    assert buckets[-1] == found["infoset_act_seconds_count",]


async def test_a_proxy_lends_its_address_to_nobody(server: Server) -> None:
    status, body = await get(server, "/metrics", "X-Forwarded-For: 203.0.113.7")
    assert status == 403
    assert "infoset_" not in body


async def test_named_readers_may_come_through_a_trusted_proxy(serve: Callable[..., Any]) -> None:
    server: Server = await serve(
        connections__trusted_proxies=("127.0.0.1",), status__metrics_for=("203.0.113.0/24",)
    )
    assert (await get(server, "/metrics", "X-Forwarded-For: 203.0.113.7"))[0] == 200
    assert (await get(server, "/metrics", "X-Forwarded-For: 198.51.100.1"))[0] == 403


async def test_a_well_server_says_so(server: Server) -> None:
    for path in ("/health", "/ready"):
        status, body = await get(server, path)
        assert (status, json.loads(body)["status"]) == (200, "ok")


async def test_health_is_red_on_a_disk_that_is_nearly_full(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vitals, "free_share", lambda folder: 0.049)
    for path in ("/health", "/ready"):
        status, body = await get(server, path)
        assert (status, json.loads(body)["status"]) == (503, "the disk is nearly full: 4.9% free")


async def test_health_is_red_while_the_store_does_not_work(serve: Callable[..., Any]) -> None:
    server: Server = await serve(store__enabled=True)
    assert server.app.records is not None
    server.app.records.writer.trouble = StorageFullError("planted")
    assert (await get(server, "/health"))[0] == 503
    assert (await numbers(server))["infoset_store_trouble",] == 1


async def test_a_server_that_is_about_to_stop_is_alive_and_not_ready(server: Server) -> None:
    server.app.matchmaker.stopping = True
    assert (await get(server, "/health"))[0] == 200
    assert (await get(server, "/ready"))[0] == 503


async def test_a_slow_match_is_named_in_the_log(
    serve: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    server: Server = await serve(status__slow_ms=1, status__report_s=0.1)
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    server.app.play.floor.counters.recent.append(
        (MatchId(match_id), 800.0)
    )  # slower than any machine
    told = f"match {match_id} is slow: an action took 800000 ms"
    await server.until(lambda: told in caplog.text)


def test_a_folder_that_is_not_there_has_no_room(tmp_path: Path) -> None:
    assert vitals.free_share(tmp_path / "nowhere") == 0.0
    assert 0.0 < vitals.free_share(tmp_path) <= 1.0
