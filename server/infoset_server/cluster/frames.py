"""What nodes of a cluster tell each other: one struct for each kind of frame, as arrays in msgpack.

Fields are only ever added, at the end and with a default, so that nodes of neighbouring versions understand each
other: older ones ignore what is added. A `line` is the number of a connection, drawn by its edge and never again.

A server that strangers have taken over may send anything. What no other sends is refused here, as a frame that is not
understood.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec

from infoset_protocol.codec import Encoding

VERSION: Final = 1  # of batches; others are not understood
# That an edge can have held a request: its word saves its client time.
HELD_MOST_US: Final = 1_000_000


Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
CloseNumber = Annotated[int, msgspec.Meta(ge=0, lt=5000)]  # of WebSocket, or 0


class Frame(msgspec.Struct, array_like=True, frozen=True):
    """One of those below, told apart by a number."""


# From an edge to the hall.


class FromLine(Frame, frozen=True):
    """What an edge tells of a line that the hall knows."""

    line: int


class Opened(Frame, frozen=True, tag=1):
    """A client has said a valid hello. The first fields are those of `network.caller.Caller`.

    `resumable` is the line of the session it wants to go on with, where that can be done at this edge; or 0.
    """

    line: int
    address: str
    origin: str | None
    is_private: bool
    is_tls: bool
    transport: str
    encoding: Encoding
    max_frame_out: Positive
    rate_factor: Positive
    resumable: int
    hello: dict[str, Any]
    local: tuple[str, int] | None = None
    moves: bool = False  # sessions may leave this edge, and come to it
    groups: bool = False  # it hears with others what they are told, too
    shortcuts: bool = False  # it speaks with play nodes, too; see shortcuts.py


class Proved(FromLine, frozen=True, tag=2):
    """The answer to a `Challenged`."""

    auth: dict[str, Any]


class Asked(FromLine, frozen=True, tag=3):
    """A valid request. `held_us` is how long the edge had it; `lag_ms` as `network.lag.Lag`."""

    request: dict[str, Any]
    ignored: tuple[str, ...] = ()  # unknown fields of it
    held_us: Natural = 0
    lag_ms: tuple[Natural, Natural] = (0, 0)


class Settled(FromLine, frozen=True, tag=4):
    """The client knows what its `welcome` said."""


class WentAway(FromLine, frozen=True, tag=5):
    """A welcomed client has lost its link, and may resume."""


class CameBack(FromLine, frozen=True, tag=6):
    """A session goes on over another link."""


class Gone(Frame, frozen=True, tag=7):
    """A line has ended for good, with this close code."""

    line: int
    code: CloseNumber


class Missed(FromLine, frozen=True, tag=8):
    """A slow client reads again and has missed messages, as `network.outbox.Loss`."""

    key: str | None
    dropped: Natural


class Silent(FromLine, frozen=True, tag=9):
    """A client has said nothing for as long as clients may; is this one an exception?"""


class Flowing(FromLine, frozen=True, tag=10):
    """The client has taken everything up to the `Flow` with this mark."""

    mark: int


class Lagging(FromLine, frozen=True, tag=11):
    """How slow the way to a client is, as `network.lag.Lag`."""

    lag_ms: tuple[Natural, Natural]


class PageAsked(Frame, frozen=True, tag=12):
    """An HTTP request, or more of its body: the fields besides `body` and `more` are those of the first part."""

    number: int
    body: bytes
    more: bool = False
    method: str = ""
    path: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    address: str = ""
    origin: str | None = None
    is_private: bool = False
    is_tls: bool = False


class Parked(FromLine, frozen=True, tag=13):
    """A session has left the edge, for another one: it, as `network.parked` packs it, or more of it."""

    part: bytes
    more: bool = False


class Stays(FromLine, frozen=True, tag=14):
    """A session does not leave the edge: not all that its client has missed is kept."""


class Stops(Frame, frozen=True, tag=15):
    """An edge stops, and gives up all its sessions."""


class AsksTurn(FromLine, frozen=True, tag=16):
    """What a client asks of the matches of `node` comes another way from here on: straight to it, or over the hall again.

    `visit` is the number under which the node knows the client.
    """

    node: str
    visit: int


# From the hall to an edge.


class ToLine(Frame, frozen=True):
    """What the hall has an edge do with a line."""

    line: int


class Challenged(ToLine, frozen=True, tag=32):
    """The client is to prove who it is."""

    nonce: str
    server: str


class Welcomed(ToLine, frozen=True, tag=33):
    """The client is let in."""

    welcome: dict[str, Any]


class GoOn(ToLine, frozen=True, tag=34):
    """The session of `line` goes on behind `seq` over the link of `newcomer`."""

    newcomer: int
    seq: int
    welcome: dict[str, Any]


class Told(ToLine, frozen=True, tag=35):
    """A message, in the encoding of its line: `head`, `tail` and `fields` as `codec.Encoded`.

    `about` is what the edge has to know of it without reading it: as
    `session.parked.about` tells.
    """

    about: dict[str, Any]
    head: bytes
    tail: bytes
    fields: int
    re: int | None = None
    delivery: int = 1
    key: str | None = None


class Refused(ToLine, frozen=True, tag=36):
    """An error, as `ProtocolError`; the answer to the request with number `re`, if there is one."""

    re: int | None
    code: str
    msg: str
    data: dict[str, Any] | None = None
    fatal: bool = False
    close: int | None = None
    retry_ms: int | None = None
    match_id: str | None = None
    decision: int | None = None


class Closed(ToLine, frozen=True, tag=37):
    """A session ends."""

    code: int
    reason: str
    retry_ms: int | None = None


class Cut(ToLine, frozen=True, tag=38):
    """A link ends; its session may be resumed."""

    code: int
    reason: str


class Trusted(ToLine, frozen=True, tag=39):
    """A program of the server, with wide limits."""


class Measure(ToLine, frozen=True, tag=40):
    """The lag of a line is to be known."""


class Flow(ToLine, frozen=True, tag=41):
    """To be answered when the client has taken everything sent so far."""

    mark: int


class PageAnswered(Frame, frozen=True, tag=42):
    """The answer to an HTTP request, or more of its body; `status` and `headers` are those of the first part."""

    number: int
    body: bytes
    more: bool = False
    status: int = 0
    reason: str = ""
    headers: tuple[tuple[str, str], ...] = ()


class HandOver(ToLine, frozen=True, tag=43):
    """The session is to leave: its client is elsewhere, has all up to `seq` and takes frames of `max_frame` bytes.

    Without `seq` it leaves because its edge stops.
    """

    seq: int | None = None
    max_frame: int = 0


class Adopt(ToLine, frozen=True, tag=44):
    """A session from elsewhere goes on behind `seq`; `part` as in `Parked`. The welcome is in the last part."""

    part: bytes
    more: bool = False
    seq: int = 0
    welcome: dict[str, Any] = {}


class JoinGroup(ToLine, frozen=True, tag=45):
    """The client is told from now on what its line's `group` is: a number that is drawn once for a trunk."""

    group: int


