"""Fresh names for things: random, so that they tell nothing about what else exists."""

import secrets
from collections.abc import Container
from typing import Final, NewType

UserId = NewType("UserId", str)
ClassId = NewType("ClassId", str)
RoomId = NewType("RoomId", str)
MatchId = NewType("MatchId", str)
Ticket = NewType("Ticket", str)

TYPEABLE: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that looks like something else
ROOM_LETTERS: Final = 4  # a million rooms, short enough to call across a class-room


def fresh_id(prefix: str) -> str:
    """`prefix_` and 72 random bits."""
    return f"{prefix}_{secrets.token_urlsafe(9)}"


def fresh_room_id(taken: Container[str]) -> RoomId:
    """A short room id that people can type, none of `taken`."""
    while True:
        room = "".join(secrets.choice(TYPEABLE) for _ in range(ROOM_LETTERS))
        if room not in taken:
            return RoomId(room)
