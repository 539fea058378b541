"""Ladders: rated play without end, where people and bots meet whoever suits, and the table that comes of it."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from infoset_protocol.messages.base import ClientMessage, Part, ServerMessage
from infoset_protocol.messages.rooms import AssistPolicy, ClockSpec, TimeoutRule
from infoset_protocol.messages.scalars import (
    MAX_ITEMS,
    MAX_SEATS,
    Int,
    MatchCount,
    OpenEnum,
    Options,
    Ref,
    SeatCount,
    Slug,
    Str64,
    Str300,
    Str500,
    Uint,
    integral,
)

MAX_ROWS = 200  # of one page of a table

RowCount = Annotated[int, Field(ge=1, le=MAX_ROWS), BeforeValidator(integral)]
Parallel = Annotated[int, Field(ge=1, le=64), BeforeValidator(integral)]
EntryKind = Annotated[Literal["human", "bot", "other"], OpenEnum()]
LadderState = Annotated[
    Literal["open", "paused", "frozen", "closing", "closed", "other"], OpenEnum()
]
EntryState = Annotated[
    Literal["idle", "queued", "draining", "benched", "retired", "other"], OpenEnum()
]

BatchState = Annotated[Literal["playing", "done", "cancelled", "ended", "other"], OpenEnum()]
LogEnd = Annotated[str, Field(max_length=4_000)]

LADDER = "name of the ladder"
ENTRY = "id of the entry"


class Ladders(ClientMessage):
    """Asks which ladders there are."""

    replies: ClassVar = ("ladder_list",)

    type: Literal["ladders"] = "ladders"


class LadderInfo(Part):
    """One ladder: what is played on it, under which conditions, and who may enter."""

    ladder: Slug = Field(description=LADDER)
    title: Str64 = Field(description="title for people")
    state: LadderState = Field(description="what it takes and plays now")
    game: Slug = Field(description="name of the game")
    rules: Str64 = Field(description="rules version")
    options: Options = Field(default={}, description="game options")
    seats: list[SeatCount] = Field(
        min_length=1, max_length=MAX_SEATS, description="numbers of players of its matches"
    )
    clock: ClockSpec = Field(description="time control")
    on_timeout: TimeoutRule = Field(default="fallback", description="what a missed deadline does")
    max_timeouts: Uint = Field(default=3, description="misses in a row before a seat is forfeited")
    open_to: list[Slug] = Field(
        max_length=MAX_ITEMS, description="who may enter: `human`, `bot`, `hosted`, `guest`"
    )
    compute: bool = Field(default=False, description="server compute is allowed")
    assist: AssistPolicy = Field(default="off", description="what assistants may do")
    system: Slug = Field(description="how results become ratings")
    best_of: MatchCount = Field(default=1, description="matches of a series that count as one")
    same_deal: bool = Field(
        default=False, description="the same deal is played once with each rotation of the seats"
    )
    entries: Uint = Field(description="rows of its table")
    games: Uint = Field(description="results counted")
    ends_ms: Uint | None = Field(default=None, description="when it closes, in ms since 1970")
    season: Uint | None = Field(
        default=None,
        description="number of the season that is on, from 1; absent: there are none",
    )
    season_ends_ms: Uint | None = Field(
        default=None, description="when the season ends, in ms since 1970"
    )
    deadline_ms: Uint | None = Field(
        default=None,
        description="from when on no new entries and versions are taken, in ms since 1970",
    )
    divisions: Uint = Field(default=0, description="how many there are; 0 = everybody meets")


class LadderList(ServerMessage):
    """The ladders of this server."""

    type: Literal["ladder_list"] = "ladder_list"
    items: list[LadderInfo] = Field(max_length=MAX_ITEMS, description="by name")


class LadderRegister(ClientMessage):
    """Makes an entry of yours, or changes what is said about it. Answered by `ok{entry}`.

    An entry is one version of one name: a new version is a new entry.
    """

    type: Literal["ladder_register"] = "ladder_register"
    ladder: Slug = Field(description=LADDER)
    name: Str64 = Field(description="name of the entry, the same for all its versions")
    version: Str64 = Field(
        default="1", description="which program it is: a new version begins anew, as a new entry"
    )
    kind: EntryKind = Field(description="who plays")
    info: Options | None = Field(default=None, description="public notes and links, up to 2 KiB")


class LadderQueue(ClientMessage):
    """Makes an entry available for matches, which then arrive as `match_start`; or ends that."""

    type: Literal["ladder_queue"] = "ladder_queue"
    ladder: Slug = Field(description=LADDER)
    entry: Ref = Field(description="from the answer to `ladder_register`")
    on: bool = Field(
        default=True, description="false = nothing new; what runs is played to its end"
    )
    parallel: Parallel = Field(default=1, description="matches at once")
    games: Uint | None = Field(default=None, description="so many more, then no longer available")


class Standings(ClientMessage):
    """Asks for a page of a ladder's table."""

    replies: ClassVar = ("standing",)

    type: Literal["standings"] = "standings"
    ladder: Slug = Field(description=LADDER)
    first: Uint = Field(default=0, description="rows to leave out at the top")
    count: RowCount = Field(default=50, description="rows at most")
    around: Ref | None = Field(
        default=None, description="the page has this entry in its middle; `first` is ignored"
    )
    season: Uint | None = Field(
        default=None, description="a season that is over, from 1; absent: the table of now"
    )


