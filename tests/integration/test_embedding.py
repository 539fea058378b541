"""Matches in frames of other sites: which ones, for whom, and that nothing else may be framed."""

import asyncio
import gzip
import http.client
import json
import threading
from typing import Any

import pytest
from tests.integration.harness import Server, open_server, play_out, start_match

from infoset_server.http.front_page import NOT_EMBEDDED

SITE = "https://school.example"


async def get(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What is answered at a path: status, headers, body."""

    def ask() -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    return await asyncio.to_thread(ask)


async def finished(server: Server, **room: Any) -> str:
    """A match that somebody has played to its end."""
    ann = await server.connect("ann")
    match_id = await start_match([ann], **room)
    await play_out([ann], match_id)
    await server.until(lambda: server.app.core.finished.find(match_id) is not None)
    return match_id


async def test_a_film_is_unpacked_beside_the_matches_that_are_played(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long match that takes longer than many acts, and anybody may ask."""
    threads = []
    unpack = gzip.decompress

    def told(packed: bytes) -> bytes:
        threads.append(threading.current_thread())
        return unpack(packed)

    settings: dict[str, Any] = {"replays__embed_on": (SITE,), "replays__share": 1.0}
    async with open_server(tmp_path, store__enabled=True, **settings) as server:
        match_id = await finished(server)
        monkeypatch.setattr(gzip, "decompress", told)
        status, _, body = await get(server, f"/embed/{match_id}/film.json")
    assert (status, json.loads(body)["replay"]) == (200, match_id)
    assert len(threads) == 1
    assert threading.main_thread() not in threads


@pytest.mark.parametrize("site", [(SITE,), ("*",)])
async def test_a_public_match_may_be_framed_where_the_host_says_so(
    tmp_path: Any, site: tuple[str, ...]
) -> None:
    settings: dict[str, Any] = {"replays__embed_on": site, "replays__share": 1.0}
    async with open_server(tmp_path, store__enabled=True, **settings) as server:
        match_id = await finished(server)
        status, headers, body = await get(server, f"/embed/{match_id}")
        policy = headers["Content-Security-Policy"]
        assert status == 200
        assert policy.endswith(f"sandbox allow-scripts; frame-ancestors {site[0]}")
        assert "X-Frame-Options" not in headers
        assert "Set-Cookie" not in headers
        assert match_id.encode() not in body
        status, headers, body = await get(server, f"/embed/{match_id}/film.json")
        assert (status, headers["Access-Control-Allow-Origin"]) == (200, "*")
        film = json.loads(body)
        kinds = [entry["type"] for entry in film["views"]["all"]]
        assert (film["replay"], kinds[0], kinds[-1]) == (match_id, "match_start", "match_over")
        assert all("user" not in seat for seat in film["views"]["all"][0]["players"])
        _, headers, packed = await get(
            server, f"/embed/{match_id}/film.json", **{"Accept-Encoding": "gzip"}
        )
        assert headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed) == body
        for path in ("/", "/health", "/tournaments.json", f"/embed/{match_id}/film.json", "/none"):
            _, headers, _ = await get(server, path)
            assert headers["X-Frame-Options"] == "DENY", path
        _, headers, _ = await get(server, "/")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


async def test_what_is_not_for_everybody_is_not_for_frames(tmp_path: Any) -> None:
    settings: dict[str, Any] = {"replays__embed_on": (SITE,), "replays__share": 1.0}
    async with open_server(tmp_path, store__enabled=True, **settings) as server:
        hidden = [
            await finished(server, unlisted=True),
            await finished(server, watch="off"),
        ]
        bob = await server.connect("bob")
        running = await start_match([bob])
        for match_id in (*hidden, running, "m_none", "..%2f"):
            status, _, body = await get(server, f"/embed/{match_id}/film.json")
            assert (status, json.loads(body)["error"]) == (
                404,
                "There is no such match for everybody.",
            )


async def test_nothing_may_be_framed_unless_the_host_says_so(tmp_path: Any) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        match_id = await finished(server)
        for path in (f"/embed/{match_id}", f"/embed/{match_id}/film.json"):
            status, headers, body = await get(server, path)
            assert (status, headers["X-Frame-Options"]) == (404, "DENY")
            assert NOT_EMBEDDED.encode() in body
        _, headers, _ = await get(server, "/")
        assert "Access-Control-Allow-Origin" not in headers


async def test_many_who_look_at_once_have_it_made_once(tmp_path: Any) -> None:
    settings: dict[str, Any] = {"replays__embed_on": (SITE,), "replays__share": 1.0}
    async with open_server(tmp_path, store__enabled=True, **settings) as server:
        match_id = await finished(server)
        path = f"/embed/{match_id}/film.json"
        answers = await asyncio.gather(*(get(server, path) for _ in range(3)))
        assert {status for status, _, _ in answers} == {200}
        assert len({body for _, _, body in answers}) == 1
