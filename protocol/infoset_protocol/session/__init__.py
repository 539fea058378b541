"""The conversation on one connection, both ends of it. Pure: the owner moves the bytes."""

from infoset_protocol.session.client import ClientSession
from infoset_protocol.session.items import (
    UNSEQUENCED,
    Incoming,
    Left,
    Opening,
    Outgoing,
    Proof,
    Refused,
    Repeated,
    Request,
    carries_seq,
    error_plain,
    is_final,
)
from infoset_protocol.session.parked import Parked
from infoset_protocol.session.server import ServerSession, SessionLimits
from infoset_protocol.session.steps import TRANSITIONS, State, Step

__all__ = [
    "TRANSITIONS",
    "UNSEQUENCED",
    "ClientSession",
    "Incoming",
    "Left",
    "Opening",
    "Outgoing",
    "Parked",
    "Proof",
    "Refused",
    "Repeated",
    "Request",
    "ServerSession",
    "SessionLimits",
    "State",
    "Step",
    "carries_seq",
    "error_plain",
    "is_final",
]
