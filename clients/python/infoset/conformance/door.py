"""Where clients of the conformance server come in: listens and gives each connection a visit."""

import asyncio
import logging
from typing import Final

from infoset.conformance.chapters import Chapter
from infoset.conformance.host import Host
from infoset.conformance.visit import Visit
from infoset.conformance.wires import WireError, open_connection

logger = logging.getLogger(__name__)


class Door:
    """Listens for a host."""

    def __init__(self, host: Host) -> None:
        self._host: Final = host
        self._server: asyncio.Server | None = None
        self._visits: set[asyncio.Task[None]] = set()

    async def listen(self, address: str = "127.0.0.1", port: int = 0) -> int:
        """Starts to listen; returns the port."""
        self._server = await asyncio.start_server(self._visit, address, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stops listening and hangs up on everybody."""
        if self._server is not None:
            self._server.close()
        for visit in tuple(self._visits):
            visit.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._visits.add(task)
        try:
            connection = await open_connection(reader, writer)
            if connection is not None:
                await Visit(self._host, connection).run()
        except WireError as error:
            self._host.blame(str(error), "what the chapter says", error.where)
        except asyncio.CancelledError:
            pass
        except Exception:
            logger.exception("the conformance server failed")
            self._host.blame("the conformance server itself failed", "a bug report", Chapter.ITSELF)
        finally:
            self._visits.discard(task)
            writer.close()
