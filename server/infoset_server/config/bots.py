"""Where house bots come from."""

from pathlib import Path

from pydantic import Field

from infoset_server.config.section import Section


class BotSettings(Section):
    """Where house bots come from."""

    manifest: Path | None = Field(
        default=None, description="TOML manifest of the house bots; absent uses the one shipped."
    )
    folder: Path | None = Field(
        default=None,
        description="Folder watched for bots dropped in; absent is `bots` in `data_dir`.",
    )
