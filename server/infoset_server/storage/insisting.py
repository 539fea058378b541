"""Waiting for a store that does not answer, where nothing sensible can be done without it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from infoset_server.storage.errors import UnavailableError

logger = logging.getLogger(__name__)

RETRY_S: Final = 0.5
T = TypeVar("T")


async def insist(
    what: str, ask: Callable[[], Awaitable[T]], is_wanted: Callable[[], bool] = lambda: True
) -> T:
    """What comes of `ask`, which is repeated until the store answers; `what` waits meanwhile, as the log says.

    `ask` may have been carried out without an answer, so it must bear to be repeated. Raises StoreError where the
    store answers that it cannot be, and UnavailableError where it does not answer and the answer `is_wanted` no longer.
    """
    while True:
        try:
            return await ask()
        except UnavailableError as problem:
            if not is_wanted():
                raise
            logger.warning("%s waits for the store: %s", what, problem)
            await asyncio.sleep(RETRY_S)
