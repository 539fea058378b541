"""The log of what organisers do."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Section


class AuditSettings(Section):
    """The log of what organisers do, `audit.jsonl` in `data_dir`."""

    max_bytes: Bytes = Field(
        default=4 << 20, description="Size at which a file is put aside and a new one begun."
    )
    files: Count = Field(default=10, description="Files put aside that are kept.")
