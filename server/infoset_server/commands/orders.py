"""What an operator tells one server of a cluster, with `infoset cluster`."""

import asyncio
from typing import Final

from infoset_server.bus.port import TEXT, Bus, Service
from infoset_server.config import ServerConfig
from infoset_server.storage.turn import Turn

ORDER: Final[Service[str, str]] = Service("order", TEXT, TEXT)  # to one server
DRAIN: Final = "drain"  # stop as by SIGTERM
NEXT: Final = "next"  # become the hall as soon as there is none
LATER: Final = "later"  # leave that to another for a while


def take_orders(config: ServerConfig, bus: Bus, stop: asyncio.Event) -> Turn:
    """From now on `infoset cluster drain` stops this server as SIGTERM does, and `hall` says whose turn it is."""
    turn = Turn()
    for_s = config.cluster.patience_s

    async def obey(order: str) -> str:
        if order == DRAIN:
            asyncio.get_running_loop().call_soon(stop.set)
        elif order == NEXT:
            turn.come_next(for_s)
        elif order == LATER:
            turn.come_later(for_s)
        else:
            raise ValueError(f"{order}: expected {DRAIN}, {NEXT} or {LATER}")
        return "it is done"

    if config.cluster.bus:
        bus.serve(ORDER, config.cluster.node_name, obey)
    return turn