class LeaveGroup(ToLine, frozen=True, tag=46):
    """It is told that no more."""

    group: int


class ToldGroup(Frame, frozen=True, tag=47):
    """A message to all lines of a group: its encoding, `head`, `tail` and `fields` for each that they speak; see `Told`."""

    group: int
    about: dict[str, Any]
    bodies: tuple[tuple[str, bytes, bytes, int], ...]
    delivery: int = 1
    key: str | None = None


class Offered(ToLine, frozen=True, tag=48):
    """A play node would take what a client asks of these matches from its edge.

    It is at `end` of its trunks, and knows the client by the number of its `visit`.
    """

    node: str
    end: str
    visit: int
    matches: tuple[str, ...]


class TellsTurn(ToLine, frozen=True, tag=49):
    """What `node` has the client told comes another way from here on: straight from it, or over the hall again."""

    node: str


# From an edge to a play node, on a way (`ways.py`). There a `line` is the number of a visit, in both directions.


class Taken(FromLine, frozen=True, tag=128):
    """An edge takes what was `Offered` to a client. Can the node be heard?"""


class Ready(FromLine, frozen=True, tag=129):
    """It can; requests come this way."""


class Ending(FromLine, frozen=True, tag=130):
    """The client has lost its link, or its session leaves the edge: the node is to say its last word on this way."""


# From a play node to an edge.


class Heard(ToLine, frozen=True, tag=131):
    """The answer to `Taken`."""


class Dropped(ToLine, frozen=True, tag=132):
    """The visit is over: nothing more is heard of it, nor told."""


