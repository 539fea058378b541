"""A room as clients are told of it. Decides nothing; who may see a room, `room_list` knows."""

from typing import Any

from infoset_games.contests.series import Series
from infoset_protocol.codec import Prepared
from infoset_server.matches.settings import write_clock, write_delay
from infoset_server.network.outbox import Delivery
from infoset_server.rooms.room import Room
from infoset_server.rooms.series import RoomSeries


def room_info(room: Room, secret: bool = False) -> dict[str, Any]:
    """The room as `RoomInfo` values; `secret` adds what only members may know."""
    settings = room.settings
    info: dict[str, Any] = {
        "room": room.id,
        "title": settings.title,
        "game": settings.game.name,
        "rules": settings.game.rules,
        "options": settings.game.options(),
        "clock": write_clock(settings.terms.clock),
        "status": "playing" if room.is_playing else "over" if room.played else "open",
        "host": room.host.id,
        "assist": settings.assist,
        "compute": settings.compute,
        "watch": settings.watch,
        "on_timeout": settings.terms.on_timeout,
        "max_timeouts": settings.terms.max_timeouts,
        "absent": settings.terms.absent,
        "seats": [seat.info(number) for number, seat in enumerate(room.seats)],
        "watchers": len(room.watchers),
    }
    if settings.delay is not None:
        info["watch_delay"] = write_delay(settings.delay)
    if settings.code is not None:
        info["unlisted"] = True
        if secret:
            info["code"] = settings.code
    if room.is_playing and room.match is not None:
        info["match_id"] = room.match.id
    if settings.asked.pace is not None:
        info["pace"] = settings.asked.pace
    if settings.is_rated:
        info["rated"] = True
    if settings.best_of is not None:
        series = room.series or RoomSeries(Series(settings.best_of))
        info["series"] = series.info()
    return info


def room_message(room: Room) -> dict[str, Any]:
    """The whole room as its members see it."""
    return {"type": "room", "room": room_info(room, secret=True)}


def tell_members(room: Room) -> None:
    """Sends the room to everybody in it; an unread older picture is replaced."""
    prepared = Prepared(room_message(room))
    for client in room.members:
        client.line.send(prepared, Delivery.LATEST, f"room:{room.id}")
