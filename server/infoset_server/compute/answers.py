"""What goes back to whoever asked: the one final reply, news of progress, a refusal. Works nothing out."""

import logging
from typing import Final

from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.common.request_errors import (
    SERVER_FAILED,
    BadOptionError,
    RequestError,
    fresh_incident,
)
from infoset_server.compute.process import WorkerLostError
from infoset_server.compute.thinkers import Pending
from infoset_server.network.outbox import Delivery

logger = logging.getLogger(__name__)

SIZE_SLACK: Final = 64  # bytes that `seq` and `re` add to a message


def answer(pending: Pending) -> None:
    """Sends the final reply. Raises what `Task.reply` raises, and where the reply is too large."""
    connection = pending.client.line
    message = Prepared(pending.task.reply(pending.context))
    size = len(message.frame_body(connection.encoding)) + SIZE_SLACK
    if size > connection.max_frame_out:
        raise BadOptionError("max_frame", f"at least {size} to hold this answer")
    connection.reply(pending.request, message)


def tell_progress(pending: Pending, now_s: float) -> None:
    """Tells how far a request is, where it asked for that and has not just been told."""
    request = pending.request
    if not isinstance(request, wire.Rollout) or request.progress_ms is None:
        return
    if pending.task.is_complete or now_s < pending.told_s + request.progress_ms / 1000:
        return
    told = pending.task.progress()
    if told is not None:
        pending.told_s = now_s
        connection = pending.client.line
        connection.send(Prepared(told), Delivery.DROPPABLE, re=request.id)


def refuse(pending: Pending, error: Exception) -> None:
    """Sends a refusal as the final reply; a fault of ours, or of a game, goes to the log with its match."""
    connection = pending.client.line
    if not isinstance(error, RequestError):
        error = failure_in(pending.context.position.match_id, error)
    connection.refuse(pending.request, error)


def failure_in(match_id: str, error: Exception) -> ProtocolError:
    """What is told of a fault. Whose worker was lost knows why; any other leaves its traceback in the log."""
    incident = fresh_incident()
    is_known = isinstance(error, WorkerLostError)
    words = "compute: incident %s: match %s: %s"
    logger.error(words, incident, match_id, error, exc_info=None if is_known else error)
    told = {"incident": incident}
    return ProtocolError(ErrorCode.INTERNAL, SERVER_FAILED, told, match_id=match_id)
