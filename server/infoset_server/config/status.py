"""What the server tells of itself."""

from pydantic import Field

from infoset_server.config.section import Milliseconds, Networks, Seconds, Section


class StatusSettings(Section):
    """What the server tells of itself (docs/operation.md)."""

    metrics_for: Networks = Field(
        default=(),
        description="Addresses or ranges that may read `/metrics`, besides this machine.",
    )
    min_free_percent: float = Field(
        default=5.0,
        ge=0,
        le=100,
        allow_inf_nan=False,
        description="Free share of the disk with `data_dir` below which `/health` is red.",
    )
    slow_ms: Milliseconds = Field(
        default=250,
        description="Answers to actions that took longer are reported in the log, by match.",
    )
    slow_minutes: int = Field(
        default=10, ge=1, le=60, description="How far back `infoset admin slow` can look."
    )
    report_s: Seconds = Field(default=60.0, description="Interval of these reports.")