class Batch(msgspec.Struct, array_like=True, frozen=True):
    """Frames from one end of a trunk to the other. `number` counts batches from 1; 0 says that the trunk is broken.

    `source` and `target` name the ends as of now; each draws a new name when it begins anew. `read` is the number of the
    last batch that the source has read; -1 from a release that does not say so. With the number 0 it is -2 where the source
    has ended the trunk in order, as a server does that stops.
    """

    version: int
    source: str
    target: str
    number: int
    frames: tuple[msgspec.Raw, ...]
    read: int = -1


class Presence(msgspec.Struct, array_like=True, frozen=True):
    """The hall tells where it is: its node, the name of its end of all trunks, the epoch of its claim.

    `database` is that of the claim, as `storage.identity` tells.
    """

    version: int
    node: str
    end: str
    epoch: int
    every_s: float  # until it is told again
    database: str = ""


ReadT = TypeVar("ReadT", Batch, Presence)
UNREADABLE: Final = (
    msgspec.MsgspecError,
    UnicodeDecodeError,  # a text that is none
    RecursionError,  # lists in lists by the thousand
)  # what msgspec raises for what others send
_ENCODER: Final = msgspec.msgpack.Encoder()
_BATCHES: Final = msgspec.msgpack.Decoder(Batch)
_PRESENCES: Final = msgspec.msgpack.Decoder(Presence)
AnyFrame: TypeAlias = (
    Opened
    | Proved
    | Asked
    | Settled
    | WentAway
    | CameBack
    | Gone
    | Missed
    | Silent
    | Flowing
    | Lagging
    | PageAsked
    | Parked
    | Stays
    | Stops
    | AsksTurn
    | Challenged
    | Welcomed
    | GoOn
    | Told
    | Refused
    | Closed
    | Cut
    | Trusted
    | Measure
    | Flow
    | PageAnswered
    | HandOver
    | Adopt
    | JoinGroup
    | LeaveGroup
    | ToldGroup
    | Offered
    | TellsTurn
)
_FRAMES: Final[msgspec.msgpack.Decoder[Frame]] = msgspec.msgpack.Decoder(AnyFrame)
AnyWayFrame: TypeAlias = (
    Taken | Ready | Ending | Heard | Dropped | Asked | AsksTurn | Told | Refused | TellsTurn
)
_WAY_FRAMES: Final[msgspec.msgpack.Decoder[Frame]] = msgspec.msgpack.Decoder(AnyWayFrame)


def pack_frame(frame: Frame) -> bytes:
    """A frame as bytes."""
    return _ENCODER.encode(frame)


def read_frames(packed: Iterable[bytes | msgspec.Raw]) -> tuple[list[Frame], int]:
    """Those of the frames between edges and hall that are understood here, and how many are not."""
    return read_with(_FRAMES, packed)


def read_way_frames(packed: Iterable[bytes | msgspec.Raw]) -> tuple[list[Frame], int]:
    """Those of the frames between edges and play nodes that are understood here, and how many are not."""
    return read_with(_WAY_FRAMES, packed)


def read_with(
    decoder: msgspec.msgpack.Decoder[Frame], packed: Iterable[bytes | msgspec.Raw]
) -> tuple[list[Frame], int]:
    """The frames that this decoder understands, and how many it does not."""
    frames: list[Frame] = []
    unknown = 0
    for one in packed:
        try:
            frames.append(decoder.decode(one))
        except UNREADABLE:
            unknown += 1
    return frames, unknown


def write_batch(batch: Batch) -> bytes:
    """The bytes that `read_batch` reads."""
    return _ENCODER.encode(batch)


def read_batch(data: bytes) -> Batch:
    """A batch. Raises ValueError for what is none, or one of another version."""
    return _of_our_version(_BATCHES, data)


def write_presence(presence: Presence) -> bytes:
    """The bytes that `read_presence` reads."""
    return _ENCODER.encode(presence)


def read_presence(data: bytes) -> Presence:
    """Where the hall is. Raises ValueError for what says nothing of it, or says it in another version."""
    return _of_our_version(_PRESENCES, data)


def _of_our_version(decoder: msgspec.msgpack.Decoder[ReadT], data: bytes) -> ReadT:
    try:
        read = decoder.decode(data)
    except UNREADABLE as error:
        raise ValueError(f"no message of ours: {error}") from None
    if read.version != VERSION:
        raise ValueError(f"version {read.version}; here {VERSION} is spoken")
    return read


def raw(packed: Sequence[bytes]) -> tuple[msgspec.Raw, ...]:
    """Frames as a batch has them."""
    return tuple(map(msgspec.Raw, packed))
