"""The client's end of a conversation, for any transport. No I/O, no clock.

It raises ProtocolError where the server breaks the protocol: then there is nothing to talk about.
"""

from collections.abc import Sequence
from typing import Any, Final

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.framing import Framer
from infoset_protocol.messages import (
    DEFAULT_MAX_FRAME,
    MAX_FRAME_BEFORE_WELCOME,
    ClientInfo,
    ClientMessage,
    Credentials,
    Farewell,
    Hello,
    Resume,
    ServerMessage,
    Unknown,
    Welcome,
    read_server_message,
)
from infoset_protocol.version import PROTOCOL_MINOR, SUPPORTED_MAJORS


class ClientSession:
    """The client's end: builds requests with growing ids, reads what the server says.

    One object serves a user across reconnects: `hello` begins each connection, with the wish to
    resume the last session if asked. Clients owe the server no heartbeat, and what only keeps the
    connection alive is dropped. Reading is tolerant: what a later minor added is ignored or comes
    as `Unknown`.
    """

    def __init__(self, encoding: Encoding, framer: Framer | None = None) -> None:
        self.encoding: Final = encoding
        self.framer = framer  # of the current connection; replace it with each new one
        self.welcome: Welcome | None = None  # the last one
        self.farewell: Farewell | None = None  # why the server closes the current connection
        self.last_seq = 0  # of the last sequenced message that was read
        self._last_id = 0
        self._open = False

    @property
    def max_frame_out(self) -> int:
        """The largest frame the server accepts now, in bytes."""
        if self._open and self.welcome:
            return self.welcome.limits.max_frame_in
        return MAX_FRAME_BEFORE_WELCOME

    def hello(
        self,
        auth: Credentials,
        *,
        client: ClientInfo | None = None,
        features: Sequence[str] = (),
        max_frame: int = DEFAULT_MAX_FRAME,
        resume: bool = False,
    ) -> bytes:
        """The first frame of a connection; `resume` asks to go on where the last one ended."""
        self._open = False
        self.farewell = None
        hello = Hello(
            proto=list(SUPPORTED_MAJORS),
            minor=PROTOCOL_MINOR,
            auth=auth,
            client=client,
            features=list(features),
            max_frame=max_frame,
            resume=self._resume() if resume else None,
        )
        return self.notice(hello)

    def request(self, message: ClientMessage | dict[str, Any]) -> tuple[int, bytes]:
        """A frame that asks for an answer, and the `re` the answer will have."""
        plain = _plain(message)
        self._last_id += 1
        return self._last_id, self._encode({**plain, "id": self._last_id})

    def notice(self, message: ClientMessage | dict[str, Any]) -> bytes:
        """A frame that asks for no answer; only failures will be reported."""
        return self._encode(_plain(message))

    def receive_frame(self, frame: bytes) -> ServerMessage | Unknown:
        """Reads one frame. Raises ProtocolError if the server broke the protocol."""
        message = read_server_message(decode(frame, self.encoding))
        match message:
            case Welcome():
                self._open = True
                self.welcome = message
                if not message.resumed:
                    self.last_seq = 0
            case Farewell():
                self.farewell = message
        if message.seq is not None:
            self.last_seq = message.seq
        return message

    def receive_data(self, data: bytes) -> list[ServerMessage | Unknown]:
        """Reads bytes of a stream as they come; needs the `framer`. Raises as `receive_frame`."""
        assert self.framer, "receive_data needs a framer"
        return [self.receive_frame(frame) for frame in self.framer.receive_data(data)]

    def _resume(self) -> Resume | None:
        """Where the last session ended, if there was one."""
        if self.welcome is None:
            return None
        return Resume(
            session=self.welcome.session, token=self.welcome.resume_token, seq=self.last_seq
        )

    def _encode(self, plain: dict[str, Any]) -> bytes:
        """The frame. Raises ValueError if the server would refuse its size."""
        frame = encode(plain, self.encoding)
        if len(frame) > self.max_frame_out:
            raise ValueError(
                f"{plain['type']}: {len(frame)} bytes, but the server takes {self.max_frame_out}"
            )
        return frame


def _plain(message: ClientMessage | dict[str, Any]) -> dict[str, Any]:
    """The message as plain values."""
    return message if isinstance(message, dict) else message.to_plain()