class StandingRow(Part):
    """One entry in the table."""

    rank: Uint = Field(description="by `rating` - 2 `rd`, from 1")
    entry: Ref = Field(description=ENTRY)
    name: Str64 = Field(description="its name")
    version: Str64 = Field(description="its version")
    kind: EntryKind = Field(description="who plays")
    owner: Str64 | None = Field(default=None, description="name of whose it is")
    rating: Int = Field(description="strength; ahead by 400 comes in first ten times of eleven")
    rd: Uint = Field(description="standard deviation of what is not known of `rating`")
    provisional: bool = Field(description="too uncertain to compare: 2 `rd` is above 110")
    games: Uint = Field(description="results counted")
    wins: Uint = Field(description="of them first places, shared ones included")
    places: list[Uint] = Field(
        max_length=MAX_SEATS, description="how often first, second, ...; shared ones as the better"
    )
    state: EntryState = Field(description="whether it plays now")
    why: Str300 | None = Field(
        default=None, description="why it does not, where there is more to say"
    )
    division: Uint = Field(
        default=0, description="in which it plays, 1 being the best; 0 = there are none"
    )
    moves_to: Uint | None = Field(
        default=None,
        description="in the table of a season that is over: its division in the next",
    )


class Standing(ServerMessage):
    """A page of a ladder's table."""

    type: Literal["standing"] = "standing"
    ladder: Slug = Field(description=LADDER)
    total: Uint = Field(description="rows of the whole table")
    as_of_ms: Uint = Field(description="when it was calculated, in ms since 1970")
    rows: list[StandingRow] = Field(max_length=MAX_ROWS, description="best first")
    season: Uint | None = Field(
        default=None, description="the season that is over and ended with this table"
    )


class Rating(ServerMessage):
    """A result of yours was counted. Results are counted together, so others' are in it, too."""

    type: Literal["rating"] = "rating"
    ladder: Slug = Field(description=LADDER)
    entry: Ref = Field(description="your entry")
    before: Int = Field(description="rating as told last")
    after: Int = Field(description="rating now")
    rd: Uint = Field(description="standard deviation of what is not known of `after`")
    games: Uint = Field(description="results counted so far")


class LadderBatch(ClientMessage):
    """Asks for matches of an entry of yours, one after the other. Answered by `ok{batch}`."""

    type: Literal["ladder_batch"] = "ladder_batch"
    ladder: Slug = Field(description=LADDER)
    entry: Ref = Field(description="your entry")
    against: list[Ref] = Field(
        default=[],
        max_length=MAX_SEATS,
        description="entries that sit at each table; the ladder chooses who else does",
    )
    matches: Annotated[int, Field(ge=1, le=100_000), BeforeValidator(integral)] = Field(
        description="how many; where the ladder plays series, so many of these"
    )


class LadderBatchCancel(ClientMessage):
    """No match of a batch begins any more; what runs is played to its end. Answered by `ok`."""

    type: Literal["ladder_batch_cancel"] = "ladder_batch_cancel"
    ladder: Slug = Field(description=LADDER)
    batch: Ref = Field(description="from the answer to `ladder_batch`")


class LadderBatches(ClientMessage):
    """Asks how the batches of your entries stand."""

    replies: ClassVar = ("ladder_batch_list",)

    type: Literal["ladder_batches"] = "ladder_batches"
    ladder: Slug = Field(description=LADDER)


class BatchInfo(Part):
    """Matches that somebody has asked for."""

    batch: Ref = Field(description="its id")
    entry: Ref = Field(description=ENTRY)
    name: Str64 = Field(description="name of the entry")
    against: list[Ref] = Field(
        default=[], max_length=MAX_SEATS, description="entries that sit at each table"
    )
    matches: Uint = Field(description="how many were asked for")
    played: Uint = Field(description="how many have a result")
    running: Uint = Field(default=0, description="how many are played now")
    rated: bool = Field(description="they count like others")
    state: BatchState = Field(
        description="how it stands; `ended`: an entry in it has been replaced"
    )
    asked_ms: Uint = Field(description="when it was asked for, in ms since 1970")


class LadderBatchList(ServerMessage):
    """The batches of your entries on a ladder."""

    type: Literal["ladder_batch_list"] = "ladder_batch_list"
    ladder: Slug = Field(description=LADDER)
    items: list[BatchInfo] = Field(max_length=MAX_ITEMS, description="oldest first")


class LadderAlerts(ClientMessage):
    """Asks what went wrong with entries of yours: crashes, missed deadlines, trial matches that were failed."""

    replies: ClassVar = ("ladder_alert_list",)

    type: Literal["ladder_alerts"] = "ladder_alerts"
    ladder: Slug | None = Field(default=None, description="only there; absent: on all ladders")


class LadderAlert(Part):
    """A match in which an entry of yours did not play as it should."""

    ladder: Slug = Field(description=LADDER)
    entry: Ref = Field(description="your entry")
    name: Str64 = Field(description="its name")
    version: Str64 = Field(description="its version")
    at_ms: Uint = Field(description="when the match ended, in ms since 1970")
    match_id: Ref = Field(description="the match")
    what: Str500 = Field(description="what was wrong, for people")
    log: LogEnd = Field(
        default="", description="the end of what the program wrote, where the server runs it"
    )


class LadderAlertList(ServerMessage):
    """The newest alerts of each of your entries."""

    type: Literal["ladder_alert_list"] = "ladder_alert_list"
    items: list[LadderAlert] = Field(max_length=MAX_ITEMS, description="oldest first")
