"""Requests for compute: who may ask, and for what. Refuses by raising; the service does the rest."""

from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import COMPUTE, EXPORT_SCOPE
from infoset_server.common.request_errors import (
    ForbiddenError,
    NotYourSeatError,
    UnsupportedError,
    WrongStateError,
)
from infoset_server.compute.errors import ComputeOffError, StaleDecisionError
from infoset_server.compute.service import ComputeService
from infoset_server.compute.tasks.making import make_task
from infoset_server.compute.tasks.task import Task
from infoset_server.compute.thinkers import Request
from infoset_server.handlers.requests import Find, RequestHandler, Turn
from infoset_server.matches.runner import MatchRunner

FEATURE: Final = "compute"
SCOPE: Final = "compute"


class ComputeHandlers:
    """Refusals are RequestErrors; a refused request changes nothing."""

    def __init__(self, service: ComputeService, find: Find) -> None:
        """`find` gives the match that a request names, or raises RequestError."""
        self._service = service
        self._find = find

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [
            RequestHandler("determinize", self.determinize, COMPUTE, self._find),
            RequestHandler("simulate", self.simulate, COMPUTE, self._find),
            RequestHandler("rollout", self.rollout, COMPUTE, self._find),
            RequestHandler("release", self.release, find=self._find),
        ]

    def determinize(self, client: Client, request: wire.Determinize, turn: Turn) -> None:
        """Samples worlds."""
        live = turn.match
        seat = admit(client, live)
        task = make_task(request, live.match.game, self._service.limits)
        if request.export and not self._service.limits.export:
            raise ForbiddenError("positions are not exported here", {"scope": EXPORT_SCOPE})
        self._check_decision(live, seat, request.decision)
        self._submit(client, live, seat, request, task)

    def simulate(self, client: Client, request: wire.Simulate, turn: Turn) -> None:
        """Walks worlds."""
        live = turn.match
        seat = admit(client, live)
        task = make_task(request, live.match.game, self._service.limits)
        self._submit(client, live, seat, request, task)

    def rollout(self, client: Client, request: wire.Rollout, turn: Turn) -> None:
        """Plays worlds out."""
        live = turn.match
        seat = admit(client, live)
        task = make_task(request, live.match.game, self._service.limits)
        self._check_decision(live, seat, request.decision)
        if request.first is not None and request.worlds is None and seat not in live.match.open:
            raise WrongStateError("`first` needs an open decision of yours, or worlds")
        self._submit(client, live, seat, request, task)

    def release(self, client: Client, request: wire.Release, turn: Turn) -> dict[str, Any]:
        """Forgets worlds."""
        live = turn.match
        seat = admit(client, live)
        self._service.release(client, live, seat, request.worlds)
        return {"type": "ok"}

    def _submit(
        self, client: Client, live: MatchRunner, seat: int, request: Request, task: Task
    ) -> None:
        if request.id is not None:  # else nobody would get the answer
            self._service.submit(client, live, seat, request, task)

    @staticmethod
    def _check_decision(live: MatchRunner, seat: int, decision: int | None) -> None:
        asked = live.match.open.get(seat)
        number = None if asked is None else asked.number
        if decision is not None and decision != number:
            raise StaleDecisionError([] if number is None else [number])


def admit(client: Client, live: MatchRunner) -> int:
    """The seat in the match that the client may think for: its own, or one that it assists. Raises RequestError."""
    if FEATURE not in client.line.features:
        raise UnsupportedError(FEATURE, "ask for the feature `compute` in `hello`")
    seat = client.seats.get(live.id)
    if seat is None or live.match_seats[seat].client is not client:
        seat = assisted_seat(client, live)
    if not live.settings.compute:
        raise ComputeOffError
    return seat


def assisted_seat(client: Client, live: MatchRunner) -> int:
    """The seat at whose expense an assistant thinks. Raises RequestError."""
    seat = client.aiding.get(live.id)
    assistants = None if seat is None else live.match_seats[seat].assistants
    if seat is None or assistants is None:
        raise NotYourSeatError("you do not control a seat in this match")
    assistants.require(client, SCOPE)
    return seat
