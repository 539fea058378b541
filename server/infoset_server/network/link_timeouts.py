"""How long a link waits for its peer. Pure: is told the time and what has happened, and ends nothing itself."""

from typing import Final, final

from infoset_protocol.errors import CloseCode
from infoset_server.config import TimeLimits

NO_FRAME: Final = -1


@final
class LinkTimeouts:
    """What one peer is waited for, and since when.

    It is asked now and then only, so its times are as coarse as that, and what happens in between costs
    no look at the clock.
    """

    def __init__(self, times: TimeLimits, now_s: float) -> None:
        self.paused_s: float | None = None  # since when the peer takes nothing
        self._times = times
        self._stage_s = now_s
        self._stage = (0, True)  # of a conversation in HTTP: answers, and whether one is on its way
        self._last_in_s = self._last_out_s = now_s
        self._frame = NO_FRAME
        self._frame_s = 0.0
        self._pinged_s: float | None = None  # since when a sign of life is due

    def stage_s(self, now_s: float, answered: int, *, is_busy: bool) -> float:
        """How long a conversation in HTTP has stood where it stands."""
        stage = (answered, is_busy)
        if self._stage != stage:
            self._stage = stage
            self._stage_s = now_s
        return now_s - self._stage_s

    def note(self, now_s: float, *, has_read: bool, has_written: bool) -> None:
        """Something has come, or has been sent, since the last time."""
        if has_read:
            self._last_in_s = now_s
            self._pinged_s = None
        if has_written:
            self._last_out_s = now_s

    def verdict(self, now_s: float, frame: int) -> tuple[CloseCode, str] | None:
        """The limit that the peer has let pass, if any: how to close, and why.

        `frame` is the number of the one that has begun to arrive and has not ended; NO_FRAME if none has.
        """
        times = self._times
        if self._is_frame_late(now_s, frame):
            return CloseCode.PROTOCOL_VIOLATION, "a frame was not completed in time"
        if self.paused_s is not None and now_s - self.paused_s >= times.unacknowledged_s:
            return CloseCode.SLOW_CONSUMER, "nothing was read for too long"
        if self._pinged_s is not None and now_s - self._pinged_s >= times.pong_s:
            return CloseCode.IDLE, "no answer to a keep-alive"
        return None

    def _is_frame_late(self, now_s: float, frame: int) -> bool:
        """Whether the frame now arriving was already arriving `frame_s` ago."""
        if frame != self._frame:
            self._frame = frame
            self._frame_s = now_s
        return frame != NO_FRAME and now_s - self._frame_s >= self._times.frame_s

    def is_keep_alive_due(self, now_s: float, *, expects_pong: bool) -> bool:
        """Whether it has been silent for so long that one has to go out; a promised answer is then due, too."""
        is_asking = expects_pong and self._pinged_s is None
        silence_s = now_s - self._last_out_s
        if is_asking:
            silence_s = max(silence_s, now_s - self._last_in_s)
        if silence_s < self._times.keepalive_s or self.paused_s is not None:
            return False
        if is_asking:
            self._pinged_s = now_s
        return True
