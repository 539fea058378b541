"""TLS to servers of NATS: whom we trust, and who we are."""

import ssl
from dataclasses import dataclass
from pathlib import Path

from nats.aio.client import Client


class BusTlsError(OSError):
    """A connection to NATS that is to be under TLS cannot be; the message says why."""


@dataclass(frozen=True, slots=True)
class BusTls:
    """Files, as PEM. `ca_file` is trusted besides what the system trusts; `certificate` is ours, its `key` in a file of its own or not."""

    ca_file: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def context(self) -> ssl.SSLContext:
        """What the files say now. Raises BusTlsError, which names the setting."""
        context = ssl.create_default_context()
        if self.ca_file is not None:
            try:
                context.load_verify_locations(cafile=self.ca_file)
            except (OSError, ValueError) as problem:  # ssl.SSLError is an OSError
                raise BusTlsError(
                    f"cluster.bus_ca_file: expected certificates in {self.ca_file}: {problem}"
                ) from None
        if self.certificate is not None:
            try:
                context.load_cert_chain(self.certificate, self.key)
            except (OSError, ValueError) as problem:
                raise BusTlsError(
                    f"cluster.bus_certificate: expected a certificate and its key in {self.certificate}"
                    f"{'' if self.key is None else f' and {self.key}'}: {problem}"
                ) from None
        return context


class TlsClient(Client):
    """Reads the files for each connection, so that a certificate that was exchanged holds from the next one on."""

    def __init__(self, tls: BusTls) -> None:
        super().__init__()
        self._tls = tls

    @property
    def ssl_context(self) -> ssl.SSLContext:
        """As Client. Raises BusTlsError, after which the client tries again."""
        return self._tls.context()
