"""A match from start to end: decisions, actions, events, clocks running out, the result."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from infoset_protocol.messages.base import ClientMessage, ExactlyOne, Part, ServerMessage, one_of
from infoset_protocol.messages.rooms import ClockSpec, SeatInfo, TimeoutRule
from infoset_protocol.messages.scalars import (
    MAX_ITEMS,
    MAX_SEATS,
    Ms,
    Num,
    Obj,
    OpenEnum,
    Ref,
    SeatNumber,
    Slug,
    Str64,
    Str500,
    Uint,
)

Role = Annotated[Literal["player", "watcher", "assist", "other"], OpenEnum()]
LegalKind = Annotated[Literal["list", "product", "other"], OpenEnum()]

MATCH = "match id"
VER = "version of this view after this message"
N = "indexable actions: 0 <= index < n; absent above 2^53-1"
KIND = "what is decided, e.g. `main`, `discard`, `orders`"
FALLBACK = "index applied when the deadline passes; always legal"
DEADLINE = "time left when the server wrote this, grace excluded; absent = untimed"
BANKS = "time left in the bank of each seat"
UNDO = "number of the decision of yours that `undo` takes back now; absent = none"
OPTIONAL = "silence is a normal choice and means the fallback"
MAX_SLOTS = 256


class MatchStart(ServerMessage):
    """Everything that stays constant during the match; sent once per attachment."""

    type: Literal["match_start"] = "match_start"
    match_id: Ref = Field(description=MATCH)
    game: Slug = Field(description="name of the game")
    rules: Str64 = Field(description="rules version")
    role: Role = Field(description="why you get this stream")
    seat: SeatNumber | None = Field(
        default=None, description="your seat (player, assistant, or the seat watched)"
    )
    view: Str64 = Field(default="seat", description="`seat`, `public` or `all`")
    players: list[SeatInfo] = Field(max_length=MAX_SEATS, description="seats in order")
    options: Obj = Field(default={}, description="game options in force")
    clock: ClockSpec = Field(description="time control")
    on_timeout: TimeoutRule = Field(default="fallback", description="what a missed deadline does")
    max_timeouts: Uint = Field(
        default=3, description="misses in a row before the seat is forfeited or given to a bot"
    )
    consts_hash: Str64 = Field(description="hash of `consts`")
    consts: Obj | None = Field(
        default=None, description="public constants; absent if `describe` gave you this hash"
    )
    seed_commit: Str64 | None = Field(
        default=None, description="SHA-256 commitment to the randomness of the match"
    )
    compute: Obj | None = Field(
        default=None,
        description="{per_decision, per_game, per_world, max_k, max_worlds, policies} in units, and whether `know` is "
        "answered; absent = no server compute",
    )
    rated: bool | None = Field(default=None, description="counts for a ladder")
    assist: Slug = Field(default="off", description="assistant policy")
    ver: Uint = Field(default=0, description="version of the view at which the stream starts")


class Events(ServerMessage):
    """What happened, as this viewer may see it. One message per change of state."""

    type: Literal["events"] = "events"
    match_id: Ref = Field(description=MATCH)
    ver: Uint = Field(description=VER + "; one more each time")
    items: list[Obj] = Field(
        max_length=MAX_ITEMS, description="`{e: kind, by?: seat, ...}` in order; may be empty"
    )
    obs: Obj | None = Field(
        default=None,
        description="observation afterwards (feature `obs`, and always where a step was taken back)",
    )


class Slot(Part):
    """One factor of a product decision."""

    slot: Str64 = Field(description="name of the factor, e.g. `u3`")
    options: list[Any] = Field(
        max_length=MAX_ITEMS, description="its actions; index 0 is the safe default"
    )


class Param(Part):
    """A family of actions too many to list, to be sent back as `action`."""

    kind: Slug = Field(description="verb of the actions")
    fields: Obj = Field(description="argument -> {min, max, len, enum, sum}")


class Legal(Part):
    """The legal actions of one decision."""

    kind: LegalKind = Field(
        default="list",
        description="`list`: one list; `product`: one option per slot, all combinations valid",
    )
    actions: list[Any] | None = Field(
        default=None,
        max_length=MAX_ITEMS,
        description="list: the actions `[verb, arg...]`; the position is the `index`",
    )
    slots: list[Slot] | None = Field(
        default=None, max_length=MAX_SLOTS, description="product: the factors"
    )
    params: list[Param] | None = Field(
        default=None, max_length=MAX_SLOTS, description="further actions, not listed"
    )


class Delta(Part):
    """What has changed in the observation since the question before."""

    base: Uint = Field(description="`ver` of the last question of the match before this one")
    patch: Obj = Field(description="JSON merge patch (RFC 7396); `null` removes a field")


class YourTurn(ServerMessage):
    """You must, or may, decide."""

    type: Literal["your_turn"] = "your_turn"
    match_id: Ref = Field(description=MATCH)
    seat: SeatNumber = Field(description="the seat that decides")
    ver: Uint = Field(description="version of this view that `obs` describes")
    decision: Uint = Field(description="number of the decision; send it back in `act`")
    kind: Slug = Field(description=KIND)
    n: Uint | None = Field(default=None, description=N)
    legal: Legal = Field(description="the legal actions")
    fallback: Uint = Field(default=0, description=FALLBACK)
    obs: Obj | None = Field(default=None, description="observation; absent only beside `delta`")
    delta: Delta | None = Field(
        default=None, description="what has changed in the observation (feature `delta`)"
    )
    deadline_ms: Ms | None = Field(default=None, description=DEADLINE)
    clock: list[Ms] | None = Field(default=None, max_length=MAX_SEATS, description=BANKS)
    optional: bool | None = Field(default=None, description=OPTIONAL)
    tick: Uint | None = Field(
        default=None, description="simultaneous games: the round that is being decided"
    )
    undo: Uint | None = Field(default=None, description=UNDO)


class Act(ClientMessage, ExactlyOne):
    """Decides. Exactly one of index, picks, action."""

    model_config = one_of("index", "picks", "action")
    choices: ClassVar = ("index", "picks", "action")
    replies: ClassVar = ("act_ok",)

    type: Literal["act"] = "act"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="from `your_turn`")
    index: Uint | None = Field(
        default=None, description="position in the list, or mixed-radix number over the slots"
    )
    picks: list[Uint] | None = Field(
        default=None, min_length=1, max_length=MAX_SLOTS, description="one option per slot"
    )
    action: Any | None = Field(default=None, description="the action itself, `[verb, arg...]`")
    replace: bool | None = Field(
        default=None, description="overwrite an earlier sealed choice of this decision"
    )
    note: Str500 | None = Field(
        default=None, description="debug text, kept in the owner's replay only"
    )
    value: list[Num] | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_SEATS,
        description="your estimate of the result of each seat, from -1 to 1, kept like `note`",
    )

    def to_plain(self) -> dict[str, Any]:
        """As Part. A node that passes acts on does so for each: nothing is inside the fields of most."""
        if self.action is not None:
            return super().to_plain()
        return {name: value for name, value in self.__dict__.items() if value is not None}


class ActOk(ServerMessage):
    """The action was accepted; only when `act` had an `id`."""

    type: Literal["act_ok"] = "act_ok"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="the decision")
    elapsed_ms: Ms = Field(description="time charged")
    received_ms: Ms | None = Field(
        default=None,
        description="from the question to the answer, where more than what was charged",
    )
    forgiven_ms: Ms | None = Field(
        default=None, description="of that, put down to the network; absent where it is 0"
    )
    sealed: bool | None = Field(
        default=None, description="held back until the other seats have decided"
    )
    undo: Uint | None = Field(default=None, description=UNDO)


class TurnClosed(ServerMessage):
    """An open decision ended without your answer."""

    type: Literal["turn_closed"] = "turn_closed"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="the decision")
    why: Slug = Field(description="`withdrawn`, `window_over`, `timeout`, `match_over`")


class Timeout(ServerMessage):
    """A deadline passed, and this is what the server did."""

    type: Literal["timeout"] = "timeout"
    match_id: Ref = Field(description=MATCH)
    seat: SeatNumber = Field(description="the seat that missed it")
    decision: Uint = Field(description="the decision")
    applied: Slug = Field(description="`fallback`, `random`, `forfeit`")
    misses: Uint = Field(description="misses of that seat in a row, this one included")


class Sync(ClientMessage):
    """Asks for the full view again, e.g. after `lagged`."""

    replies: ClassVar = ("snapshot",)

    type: Literal["sync"] = "sync"
    match_id: Ref = Field(description=MATCH)


class Decision(Part):
    """One open decision inside a `snapshot`."""

    decision: Uint = Field(description="its number; one more each time, per match and seat")
    kind: Slug = Field(description=KIND)
    n: Uint | None = Field(default=None, description=N)
    legal: Legal = Field(description="the legal actions")
    fallback: Uint = Field(default=0, description=FALLBACK)
    deadline_ms: Ms | None = Field(default=None, description=DEADLINE)
    optional: bool | None = Field(default=None, description=OPTIONAL)


class Snapshot(ServerMessage):
    """The full view plus every open decision of the viewer."""

    type: Literal["snapshot"] = "snapshot"
    match_id: Ref = Field(description=MATCH)
    ver: Uint = Field(description="version of the view")
    obs: Obj = Field(description="observation")
    pending: list[Decision] = Field(
        default=[], max_length=MAX_SLOTS, description="open decisions of your seat"
    )
    clock: list[Ms] | None = Field(default=None, max_length=MAX_SEATS, description=BANKS)
    undo: Uint | None = Field(default=None, description=UNDO)


class SeatStatus(ServerMessage):
    """Somebody's connection went or came back. Coalesced."""

    type: Literal["seat_status"] = "seat_status"
    match_id: Ref = Field(description=MATCH)
    seat: SeatNumber = Field(description="the seat")
    online: bool = Field(description="connected")
    grace_ms: Ms | None = Field(
        default=None, description="time left before the seat counts as absent"
    )
    taken_by: Slug | None = Field(default=None, description="house bot that plays on")


