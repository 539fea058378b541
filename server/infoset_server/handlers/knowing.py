"""Answers `know`: who may ask what they may conclude, and about which actions. Chapter Compute of the protocol."""

from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import COMPUTE
from infoset_server.common.request_errors import BusyError, WrongStateError
from infoset_server.compute.errors import ComputeOffError
from infoset_server.compute.knowing import Knowing
from infoset_server.compute.tasks.making import check_seat
from infoset_server.compute.tasks.task import Position
from infoset_server.compute.thinkers import position_of
from infoset_server.handlers.compute import admit
from infoset_server.handlers.requests import Find, RequestHandler, Turn
from infoset_server.handlers.waiting import WaitingRequests

# Requests of one client that wait: one for what is known, one for what actions are worth.
MOST_AT_ONCE: Final = 2
RETRY_MS: Final = 1_000


class KnowHandlers:
    """A request waits for its turn; refusals are RequestErrors."""

    def __init__(self, knowing: Knowing | None, find: Find) -> None:
        """`knowing` None: this server tells nobody. `find` gives the match that a request names, or raises RequestError."""
        self._knowing = knowing
        self._find = find
        self._waiting = WaitingRequests()

    @property
    def waiting(self) -> int:
        """Requests that are not answered yet."""
        return len(self._waiting)

    def owes(self, client: Client) -> bool:
        """Is a client's request not answered yet?"""
        return self._waiting.count(client) > 0

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("know", self.know, COMPUTE, self._find)]

    def know(self, client: Client, request: wire.Know, turn: Turn) -> None:
        """What the seat may conclude, or what its actions are worth."""
        live = turn.match
        seat = admit(client, live)
        knowing = self._knowing
        if knowing is None:
            raise ComputeOffError
        for place, act in enumerate(request.first or ()):
            check_seat(live.match.game, f"first.{place}.seat", act.seat)
        if request.first is not None and seat not in live.match.open:
            raise WrongStateError("`first` needs an open decision of yours")
        if request.id is None:  # nobody would get the answer
            return
        is_one_too_many = self._waiting.count(client) >= MOST_AT_ONCE
        if is_one_too_many or self.waiting >= knowing.limits.max_waiting:
            raise BusyError("as many requests to `know` wait as may", retry_ms=RETRY_MS)
        work = self._serve(client, request, knowing, position_of(live, seat))
        self._waiting.begin(client, request, work)

    def cancel(self, client: Client, target: int | None) -> None:
        """Ends one request of a client, or all."""
        self._waiting.cancel(client, target)

    async def close(self) -> None:
        """Ends everything."""
        await self._waiting.close()
        if self._knowing is not None:
            await self._knowing.close()

    async def _serve(
        self, client: Client, request: wire.Know, knowing: Knowing, position: Position
    ) -> None:
        try:
            if request.first is None:
                found = await knowing.conclude(position)
            else:
                found = await knowing.weigh(position, request.first, client.line.max_frame_out)
            told: dict[str, Any] = {"type": "known", "match_id": position.match_id}
            client.line.reply(request, told | {"ver": position.ver} | found)
        except Exception as error:  # noqa: BLE001  # a failure stays with this one request
            client.line.refuse(request, error)
