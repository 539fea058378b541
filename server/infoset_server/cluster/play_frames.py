"""What the hall and a play node tell each other, besides what both tell of a client's line: see `frames.py`.

A `line` here is a visit: the number under which the hall lets one of its clients take part in matches of one node.
"""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from infoset_server.cluster.frames import (
    Asked,
    AsksTurn,
    CameBack,
    Closed,
    Cut,
    Flow,
    Flowing,
    Frame,
    FromLine,
    Gone,
    JoinGroup,
    Lagging,
    LeaveGroup,
    Measure,
    Missed,
    Natural,
    Offered,
    Opened,
    Refused,
    TellsTurn,
    Told,
    ToldGroup,
    ToLine,
    WentAway,
    read_with,
)
from infoset_server.cluster.trunk import PLAY, Route


class Guest(msgspec.Struct, array_like=True, frozen=True):
    """A user, as far as matches have to know them."""

    id: str
    name: str
    role: str = "guest"
    is_bot: bool = False
    owner: str | None = None
    classroom: str | None = None


class Part(msgspec.Struct, array_like=True, frozen=True):
    """What a match is on a ladder; see `matches.match_records.LadderPart`."""

    ladder: str
    entries: tuple[str, ...]
    ratings: tuple[int | None, ...]
    keeps_seed: bool
    tells_ratings: bool


class Place(msgspec.Struct, array_like=True, frozen=True):
    """The room of a match, and the request its settings were made from; see `matches.match_records.HeadRoom`."""

    room: str
    host: str
    host_name: str
    lasting: str
    code: str | None
    classroom: str | None
    asked: dict[str, Any]
    tickets: tuple[str, ...] = ()
    part: Part | None = None


class Chair(msgspec.Struct, array_like=True, frozen=True):
    """Who plays on a seat: the client with this `line` where there is one, or a house bot."""

    user: Guest
    kind: str
    house_bot: str | None = None
    berserk: bool = False
    line: int = 0


# From the hall to a play node.


class Visit(Frame, frozen=True, tag=64):
    """A client takes the seats that wait for its user if it may play; `opened` as of an edge, without a hello.

    `has_come`, here and in `Here`, as MatchFloor.reattach; earlier releases know of none that has been there for long.
    """

    opened: Opened
    user: Guest
    session: str
    features: tuple[str, ...]
    is_program: bool
    is_away: bool
    takes_seats: bool = True
    has_come: bool = True


class Here(FromLine, frozen=True, tag=65):
    """A client takes the seats that wait for its user."""

    has_come: bool = True


class Begin(Frame, frozen=True, tag=66):
    """A match begins; `watchers` are lines. With a `task`, it begins as long as nobody has claimed that since `epoch`.

    With a `deal` it has that one: a seed, sealed with the key of the servers under the name `dealt_for`.
    """

    match_id: str
    place: Place
    chairs: tuple[Chair, ...]
    watchers: tuple[int, ...] = ()
    task: str = ""
    epoch: int = 0
    dealt_for: str = ""
    deal: bytes = b""


class Admit(FromLine, frozen=True, tag=67):
    """A client watches a match through the eyes of a stranger."""

    match_id: str


class Stop(Frame, frozen=True, tag=68):
    """A match ends without a winner."""

    match_id: str
    ending: str


class Freeze(Frame, frozen=True, tag=69):
    """Time stands still in a match, or goes on."""

    match_id: str
    is_frozen: bool


class Counted(Frame, frozen=True, tag=70):
    """What a match has brought about is stored: it need not be reported again."""

    match_id: str


class HandOver(Frame, frozen=True, tag=71):
    """A match is to go on at another node, whose claim has this name."""

    match_id: str
    node: str


class TakeUp(Frame, frozen=True, tag=72):
    """A match that belongs to this node now goes on; `watchers` are lines, and `chairs` name who holds the seats now."""

    match_id: str
    chairs: tuple[Chair, ...]
    watchers: tuple[int, ...] = ()
    is_frozen: bool = False


class Allowed(FromLine, frozen=True, tag=73):
    """A client may speak with the node over its edge alone: `edge` as `FarLine.edge`, where it is the line `edge_line`."""

    edge: str
    edge_line: int


class Lent(Frame, frozen=True, tag=74):
    """A version that was uploaded is to be ready there: `programs.upload_source.LentVersion`."""

    title: str
    bot: str
    owner: str
    digest: str
    size: Natural
    manifest: dict[str, Any]
    is_fresh: bool = False


class TakenBack(Frame, frozen=True, tag=75):
    """A version that was lent is to begin no more matches there."""

    title: str


class AsksLogs(Frame, frozen=True, tag=76):
    """What is kept of the logs of a version? `number` names the question."""

    number: int
    title: str


class LetGo(Frame, frozen=True, tag=77):
    """Nobody comes to a node that leaves any more; whatever its visitors have asked there was sent before this."""


class Noted(Frame, frozen=True, tag=78):
    """The `LetPass` or `Crashed` of this number is stored: it need not be told again."""

    number: int


# From a play node to the hall.


