"""What a server thinks with, whatever it does: workers of its own, those that others lend, and what it lends itself.

One for each process. A server of a cluster may have matches as the hall, play some for another hall, and help a third:
all of that is done by the same workers, so that what is lent is what nobody here needs.
"""

from typing import Final

from infoset_server.bus.port import Bus
from infoset_server.common.ids import fresh_id
from infoset_server.compute.lending import Lending
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.remote import RemoteWorkers
from infoset_server.config import PLAY, THINK, ServerConfig


class Workers:
    """Tells the others of the cluster at once that this server is there. Processes begin with the first job."""

    def __init__(self, config: ServerConfig, bus: Bus) -> None:
        """Over the `bus` other servers are reached; where the configuration names none, there are none."""
        cluster, life = config.cluster, fresh_id("n")
        self.others: Final = RemoteWorkers(bus, cluster.node_name, life, config.compute.stall_s)
        self.pool: Final = WorkerPool(config.compute, self.others)
        self._lending: Lending | None = None
        if cluster.bus:
            has_some = not {PLAY, THINK}.isdisjoint(cluster.roles)
            pool = self.pool if has_some else None
            self._lending = Lending(
                bus, pool, cluster.node_name, life, cluster.roles, cluster.beat_s
            )

    @property
    def lent(self) -> int:
        """Jobs that were done for other servers."""
        return 0 if self._lending is None else self._lending.done

    async def close(self) -> None:
        """Ends all of it. Call it last: whoever thinks here has no workers any more."""
        if self._lending is not None:
            await self._lending.close()
        await self.others.close()
        await self.pool.close()
