"""Finds a match and follows it to its end on a screen."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from infoset.client import Client
from infoset.errors import CommandError, RequestError
from infoset.watching.scene import Scene
from infoset.watching.screen import Screen
from infoset.watching.text import Style
from infoset.wording import say
from infoset_protocol.messages import (
    Lobby,
    MatchStart,
    ServerMessage,
    Snapshot,
    Unknown,
    Watch,
    WatchLobby,
    Welcome,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Target:
    """What to watch: a match, what is played in a room, or with neither the newest running match."""

    match_id: str | None = None
    room: str | None = None
    seat: int | None = None  # whose eyes, if it lets us; None: those of a stranger


async def follow(
    client: Client, target: Target, screen: Screen, style: Style, tell: Callable[[str], None]
) -> Scene:
    """Shows one match until it is over. Raises RequestError if it may not or cannot be watched."""
    if target.match_id is None and target.room is None:
        target = await find_newest(client, tell)
    await ask(client, target)
    scene = await open_scene(client, target, style)
    screen.open(scene)
    try:
        while scene.result is None:
            message = await next_message(client, target)
            if getattr(message, "match_id", None) == scene.match.match_id:
                screen.show(scene, scene.take(message))
    finally:
        screen.close(scene)
    return scene


async def open_scene(client: Client, target: Target, style: Style) -> Scene:
    """The scene of the match that begins to arrive, with its first position."""
    scene: Scene | None = None
    while True:
        message = await next_message(client, target)
        if isinstance(message, MatchStart):
            scene = Scene(message, style)
        elif scene is not None and isinstance(message, Snapshot):
            scene.take(message)
            return scene


async def next_message(client: Client, target: Target) -> ServerMessage | Unknown:
    """The next message; a new session is asked for the same target again."""
    message = (await client.receive()).message
    if isinstance(message, Welcome) and not message.resumed:
        await ask(client, target)
    return message


async def ask(client: Client, target: Target) -> None:
    """Begins to watch. Raises CommandError where there is nothing of that name."""
    try:
        await client.request(
            Watch(
                match_id=target.match_id,
                room=None if target.match_id else target.room,
                view="public" if target.seat is None else f"seat:{target.seat}",
            )
        )
    except RequestError as error:
        if error.code != "not_found":
            raise
        if target.match_id:
            raise CommandError(say("terminal-no-match", match=target.match_id)) from error
        raise CommandError(say("terminal-no-room", room=str(target.room))) from error


async def find_newest(client: Client, tell: Callable[[str], None]) -> Target:
    """The match that started last among those running; waits for one if there is none."""
    lobby = await client.request(WatchLobby())
    newest = newest_running(lobby)
    if newest is None:
        tell(say("terminal-waiting-for-match"))
    while newest is None:
        newest = newest_running((await client.receive()).message)
    await client.request(WatchLobby(on=False))
    return newest


def newest_running(message: ServerMessage | Unknown) -> Target | None:
    """The last running match in a lobby message, None if there is none in it."""
    if not isinstance(message, Lobby):
        return None
    running = [room for room in message.rooms if room.status == "playing" and room.match_id]
    return Target(match_id=running[-1].match_id) if running else None
