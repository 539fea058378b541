"""How patient a client is and how much it keeps: the limits of the SDK in one place."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """Seconds, unless the name says otherwise."""

    connect_s: float = 0.0  # keep trying this long for the first connection; 0 = one attempt
    reconnect_s: float = 600.0  # keep trying this long to come back; 0 = never
    welcome_s: float = 10.0
    reply_s: float = 60.0
    silence_s: float = 30.0  # without a sign of life: ask for one; twice that: the link is dead
    doubt_s: float = 5.0  # for a sign of life after `check()`; then the link is dead
    max_inbox: int = 4096  # messages waiting to be read before the client stops reading
    ack_every: int = 64  # sequenced messages

    @classmethod
    def patient(cls, wait_s: float) -> "Timing":
        """Keeps trying for `wait_s` whenever the server cannot be reached; to come back never less than usual."""
        return cls(connect_s=wait_s, reconnect_s=max(wait_s, cls.reconnect_s))
