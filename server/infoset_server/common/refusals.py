"""What a client is told of an exception that ended its request; a fault of ours gets a number, under which the log has the story."""

import logging
import secrets
from typing import Final

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.messages import ClientMessage
from infoset_server.common.request_errors import RequestError

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
