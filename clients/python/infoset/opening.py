"""Opens a room and puts house bots on its seats."""

from collections.abc import Sequence

from infoset.client import Client
from infoset.remote import expect
from infoset_protocol.messages import AddBot, CreateRoom, Room, RoomInfo


async def open_room(client: Client, request: CreateRoom, bots: Sequence[str]) -> RoomInfo:
    """A new room with these house bots on the seats from 1 on. Raises RequestError as the server refuses."""
    room = expect(await client.request(request), Room).room
    for seat, bot in enumerate(bots, start=1):
        await client.request(AddBot(room=room.room, bot=bot, seat=seat))
    return room
