"""Requests that are answered later, each by a task of its own."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from infoset_protocol import messages as wire
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.accounts.clients import Client

Tasks = dict[asyncio.Task[None], int]  # with the id of the request that each answers


class WaitingRequests:
    """Who waits for what, so that it can be counted and cancelled."""

    def __init__(self) -> None:
        self._tasks: dict[Client, Tasks] = {}

    def __len__(self) -> int:
        """Requests that are not answered yet."""
        return sum(map(len, self._tasks.values()))

    def count(self, client: Client) -> int:
        """Those of one client."""
        return len(self._tasks.get(client, ()))

    def begin(
        self, client: Client, request: wire.ClientMessage, work: Coroutine[Any, Any, None]
    ) -> None:
        """Runs `work`, which answers the request; it has an id. If it is cancelled, the client is told so."""
        assert request.id is not None
        task = asyncio.get_running_loop().create_task(work, name=f"{request.type} {request.id}")
        self._tasks.setdefault(client, {})[task] = request.id
        task.add_done_callback(lambda task: self._end(client, request, task))

    def cancel(self, client: Client, target: int | None) -> None:
        """Ends one request of a client by its id, or all."""
        for task, number in self._tasks.get(client, {}).items():
            if target is None or number == target:
                task.cancel()

    async def close(self) -> None:
        """Ends everything."""
        tasks = [task for mine in self._tasks.values() for task in mine]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, client: Client, request: wire.ClientMessage, task: asyncio.Task[None]) -> None:
        mine = self._tasks.get(client, {})
        mine.pop(task, None)
        if not mine:
            self._tasks.pop(client, None)
        if task.cancelled():
            client.line.refuse(request, ProtocolError(ErrorCode.CANCELLED, "it is not waited for"))
