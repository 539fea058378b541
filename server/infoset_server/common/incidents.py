"""Faults of ours: each gets a number that may be told, under which the log has the story."""

import logging
import secrets
from typing import Final

from infoset_protocol.errors import ErrorCode, ProtocolError

SERVER_FAILED: Final = "the server failed; its log knows more"


def fresh_incident() -> str:
    """A number for whatever goes to the log under it."""
    return secrets.token_hex(4)


def log_incident(logger: logging.Logger, who: object) -> str:
    """Writes the exception being handled to the log; returns its number."""
    incident = fresh_incident()
    logger.exception("x %s: incident %s", who, incident)
    return incident


def server_failed(incident: str, *, fatal: bool = False) -> ProtocolError:
    """What the peer is told."""
    return ProtocolError(ErrorCode.INTERNAL, SERVER_FAILED, {"incident": incident}, fatal=fatal)
