"""Sends replays in parts, a little at a time: never more than the reader takes, never long at a stretch.

    waits for its turn -- works for a slice -- rests -- waits ...
                                 |
                                 +-- a part is full: waits until the client has taken all before it

All streams share one turn and one rest, so together they take at most a fixed part of the server's time.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, Protocol

from infoset_protocol import messages as wire
from infoset_protocol.codec import Encoding, Prepared, encode
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.accounts.clients import Client
from infoset_server.common.request_errors import AwayError, BadOptionError, BusyError
from infoset_server.config import ReplayLimits
from infoset_server.matches.replays import Entry
from infoset_server.storage.errors import UnavailableError

PART_SLACK: Final = 200  # bytes of a part besides its entries
MAX_ENTRIES: Final = 4_096  # of one part, by the protocol
POLL_S: Final = 0.02  # between two looks at a client that has not taken what it was sent
RETRY_MS: Final = 1_000


class Story(Protocol):
    """What can be told entry by entry."""

    def entries(self) -> Iterator[Entry | None]:
        """The entries in order; None stands for work of which nothing is told: a place to pause."""
        ...


class ReplayStreams:
    """The replays being told."""

    def __init__(self, limits: ReplayLimits, now_s: Callable[[], float] = time.thread_time) -> None:
        """`now_s` measures the work of a slice: processor time, for on a busy machine the time of day
        would make slices short and rests long.
        """
        self._limits = limits
        self._now_s = now_s
        self._turn = asyncio.Lock()
        self._tasks: dict[Client, dict[int, asyncio.Task[None]]] = {}

    @property
    def open_streams(self) -> int:
        """How many replays are being told."""
        return sum(len(tasks) for tasks in self._tasks.values())

    def are_open_to(self, client: Client) -> bool:
        """Is a replay being told to a client?"""
        return client in self._tasks

    def open(
        self, client: Client, request: wire.Replay, find: Callable[[], Awaitable[Story]]
    ) -> None:
        """Tells what `find` finds, in answer to `request`, which has an id. Raises BusyError.

        `find` may raise RequestError or UnavailableError, which answer the request.
        """
        assert request.id is not None, "somebody wants the answer"
        mine = self._tasks.get(client, {})
        if len(mine) >= self._limits.max_streams_per_client:
            raise BusyError("as many replays are being told to you as may be", retry_ms=RETRY_MS)
        if self.open_streams >= self._limits.max_streams:
            raise BusyError("as many replays are being told as may be", retry_ms=RETRY_MS)
        task = asyncio.get_running_loop().create_task(
            self._serve(client, request, find), name=f"replay {request.replay}"
        )
        self._tasks.setdefault(client, {})[request.id] = task
        task.add_done_callback(lambda task: self._end(client, request, task))

    def cancel(self, client: Client, target: int | None) -> None:
        """Ends one replay that is being told to a client, or all; `target` is the id of its request."""
        for number, task in self._tasks.get(client, {}).items():
            if target is None or number == target:
                task.cancel()

    async def close(self) -> None:
        """Ends everything."""
        tasks = [task for mine in self._tasks.values() for task in mine.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _end(self, client: Client, request: wire.Replay, task: asyncio.Task[None]) -> None:
        """A stream has come to its end, or was cancelled: perhaps before it began to run."""
        mine = self._tasks.get(client, {})
        mine.pop(request.id or 0, None)
        if not mine:
            self._tasks.pop(client, None)
        if task.cancelled():
            ended = ProtocolError(ErrorCode.CANCELLED, "the replay ends here")
            client.line.refuse(request, ended)

    async def _serve(
        self, client: Client, request: wire.Replay, find: Callable[[], Awaitable[Story]]
    ) -> None:
        """One stream, to its end or to its error."""
        try:
            await self._tell(client, request, await find())
        except UnavailableError as trouble:
            away = AwayError("the server cannot read what it keeps", trouble.retry_ms or RETRY_MS)
            client.line.refuse(request, away)
        except Exception as error:  # noqa: BLE001  # a failure stays with this one request
            client.line.refuse(request, error)

    async def _tell(self, client: Client, request: wire.Replay, telling: Story) -> None:
        connection = client.line
        limit = min(connection.max_frame_out, self._limits.part_bytes) - PART_SLACK
        packer = Packer(limit, connection.max_frame_out - PART_SLACK, connection.encoding)
        entries = telling.entries()
        number = 0
        has_more = True
        while has_more and connection.is_open:
            has_more = await self._work(entries, packer)
            while packer.is_full or not has_more:
                is_last = not has_more and not packer.is_full
                message = {
                    "type": "replay_part",
                    "replay": request.replay,
                    "i": number,
                    "entries": packer.take(),
                    "more": not is_last,
                }
                number += 1
                await self._send(client, request, message)
                if is_last:
                    return

    async def _work(self, entries: Iterator[Entry | None], packer: "Packer") -> bool:
        """One slice; then a rest, before anybody else has a turn. Are there more entries?"""
        async with self._turn:
            began_s = self._now_s()
            has_more = self._fill(entries, packer, began_s)
            await asyncio.sleep((self._now_s() - began_s) * (1 / self._limits.share - 1))
        return has_more

    def _fill(self, entries: Iterator[Entry | None], packer: "Packer", began_s: float) -> bool:
        end_s = began_s + self._limits.slice_ms / 1000
        for entry in entries:
            if entry is not None:
                packer.put(entry)
            if packer.is_full or self._now_s() >= end_s:
                return True
        return False

    @staticmethod
    async def _send(client: Client, request: wire.Replay, message: dict[str, object]) -> None:
        """Sends a part as soon as those before it have been taken."""
        connection = client.line
        while not connection.is_flowing and connection.is_open:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(POLL_S)
        connection.send(Prepared(message), re=request.id)


class Packer:
    """Collects entries into parts of at most `limit` bytes; one entry may have up to `most`."""

    def __init__(self, limit: int, most: int, encoding: Encoding) -> None:
        self._limit = limit
        self._most = most
        self._encoding = encoding
        self._entries: list[Entry] = []
        self._bytes = 0
        self._rest: list[Entry] = []  # what did not fit any more

    @property
    def is_full(self) -> bool:
        """Is a part ready?"""
        return bool(self._rest) or len(self._entries) >= MAX_ENTRIES

    def put(self, entry: Entry) -> None:
        """Adds an entry. Raises BadOptionError for one that the client cannot take."""
        size = size_of(entry, self._encoding)
        if size > self._most:
            raise BadOptionError("form", f"one whose entries fit into {self._most} bytes")
        if self._entries and self._bytes + size > self._limit:
            self._rest.append(entry)
        else:
            self._entries.append(entry)
            self._bytes += size

    def take(self) -> list[Entry]:
        """The part that is ready, or what there is of it."""
        part, rest = self._entries, self._rest
        self._entries, self._rest, self._bytes = [], [], 0
        for entry in rest:
            self.put(entry)
        return part


def size_of(entry: Entry, encoding: Encoding) -> int:
    """What an entry adds to a list on the wire, in bytes."""
    return len(
        encode({"type": "", "entry": entry}, encoding)
    )  # what is around it makes up for the comma
