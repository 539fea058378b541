"""What a server must answer to a run of frames, foretold by a session core of our own. Sends nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ERRORS, CloseCode, ErrorCode, Group
from infoset_protocol.messages import CLIENT_MESSAGES
from infoset_protocol.session import Left, Opening, Refused, Request, ServerSession, SessionLimits

Plain = dict[str, Any]

FRAME_CODES: Final = frozenset(code for code, info in ERRORS.items() if info.group is Group.FRAME)
NEVER: Final = frozenset({"internal", "rate_limited", "shutting_down"})
NO_LIMITS: Final = SessionLimits(max_inflight=1 << 30)  # the server answers at once


@dataclass(frozen=True, slots=True)
class Due:
    """What one frame must bring: the `error` with this code, or an answer of one of these types.

    Where `is_optional` nothing may come too: a request without `id` that works is not answered.
    `is_repeat`: the `id` was used before, so what comes is the answer of then, or `duplicate_id`, or
    nothing while that request is being worked on. `close` is set where the connection ends.
    """

    re: int | None
    code: str | None = None
    types: tuple[str, ...] = ()
    is_optional: bool = False
    is_repeat: bool = False
    close: CloseCode | None = None

    def is_met_by(self, answer: Plain) -> bool:
        """Is this the answer?"""
        if answer.get("re") != self.re:
            return False
        if self.is_repeat:
            return True
        if answer["type"] != "error":
            return self.code is None and answer["type"] in self.types
        if self.code is not None:
            return bool(answer["code"] == self.code)
        return answer["code"] not in NEVER and ErrorCode(answer["code"]) not in FRAME_CODES


class Shadow:
    """The server's end of one connection as it should be."""

    def __init__(self, encoding: Encoding) -> None:
        self._session = ServerSession(encoding, NO_LIMITS)
        self.last_id = 0
        self.has_left = False

    def receive(self, frame: bytes) -> Due | Opening | None:
        """What this frame is owed; None if nothing, a hello for the caller to settle."""
        for item in self._session.receive_frame(frame):
            match item:
                case Refused():
                    re = item.replies[0].re
                    self._note(re)
                    if item.error.code is ErrorCode.DUPLICATE_ID:
                        return Due(re, is_optional=True, is_repeat=True)
                    return Due(re, str(item.error.code), close=item.close)
                case Request(message=message):
                    self._note(message.id)
                    types = CLIENT_MESSAGES[message.type].replies
                    is_silent = message.id is None or not types
                    return Due(message.id, types=types, is_optional=is_silent)
                case Left():
                    self.has_left = True
                    return None
                case Opening():
                    return item
                case _:
                    raise AssertionError(item)
        return None

    def welcome(self, plain: Plain) -> None:
        """The server has let the client in with this."""
        self._session.welcome({name: value for name, value in plain.items() if name != "re"})

    def _note(self, number: int | None) -> None:
        if number is not None and number > self.last_id:
            self.last_id = number


def is_answer(message: Plain) -> bool:
    """Answers have `re`; so have errors, but for those about frames and requests without `id`."""
    return "re" in message or message["type"] == "error"


def match_up(dues: Iterable[Due], answers: list[Plain]) -> None:
    """Holds answers against dues, in order: none may be missing, doubled, or out of place.

    An answer may fit an optional due or the next one, so all ways to count are followed.
    """
    counts = {0}  # of answers that may belong to the dues so far
    for due in dues:
        met = {at + 1 for at in counts if at < len(answers) and due.is_met_by(answers[at])}
        possible = met | counts if due.is_optional else met
        assert possible, f"expected {due}, got {answers[min(counts) :][:2]}"
        counts = possible
    assert len(answers) in counts, f"nobody asked for {answers[max(counts) :][:2]}"