class Joined(Frame, frozen=True, tag=96):
    """A play node is there: with the rules of these games, by name, and these house bots and lent versions.

    `hands_over` where its matches can go to other nodes, and come from those. `versions` are those of its house bots, by
    name; None from an older node, which plays no matches of ladders. With `shortcuts` it speaks with edges, too.
    `places` is how many programs of lent versions it runs at once. With `deals` a match can begin with the deal of another.
    `kept` are the lent versions of which something lies there, ready or not. `snapshots` are the titles of the bots in its
    bots folder.
    """

    rules: dict[str, str]
    bots: tuple[str, ...]
    hands_over: bool = False
    versions: dict[str, str] | None = None
    shortcuts: bool = False
    places: Natural = 0
    deals: bool = False
    kept: tuple[str, ...] = ()
    snapshots: tuple[str, ...] = ()


class Running(Frame, frozen=True, tag=97):
    """A match that it plays; one that `is_put_down` goes on in a moment, here or at another node."""

    match_id: str
    place: Place
    chairs: tuple[Chair, ...]
    is_put_down: bool = False


class Ready(Frame, frozen=True, tag=98):
    """It has told of all its matches, and takes others."""


class Over(Frame, frozen=True, tag=99):
    """A match has ended: `matches.report.MatchReport`, and what is listed of it (`matches.replays.Finished`).

    `is_contest` where it is one of a ladder: then it is reported until its result is stored.
    """

    match_id: str
    outcome: dict[str, Any]
    users: tuple[str, ...]
    missed_by: tuple[str, ...]
    told: dict[str, Any]
    finished: dict[str, Any] | None
    is_contest: bool = False
    logs: dict[str, str] = msgspec.field(default_factory=dict)


class Watching(ToLine, frozen=True, tag=100):
    """A client watches these matches from now on, each through the eyes of a seat or (None) of a stranger.

    `seats` are those that it holds, by match; None from an older server, which does not say so.
    """

    matches: dict[str, int | None]
    seats: dict[str, int] | None = None


class Seated(ToLine, frozen=True, tag=101):
    """A client has seats in these matches again, as it has been told."""

    matches: tuple[str, ...]


class Question(msgspec.Struct, array_like=True, frozen=True):
    """An open decision of a seat; `left_ms` is None where it is untimed."""

    seat: int
    decision: int
    left_ms: int | None = None


class Asks(Frame, frozen=True, tag=102):
    """Which seats of a match are asked now, and have not answered: as they have been told.

    `ver` is how far the match has come; None from an older node.
    """

    match_id: str
    questions: tuple[Question, ...]
    ver: int | None = None


class Belongs(Frame, frozen=True, tag=103):
    """A match is not played here (any more): it belongs to the node whose claim has this name."""

    match_id: str
    node: str


class Leaving(Frame, frozen=True, tag=104):
    """It stops as soon as others have its matches, and takes no more."""


class LetPass(Frame, frozen=True, tag=105):
    """A seat has let its time pass in a match of a ladder, at the decision of this number.

    It is told again until its `number` is `Noted`; 0 from an older node, which tells it once.
    """

    match_id: str
    seat: int
    decision: int
    number: Natural = 0


class Crashed(Frame, frozen=True, tag=106):
    """The program of a house bot has ended in a match of a ladder; `log` is the end of what it wrote.

    `number` as of `LetPass`. `at_ms` is when, since 1970; 0 from an older node: just now.
    """

    match_id: str
    bot: str
    log: str
    number: Natural = 0
    at_ms: Natural = 0


class Returned(ToLine, frozen=True, tag=107):
    """A request that came past the hall, to a match that is not played here any more; the fields are those of `Asked`."""

    request: dict[str, Any]
    ignored: tuple[str, ...] = ()
    held_us: Natural = 0


class Logged(Frame, frozen=True, tag=108):
    """The ends of the logs that were asked for, by name."""

    number: int
    logs: dict[str, str]


class Emptied(Frame, frozen=True, tag=109):
    """A node that leaves has no matches any more, and waits to be let go."""


class Left(Frame, frozen=True, tag=110):
    """The last word of a node that was let go: all that was asked there is answered, but for the visits that are `unfinished`."""

    unfinished: tuple[int, ...] = ()


AnyPlayFrame: TypeAlias = (
    Visit
    | Here
    | Begin
    | Admit
    | Stop
    | Freeze
    | Counted
    | HandOver
    | TakeUp
    | Allowed
    | Lent
    | TakenBack
    | AsksLogs
    | LetGo
    | Noted
    | AsksTurn
    | Joined
    | Running
    | Ready
    | Over
    | Watching
    | Seated
    | Asks
    | Belongs
    | Leaving
    | LetPass
    | Crashed
    | Returned
    | Logged
    | Emptied
    | Left
    | Offered
    | TellsTurn
    | Asked
    | WentAway
    | CameBack
    | Gone
    | Missed
    | Flowing
    | Lagging
    | Told
    | Refused
    | Closed
    | Cut
    | Measure
    | Flow
    | JoinGroup
    | LeaveGroup
    | ToldGroup
)
_FRAMES: Final[msgspec.msgpack.Decoder[Frame]] = msgspec.msgpack.Decoder(AnyPlayFrame)


def read_play_frames(packed: Iterable[bytes | msgspec.Raw]) -> tuple[list[Frame], int]:
    """Those of the frames that are understood here, and how many are not."""
    return read_with(_FRAMES, packed)


TO_PLAY: Final = Route(PLAY, read_play_frames)
