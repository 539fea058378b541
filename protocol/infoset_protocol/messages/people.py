"""People: what their public matches and ratings tell of them, and following them."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from infoset_protocol.messages.base import ClientMessage, Part, ServerMessage
from infoset_protocol.messages.ladder import ENTRY, LADDER, EntryKind
from infoset_protocol.messages.scalars import (
    MAX_ITEMS,
    MAX_SEATS,
    Int,
    Obj,
    OpenEnum,
    PageSize,
    Ref,
    Slug,
    Str64,
    Uint,
)

MAX_FOLLOWED = 4096
MAX_POINTS = 100  # of a rating over time

OpponentKind = Annotated[Literal["person", "program", "house", "other"], OpenEnum()]
PersonState = Annotated[Literal["away", "online", "room", "playing", "other"], OpenEnum()]
PersonNews = Annotated[Literal["room", "match", "other"], OpenEnum()]
ProfileKind = Annotated[Literal["person", "program", "other"], OpenEnum()]


class OpponentResults(Part):
    """How somebody did against one kind of opponents of a game: each pair of seats counts."""

    kind: OpponentKind = Field(
        description="`person`; `program`: somebody's; `house`: one that the server runs"
    )
    bot: Str64 | None = Field(default=None, description="which one, of kind `house`")
    met: Uint = Field(description="opponents met: one for each other seat of each match")
    ahead: Uint = Field(description="of those, how many came in behind")
    level: Uint = Field(description="of those, how many shared the place")


class GameResults(Part):
    """How somebody did at a game."""

    game: Slug = Field(description="name of the game")
    matches: Uint = Field(description="matches counted")
    places: list[Uint] = Field(
        max_length=MAX_SEATS, description="how often first, second, ...; shared ones as the better"
    )
    against: list[OpponentResults] = Field(
        max_length=MAX_ITEMS, description="by type of opponent: people first"
    )


class RatingPoint(Part):
    """What a rating was at a time."""

    at_ms: Uint = Field(description="when it was calculated, in ms since 1970")
    rating: Int = Field(description="as in `standing`")
    rd: Uint = Field(description="standard deviation of what was not known of it")
    games: Uint = Field(description="results counted by then")


class ProfileRating(Part):
    """How an entry of somebody stands on a ladder, and how it came there."""

    ladder: Slug = Field(description=LADDER)
    title: Str64 = Field(description="title for people")
    game: Slug = Field(description="name of the game")
    entry: Ref = Field(description=ENTRY)
    name: Str64 = Field(description="its name")
    version: Str64 = Field(description="its version")
    kind: EntryKind = Field(description="who plays")
    rank: Uint = Field(description="in the table, from 1")
    rating: Int = Field(description="strength; ahead by 400 comes in first ten times of eleven")
    rd: Uint = Field(description="standard deviation of what is not known of `rating`")
    provisional: bool = Field(description="too uncertain to compare: 2 `rd` is above 110")
    games: Uint = Field(description="results counted")
    points: list[RatingPoint] = Field(
        max_length=MAX_POINTS, description="the rating over time, oldest first"
    )


class ShowProfile(ClientMessage):
    """Asks what there is to know of somebody: results by game and opponent, ratings, the newest matches."""

    replies: ClassVar = ("profile",)

    type: Literal["show_profile"] = "show_profile"
    user: Str64 | None = Field(
        default=None, description="user id, or a name that only one bears; absent = yourself"
    )
    recent: PageSize = Field(default=10, description="so many of the newest matches")


class Profile(ServerMessage):
    """What there is to know of somebody, as far as it is your business."""

    type: Literal["profile"] = "profile"
    user: Ref = Field(description="user id")
    name: Str64 = Field(description="display name")
    kind: ProfileKind = Field(description="`person`, or `program`: the account of a bot")
    guest: bool | None = Field(
        default=None, description="true = without an account: known only while remembered"
    )
    all: bool | None = Field(
        default=None,
        description="true = what was played in private is counted, too: you are this user, or answer for it",
    )
    followed: bool | None = Field(default=None, description="true = you follow this person")
    followable: bool | None = Field(
        default=None, description="true = you may follow this person, or do so"
    )
    since_ms: Uint | None = Field(
        default=None, description="when the account was made, in ms since 1970"
    )
    from_ms: Uint | None = Field(
        default=None, description="end of the oldest match counted, in ms since 1970"
    )
    games: list[GameResults] = Field(max_length=MAX_ITEMS, description="the most played first")
    ratings: list[ProfileRating] = Field(max_length=MAX_ITEMS, description="by ladder")
    recent: list[Obj] = Field(
        max_length=MAX_ITEMS, description="the newest matches, newest first, as in `replay_list`"
    )


class Followed(Part):
    """Somebody you follow, and what of what they do now everybody may see."""

    user: Ref = Field(description="user id")
    name: Str64 = Field(description="display name")
    state: PersonState = Field(
        description="`away`; `online`; `room`: in a room of the list; `playing`: a match that may be watched"
    )
    game: Slug | None = Field(default=None, description="of the room, or of the match")
    room: Str64 | None = Field(default=None, description="the room")
    title: Str64 | None = Field(default=None, description="of the room")
    match_id: Ref | None = Field(default=None, description="the match, to `watch`")


class Follower(Part):
    """Somebody who follows you."""

    user: Ref = Field(description="user id")
    name: Str64 = Field(description="display name")


class Follow(ClientMessage):
    """Follows somebody, or no longer; says whether you show yourself to followers; tells whom you follow and who follows you."""

    replies: ClassVar = ("follow_list",)

    type: Literal["follow"] = "follow"
    user: Ref | None = Field(default=None, description="user id; absent = change nobody")
    on: bool = Field(default=True, description="false = no longer")
    shown: bool | None = Field(
        default=None,
        description="false = nobody may follow you, and who does sees you as `away`; absent = as before",
    )
    tell: bool | None = Field(
        default=None,
        description="true = tell me with `followed` what those I follow do; false = no more of that; absent = as before",
    )


class FollowList(ServerMessage):
    """Whom you follow, and who follows you."""

    type: Literal["follow_list"] = "follow_list"
    items: list[Followed] = Field(max_length=MAX_FOLLOWED, description="by name")
    followers: list[Follower] = Field(max_length=MAX_FOLLOWED, description="by name")
    shown: bool = Field(description="do you show yourself to followers?")
    more: bool | None = Field(default=None, description="true = there are more than are listed")


class FollowedChanged(ServerMessage):
    """Somebody you follow does something else now."""

    type: Literal["followed"] = "followed"
    item: Followed = Field(description="in place of what was told of this person before")
    news: PersonNews | None = Field(
        default=None, description="`room`: they opened one; `match`: they began one"
    )
