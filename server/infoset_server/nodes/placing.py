"""Which matches other servers of the cluster may play."""

from typing import Final

from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.room import Room

MAY_GO: Final = ("meeting", "brief")  # rooms


def why_here(room: Room, hosting: Hosting) -> str | None:
    """What keeps a room's match at the hall, in words; None where another server may play it."""
    settings = room.settings
    if room.lasting not in MAY_GO:
        return "its room is the server's"
    if settings.start_from is not None:
        return "it goes on from a match that is stored here"
    if settings.is_rated:
        return "it counts for a ladder"
    if settings.talk == "all":
        return "programs may talk in it"
    if settings.assist != "off":
        return "players may have assistants"
    if settings.terms.clock.kind == "correspondence":
        return "it lasts for days"
    for seat in room.seats:
        entry = None if seat.bot is None else hosting.find(seat.bot, settings.game.name)
        if seat.bot is not None and (entry is None or entry.is_uploaded or "@" in seat.bot):
            return f"{seat.bot} is known here only"
        if seat.client is not None and seat.client.user.is_sandboxed:
            return "a program of its owner's plays in it"
    return None
