"""How long ago something was that an earlier run of the server wrote down. Reads clocks that it is given.

A wall clock may be set while the server runs or is down, and then what it wrote down looks older than it
is. The machine's steady clock runs on over restarts of the server, until the machine itself starts again.
The least difference of the two that has been seen since then bounds every age from above: what is asked
for here is never more than the truth.
"""

import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

ERA: Final = "era"  # kind of documents
KEY: Final = "clock"  # of the one there was before servers had names
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")  # another after each start of the machine


class RestartClock:
    """All times in milliseconds; those of the wall clock since 1970."""

    def __init__(
        self,
        notes: Notes,
        wall_ms: Callable[[], int],
        steady_ms: Callable[[], int],
        boot: str | None,
        node: str = KEY,
    ) -> None:
        """`boot` names the time since the machine's start. None: unknown, so nothing before today counts.

        `node` is the name of this server among those that share a store.
        """
        self._notes = notes
        self._key = node
        self._wall_ms = wall_ms
        self._steady_ms = steady_ms
        self._boot = boot
        self._since_ms = wall_ms()  # what is older is as old as this
        self._least_ms = self._difference_ms()

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Goes on where an earlier run has ended, if the machine has not started since."""
        try:
            values: dict[str, Any] = orjson.loads(
                documents.get(self._key) or documents.get(KEY, b"{}")
            )
            if self._boot is not None and values.get("boot") == self._boot:
                since_ms, least_ms = int(values["since_ms"]), int(values["least_ms"])
                self._since_ms, self._least_ms = since_ms, min(self._least_ms, least_ms)
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            logger.warning("the times of an earlier run are not used: %s", problem)
        self._note()

    def check(self) -> None:
        """Looks whether the wall clock was set back. To be called now and then."""
        difference_ms = self._difference_ms()
        if difference_ms < self._least_ms:
            self._least_ms = difference_ms
            self._note()

    def age_ms(self, at_ms: int) -> int:
        """How long ago it was `at_ms` by the wall clock: exactly, or less where that is not sure."""
        set_forward_ms = max(0, self._difference_ms() - self._least_ms)
        return max(0, self._wall_ms() - max(at_ms, self._since_ms) - set_forward_ms)

    def _difference_ms(self) -> int:
        return self._wall_ms() - self._steady_ms()

    def _note(self) -> None:
        body = {"boot": self._boot, "since_ms": self._since_ms, "least_ms": self._least_ms}
        self._notes.put(ERA, self._key, body)


def steady_ms() -> int:
    """The machine's steady clock, which processes share."""
    return int(time.monotonic() * 1000)


def boot_name() -> str | None:
    """What tells the times between two starts of this machine apart; None where nothing does."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None
