"""The record of what assistants of a seat said and what came of it, as the server keeps it. Fetches, shows nothing."""

import contextlib
from collections.abc import AsyncGenerator
from typing import Any

from infoset.client import Client
from infoset_protocol.messages import Replay


async def read_record(client: Client, match_id: str, seat: int) -> AsyncGenerator[dict[str, Any]]:
    """The entries in order. Raises RequestError: `not_found` for who may not read it, or too early."""
    request = Replay(replay=match_id, view=f"seat:{seat}", form="assist")
    async with contextlib.aclosing(client.stream(request)) as parts:
        async for part in parts:
            for entry in part.entries:
                yield entry
