"""Playing matches for the hall, besides whatever else a server of a cluster does."""

import asyncio
from collections.abc import Iterable

from prometheus_client.core import Metric

from infoset_server.app.play_server import PlayServer
from infoset_server.bus.port import Bus
from infoset_server.common.clock import wall_clock_ms
from infoset_server.compute.workers import Workers
from infoset_server.config import EVEN, ServerConfig
from infoset_server.matches.records import may_stand_by, open_play_records


def plays_along(config: ServerConfig) -> bool:
    """Does this server play matches for whichever is the hall?"""
    return config.cluster.place == EVEN and may_stand_by(config)


class PlayingAlong:
    """From when it is made until it is closed. Sets `stop` where it cannot go on, which has a `problem` or is a loss."""

    def __init__(
        self, config: ServerConfig, bus: Bus, workers: Workers, stop: asyncio.Event
    ) -> None:
        self.is_replaced = False  # another server has what was played here
        self.problem: Exception | None = None
        self._config = config
        self._bus = bus
        self._workers = workers
        self._server: PlayServer | None = None
        self._stop = stop
        self._task = asyncio.get_running_loop().create_task(self._play(), name="playing along")

    async def _play(self) -> None:
        try:
            await self._play_until_lost()
            self.is_replaced = True
        except Exception as problem:  # noqa: BLE001  # whoever closes raises it
            self.problem = problem
        self._stop.set()

    async def _play_until_lost(self) -> None:
        records = await open_play_records(self._config, wall_clock_ms)
        server = PlayServer(self._config, self._bus, records, workers=self._workers)
        self._server = server
        try:
            await server.open()
            assert server.lost is not None, "it has records"
            await server.lost.wait()
        finally:
            await server.close(self._config.times.shutdown_grace_s)

    def metrics(self) -> Iterable[Metric]:
        """What it counts, once it plays."""
        return () if self._server is None else self._server.metrics()

    async def close(self) -> None:
        """Others go on with what is played here."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
