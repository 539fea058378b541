"""A person's own games: what waits for them, what runs, and what is over."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from infoset_protocol.messages.base import ClientMessage, Part, ServerMessage
from infoset_protocol.messages.rooms import ClockSpec
from infoset_protocol.messages.scalars import (
    MAX_ITEMS,
    MAX_SEATS,
    Ms,
    OpenEnum,
    PageSize,
    Ref,
    SeatNumber,
    Slug,
    Str64,
    Uint,
)

GameState = Annotated[Literal["turn", "waiting", "room", "seek", "over", "other"], OpenEnum()]


class MyGame(Part):
    """A match, a room or a seek of yours."""

    state: GameState = Field(
        description="`turn`: you are asked; `waiting`: for others; `room`: no match yet; `seek`; `over`"
    )
    game: Slug = Field(description="name of the game")
    match_id: Ref | None = Field(default=None, description="the match; its replay, once it is over")
    room: Str64 | None = Field(default=None, description="the room it is played in")
    ticket: Ref | None = Field(default=None, description="of a seek")
    title: Str64 | None = Field(default=None, description="of the room")
    seat: SeatNumber | None = Field(default=None, description="your seat")
    players: list[Str64] | None = Field(
        default=None, max_length=MAX_SEATS, description="names by seat; empty = a free seat"
    )
    here: bool | None = Field(
        default=None,
        description="does this session have the seat? If not, another one of yours, or none, has it",
    )
    decision: Uint | None = Field(default=None, description="what you are asked, by its number")
    left_ms: Ms | None = Field(default=None, description="time left for it; absent = untimed")
    clock: ClockSpec | None = Field(default=None, description="the time control")
    places: list[Uint] | None = Field(
        default=None, max_length=MAX_SEATS, description="places by seat, once it is over"
    )
    at_ms: Uint | None = Field(default=None, description="when it ended, in ms since 1970")


class MyGames(ClientMessage):
    """Asks for your matches, rooms and seeks, and to be told of what becomes of the matches."""

    replies: ClassVar = ("my_game_list",)

    type: Literal["my_games"] = "my_games"
    over: PageSize = Field(default=10, description="so many of those that are over")
    follow: bool | None = Field(
        default=None,
        description="true = tell me with `my_game` whenever it becomes my turn, is it no more, or a match begins or ends; "
        "false = no more of that; absent = as before",
    )


class MyGameList(ServerMessage):
    """Your games: first those in which you are asked, the most urgent first."""

    type: Literal["my_game_list"] = "my_game_list"
    items: list[MyGame] = Field(max_length=MAX_ITEMS, description="one for each seat, room or seek")
    more: bool | None = Field(default=None, description="true = there are more than are listed")


class HandOver(ClientMessage):
    """Asks for a code with which you go on on another device; the `ok` has `data.code` and `data.valid_ms`."""

    type: Literal["hand_over"] = "hand_over"


class MyGameChanged(ServerMessage):
    """One of your matches, as it is now."""

    type: Literal["my_game"] = "my_game"
    item: MyGame = Field(description="in place of what was told of this match and seat before")
