"""Games on offer, the lobby, rooms and pairing: everything before a match starts."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from infoset_protocol.messages.base import ClientMessage, ExactlyOne, Part, ServerMessage, one_of
from infoset_protocol.messages.scalars import (
    MAX_ITEMS,
    MAX_SEATS,
    Int,
    MatchCount,
    Ms,
    Num,
    Obj,
    OpenEnum,
    Options,
    Ref,
    SeatCount,
    SeatNumber,
    Slug,
    Str64,
    Str300,
    Str512,
    Uint,
)

ClockKind = Annotated[Literal["none", "per_move", "bank", "correspondence", "other"], OpenEnum()]
AssistPolicy = Annotated[Literal["off", "advice", "confirm", "auto", "other"], OpenEnum()]
WatchPolicy = Annotated[Literal["off", "public", "delayed", "other"], OpenEnum()]
TalkPolicy = Annotated[Literal["off", "people", "all", "other"], OpenEnum()]
TimeoutRule = Annotated[Literal["fallback", "random", "forfeit", "other"], OpenEnum()]
AbsentRule = Annotated[Literal["takeover", "forfeit", "other"], OpenEnum()]
RoomStatus = Annotated[Literal["open", "playing", "over", "other"], OpenEnum()]
SeatKind = Annotated[Literal["open", "human", "bot", "closed", "other"], OpenEnum()]

TITLE = "title; with `#` in front it names a test room"
SEATS = "number of seats"
CLOCK = "time control"
UNLISTED = "not in the lobby; its code is needed to enter"
RATED = "counts for a ladder"
ASSIST = "what assistants may do here"
COMPUTE = "server compute is allowed"
TALK = "who talks while a match is played: nobody, whoever has the scope `chat`, or programs on a seat, too"
UNDO = "steps that showed nothing can be taken back; as it stands they can, but for rated matches"
START_FROM = "matches begin at a position of a finished one, with its options; they are never rated"
WATCH = "who may watch"
WATCH_DELAY = "how far spectators are behind, where `watch` is `delayed`"
ON_TIMEOUT = "what a missed deadline does"
MAX_TIMEOUTS = "misses in a row after which the seat is treated as absent"
PACE = (
    "a named pace of the game; it decides `clock`, `on_timeout`, `max_timeouts` and `absent` where "
    "those are not given"
)
BEST_OF = "play a series of so many matches; for two seats"
ABSENT = "what becomes of an absent seat: a house bot plays on, or it forfeits"


class StartFrom(Part):
    """A position of a finished match, at which the matches of a room begin."""

    replay: Ref = Field(description="the match, which you may see again")
    ver: Uint = Field(
        description="version of that match; the first position from there on in which a seat decides"
    )
    seat: SeatNumber | None = Field(
        default=None,
        description="of `create_room`: sit here; absent = where you played, else nowhere",
    )
    closed: bool | None = Field(
        default=None,
        description="of a room: not everybody may see that match, so nobody watches, and only its players join",
    )


class ClockSpec(Part):
    """A time control. Times are per seat."""

    kind: ClockKind = Field(description="family of the time control")
    move_ms: Ms | None = Field(default=None, description="per_move: time for each decision")
    main_ms: Ms | None = Field(default=None, description="bank: what each seat starts with")
    inc_ms: Ms | None = Field(default=None, description="bank: added after each own decision")
    delay_ms: Ms | None = Field(
        default=None, description="bank: time of each decision before the bank is touched"
    )
    first_ms: Ms | None = Field(
        default=None, description="extra time for the seat's first decision (warm-up)"
    )
    grace_ms: Ms | None = Field(default=None, description="allowance per decision, not charged")
    move_days: Uint | None = Field(
        default=None, description="correspondence: days for each decision"
    )


class WatchDelay(ExactlyOne):
    """How far spectators are behind the match. Exactly one of versions, ms."""

    model_config = one_of("versions", "ms")
    choices: ClassVar = ("versions", "ms")

    versions: Uint | None = Field(
        default=None, description="shown when the match is so many versions further"
    )
    ms: Ms | None = Field(default=None, description="shown this long after it happened")


class Describe(ClientMessage):
    """Asks for games, rules, schemas and policies."""

    replies: ClassVar = ("games",)

    type: Literal["describe"] = "describe"
    game: Slug | None = Field(default=None, description="only this game")
    schemas: bool | None = Field(
        default=None, description="include JSON Schemas of observation, action and event"
    )


class GameInfo(Part):
    """One game as this server offers it."""

    game: Slug = Field(description="name of the game")
    rules: Str64 = Field(description="rules version, `name/major.minor`")
    seats: list[Uint] = Field(min_length=2, max_length=2, description="[least, most]")
    simultaneous: bool | None = Field(
        default=None, description="several seats may decide at the same time"
    )
    options: Obj = Field(description="option name -> {type, default, ...}")
    policies: list[Slug] = Field(
        default=[], max_length=MAX_ITEMS, description="rollout policies on offer"
    )
    paces: list[Slug] = Field(
        default=[], max_length=MAX_ITEMS, description="named paces, for `create_room`"
    )
    tests: list[Slug] = Field(
        default=[],
        max_length=MAX_ITEMS,
        description="test rooms: titles for `create_room`, without the `#`",
    )
    consts_hash: Str64 = Field(description="hash of `consts`")
    consts: Obj | None = Field(default=None, description="constant data (cards, costs)")
    schemas: Obj | None = Field(default=None, description="JSON Schemas")


class BotLevel(Part):
    """How strong a house bot is at a game, beside the other house bots of the server."""

    game: Slug = Field(description="name of the game")
    level: Uint = Field(description="from 1, the weakest")
    of: Uint = Field(description="how many levels there are")
    rating: Uint = Field(description="rating points; the mean of those measured together is 1500")
    margin: Uint = Field(description="half the interval of 95 % of `rating`")


class BotInfo(Part):
    """A house bot that `add_bot` can put on a seat."""

    bot: Slug = Field(description="name for `add_bot`")
    games: list[Slug] = Field(max_length=MAX_ITEMS, description="games it plays")
    about: Str512 | None = Field(default=None, description="one line about it")
    levels: list[BotLevel] = Field(
        default=[], max_length=MAX_ITEMS, description="measured strengths; absent for other games"
    )


class Games(ServerMessage):
    """What can be played here, and with which house bots."""

    type: Literal["games"] = "games"
    games: list[GameInfo] = Field(max_length=MAX_ITEMS, description="games on this server")
    bots: list[BotInfo] = Field(
        default=[], max_length=MAX_ITEMS, description="house bots on this server"
    )
    clock: ClockSpec | None = Field(
        default=None, description="time control of rooms and seeks that name none"
    )


class Seek(ClientMessage):
    """Asks to be paired. Answered by `ok{ticket}`; stays until paired, `unseek` or disconnect."""

    type: Literal["seek"] = "seek"
    game: Slug = Field(description="name of the game")
    seats: SeatCount | None = Field(default=None, description="player count wanted")
    options: Options | None = Field(default=None, description="game options wanted")
    clock: ClockSpec | None = Field(default=None, description="time control wanted")
    rated: bool | None = Field(default=None, description="play for a ladder")
    ladder: Slug | None = Field(default=None, description="ladder to play on")
    fill_ms: Ms | None = Field(
        default=None, description="fill open seats with house bots after this wait"
    )


class Unseek(ClientMessage):
    """Takes a seek back."""

    type: Literal["unseek"] = "unseek"
    ticket: Ref | None = Field(default=None, description="from the answer to `seek`; absent = all")


class Block(ClientMessage):
    """Keeps somebody away, or no longer. Answered by `ok{blocked}`: whom you keep away now."""

    type: Literal["block"] = "block"
    user: Ref | None = Field(
        default=None, description="user id, as in seats and chat; absent = only tell whom"
    )
    on: bool = Field(default=True, description="false = no longer")


class WatchLobby(ClientMessage):
    """Subscribes to `lobby`, or ends the subscription."""

    replies: ClassVar = ("lobby",)

    type: Literal["watch_lobby"] = "watch_lobby"
    on: bool = Field(default=True, description="false = unsubscribe")
    game: Slug | None = Field(default=None, description="only rooms of this game")


class SeatInfo(Part):
    """One seat and who sits there."""

    seat: SeatNumber = Field(description="seat number from 0")
    kind: SeatKind = Field(description="who may sit or sits here")
    user: Ref | None = Field(default=None, description="user id")
    name: Str64 | None = Field(default=None, description="display name")
    rating: Int | None = Field(default=None, description="ladder rating, rounded")
    ready: bool | None = Field(default=None, description="pressed ready")
    online: bool = Field(default=True, description="has at least one live connection")
    assisted: bool | None = Field(
        default=None, description="an assistant is or was attached in this match"
    )
    taken_by: Slug | None = Field(
        default=None, description="house bot that plays on for the player, when the message is sent"
    )
    berserk: bool = Field(
        default=False,
        description="plays this match on half the main time of `clock` and without its increment",
    )


class SeriesInfo(Part):
    """A series of matches in a room. Seats are those of the match being played, or of the next."""

    best_of: MatchCount = Field(description="matches, without extra ones after a tie")
    played: Uint = Field(description="matches that are over")
    points: list[Num] = Field(
        min_length=2, max_length=2, description="by seat: 1 for a match won, 0.5 for a tie"
    )
    over: bool = Field(description="nothing more is played in this series")
    winner: SeatNumber | None = Field(
        default=None, description="seat of who won it; absent while it goes on, and if it was drawn"
    )


class RoomInfo(Part):
    """The whole state of a room."""

    room: Ref = Field(description="room id, short enough to type")
    title: Str64 = Field(description=TITLE)
    game: Slug = Field(description="name of the game")
    rules: Str64 = Field(description="rules version")
    options: Options = Field(default={}, description="game options")
    clock: ClockSpec = Field(description=CLOCK)
    status: RoomStatus = Field(description="`open` before, `playing` during, `over` after a match")
    host: Ref = Field(description="user id of the host")
    unlisted: bool | None = Field(default=None, description=UNLISTED)
    code: Str64 | None = Field(
        default=None, description="code of an unlisted room; told to its members only"
    )
    rated: bool | None = Field(default=None, description=RATED)
    assist: AssistPolicy = Field(default="off", description=ASSIST)
    compute: bool = Field(default=True, description=COMPUTE)
    watch: WatchPolicy = Field(default="public", description=WATCH)
    watch_delay: WatchDelay | None = Field(default=None, description=WATCH_DELAY)
    on_timeout: TimeoutRule = Field(default="fallback", description=ON_TIMEOUT)
    max_timeouts: Uint = Field(default=3, description=MAX_TIMEOUTS)
    absent: AbsentRule = Field(default="takeover", description=ABSENT)
    seats: list[SeatInfo] = Field(max_length=MAX_SEATS, description="seats in order")
    watchers: Uint = Field(default=0, description="number of spectators")
    match_id: Ref | None = Field(default=None, description="the match being played")
    pace: Slug | None = Field(default=None, description="the named pace that was chosen")
    series: SeriesInfo | None = Field(default=None, description="where matches go in series")
    talk: TalkPolicy = Field(default="people", description=TALK)
    undo: bool | None = Field(default=None, description=UNDO)
    start_from: StartFrom | None = Field(default=None, description=START_FROM)


class Lobby(ServerMessage):
    """The list of rooms, or what changed in it. Changes are coalesced per room."""

    sequenced: ClassVar = False

    type: Literal["lobby"] = "lobby"
    full: bool = Field(description="true = this is the whole list")
    rooms: list[RoomInfo] = Field(
        default=[], max_length=MAX_ITEMS, description="new or changed rooms"
    )
    gone: list[Ref] = Field(default=[], max_length=MAX_ITEMS, description="ids of removed rooms")


class CreateRoom(ClientMessage):
    """Opens a room. The creator becomes its host, not yet seated."""

    replies: ClassVar = ("room",)

    type: Literal["create_room"] = "create_room"
    game: Slug = Field(description="name of the game")
    rules: Str64 | None = Field(default=None, description="rules version; absent = newest")
    title: Str64 | None = Field(default=None, description=TITLE)
    options: Options = Field(default={}, description="game options")
    seats: SeatCount | None = Field(default=None, description=SEATS)
    clock: ClockSpec | None = Field(default=None, description=CLOCK)
    unlisted: bool | None = Field(default=None, description=UNLISTED)
    rated: bool | None = Field(default=None, description=RATED)
    assist: AssistPolicy = Field(default="off", description=ASSIST)
    compute: bool = Field(default=True, description=COMPUTE)
    watch: WatchPolicy = Field(default="public", description=WATCH)
    watch_delay: WatchDelay | None = Field(default=None, description=WATCH_DELAY)
    on_timeout: TimeoutRule | None = Field(default=None, description=ON_TIMEOUT)
    max_timeouts: Uint | None = Field(default=None, description=MAX_TIMEOUTS)
    absent: AbsentRule | None = Field(default=None, description=ABSENT)
    pace: Slug | None = Field(default=None, description=PACE)
    best_of: MatchCount | None = Field(default=None, description=BEST_OF)
    talk: TalkPolicy = Field(default="people", description=TALK)
    undo: bool | None = Field(default=None, description=UNDO)
    start_from: StartFrom | None = Field(default=None, description=START_FROM)


class Join(ClientMessage):
    """Enters a room, and sits down if asked to."""

    replies: ClassVar = ("room",)

    type: Literal["join"] = "join"
    room: Str64 = Field(description="room id, or the title that its host gave it")
    code: Str64 | None = Field(default=None, description="code of an unlisted room")
    seat: SeatNumber | None = Field(default=None, description="sit here")
    any_seat: bool | None = Field(default=None, description="sit on the first open seat")
    ready: bool | None = Field(default=None, description="ready at once")


class Leave(ClientMessage):
    """Leaves a room. A match under way keeps the seat (see `resign`)."""

    type: Literal["leave"] = "leave"
    room: Ref = Field(description="room id")


class Sit(ClientMessage):
    """Takes a seat, or stands up."""

    replies: ClassVar = ("room",)

    type: Literal["sit"] = "sit"
    room: Ref = Field(description="room id")
    seat: SeatNumber | None = Field(default=None, description="absent = stand up")


class Ready(ClientMessage):
    """Says whether the match may start."""

    replies: ClassVar = ("room",)

    type: Literal["ready"] = "ready"
    room: Ref = Field(description="room id")
    ready: bool = Field(default=True, description="ready or not")


class RoomChanges(Part):
    """Settings of a room to change. A setting the server does not know is refused, not ignored."""

    model_config = ConfigDict(extra="forbid")

    title: Str64 | None = Field(default=None, description=TITLE)
    options: Options | None = Field(default=None, description="game options, all of them")
    seats: SeatCount | None = Field(default=None, description=SEATS)
    clock: ClockSpec | None = Field(default=None, description=CLOCK)
    unlisted: bool | None = Field(default=None, description=UNLISTED)
    rated: bool | None = Field(default=None, description=RATED)
    assist: AssistPolicy | None = Field(default=None, description=ASSIST)
    compute: bool | None = Field(default=None, description=COMPUTE)
    watch: WatchPolicy | None = Field(default=None, description=WATCH)
    watch_delay: WatchDelay | None = Field(default=None, description=WATCH_DELAY)
    on_timeout: TimeoutRule | None = Field(default=None, description=ON_TIMEOUT)
    max_timeouts: Uint | None = Field(default=None, description=MAX_TIMEOUTS)
    absent: AbsentRule | None = Field(default=None, description=ABSENT)
    pace: Slug | None = Field(default=None, description=PACE)
    best_of: MatchCount | None = Field(default=None, description=BEST_OF)
    talk: TalkPolicy | None = Field(default=None, description=TALK)
    undo: bool | None = Field(default=None, description=UNDO)


class Configure(ClientMessage):
    """Changes settings of an open room; host only. Clears all ready flags."""

    replies: ClassVar = ("room",)

    type: Literal["configure"] = "configure"
    room: Ref = Field(description="room id")
    changes: RoomChanges = Field(description="the settings to change; the others stay")


class AddBot(ClientMessage):
    """Puts a house bot on a seat; host only."""

    replies: ClassVar = ("room",)

    type: Literal["add_bot"] = "add_bot"
    room: Ref = Field(description="room id")
    seat: SeatNumber | None = Field(default=None, description="absent = first open seat")
    bot: Slug = Field(description="name of the house bot")


class Kick(ClientMessage, ExactlyOne):
    """Removes a user or a house bot; host only. Exactly one of user, seat."""

    model_config = one_of("user", "seat")
    choices: ClassVar = ("user", "seat")

    type: Literal["kick"] = "kick"
    room: Ref = Field(description="room id")
    user: Ref | None = Field(default=None, description="this user")
    seat: SeatNumber | None = Field(default=None, description="whoever sits here (house bot)")


class Start(ClientMessage):
    """Starts the match; host only. Without it a room starts when all seats are taken and ready."""

    type: Literal["start"] = "start"
    room: Ref = Field(description="room id")


class Room(ServerMessage):
    """The whole state of a room, as an answer and as a push."""

    type: Literal["room"] = "room"
    room: RoomInfo = Field(description="the room")


class Chat(ClientMessage, ExactlyOne):
    """Says something in a room or a match. Exactly one of room, match_id."""

    model_config = one_of("room", "match_id")
    choices: ClassVar = ("room", "match_id")

    type: Literal["chat"] = "chat"
    room: Ref | None = Field(default=None, description="to this room")
    match_id: Ref | None = Field(default=None, description="to this match")
    to: Literal["all", "players", "watchers"] = Field(default="all", description="audience")
    text: Str300 = Field(description="plain text, no markup")


class ChatMsg(ServerMessage):
    """Somebody said something."""

    type: Literal["chat_msg"] = "chat_msg"
    room: Ref | None = Field(default=None, description="in this room")
    match_id: Ref | None = Field(default=None, description="in this match")
    user: Ref = Field(description="author")
    name: Str64 = Field(description="name of the author")
    to: Slug = Field(description="audience")
    text: Str512 = Field(description="plain text, no markup")
    ago_ms: Ms | None = Field(
        default=None, description="said so long ago, and told again to a client that has come back"
    )
