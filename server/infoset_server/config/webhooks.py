"""Settings of webhooks: results that are sent to addresses of organisers."""

from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from infoset_server.config.section import Count, Networks, Seconds, Section, split_names

Ports = Annotated[tuple[Annotated[int, Field(ge=1, le=65_535)], ...], BeforeValidator(split_names)]


class WebhookSettings(Section):
    """Results of matches, sent to https addresses that organisers name (docs/webhooks.md)."""

    enabled: bool = Field(default=True, description="Organisers may have results sent.")
    results_to: str | None = Field(
        default=None,
        max_length=500,
        description="https address to which the result of every match is sent that everybody may see again.",
    )
    site: str | None = Field(
        default=None,
        max_length=200,
        pattern=r"^https?://[!-~]+[^/]$",
        description="Address of this server as people type it, such as https://play.example.org. Links in results "
        "begin with it; absent, they begin with a slash.",
    )
    private_networks: Networks = Field(
        default=(),
        description="Addresses or ranges that may be sent to though they are not of the public Internet, such as "
        "10.1.0.0/16.",
    )
    ports: Ports = Field(default=(443, 8443), description="Ports that an address may name.")
    ca_file: Path | None = Field(
        default=None,
        description="File of certificates (PEM) that receivers may prove themselves by, besides those that the "
        "system trusts.",
    )
    timeout_s: Seconds = Field(
        default=20.0, description="From the looking up of a name to the status of the answer."
    )
    max_per_contest: Count = Field(default=3, description="Addresses of one ladder or tournament.")
    max_waiting: Count = Field(
        default=1_000,
        description="Messages to one address that wait; beyond that the oldest are given up.",
    )
    keep: Count = Field(
        default=200, description="Messages to one address that are over and still listed."
    )
