"""Thinking on the server for bots without rules: sample worlds, walk them, play them out.

`Turn.remote` is one, made for that turn; in `async` programs use the methods of `Client` instead.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from infoset_protocol.messages import (
    ClientMessage,
    Determinize,
    Release,
    Rollout,
    Rollouts,
    ServerMessage,
    SimJob,
    Sims,
    Simulate,
    Unknown,
    Worlds,
)

Request = Callable[[ClientMessage], Awaitable[ServerMessage | Unknown]]
ReplyT = TypeVar("ReplyT", bound=ServerMessage)


class Remote:
    """The server's compute for one decision. Its methods wait, so call them from `Bot.decide` only.

    They raise RequestError: `budget_exhausted` when the seat has spent its units, `stale_decision`
    when the decision is closed, `compute_off` where the room has none.
    """

    def __init__(
        self, request: Request, loop: asyncio.AbstractEventLoop, match_id: str, decision: int
    ) -> None:
        """`request` is run on `loop`, which is another thread's."""
        self._request = request
        self._loop = loop
        self._match_id = match_id
        self._decision = decision

    def determinize(self, k: int = 1, *, seed: int | None = None, start: int = 0) -> Worlds:
        """Samples `k` worlds; equal seeds give equal worlds, those from number `start` on."""
        message = Determinize(
            match_id=self._match_id, k=k, decision=self._decision, seed=seed, start=start
        )
        return self._ask(message, Worlds)

    def simulate(
        self,
        jobs: Sequence[SimJob],
        want: Sequence[Any] = ("legal",),
        *,
        seed: int | None = None,
        view: int | None = None,
    ) -> Sims:
        """Walks worlds; each walk that got somewhere ends in a new one, unless told otherwise."""
        message = Simulate(
            match_id=self._match_id, jobs=list(jobs), want=list(want), seed=seed, view=view
        )
        return self._ask(message, Sims)

    def rollout(self, *, worlds: Sequence[str] | None = None, **fields: Any) -> Rollouts:
        """Plays worlds out, fresh ones if none are given. `fields` are those of `rollout`."""
        if worlds is None:
            fields = {"decision": self._decision} | fields
        else:
            fields["worlds"] = list(worlds)
        return self._ask(Rollout(match_id=self._match_id, **fields), Rollouts)

    def release(self, worlds: Sequence[str] | None = None) -> None:
        """Forgets worlds, all of them if none are given."""
        given = None if worlds is None else list(worlds)
        self._wait(Release(match_id=self._match_id, worlds=given))

    def _ask(self, message: ClientMessage, reply: type[ReplyT]) -> ReplyT:
        return expect(self._wait(message), reply)

    def _wait(self, message: ClientMessage) -> ServerMessage | Unknown:
        async def ask() -> ServerMessage | Unknown:
            return await self._request(message)

        return asyncio.run_coroutine_threadsafe(ask(), self._loop).result()


def expect(message: ServerMessage | Unknown, kind: type[ReplyT]) -> ReplyT:
    """The reply of the kind that the request promises. Raises TypeError for a server that lies."""
    if not isinstance(message, kind):
        raise TypeError(f"expected {kind.__name__}, the server answered {message.type}")
    return message
