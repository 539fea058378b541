"""Looks on: tells in lines what happens in a match. `watcher.py --match m_5xT2`, or the newest one of the lobby."""

import argparse
import asyncio
import sys

import orjson

import infoset
from infoset.settings import add_connection_options, make_client
from infoset_protocol.messages import Events, Lobby, MatchOver, MatchStart, Watch, WatchLobby


async def find_match(client: infoset.Client) -> str:
    """The match of the newest room that plays; waits until there is one."""
    lobby = await client.request(WatchLobby())
    while True:
        assert isinstance(lobby, Lobby)
        for room in reversed(lobby.rooms):
            if room.match_id is not None:
                return room.match_id
        while not isinstance(lobby := (await client.receive()).message, Lobby):
            """Not about rooms."""


def tell(message: object) -> None:
    match message:
        case MatchStart():
            names = ", ".join(seat.name or "?" for seat in message.players)
            sys.stdout.write(f"{message.game} {message.match_id}: {names}\n")
        case Events():
            for event in message.items:
                sys.stdout.write(f"{orjson.dumps(event).decode()}\n")
        case MatchOver():
            sys.stdout.write(f"over: {message.reason}, places {message.places}\n")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_connection_options(parser)
    parser.add_argument("--match", help="default: the newest one of the lobby")
    args = parser.parse_args()
    async with make_client(args, name="watcher", program="watcher", features=("obs",)) as client:
        await client.request(Watch(match_id=args.match or await find_match(client)))
        async for message in client:
            tell(message)
            if isinstance(message, MatchOver):
                return


if __name__ == "__main__":
    asyncio.run(main())
