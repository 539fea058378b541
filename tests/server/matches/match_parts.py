"""What the parts of a running match are tested with: a time and a log that do as they are told. No tests here."""

import asyncio
from collections.abc import Sequence

import pytest

from infoset_games.steps import Step
from infoset_server.matches.match_log import Kept
from infoset_server.matches.step_records import Remark
from infoset_server.storage.errors import StoreError


class HandClock:
    """The running loop's time from now on, in seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 1_000.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now_s)

    @property
    def now_ms(self) -> int:
        """The same in whole milliseconds."""
        return int(self.now_s * 1000)

    async def pass_ms(self, ms: int) -> None:
        """So much later; what was to happen until then happens now."""
        self.now_s = (self.now_ms + ms) / 1000
        for _ in range(3):
            await asyncio.sleep(0)


class Book:
    """A log that says what it is told to say, or with `is_quick` at once that all is kept."""

    epoch = 3

    def __init__(self) -> None:
        self.is_quick = False
        self.steps: list[Step] = []
        self.status = ""
        self._done: Kept | None = None

    def keep(self, steps: Sequence[Step], done: Kept, remark: Remark | None = None) -> bool:
        self.steps += steps
        self._done = done
        return self.is_quick

    def close(self, status: str) -> None:
        self.status = status

    def say(self, error: StoreError | None = None) -> None:
        """What has become of the steps it was given last."""
        done, self._done = self._done, None
        assert done is not None
        done(error)
