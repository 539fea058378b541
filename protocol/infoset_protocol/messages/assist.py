"""Assistants: programs attached to a person's seat, which see what it sees, draw for it and advise it."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import BeforeValidator, Field

from infoset_protocol.messages.base import ClientMessage, ExactlyOne, Part, ServerMessage, one_of
from infoset_protocol.messages.play import MATCH, MAX_SLOTS
from infoset_protocol.messages.scalars import (
    Ms,
    Num,
    OpenEnum,
    Ref,
    SeatNumber,
    Slug,
    Str64,
    Str500,
    Uint,
    integral,
)

MAX_RIGHTS: Final = 8
MAX_DRAWINGS: Final = 200  # of one layer
MAX_ANCHORS: Final = 64  # of one drawing
MAX_ROWS: Final = 32  # of one table
MAX_PROPOSALS: Final = 10
BADGES: Final = 16

Right = Annotated[Literal["view", "draw", "suggest", "compute", "act", "other"], OpenEnum()]
DrawingKind = Annotated[
    Literal["text", "badge", "heat", "arrow", "path", "mark", "ghost", "table", "other"], OpenEnum()
]
Until = Annotated[Literal["turn", "removed", "other"], OpenEnum()]
Level = Annotated[Literal["info", "warning", "error", "other"], OpenEnum()]
Str120 = Annotated[str, Field(max_length=120)]
Str2048 = Annotated[str, Field(max_length=2048)]
BadgeNumber = Annotated[int, Field(ge=0, lt=BADGES), BeforeValidator(integral)]
Row = Annotated[list[Str64], Field(min_length=2, max_length=2)]
Orders = Annotated[dict[str, Uint], Field(max_length=MAX_SLOTS)]

ASSISTANT = "id of the assistant, as long as it is attached"
BY = "name of the assistant"
RIGHTS = "what the assistant may do; `view` is always among it"
LAYER = "name of the layer, the assistant's own choice"
VERSION = "version of the view they refer to"
UNTIL = "`turn`: gone when the seat is asked next; `removed`: stays until it is replaced"
ORDERS = "slot -> position among its options; may leave slots out"
LEFT = "slots that have no order yet"


class AssistInvite(ClientMessage, ExactlyOne):
    """Makes a code with which one program joins your seat. Exactly one of match_id, room."""

    model_config = one_of("match_id", "room")
    choices: ClassVar = ("match_id", "room")

    type: Literal["assist_invite"] = "assist_invite"
    match_id: Ref | None = Field(default=None, description="for this match")
    room: Ref | None = Field(
        default=None, description="for every match that you play in this room, from now on"
    )
    rights: list[Right] = Field(
        default=["view", "draw", "suggest"], max_length=MAX_RIGHTS, description=RIGHTS
    )
    ttl_ms: Ms = Field(default=120_000, description="how long the code may wait to be used")


class AssistJoin(ClientMessage):
    """Attaches to a seat. Answered by `ok` with `assistant`, `rights`, and a `key` to come back with."""

    type: Literal["assist_join"] = "assist_join"
    code: Str64 = Field(
        description="code of an invitation, or the `key` of an earlier `assist_join`"
    )


class AssistGrant(ClientMessage):
    """Sets what one of your assistants may do from now on."""

    type: Literal["assist_grant"] = "assist_grant"
    assistant: Ref = Field(description=ASSISTANT)
    rights: list[Right] = Field(max_length=MAX_RIGHTS, description=RIGHTS)


class AssistRevoke(ClientMessage):
    """Sends an assistant away, or all of yours; open invitations go with them."""

    type: Literal["assist_revoke"] = "assist_revoke"
    assistant: Ref | None = Field(default=None, description="absent = all of yours")


class Drawing(Part):
    """Something on the owner's screen, on places that the game names."""

    id: Str64 | None = Field(
        default=None, description="your name for it, unique in the layer; absent = its position"
    )
    k: DrawingKind = Field(description="what it is")
    at: list[Str64] = Field(
        default=[],
        max_length=MAX_ANCHORS,
        description="anchors; where an arrow or path goes, in order",
    )
    c: Str64 | None = Field(
        default=None, description="name from the palette, or `#rrggbb`; absent = `accent`"
    )
    t: Str120 | None = Field(default=None, description="text or label; plain, no markup")
    v: Num | None = Field(default=None, description="value of a heat, 0 to 1")
    n: BadgeNumber | None = Field(default=None, description="number of a badge")
    size: Num | None = Field(default=None, description="scale; absent = 1")
    rows: list[Row] | None = Field(
        default=None, max_length=MAX_ROWS, description="lines of a table, `[name, value]`"
    )


class Overlay(ClientMessage):
    """Replaces one layer of drawings on the owner's screen, or with `keep` changes it."""

    type: Literal["overlay"] = "overlay"
    match_id: Ref = Field(description=MATCH)
    layer: Slug = Field(default="main", description=LAYER)
    items: list[Drawing] = Field(
        default=[], max_length=MAX_DRAWINGS, description="drawings; none, without `keep`: clears it"
    )
    keep: bool | None = Field(
        default=None, description="what is there stays, but for drawings of the same `id`"
    )
    remove: list[Str64] = Field(
        default=[],
        max_length=MAX_DRAWINGS,
        description="with `keep`: ids that go; unknown ones do not matter",
    )
    ver: Uint | None = Field(default=None, description=VERSION)
    until: Until = Field(default="turn", description=UNTIL)
    ttl_ms: Ms | None = Field(default=None, description="gone after this time in any case")


