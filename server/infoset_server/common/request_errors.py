"""Why a request is refused: one exception per reason, each with its wire code; and what the client is told of one.

RequestError
    NotFoundError          no such thing, or the user may not know of it
    BadOptionError         an option or clock is not allowed; names its path
    GameUnknownError       no such game or rules version
    WrongStateError        not valid now
    RoomFullError, SeatTakenError, AlreadySeatedError
    WrongCodeError, NotHostError, NotYourSeatError, ForbiddenError
    UnsupportedError       this server does not offer it
    BusyError              at a limit; try again later
    BrokenMatchError       a fault of the server: the match cannot go on
    LeftMatchError         a match that this server leaves to another
    AwayError              the store does not answer, so nothing can be accepted
    ShuttingDownError      the server is about to stop
"""

import logging
import secrets
from typing import Any, ClassVar, Final

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.messages import ClientMessage


class RequestError(Exception):
    """A request that is refused without side effects. `msg` is English for developers."""

    code: ClassVar[ErrorCode]

    def __init__(
        self, msg: str, data: dict[str, Any] | None = None, retry_ms: int | None = None
    ) -> None:
        super().__init__(msg)
        self.msg = msg
        self.data = data
        self.retry_ms = retry_ms

    def about(self, match_id: str) -> ProtocolError:
        """The same as news of a match, for somebody who has asked for nothing."""
        return ProtocolError(
            self.code, self.msg, self.data, retry_ms=self.retry_ms, match_id=match_id
        )


class NotFoundError(RequestError):
    """`what` names the kind of thing and its id."""

    code = ErrorCode.NOT_FOUND

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is not known here")


class BadOptionError(RequestError):
    """`path` is the option refused, `want` what was expected instead."""

    code = ErrorCode.BAD_OPTION

    def __init__(self, path: str, want: str) -> None:
        super().__init__(f"{path}: expected {want}", {"path": path, "want": want})


class GameUnknownError(RequestError):
    """The message says what is unknown, `known` what could be asked for."""

    code = ErrorCode.GAME_UNKNOWN

    def __init__(self, msg: str, known: list[str]) -> None:
        super().__init__(msg, {"known": known})


class WrongStateError(RequestError):
    code = ErrorCode.WRONG_STATE


class RoomFullError(RequestError):
    code = ErrorCode.ROOM_FULL


class SeatTakenError(RequestError):
    code = ErrorCode.SEAT_TAKEN


class AlreadySeatedError(RequestError):
    code = ErrorCode.ALREADY_SEATED


class WrongCodeError(RequestError):
    code = ErrorCode.WRONG_CODE


class NotHostError(RequestError):
    code = ErrorCode.NOT_HOST


class NotYourSeatError(RequestError):
    code = ErrorCode.NOT_YOUR_SEAT


class ForbiddenError(RequestError):
    code = ErrorCode.FORBIDDEN


class UnsupportedError(RequestError):
    """`feature` is what this server or this connection does not offer."""

    code = ErrorCode.UNSUPPORTED

    def __init__(self, feature: str, msg: str) -> None:
        super().__init__(msg, {"feature": feature})


class BusyError(RequestError):
    code = ErrorCode.BUSY


class BrokenMatchError(RequestError):
    """A match that could not be set up again after a restart; `incident` finds the story in the log."""

    code = ErrorCode.INTERNAL

    def __init__(self, match_id: str, incident: str) -> None:
        msg = f"match {match_id} cannot be set up again and does not go on; the log knows more"
        super().__init__(msg, {"incident": incident})


class LeftMatchError(RequestError):
    """A stored match that another server plays, or that waits for one with its rules; `why` says which."""

    code = ErrorCode.WRONG_STATE

    def __init__(self, match_id: str, why: str) -> None:
        super().__init__(f"match {match_id} {why}")


class AwayError(RequestError):
    """The store does not answer: for now nothing can be accepted, or what is asked for cannot be read."""

    code = ErrorCode.UNAVAILABLE

    def __init__(self, msg: str = "the store does not answer", retry_ms: int = 1_000) -> None:
        super().__init__(msg, retry_ms=retry_ms)


class ShuttingDownError(RequestError):
    code = ErrorCode.SHUTTING_DOWN


logger = logging.getLogger(__name__)

SERVER_FAILED: Final = "the server failed; its log knows more"


def refusal_of(
    error: Exception, request: ClientMessage | None, who: object, *, fatal: bool = False
) -> ProtocolError:
    """A refusal as it stands, with the match of its `request`; for anything else, that the server failed.

    `who` asked, for the log. With `fatal` a failure ends the connection.
    """
    match error:
        case ProtocolError():
            return error
        case RequestError():
            return ProtocolError(
                error.code,
                error.msg,
                error.data,
                retry_ms=error.retry_ms,
                match_id=getattr(request, "match_id", None),
            )
        case _:
            return server_failed(log_incident(logger, who, error), fatal=fatal)


def fresh_incident() -> str:
    """A number for whatever goes to the log under it."""
    return secrets.token_hex(4)


def log_incident(logger: logging.Logger, who: object, error: Exception) -> str:
    """Writes an exception to the log; returns its number."""
    incident = fresh_incident()
    logger.error("x %s: incident %s", who, incident, exc_info=error)
    return incident


def server_failed(incident: str, *, fatal: bool = False) -> ProtocolError:
    """What the peer is told."""
    return ProtocolError(ErrorCode.INTERNAL, SERVER_FAILED, {"incident": incident}, fatal=fatal)
