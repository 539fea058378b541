"""How often a client may ask."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Milliseconds, Seconds, Section


class RateLimits(Section):
    """Token buckets per connection; over them, requests are answered `rate_limited`."""

    msgs_per_s: Count = Field(
        default=50,
        description="Requests of any kind, sustained; told as `limits.msgs_per_s`. Each "
        "`your_turn` allows one more, so that no match is too fast.",
    )
    burst_factor: Count = Field(
        default=4, description="Burst of that bucket as a multiple of its rate."
    )
    in_bytes_per_s: Bytes = Field(
        default=4 << 20,
        description="Bytes read from one client; over it, reading pauses for the moment.",
    )
    chats_per_s: Count = Field(default=1, description="`chat`; burst 5.")
    rooms_per_min: Count = Field(default=6, description="`create_room`; burst 6.")
    queries_per_s: Count = Field(
        default=2, description="`describe`, `replays`, `tournaments`; burst 8."
    )
    computes_per_s: Count = Field(
        default=20, description="`determinize`, `simulate`, `rollout`; bursts 4 times that."
    )
    abuse_s: Seconds = Field(
        default=10.0,
        description="Time over the limit, without a pause of 3 s, that closes with 4429.",
    )
    abuse_retry_ms: Milliseconds = Field(
        default=10_000, description="Wait suggested to a client that was closed with 4429."
    )
