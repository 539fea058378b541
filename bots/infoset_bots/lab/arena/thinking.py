"""What a bot of the arena may ask a server for, answered here: worlds, walks, playouts (protocol/spec/10-compute.md).

Who does the work is found by the entry point `infoset.compute`; where the server is not installed, there is none.
"""

import functools
from abc import abstractmethod
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from infoset.errors import RequestError
from infoset.remote import Remote
from infoset_games.game import Game
from infoset_protocol.messages import (
    Cancel,
    ClientMessage,
    Determinize,
    Release,
    Rollout,
    ServerMessage,
    Simulate,
    Unknown,
    read_server_message,
)

ENTRY_POINT_GROUP: Final = "infoset.compute"

Thought = Determinize | Simulate | Rollout | Release | Cancel
Observe = Callable[[], dict[str, Any]]


class SeatCompute(Protocol):
    """Answers for one seat of one match."""

    @abstractmethod
    def offer(self) -> dict[str, Any]:
        """What may be spent, as it stands in `match_start.compute`."""

    @abstractmethod
    def closed(self) -> None:
        """A decision of the seat is closed."""

    @abstractmethod
    def answer(self, request: Any, ver: int, observation: dict[str, Any]) -> dict[str, Any]:
        """The reply to a request, in plain values; an `error` is a reply."""

    @abstractmethod
    def release(self, refs: list[str] | None) -> None:
        """Forgets these worlds, or all."""


@functools.cache
def find_compute() -> Callable[..., SeatCompute] | None:
    """What makes the compute of a seat, None where no server is installed."""
    for found in entry_points(group=ENTRY_POINT_GROUP):
        make: Callable[..., SeatCompute] = found.load()
        return make
    return None


class Thinking:
    """The compute of one seat. It is asked about the open decision, and told when that is closed."""

    def __init__(self, game: Game, match_id: str, seat: int, secret: str) -> None:
        """`secret` opens the random numbers of requests without a seed."""
        make = find_compute() if game.worlds else None
        self._compute = None if make is None else make(game, match_id, seat, secret)
        self._is_used = False
        self._decision: int | None = None
        self._observe: Observe = dict

    def offer(self) -> dict[str, Any]:
        """What stands in `match_start.compute`; empty where there is none."""
        return {} if self._compute is None else self._compute.offer()

    def open(self, decision: int, observe: Observe) -> None:
        """The seat is asked. `observe` writes what it knows, when that is needed first."""
        self._decision = decision
        self._observe = functools.cache(observe)

    def close(self) -> None:
        """The decision is closed."""
        self._decision = None
        if self._is_used and self._compute is not None:
            self._compute.closed()

    def answer(self, request: Thought) -> dict[str, Any]:
        """The reply. Raises RequestError where a server would refuse."""
        if self._compute is None:
            raise RequestError("compute_off", "there is no compute here")
        if isinstance(request, Cancel):
            return {"type": "ok"}  # whatever was asked is answered already
        if isinstance(request, Release):
            self._compute.release(request.worlds)
            return {"type": "ok"}
        if self._decision is None or getattr(request, "decision", None) not in (
            None,
            self._decision,
        ):
            still = [] if self._decision is None else [self._decision]
            raise RequestError("stale_decision", "that decision is not open", {"open": still})
        self._is_used = True
        reply = self._compute.answer(request, self._decision, self._observe())
        if reply["type"] == "error":
            raise RequestError(
                reply["code"], reply["msg"], reply.get("data"), reply.get("retry_ms")
            )
        return reply


class LocalRemote(Remote):
    """`turn.remote` of a bot class in the arena: asks, and has the answer at once."""

    def __init__(self, thinking: Thinking, match_id: str, decision: int) -> None:
        self._thinking = thinking
        self._match_id = match_id
        self._decision = decision

    def _wait(self, message: ClientMessage) -> ServerMessage | Unknown:
        assert isinstance(message, Thought)
        return read_server_message(self._thinking.answer(message))
