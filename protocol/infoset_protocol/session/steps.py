"""The states of a server session and what each kind of frame does in them: a table, no behaviour.

A connection is *opened*; a valid `hello` makes it *greeted*, and now the owner must decide: let in
(*welcomed*), ask for proof (*challenged*, until `auth` makes it greeted again), or close. Requests
sent behind `hello` wait until it is welcomed, and die with it otherwise. Any state may end in
*closed*, which swallows everything. Where the table has an error code instead of a state, the frame
is refused and the state stays.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from infoset_protocol.errors import ErrorCode


class State(StrEnum):
    """How far the conversation has come; see above."""

    OPENED = "opened"
    GREETED = "greeted"
    CHALLENGED = "challenged"
    WELCOMED = "welcomed"
    CLOSED = "closed"


class Step(StrEnum):
    """What a client's frame does to the conversation."""

    HELLO = "hello"
    AUTH = "auth"
    REQUEST = "request"
    LEAVE = "leave"


STEPS: Final = {"hello": Step.HELLO, "auth": Step.AUTH, "bye": Step.LEAVE}  # all else: REQUEST

TRANSITIONS: Final[Mapping[tuple[State, Step], State | ErrorCode]] = {
    (State.OPENED, Step.HELLO): State.GREETED,
    (State.OPENED, Step.AUTH): ErrorCode.NOT_READY,
    (State.OPENED, Step.REQUEST): ErrorCode.NOT_READY,
    (State.OPENED, Step.LEAVE): ErrorCode.NOT_READY,
    (State.GREETED, Step.HELLO): ErrorCode.NOT_READY,
    (State.GREETED, Step.AUTH): ErrorCode.WRONG_STATE,
    (State.GREETED, Step.REQUEST): State.GREETED,
    (State.GREETED, Step.LEAVE): State.CLOSED,
    (State.CHALLENGED, Step.HELLO): ErrorCode.NOT_READY,
    (State.CHALLENGED, Step.AUTH): State.GREETED,
    (State.CHALLENGED, Step.REQUEST): State.CHALLENGED,
    (State.CHALLENGED, Step.LEAVE): State.CLOSED,
    (State.WELCOMED, Step.HELLO): ErrorCode.NOT_READY,
    (State.WELCOMED, Step.AUTH): ErrorCode.WRONG_STATE,
    (State.WELCOMED, Step.REQUEST): State.WELCOMED,
    (State.WELCOMED, Step.LEAVE): State.CLOSED,
}

# What to say where the table refuses.
OUT_OF_PLACE: Final = {
    ErrorCode.NOT_READY: "a conversation begins with one `hello`",
    ErrorCode.WRONG_STATE: "`auth` answers a `challenge`, and none is open",
}