class Undo(ClientMessage):
    """Takes the last decision of your seat back, or asks the other seats to agree."""

    type: Literal["undo"] = "undo"
    match_id: Ref = Field(description=MATCH)
    decision: Uint = Field(description="the decision, from `undo` of a message to you")


class AnswerUndo(ClientMessage):
    """Agrees that another seat takes its last decision back, or does not."""

    type: Literal["answer_undo"] = "answer_undo"
    match_id: Ref = Field(description=MATCH)
    seat: SeatNumber = Field(description="the seat that asks")
    decision: Uint = Field(description="its decision, from `undo_status`")
    agree: bool = Field(default=True, description="agree or not")


class UndoStatus(ServerMessage):
    """A seat has asked to take a decision back, or what became of that."""

    type: Literal["undo_status"] = "undo_status"
    match_id: Ref = Field(description=MATCH)
    seat: SeatNumber = Field(description="the seat that asks")
    decision: Uint = Field(description="its decision")
    status: Slug = Field(
        description="`asked`; or it is closed: `done`, `declined`, `lapsed` when somebody played on"
    )
    waits_for: list[SeatNumber] = Field(
        default=[], max_length=MAX_SEATS, description="seats that have not answered yet"
    )


class Resign(ClientMessage):
    """Gives the match up."""

    type: Literal["resign"] = "resign"
    match_id: Ref = Field(description=MATCH)


class MatchOver(ServerMessage):
    """The result. Lists are by seat."""

    type: Literal["match_over"] = "match_over"
    match_id: Ref = Field(description=MATCH)
    reason: Slug = Field(
        description="`finished`, `forfeit`, `resign`, `timeout`, `aborted`, `error`"
    )
    places: list[Uint] = Field(max_length=MAX_SEATS, description="place, 1 = best, ties share")
    scores: list[Num] = Field(max_length=MAX_SEATS, description="score by the rules")
    returns: list[Num] = Field(
        max_length=MAX_SEATS, description="result for algorithms, from -1 to 1"
    )
    rating: list[Obj] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="rated: `{seat, ladder, entry, before, after?}`; `after` comes in `rating` where it is absent",
    )
    replay: Ref | None = Field(default=None, description="replay id")
    seed: Str64 | None = Field(
        default=None,
        description="what `seed_commit` committed to; absent where the deal is played again",
    )
    timeouts: list[Uint] | None = Field(
        default=None, max_length=MAX_SEATS, description="missed deadlines"
    )
    illegal: list[Uint] | None = Field(
        default=None, max_length=MAX_SEATS, description="illegal actions sent"
    )
    assisted: list[SeatNumber] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="seats to which an assistant was attached; absent = none",
    )
