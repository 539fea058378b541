"""What the rest of the server knows of the way to a client: a line on which it is told things.

Rooms, matches, compute, ladders and assistants talk to a client through `Line` alone; who lets clients in needs an
`EntryLine`. A `Connection` is one; where another machine has the connection, its `FarLine` is.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from infoset_protocol.codec import Encoding, Prepared
from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_protocol.messages import AuthAnswer, ClientMessage
from infoset_server.network.caller import Caller
from infoset_server.network.lag import Lag
from infoset_server.network.outbox import Delivery


class Group(Protocol):
    """Lines of one other machine that are told the same: each message goes there once, however many they are."""

    def __len__(self) -> int:
        """How many they are."""
        ...

    def join(self, line: "Line", on_left: Callable[[], None]) -> None:
        """The line is told from now on what the group is. `on_left` is called where it cannot stay."""
        ...

    def leave(self, line: "Line") -> None:
        """The line is told nothing more with the group."""
        ...

    def send(self, message: Prepared, delivery: Delivery, key: str | None) -> None:
        """As `Line.send`, to all of them."""
        ...


class Groups(Protocol):
    """The groups of one other machine."""

    def begin(self) -> Group:
        """A new one, with nobody in it."""
        ...


class Line:
    """One client. `send`, `reply` and `refuse` never wait and never raise for what the client does.

    `features` and `session_id` are those of the `welcome`; `close_code` is set once the line closes: 1000 when the
    client said `bye`, 1006 when it just disappeared. While it `is_away`, what it is given to send waits.
    """

    def __init__(self) -> None:
        self.features: frozenset[str] = frozenset()
        self.session_id = ""
        self.close_code: int | None = None
        self.rate_factor = 1  # so many times as often as others the client may ask and think
        self.is_away = (
            False  # nobody is at the other end; stays so where the client never came back
        )
        # Where its client cannot come back over it: the last moment, on the loop's clock, at which it may have been heard.
        self.lost_since_s: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether messages can still be sent."""
        return self.close_code is None

    @property
    def has_left(self) -> bool:
        """Whether the client has said `bye`."""
        return self.close_code == CloseCode.NORMAL

    @property
    def is_here(self) -> bool:
        """Whether messages can reach the client now."""
        return self.close_code is None and not self.is_away

    @property
    @abstractmethod
    def peer(self) -> str:
        """The client's address, without port."""

    @property
    @abstractmethod
    def transport(self) -> str:
        """What the client speaks: `tcp-json`, `ws-msgpack`, ..."""

    @property
    @abstractmethod
    def encoding(self) -> Encoding:
        """How its messages are written."""

    @property
    @abstractmethod
    def max_frame_out(self) -> int:
        """The largest frame this client takes, in bytes. What is larger must be sent in parts."""

    @property
    @abstractmethod
    def is_flowing(self) -> bool:
        """Whether the client has taken all it was sent: a good moment for what can wait."""

    @property
    def groups(self) -> Groups | None:
        """Where its messages can travel with those of others; None where it is told everything by itself."""
        return None

    @abstractmethod
    def lag(self) -> Lag:
        """How slow the way to the client is."""

    @abstractmethod
    def measure(self) -> None:
        """Sees to it that `lag` is known: the client plays against a clock, and has just been heard of."""

    @abstractmethod
    def send(
        self,
        message: Prepared,
        delivery: Delivery = Delivery.MUST,
        key: str | None = None,
        *,
        re: int | None = None,
    ) -> None:
        """Sends a message, or the answer to request `re`. LATEST and STREAM need a `key`."""

    @abstractmethod
    def reply(self, request: ClientMessage, message: Prepared | dict[str, Any]) -> None:
        """Answers a request; one without `id` wants no answer and gets none."""

    @abstractmethod
    def refuse(self, request: ClientMessage | None, error: Exception) -> None:
        """Answers a request with the `error` message of an exception (`request_errors.py`); without a request, just tells it.

        A refusal that is fatal ends the line. A failure is told of a request without `id`, too.
        """

    @abstractmethod
    def close(self, code: CloseCode, reason: str, *, retry_ms: int | None = None) -> None:
        """Says `bye` and ends the session. Only the first call counts."""

    @abstractmethod
    def cut(self, code: CloseCode, reason: str) -> None:
        """Ends the way to the client, as if it were lost: the session may be resumed."""


class EntryLine(Line):
    """A line on which a client is let in, and on which a session may go on after it has lost its link."""

    @property
    @abstractmethod
    def caller(self) -> Caller:
        """Who is at the other end, as far as the network tells."""

    @property
    def ignored(self) -> tuple[str, ...]:
        """The unknown fields of the request that is being handled."""
        return ()

    @abstractmethod
    def now_ms(self) -> int:
        """The time of day."""

    @abstractmethod
    def answer_with(self, error: ProtocolError, number: int | None) -> None:
        """Answers request `number` with an error, or just tells it; a fatal one ends the line."""

    @abstractmethod
    def challenge(
        self, nonce: str, server: str, judge: Callable[["EntryLine", AuthAnswer], None]
    ) -> None:
        """Asks for proof instead of welcoming; `judge` is to do with the answer what `on_hello` does."""

    @abstractmethod
    def welcome(self, message: dict[str, Any]) -> None:
        """Lets the client in with this `welcome`, then handles what it has sent in the meantime."""

    @abstractmethod
    def trust(self) -> None:
        """Widens the limits for a house bot, which plays many seats over this one line."""

    @abstractmethod
    def can_resume(self, newcomer: "EntryLine", seq: int) -> bool:
        """Whether this session can go on behind `seq` over the link of `newcomer`."""

    @abstractmethod
    def go_on(self, newcomer: "EntryLine", welcome: dict[str, Any], seq: int) -> None:
        """Takes the link of `newcomer`, which is none any more, and sends all that came behind `seq`.

        `newcomer` has said a valid hello; ask `can_resume` first. A link that this line still has is closed with
        4409.
        """

    @property
    @abstractmethod
    def can_adopt(self) -> bool:
        """Whether sessions from elsewhere can go on here."""

    @abstractmethod
    def can_move(self, newcomer: "EntryLine", seq: int) -> bool:
        """Whether this session can go on behind `seq` at the server where `newcomer` is connected, which is another.

        As far as is known here.
        """

    @abstractmethod
    def hand_over(self, newcomer: "EntryLine", seq: int, then: Callable[[bytes], None]) -> None:
        """Gives the session up for `newcomer`, whose client has all up to `seq`. Ask `can_move` first.

        `then` is told what `newcomer` is to `adopt`, now or later; nothing more happens on this line then. Where it
        turns out that the session cannot go on, `newcomer` is sent away to come again, and `can_move` says no.
        """

    @abstractmethod
    def adopt(self, parked: bytes, welcome: dict[str, Any], seq: int) -> None:
        """Lets the client in with a session that another line has handed over, and sends all that came behind `seq`."""