class OverlayShow(ServerMessage):
    """A layer as it is now; the latest of each layer counts. No drawings: the layer is gone."""

    sequenced: ClassVar = False

    type: Literal["overlay_show"] = "overlay_show"
    match_id: Ref = Field(description=MATCH)
    seat: SeatNumber = Field(description="your seat")
    assistant: Ref = Field(description=ASSISTANT)
    by: Str64 = Field(description=BY)
    layer: Slug = Field(description=LAYER)
    items: list[Drawing] = Field(
        max_length=MAX_DRAWINGS, description="drawings, each with its `id`"
    )
    ver: Uint | None = Field(default=None, description=VERSION)
    until: Until = Field(default="turn", description=UNTIL)
    ttl_ms: Ms | None = Field(default=None, description="time it has left")


class Proposal(ExactlyOne):
    """One answer to a decision, or part of one. Exactly one of index, picks, action, orders."""

    model_config = one_of("index", "picks", "action", "orders")
    choices: ClassVar = ("index", "picks", "action", "orders")

    index: Uint | None = Field(default=None, description="as in `act`")
    picks: list[Uint] | None = Field(
        default=None, min_length=1, max_length=MAX_SLOTS, description="as in `act`"
    )
    action: Any | None = Field(default=None, description="as in `act`")
    orders: Orders | None = Field(default=None, description=ORDERS)
    value: Num | None = Field(default=None, description="how good the assistant thinks it is")
    visits: Uint | None = Field(default=None, description="how much thought stands behind it")
    text: Str120 | None = Field(default=None, description="why")


class Suggest(ClientMessage):
    """Proposes answers to an open decision; a newer one of the same assistant replaces it."""

    type: Literal["suggest"] = "suggest"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="from `your_turn`")
    top: list[Proposal] = Field(
        max_length=MAX_PROPOSALS, description="best first; none takes the last suggestion back"
    )
    text: Str500 | None = Field(default=None, description="explanation")


class Suggestion(ServerMessage):
    """What an assistant proposes to its owner."""

    type: Literal["suggestion"] = "suggestion"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="the decision")
    suggestion: Uint = Field(description="its number, for `accept`")
    assistant: Ref = Field(description=ASSISTANT)
    by: Str64 = Field(description=BY)
    top: list[Proposal] = Field(
        max_length=MAX_PROPOSALS, description="best first; none: taken back"
    )
    text: Str500 | None = Field(default=None, description="explanation")


class Accept(ClientMessage):
    """Plays what was suggested; a proposal of `orders` is staged instead."""

    replies: ClassVar = ("act_ok", "staged")

    type: Literal["accept"] = "accept"
    match_id: Ref = Field(description=MATCH)
    suggestion: Uint = Field(description="number of the suggestion")
    choice: Uint = Field(default=0, description="position among its proposals")


class Stage(ClientMessage):
    """Lays orders ready for some slots of an open decision; nothing is played before `commit`."""

    replies: ClassVar = ("staged",)

    type: Literal["stage"] = "stage"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="from `your_turn`")
    orders: Orders = Field(default={}, description=ORDERS)
    clear: bool | None = Field(default=None, description="first forgets what was laid ready")


class Staged(ServerMessage):
    """What is laid ready now; told to the owner and to the assistants of the seat."""

    type: Literal["staged"] = "staged"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="the decision")
    orders: Orders = Field(description="slot -> position among its options")
    left: list[Str64] = Field(max_length=MAX_SLOTS, description=LEFT)
    by: Str64 | None = Field(
        default=None, description="assistant that changed it; absent = the owner"
    )


class Commit(ClientMessage):
    """Plays what is laid ready."""

    replies: ClassVar = ("act_ok",)

    type: Literal["commit"] = "commit"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="from `your_turn`")
    rest: Literal["first"] | None = Field(
        default=None, description="slots without an order take their first option; absent = refused"
    )


class AssistLog(ClientMessage):
    """A line for the owner's log; `warning` and `error` light up a sign on the owner's screen."""

    type: Literal["assist_log"] = "assist_log"
    match_id: Ref = Field(description=MATCH)
    level: Level = Field(default="info", description="how serious it is")
    text: Str2048 = Field(description="the line; of a traceback, its end")


class AssistNote(ServerMessage):
    """Something an assistant has logged, or that the server has to say about one."""

    type: Literal["assist_note"] = "assist_note"
    match_id: Ref = Field(description=MATCH)
    level: Level = Field(description="how serious it is")
    text: Str2048 = Field(description="plain words")
    assistant: Ref | None = Field(default=None, description=ASSISTANT)
    by: Str64 | None = Field(default=None, description=BY + "; absent = the server")
    ver: Uint | None = Field(default=None, description="version of the view at that moment")


class AssistStatus(ServerMessage):
    """An assistant came, went, or may do other things now. Everybody hears only of the seat."""

    type: Literal["assist_status"] = "assist_status"
    on: bool = Field(description="attached; to everybody: at least one is")
    match_id: Ref | None = Field(default=None, description=MATCH)
    seat: SeatNumber | None = Field(default=None, description="the seat that is assisted")
    room: Ref | None = Field(default=None, description="room whose matches it is attached for")
    assistant: Ref | None = Field(
        default=None, description=ASSISTANT + "; owner and assistant only"
    )
    name: Str64 | None = Field(default=None, description=BY + "; owner only")
    user: Ref | None = Field(default=None, description="its user; owner only")
    rights: list[Slug] | None = Field(
        default=None, max_length=MAX_RIGHTS, description="what it may do; owner and assistant only"
    )
    mode: Slug | None = Field(
        default=None, description="policy of the room: `advice`, `confirm` or `auto`"
    )
