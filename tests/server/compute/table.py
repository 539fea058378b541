"""A compute service without sockets: a match at any position, and a client that writes down what it gets."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_protocol.codec import Encoding, Prepared, encode
from infoset_protocol.messages import read_client_message
from infoset_server.accounts.clients import Client
from infoset_server.common.request_errors import RequestError, refusal_of
from infoset_server.compute.budget import Gauge
from infoset_server.compute.service import ComputeService
from infoset_server.config import ComputeLimits
from infoset_server.handlers.compute import ComputeHandlers
from infoset_server.handlers.requests import RequestHandler, Turn
from infoset_server.matches.runner import MatchRunner

SECRET = b"a secret of the tests"
MATCH_ID = "m_1"
INLINE = ComputeLimits(workers=1)
FOREVER_US = 1 << 40

Message = dict[str, Any]


class Line:
    """Takes the place of a connection."""

    def __init__(self, max_frame: int = 1 << 20) -> None:
        self.session_id = "s_1"
        self.max_frame_out = max_frame
        self.encoding = Encoding.JSON
        self.features = frozenset({"compute"})
        self.is_open = True
        self.rate_factor = 1
        self.got: list[Message] = []

    def reply(self, request: Any, message: Prepared) -> None:
        self.got.append(dict(message.plain) | {"re": request.id})

    def send(self, message: Prepared, *rest: Any, re: int | None = None) -> None:
        self.got.append(dict(message.plain) | {"re": re})

    def refuse(self, request: Any, error: Exception) -> None:
        told = refusal_of(error, request, self)
        data = None if told.data is None else dict(told.data)
        head = {"type": "error", "re": request.id, "code": str(told.code), "msg": told.msg}
        self.got.append(head | {"data": data})


class SureOfItself(Gauge):
    """Takes all work to last so long; as it stands, everything is little, and done at once."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__()
        self._seconds = seconds

    def estimate_s(self, label: str, weight: int) -> float:
        return self._seconds


class Table:
    """One seat of a match at `state`, and the service behind it."""

    def __init__(
        self,
        game: Game,
        state: State,
        seat: int = 0,
        limits: ComputeLimits = INLINE,
        max_frame: int = 1 << 20,
        is_inline: bool = True,
    ) -> None:
        """With `is_inline` every request is answered at once, else by workers."""
        self.match = Match(game, Terms(), "match seed")
        self.match.state = state
        self.match._go_on(0)
        self.live: Any = SimpleNamespace(
            id=MATCH_ID,
            match=self.match,
            settings=SimpleNamespace(compute=True),
            match_seats={},
            on_moved=[],
            clock=SimpleNamespace(credit=lambda seat, ms: None),
        )
        if is_inline:
            limits = limits.model_copy(update={"inline_us": FOREVER_US})
        self.matches = 1  # that are played
        self.service = ComputeService(limits, secret=SECRET, matches=lambda: self.matches)
        if is_inline:
            self.service.gauge = SureOfItself()
        handlers = [
            *ComputeHandlers(self.service, self._find).handlers(),
            RequestHandler("cancel", self._cancel),
        ]
        self._handlers = {handler.type: handler for handler in handlers}
        self._turn = cast(Turn, SimpleNamespace(match=self.live, live=self.live, arrived_s=0.0))
        self.seat = seat
        self.line = Line(max_frame)
        self.client = self.sit(self.line)
        self._ids = 0

    def sit(self, line: Line) -> Client:
        """A client of that connection takes the seat."""
        client = SimpleNamespace(
            line=line,
            seats={MATCH_ID: self.seat},
            aiding={},
            __hash__=None,
        )
        seated = cast(Client, Hashable(client))
        self.live.match_seats[self.seat] = SimpleNamespace(client=seated)
        return seated

    def _find(self, client: Client, request: Any) -> MatchRunner:
        return cast(MatchRunner, self.live)

    def _cancel(self, client: Client, request: Any, turn: Turn) -> Message:
        self.service.cancel(client, request.target)
        return {"type": "ok"}

    def ask(self, kind: str, **fields: Any) -> Message:
        """Sends a request that is answered at once; returns the answer, which is no error."""
        answer = self.ask_or_refusal(kind, **fields)
        assert answer["type"] != "error", answer
        return answer

    def ask_or_refusal(self, kind: str, **fields: Any) -> Message:
        """As `ask`; a refusal comes as a message with its code."""
        number = self.put(kind, **fields)
        return next(message for message in self.line.got if message["re"] == number)

    def put(self, kind: str, **fields: Any) -> int:
        """Sends a request; returns its number."""
        self._ids += 1
        plain = {"type": kind, "id": self._ids, "match_id": MATCH_ID, **fields}
        request = cast(Any, read_client_message(plain))
        try:
            reply = self._handlers[kind].serve(self.client, request, self._turn)
        except RequestError as refusal:
            self.line.refuse(request, refusal)
            return self._ids
        if reply is not None:
            self.line.got.append(reply | {"re": self._ids})
        return self._ids


class Hashable:
    """A namespace that can be a key."""

    def __init__(self, inner: SimpleNamespace) -> None:
        self.__dict__.update(inner.__dict__)


def text(message: Mapping[str, Any]) -> bytes:
    """A message as it goes out."""
    return encode(dict(message), Encoding.JSON)
