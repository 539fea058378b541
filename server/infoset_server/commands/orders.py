"""Obeys what an operator tells one server of a cluster, with `infoset cluster`."""

import asyncio
import logging
from typing import Final

from infoset_server.bus.port import Bus
from infoset_server.cluster.order_words import DRAIN, LATER, MOVE, NEXT, ORDER, REBALANCE, REFUSED
from infoset_server.config import ServerConfig
from infoset_server.nodes.moving import MoveError
from infoset_server.nodes.placing import Placement
from infoset_server.storage.turn import Turn

logger = logging.getLogger(__name__)


class Orders:
    """Obeys from when it is made. What a hall can do as well, it can once it has a `placement`."""

    def __init__(self, config: ServerConfig, bus: Bus, stop: asyncio.Event) -> None:
        """`infoset cluster drain` sets `stop`, as SIGTERM does, and `hall` says to `turn` whose it is."""
        self.turn: Final = Turn()
        self.placement: Placement | None = None
        self._stop = stop
        self._for_s = config.cluster.patience_s
        if config.cluster.bus:
            bus.serve(ORDER, config.cluster.node_name, self._obey)

    async def _obey(self, order: str) -> str:
        what, *about = order.split()
        try:
            return await self._do(what, *about)
        except MoveError as problem:
            return f"{REFUSED}{problem}"

    async def _do(self, what: str, *about: str) -> str:
        """Raises MoveError, and TypeError where too little is said, or too much."""
        if what == DRAIN:
            logger.info("told to stop, by `infoset cluster`")
            asyncio.get_running_loop().call_soon(self._stop.set)
        elif what == NEXT:
            self.turn.come_next(self._for_s)
        elif what == LATER:
            self.turn.come_later(self._for_s)
        elif what == MOVE:
            return await self._move(*about)
        elif what == REBALANCE:
            return await self._rebalance()
        else:
            raise MoveError(f"{what}: this server knows no such order")
        return "it is done"

    async def _move(self, match_id: str, where: str) -> str:
        await self._required().move(match_id, where)
        return f"{match_id} goes on at {where}"

    async def _rebalance(self) -> str:
        moved = await self._required().rebalance()
        return f"{moved} {'match has' if moved == 1 else 'matches have'} moved"

    def _required(self) -> Placement:
        """Raises MoveError."""
        if self.placement is None:
            raise MoveError(
                "expected a hall whose matches other servers play (cluster.place = even)"
            )
        return self.placement
