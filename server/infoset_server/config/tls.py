"""Encryption by the server itself."""

from pathlib import Path

from pydantic import Field

from infoset_server.config.section import Section


class TlsSettings(Section):
    """Encryption by the server itself (docs/deployment.md tells when a proxy is better)."""

    certificate: Path | None = Field(
        default=None, description="PEM file with the certificate and its chain; turns TLS on."
    )
    key: Path | None = Field(
        default=None, description="PEM file with its private key; absent: in the same file."
    )
    local_port: int = Field(
        default=0,
        ge=0,
        le=65_535,
        description="With TLS, the second port, without TLS and for this machine only, that house "
        "bots use; 0 is any free.",
    )
