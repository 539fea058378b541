"""Lists the rooms of a server with a plain script: no bot, no asyncio."""

import sys

import infoset
from infoset_protocol.messages import Lobby, WatchLobby

with infoset.SyncClient(*sys.argv[1:], name="visitor") as client:
    lobby = client.request(WatchLobby())
    assert isinstance(lobby, Lobby)
    for room in lobby.rooms:
        players = ", ".join(seat.name or seat.kind for seat in room.seats)
        sys.stdout.write(f"{room.room}  {room.game}  {room.status}  {players}\n")
