"""Tournaments: which there are, entering and leaving them, and the tables at which one meets whom."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from infoset_protocol.messages.base import ClientMessage, Part, ServerMessage
from infoset_protocol.messages.rooms import ClockSpec
from infoset_protocol.messages.scalars import (
    MAX_ITEMS,
    MAX_SEATS,
    MatchCount,
    Num,
    OpenEnum,
    Options,
    PageSize,
    Ref,
    SeatCount,
    SeatNumber,
    Slug,
    Str64,
    Str512,
    Uint,
)

MAX_ENTRIES = 256  # of one user in one tournament

TournamentState = Annotated[
    Literal["open", "running", "paused", "over", "gone", "other"], OpenEnum()
]
TableStatus = Annotated[
    Literal["drawn", "called", "playing", "decided", "bye", "other"], OpenEnum()
]

TOURNAMENT = "id of the tournament"
BOT = "a bot you have uploaded, in place of yourself: `ferris`, or one version of it as `ferris@3`"


class Tournaments(ClientMessage):
    """Asks for a page of the list of tournaments, and to be told of what becomes of them."""

    replies: ClassVar = ("tournament_list",)

    type: Literal["tournaments"] = "tournaments"
    follow: bool | None = Field(
        default=None,
        description="true = tell me with `tournament` whenever one opens or changes, "
        "false = no more of that; absent = as before",
    )
    before: Slug | None = Field(default=None, description="`cursor` of the page before")
    count: PageSize = Field(default=20, description="page size")


class TournamentEnter(ClientMessage):
    """Takes part in a tournament that has not begun. Twice changes nothing."""

    replies: ClassVar = ("tournament",)

    type: Literal["tournament_enter"] = "tournament_enter"
    tournament: Slug = Field(description=TOURNAMENT)
    bot: Str64 | None = Field(default=None, description=BOT)


class TournamentLeave(ClientMessage):
    """Takes part no more: before it begins as if never entered, later losing all that is not decided."""

    replies: ClassVar = ("tournament",)

    type: Literal["tournament_leave"] = "tournament_leave"
    tournament: Slug = Field(description=TOURNAMENT)
    bot: Str64 | None = Field(default=None, description=BOT)


class TournamentBerserk(ClientMessage):
    """Plays the next match of yours that begins on half the main time and without increment, for one more point if it is won."""

    replies: ClassVar = ("tournament",)

    type: Literal["tournament_berserk"] = "tournament_berserk"
    tournament: Slug = Field(description=TOURNAMENT)
    on: bool = Field(default=True, description="false = not after all")
    bot: Str64 | None = Field(default=None, description=BOT)


class TournamentEntry(Part):
    """An entrant that is yours: yourself, or a bot you have uploaded."""

    entrant: Uint = Field(description="its number in the document of the tournament, from 0")
    name: Str64 = Field(description="its name in the tables")
    bot: Str64 | None = Field(default=None, description="which bot; absent = you yourself")
    out: bool = Field(default=False, description="it has left, or was absent too often")
    berserk: bool = Field(
        default=False, description="it plays its next match berserk, which nobody else is told yet"
    )


class TournamentInfo(Part):
    """One tournament: what is played how, how far it has come, and who may enter."""

    tournament: Slug = Field(description=TOURNAMENT)
    title: Str64 = Field(description="title for people")
    state: TournamentState = Field(
        description="`open` before it begins, `paused` while nobody is called to a table, "
        "`gone` = deleted"
    )
    game: Slug = Field(description="name of the game")
    rules: Str64 = Field(description="rules version")
    options: Options = Field(default={}, description="game options")
    seats: SeatCount = Field(description="players at a table")
    format: Slug = Field(description="who meets whom: `swiss`, `round_robin`, ...")
    best_of: MatchCount = Field(default=1, description="matches at each table")
    clock: ClockSpec = Field(description="time control")
    berserk: bool = Field(default=False, description="`tournament_berserk` is possible")
    open_to: list[Slug] = Field(
        default=[],
        max_length=MAX_ITEMS,
        description="who may enter by themselves: `human`, `bot`, `hosted`; "
        "nobody = its organiser enters everybody",
    )
    entrants: Uint = Field(description="how many there are")
    most: Uint = Field(description="how many there may be")
    start_ms: Uint | None = Field(
        default=None, description="when it begins by itself, in ms since 1970"
    )
    organiser: Str64 | None = Field(default=None, description="name of who runs it")
    page: Str512 = Field(
        description="path of its document on this server: tables, standings, bracket"
    )
    may_enter: bool = Field(default=False, description="you may enter it now")
    yours: list[TournamentEntry] = Field(
        default=[], max_length=MAX_ENTRIES, description="entrants that are yours"
    )


class TournamentList(ServerMessage):
    """A page of the tournaments you may know of."""

    type: Literal["tournament_list"] = "tournament_list"
    items: list[TournamentInfo] = Field(max_length=MAX_ITEMS, description="the newest first")
    cursor: Slug | None = Field(default=None, description="for the next page; absent = last page")


class Tournament(ServerMessage):
    """The state of a tournament, as an answer and as a push."""

    type: Literal["tournament"] = "tournament"
    tournament: TournamentInfo = Field(description="the tournament")


class TournamentTable(ServerMessage):
    """A table of yours in a tournament: whom you meet there, where and when, and how it ended."""

    type: Literal["tournament_table"] = "tournament_table"
    tournament: Slug = Field(description=TOURNAMENT)
    title: Str64 = Field(description="title of the tournament")
    table: Str64 = Field(description="name of the table")
    round: Uint = Field(description="from 1")
    status: TableStatus = Field(description="how far it has come")
    entrants: list[Str64] = Field(max_length=MAX_SEATS, description="names of all who meet there")
    you: SeatNumber = Field(description="which of them you are, from 0")
    room: Ref | None = Field(default=None, description="`called`: the room in which you are seated")
    left_ms: Uint | None = Field(
        default=None, description="`called`: who is not there and ready then has lost at this table"
    )
    match_id: Ref | None = Field(default=None, description="`playing`: the match")
    places: list[Uint] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="`decided`: places of the entrants, from 1; absent while results are hidden",
    )
    points: list[Num] | None = Field(
        default=None, max_length=MAX_SEATS, description="`decided`: their points, as `places`"
    )
