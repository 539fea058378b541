"""What telling finished matches again may use."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Section


class ReplayLimits(Section):
    """What telling finished matches again may use (docs/replays.md)."""

    max_listed: Count = Field(
        default=10_000,
        description="Finished matches in the list; the oldest go first. By id they can be told as "
        "long as they are stored.",
    )
    max_streams: Count = Field(default=32, description="Replays told at a time, to all clients.")
    max_streams_per_client: Count = Field(
        default=2, description="Replays told at a time to one connection."
    )
    slice_ms: int = Field(
        default=4, ge=1, le=1_000, description="Replays are worked out in pieces of this length."
    )
    share: float = Field(
        default=0.25,
        gt=0,
        le=1,
        allow_inf_nan=False,
        description="Part of the server's time that all replays together may take.",
    )
    part_bytes: Bytes = Field(
        default=65_535,
        description="Size of the largest `replay_part`, where `hello.max_frame` allows more.",
    )
