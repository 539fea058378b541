"""A store that fails when it is told to, before or after the commit. Otherwise it is the one it wraps."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Literal

from infoset_server.storage.errors import StoreError
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.port import Append, Claim, DocumentName, Entry, Outcome

When = Literal["before", "after"]


class FaultyStore(MemoryStore):
    """Appends fail as planned: the n-th call, counted from 1, `before` it is done or `after`."""

    def __init__(self) -> None:
        super().__init__()
        self.plan: dict[int, tuple[When, Exception]] = {}
        self.read_plan: list[StoreError] = []  # what the next reads raise
        self.write_plan: list[Exception] = []  # what the next documents raise
        self.calls: list[list[str]] = []  # matches of each append
        self.ballasts = 1
        self.rested = asyncio.Event()
        self.gate = asyncio.Event()  # closed, it holds up every append
        self.gate.set()
        self.entered = asyncio.Event()  # an append has come as far as the gate

    async def append(self, batch: Sequence[Append]) -> list[Outcome]:
        self.calls.append([append.match_id for append in batch])
        self.entered.set()
        await self.gate.wait()
        when, error = self.plan.get(len(self.calls), (None, None))
        if error is not None and when == "before":
            raise error
        outcomes = await super().append(batch)
        if error is not None:
            raise error
        return outcomes

    async def read(self, match_id: str, after: int = 0) -> AsyncIterator[Entry]:
        if self.read_plan:
            raise self.read_plan.pop(0)
        async for entry in super().read(match_id, after):
            yield entry

    async def change_documents(
        self, changes: Mapping[DocumentName, bytes | None], claims: Sequence[Claim] = ()
    ) -> None:
        if self.write_plan and any(body is not None for body in changes.values()):
            raise self.write_plan.pop(0)
        await super().change_documents(changes, claims)

    async def rest(self) -> None:
        self.rested.set()

    def release_ballast(self) -> bool:
        self.ballasts -= 1
        return True
