"""A class behind one address: everybody opens the page at the same moment, and everybody gets it and is let in."""

import asyncio
import re
from collections.abc import Callable
from itertools import chain
from typing import Any, Final

from tests.integration.harness import PAGE_FILES, Server

CHILDREN: Final = 40
LANES: Final = 6  # connections that a browser opens for the files of a page
PATIENCE_S: Final = 60.0
# The worker lies at the top, and is fetched by nobody who waits for the page.
NEEDED_FILES: Final = tuple(name for name in PAGE_FILES if not name.endswith((".html", "sw.js")))


class Lane:
    """One of a browser's connections; everything goes over this one."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def fetch(self, path: str) -> bytes:
        """A file."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        length = re.search(rb"Content-Length: (\d+)", head)
        assert length is not None
        return await self._reader.readexactly(int(length[1]))

    async def close(self) -> None:
        """The browser has no use for it any more."""
        if self._writer is not None:
            self._writer.close()
            await self._writer.wait_closed()


async def load_page(lanes: list[Lane]) -> int:
    """All files of the page, several at a time; returns how many."""
    index = await lanes[0].fetch("/")
    root = re.search(rb'"/?(web/[0-9a-f]+)/', index)
    assert root is not None
    waiting = list(NEEDED_FILES)
    fetched = 0

    async def work(lane: Lane) -> None:
        nonlocal fetched
        while waiting:
            name = waiting.pop()
            assert await lane.fetch(f"/{root[1].decode()}/{name}") == PAGE_FILES[name]
            fetched += 1

    async with asyncio.TaskGroup() as together:
        for lane in lanes:
            together.create_task(work(lane))
    return fetched


async def test_forty_children_behind_one_address_all_get_the_page_and_come_in(
    serve: Callable[..., Any],
) -> None:
    server: Server = await serve(connections__exempt_loopback=False)
    browsers = [[Lane(server.port) for _ in range(LANES)] for _ in range(CHILDREN)]

    async def come(child: int) -> int:
        fetched = await load_page(browsers[child])
        await server.connect(f"child {child}", "ws-json")
        return fetched

    async with asyncio.timeout(PATIENCE_S):
        fetched = await asyncio.gather(*map(come, range(CHILDREN)))
    assert set(fetched) == {len(NEEDED_FILES)}
    assert len(server.connections()) == CHILDREN
    for lane in chain.from_iterable(browsers):
        await lane.close()
