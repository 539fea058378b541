"""Where matches are kept, and how safely."""

from typing import Literal

from pydantic import Field

from infoset_server.config.section import Count, Seconds, Section


class StoreSettings(Section):
    """Where matches are kept, and how safely (docs/storage.md)."""

    enabled: bool = Field(
        default=True,
        description="Keep matches, rooms and people. Without it they end with the server.",
    )

    url: str | None = Field(
        default=None,
        description="`sqlite:///PATH` or `postgresql://USER@HOST/NAME`; absent is the file "
        "`infoset.sqlite` in `data_dir`.",
    )
    synchronous: Literal["full", "normal"] = Field(
        default="full",
        description="`full`: what was acknowledged survives a power cut; `normal`: it survives the "
        "end of the server, but the last moments before a power cut may be lost.",
    )
    timeout_s: Seconds = Field(
        default=2.0, description="Patience with a database that is locked or does not answer."
    )
    wait_s: Seconds = Field(
        default=2.0,
        description="How long an action waits for a database in trouble before it is refused.",
    )
    doubt_s: Seconds = Field(
        default=5.0,
        description="A player whose action may or may not be stored waits at least so long for the "
        "database to tell, at most twice that; then the connection is closed with 4503, to be resumed.",
    )
    node: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9._-]{1,64}$",
        description="The name of this server among those that share a database; absent: made once, and kept in the "
        "file `server.node` in `data_dir`.",
    )
    lease_s: Seconds = Field(
        default=3.0,
        description="Of several servers on one database each has matches of its own, and one runs the ladders. Others "
        "take over from one that has shown no sign of life for so long.",
    )
    max_queued: Count = Field(
        default=4096, description="Actions that wait to be stored; more are refused."
    )
    max_batch: Count = Field(default=256, description="Actions stored in one transaction.")
    gather_ms: int = Field(
        default=4,
        ge=0,
        le=1_000,
        description="What a commit waits at most for more actions while those of many matches come in quickly: "
        "it costs time and saves work. 0 never waits.",
    )
    ballast_mb: int = Field(
        default=16,
        ge=0,
        le=1 << 20,
        description="Disk space set aside beside an SQLite file, given back for an orderly end when "
        "the disk is full.",
    )
