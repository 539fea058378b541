"""Opening, keeping and closing a session; plain success and failure."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, ClassVar, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from infoset_protocol.messages.base import ClientMessage, Part, ServerMessage
from infoset_protocol.messages.scalars import (
    MAX_SAFE_INT,
    Int,
    Ms,
    Num,
    Obj,
    Ref,
    Slug,
    Str64,
    Str512,
    Uint,
    integral,
)

MAX_FRAME_BEFORE_WELCOME = 8 * 1024  # bytes of one frame from a client, until `welcome`
DEFAULT_MAX_FRAME = 65_535  # of `hello.max_frame`
MIN_MAX_FRAME = 1024  # of the same: below this not even errors would fit

FrameSize = Annotated[
    int, Field(ge=MIN_MAX_FRAME, le=MAX_SAFE_INT), BeforeValidator(integral)
]  # bytes

# What each kind of credentials must bring along, here and for the JSON Schema.
_NEEDED = {"token": "token", "ticket": "token", "key": "pub"}
_NEEDED_SCHEMA: JsonDict = {
    "allOf": [
        {"if": {"properties": {"kind": {"const": kind}}}, "then": {"required": [field]}}
        for kind, field in _NEEDED.items()
    ]
}


class Credentials(Part):
    """Who is connecting, inside `hello`. `token` and `ticket` need `token`, `key` needs `pub`."""

    model_config = ConfigDict(json_schema_extra=_NEEDED_SCHEMA)

    kind: Literal["guest", "token", "ticket", "key"] = Field(
        description="`guest` no account; `token` long-lived secret of a bot or person; "
        "`ticket` one-shot browser ticket; `key` ed25519 challenge"
    )
    name: Str64 | None = Field(default=None, description="display name (guest)")
    token: Str512 | None = Field(
        default=None,
        description="the secret (token, ticket); for a guest one of its own choice, or none",
    )
    pub: Str64 | None = Field(default=None, description="public key, base64url (key)")

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """Refuses a kind without what it needs."""
        needed = _NEEDED.get(self.kind)
        if needed and getattr(self, needed) is None:
            raise PydanticCustomError(
                "needs",
                "complete: kind {kind} needs `{field}`",
                {"field": needed, "kind": self.kind},
            )
        return self


class ClientInfo(Part):
    """The client program, shown in logs and replays."""

    name: Str64 = Field(description="program name")
    version: Str64 | None = Field(default=None, description="program version")
    lang: Str64 | None = Field(default=None, description="implementation language")


class Resume(Part):
    """The wish to continue an earlier session."""

    session: Ref = Field(description="session id from the last `welcome`")
    token: Str512 = Field(description="resume token from the last `welcome`")
    seq: Uint = Field(description="last `seq` fully processed, 0 for none")


class Hello(ClientMessage):
    """First frame of every connection."""

    replies: ClassVar = ("welcome", "challenge")

    type: Literal["hello"] = "hello"
    proto: list[Uint] = Field(
        min_length=1, max_length=8, description="major versions the client speaks"
    )
    minor: Uint = Field(default=0, description="highest minor the client was written against")
    auth: Credentials = Field(description="who is connecting")
    client: ClientInfo | None = Field(default=None, description="the client program")
    features: list[Slug] = Field(
        default=[],
        max_length=32,
        description="optional behaviours wanted: `obs`, `compute`, `assist`, `chat`, `pong`, "
        "`strict`, `delta`",
    )
    max_frame: FrameSize = Field(
        default=DEFAULT_MAX_FRAME, description="largest frame the client can take, bytes"
    )
    resume: Resume | None = Field(default=None, description="try to continue this session first")


class AuthAnswer(ClientMessage):
    """Answer to `challenge`; decides as `hello` would have."""

    replies: ClassVar = ("welcome",)

    type: Literal["auth"] = "auth"
    sig: Str512 = Field(description="ed25519 signature over the text, base64url")
    address: Str512 | None = Field(
        default=None,
        description="the address dialled, as it stands in the text; absent: signed over the text of 1.0",
    )


class Ping(ClientMessage):
    """Asks for a `pong` at once: liveness and round-trip time."""

    replies: ClassVar = ("pong",)

    type: Literal["ping"] = "ping"
    t: Int | None = Field(default=None, description="comes back in `pong`")


class Ack(ClientMessage):
    """Everything up to `seq` has been processed; the server may forget it. Never answered."""

    replies: ClassVar = ()

    type: Literal["ack"] = "ack"
    seq: Uint = Field(description="highest processed `seq`")


class Cancel(ClientMessage):
    """Stops a running request. Its one final reply still comes, with what it has."""

    type: Literal["cancel"] = "cancel"
    target: Uint | None = Field(
        default=None, description="request id; absent = all compute of this connection"
    )


class Bye(ClientMessage):
    """Leaves on purpose: the server closes, the session cannot be resumed. Never answered."""

    replies: ClassVar = ()

    type: Literal["bye"] = "bye"


class Challenge(ServerMessage):
    """The server's nonce for key authentication; wants `auth`."""

    sequenced: ClassVar = False

    type: Literal["challenge"] = "challenge"
    nonce: Str512 = Field(description="32 random bytes, base64url")
    server: Str64 = Field(description="server identity to sign over")
    address: bool | None = Field(
        default=None,
        description="true = the text names the address dialled; absent = a server of 1.0",
    )


