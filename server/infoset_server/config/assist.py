"""What assistants of players may use."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Milliseconds, Section


class AssistLimits(Section):
    """What assistants of players may use (docs/assistants.md)."""

    max_per_seat: Count = Field(default=4, description="Assistants attached to one seat.")
    max_invitations: Count = Field(
        default=8, description="Invitations of one user that have not been used."
    )
    max_ttl_ms: Milliseconds = Field(
        default=3_600_000, description="The longest that an invitation may wait to be used."
    )
    max_layers: Count = Field(default=16, description="Layers of drawings of one assistant.")
    max_drawings: Count = Field(
        default=500, description="Drawings of one assistant, all its layers together."
    )
    changes_per_s: Count = Field(
        default=20,
        description="Overlays and suggestions of one assistant, sustained; the burst is twice that.",
    )
    logs_per_s: Count = Field(
        default=10, description="Lines that one assistant logs, sustained; the burst is twice that."
    )
    warn_every_ms: Milliseconds = Field(
        default=2_000,
        description="An owner is told at most this often that one assistant asks too much.",
    )
    max_warnings: Count = Field(default=8, description="Warnings in the answer to one `overlay`.")
    track_bytes: Bytes = Field(
        default=1 << 20,
        description="What is kept of the assistants of one seat in one match; then only decisions are.",
    )
    track_delay_ms: Milliseconds = Field(
        default=2_000, description="What assistants say is stored within this time."
    )
