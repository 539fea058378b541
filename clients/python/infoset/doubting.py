"""For people: has a connection looked at while an answer is late, long before the silence alone would tell that it is lost."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from infoset.client import Client
from infoset_protocol.messages import ClientMessage

LATE_S: Final = 4.0  # for an answer
DOUBT_S: Final = 5.0  # for any sign of life then: `doubt_s` of a client's `Timing`
# Are answered when there is something to tell, however long that takes.
PATIENT: Final = frozenset({"know", "review"})


@contextmanager
def doubting(
    client: Client,
    message: ClientMessage,
    late_s: float = LATE_S,
    on_late: Callable[[bool], None] = lambda is_late: None,
) -> Iterator[None]:
    """While the answer to `message` is awaited. `on_late` is told that it is late, and when it is not awaited any more."""
    if message.type in PATIENT:
        yield
        return
    is_late = False

    def doubt() -> None:
        nonlocal is_late
        is_late = True
        client.check()
        on_late(True)

    timer = asyncio.get_running_loop().call_later(late_s, doubt)
    try:
        yield
    finally:
        timer.cancel()
        if is_late:
            on_late(False)
