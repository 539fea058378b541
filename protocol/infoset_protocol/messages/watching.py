"""Looking on: spectators of a running match and replays of a finished one."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import ClassVar, Literal

from pydantic import Field

from infoset_protocol.messages.base import ClientMessage, ExactlyOne, ServerMessage, one_of
from infoset_protocol.messages.scalars import (
    MAX_ITEMS,
    Obj,
    PageSize,
    Ref,
    Slug,
    Str64,
    Uint,
    View,
)


class Watch(ClientMessage, ExactlyOne):
    """Attaches as a spectator. Exactly one of match_id, room."""

    model_config = one_of("match_id", "room")
    choices: ClassVar = ("match_id", "room")

    type: Literal["watch"] = "watch"
    match_id: Ref | None = Field(default=None, description="this match")
    room: Str64 | None = Field(
        default=None, description="whatever is played in this room, by its id or title"
    )
    view: View = Field(
        default="public",
        description="`public`; `seat:N` if that seat consents; `all` after the end or for admins",
    )


class Unwatch(ClientMessage):
    """Ends watching."""

    type: Literal["unwatch"] = "unwatch"
    match_id: Ref = Field(description="match id")


class Consent(ClientMessage):
    """Lets others watch your seat of a running match, or stops that. Not in rated matches."""

    type: Literal["consent"] = "consent"
    match_id: Ref = Field(description="match id")
    on: bool = Field(default=True, description="false = nobody may any longer")
    user: Ref | None = Field(default=None, description="only this user; absent = whoever may watch")


class Replays(ClientMessage):
    """Asks for a page of the list of finished matches, newest first."""

    replies: ClassVar = ("replay_list",)

    type: Literal["replays"] = "replays"
    user: Ref | None = Field(default=None, description="only with this user")
    game: Slug | None = Field(default=None, description="only of this game")
    before: Ref | None = Field(default=None, description="`cursor` of the page before")
    count: PageSize = Field(default=20, description="page size")


class ReplayList(ServerMessage):
    """One page of the list of replays."""

    type: Literal["replay_list"] = "replay_list"
    items: list[Obj] = Field(
        max_length=MAX_ITEMS,
        description="`{replay, game, rules, players, users, places, reason, at_ms, moves, assisted?, kinds?, from?}`; names and "
        "user ids by seat, the end in ms since 1970, changes of state, seats that had an assistant, by seat `human`, "
        "`bot` or `house` (a program that the server runs), the match that it goes on from",
    )
    cursor: Ref | None = Field(default=None, description="for the next page; absent = last page")


class Replay(ClientMessage):
    """Asks for a replay; answered by a stream of `replay_part`."""

    replies: ClassVar = ("replay_part",)

    type: Literal["replay"] = "replay"
    replay: Ref = Field(description="replay id, which is the match id")
    view: View = Field(
        default="public", description="as in `watch`; `all` only once the match is over"
    )
    form: Literal["actions", "events", "frames", "assist", "remarks", "talk"] = Field(
        default="events",
        description="`actions`: the record, only with view `all`; `events`: as seen; `frames`: with "
        "observation; `assist`: what the assistants of your seat said, only with view `seat:N`; `remarks`: `note` and "
        "`value` of the acts of a seat that is yours or has published them, only with view `seat:N`; `talk`: what was said at the table",
    )
    first: Uint = Field(default=0, description="from this version")
    last: Uint | None = Field(default=None, description="to this version; absent = the newest")


class Publish(ClientMessage):
    """Lets everybody who may see a replay read the remarks of your seats, or nobody any longer."""

    replies: ClassVar = ("ok",)

    type: Literal["publish"] = "publish"
    replay: Ref = Field(description="replay id")
    on: bool = Field(default=True, description="false = only you again")


class ReplayPart(ServerMessage):
    """Part of a replay."""

    type: Literal["replay_part"] = "replay_part"
    replay: Ref = Field(description="replay id")
    i: Uint = Field(description="number of the part, from 0")
    entries: list[Obj] = Field(
        max_length=MAX_ITEMS, description="messages as a watcher gets them, or lines of the record"
    )
    more: bool = Field(description="further parts follow")


class Review(ClientMessage):
    """Asks for the review of a finished match; worked out when somebody first asks, and kept."""

    replies: ClassVar = ("review_part",)

    type: Literal["review"] = "review"
    replay: Ref = Field(description="replay id")
    first: Uint = Field(default=0, description="from this entry: as many as you have")


class ReviewPart(ServerMessage):
    """The entries of a review from the one that was asked for, as far as they are known."""

    type: Literal["review_part"] = "review_part"
    replay: Ref = Field(description="replay id")
    entries: list[Obj] = Field(
        max_length=MAX_ITEMS, description="one after the other, as in the table"
    )
    done: Uint = Field(description="pieces of work that are done")
    total: Uint = Field(description="pieces of work in all; 0 = not known yet")
    ahead: Uint = Field(default=0, description="reviews that come before this one")
    more: bool = Field(description="further entries follow: ask again, with a greater `first`")
