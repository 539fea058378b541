"""A hall on another database: a server that hears of one does not begin, for edges would follow whichever claim is newer.

A copy of the database has the claims of the one it was made of, and what is played beside it is lost to one of the two.
"""

import asyncio
from typing import Final

from infoset_server.bus.port import Bus
from infoset_server.cluster.frames import Presence
from infoset_server.cluster.trunk import HALL, MAX_PENDING
from infoset_server.storage.identity import UNKNOWN

BEATS_WAITED: Final = 3  # in which a hall that is there is heard


async def hear_other_hall(bus: Bus, database: str, beat_s: float) -> Presence | None:
    """The hall of this bus that has another database than this one; None where there is none, or the hall has ours."""
    found: asyncio.Future[Presence] = asyncio.get_running_loop().create_future()

    def note(_: str, presence: Presence) -> None:
        if presence.database != UNKNOWN and not found.done():
            found.set_result(presence)

    subscription = bus.subscribe(HALL, "*", note, on_gap=lambda lost: None, max_pending=MAX_PENDING)
    try:
        presence = await asyncio.wait_for(found, BEATS_WAITED * beat_s)
    except TimeoutError:
        return None
    finally:
        subscription.close()
    return None if presence.database == database else presence