class Limits(Part):
    """The limits in force for this connection."""

    max_frame_in: Uint = Field(description="largest frame the server accepts, bytes")
    max_inflight: Uint = Field(description="open requests per connection")
    msgs_per_s: Uint = Field(description="sustained request rate; bursts may be four times that")
    queue_bytes: Uint = Field(description="outbound backlog before a slow reader is dropped")
    resume_ttl_ms: Ms = Field(description="how long a dropped session can be resumed")
    compute_units_s: Uint | None = Field(
        default=None,
        description="engine steps per second across the session; absent = no server compute",
    )
    computes_per_s: Uint | None = Field(
        default=None,
        description="sustained rate of `determinize`, `simulate`, `rollout` and `know`; bursts may be "
        "four times that; absent = no server compute",
    )


class Welcome(ServerMessage):
    """The handshake is done, or the session resumed."""

    sequenced: ClassVar = False

    type: Literal["welcome"] = "welcome"
    proto: Uint = Field(description="chosen major")
    minor: Uint = Field(description="the server's minor of that major")
    session: Ref = Field(description="session id")
    resume_token: Str512 = Field(description="for the next `hello.resume`; replaced at each resume")
    resumed: bool = Field(
        description="true = missed messages follow; false = fresh session, everything is sent again"
    )
    user: Ref = Field(description="user id")
    name: Str64 = Field(description="display name in effect")
    scopes: list[Slug] = Field(
        max_length=32,
        description="what you may do: `play`, `watch`, `chat`, `assist`, `compute`, `ladder`, "
        "`organise`, `admin`",
    )
    features: list[Slug] = Field(
        max_length=32, description="optional behaviours switched on for this connection"
    )
    limits: Limits = Field(description="limits in force")
    server: Str64 = Field(description="server name and version")
    now_ms: Uint = Field(description="server wall clock")


class Pong(ServerMessage):
    """Answer to `ping`."""

    sequenced: ClassVar = False

    type: Literal["pong"] = "pong"
    t: Int | None = Field(default=None, description="as in `ping`")
    now_ms: Uint = Field(description="server wall clock")


class Ok(ServerMessage):
    """Plain success."""

    type: Literal["ok"] = "ok"
    data: Obj | None = Field(default=None, description="small request-specific result")
    warn: list[Str512] | None = Field(
        default=None, max_length=64, description="e.g. unknown fields that were ignored"
    )


class Error(ServerMessage):
    """Failure of a request (`re`), of a frame (no `re`), or of the connection (`fatal`)."""

    type: Literal["error"] = "error"
    code: Slug = Field(description="stable code, see the table of error codes")
    msg: Str512 = Field(description="English, for developers; never parse it")
    fatal: bool | None = Field(default=None, description="the connection closes after this")
    retry_ms: Ms | None = Field(default=None, description="try again not before")
    match_id: Ref | None = Field(default=None, description="match concerned")
    decision: Uint | None = Field(default=None, description="decision concerned")
    data: Obj | None = Field(default=None, description="code-specific details")


class Progress(ServerMessage):
    """Partial result of a long request; may be dropped."""

    sequenced: ClassVar = False

    type: Literal["progress"] = "progress"
    done: Num = Field(description="how much is done, 0 to 1")
    data: Obj | None = Field(default=None, description="shape of the final reply, so far")


class Lagged(ServerMessage):
    """The outbound queue overflowed: droppable messages were dropped."""

    sequenced: ClassVar = False

    type: Literal["lagged"] = "lagged"
    dropped: Uint = Field(description="messages dropped")
    match_id: Ref | None = Field(default=None, description="a `snapshot` of this match follows")


class Farewell(ServerMessage):
    """Last message before the server closes; tells TCP clients the close code too."""

    sequenced: ClassVar = False

    type: Literal["bye"] = "bye"
    code: Uint = Field(description="close code")
    reason: Str512 = Field(description="short text")
    resume: bool = Field(description="resuming makes sense")
    retry_ms: Ms | None = Field(default=None, description="suggested wait, already jittered")
