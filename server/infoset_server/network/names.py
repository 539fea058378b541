"""The names by which a server may be called over HTTP: its own, beside those of the configuration. Looks nothing up.

A web page can point a name of its own at any address, and then ask whatever listens there (DNS rebinding). So a name
that nobody gave to this server is answered with nothing but a refusal.
"""

import logging
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509

logger = logging.getLogger(__name__)

SETTING: Final = "connections.allowed_hosts"
MOST_TOLD: Final = 100  # strange names that the log is told of


class ServerNames:
    """The names that are the server's without anybody's configuring them."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        self._own: frozenset[str] = frozenset(map(plain_name, own))
        self._told: set[str] = set()

    def renew(self, own: Iterable[str]) -> None:
        """From now on these."""
        self._own = frozenset(map(plain_name, own))

    def has(self, name: str) -> bool:
        """Whether the server goes by this name. `*.example.org` stands for all names with one label before that."""
        return name in self._own or f"*.{name.partition('.')[2]}" in self._own

    def note_strange(self, name: str) -> None:
        """A request called the server by a name that is not its own: the log says so, once for each name."""
        if name in self._told or len(self._told) >= MOST_TOLD:
            return
        self._told.add(name)
        logger.info(
            "refused: a request that calls this server %r; if that is a name of its own, add it to %s",
            name[:253],
            SETTING,
        )


def plain_name(name: str) -> str:
    """A name as names are compared."""
    return name.strip().lower().rstrip(".")


def own_names(host: str, certificate: Path | None = None) -> frozenset[str]:
    """The names of this machine: by itself, in its local network, as it is listened on, and in its certificate."""
    machine = plain_name(socket.gethostname())
    label = machine.partition(".")[0]
    names = {"localhost", machine, label, f"{label}.local"} - {"", ".local"}
    if host and not is_address(host):
        names.add(plain_name(host))
    return frozenset(names | certificate_names(certificate))


def certificate_names(path: Path | None) -> set[str]:
    """The names that the first certificate of a PEM file is for; none where it cannot be read."""
    if path is None:
        return set()
    try:
        [certificate, *_] = x509.load_pem_x509_certificates(path.read_bytes())
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except (OSError, ValueError, x509.ExtensionNotFound):
        return set()
    return set(map(plain_name, found.value.get_values_for_type(x509.DNSName)))


def is_address(text: str) -> bool:
    """Whether a text is an IP address, perhaps with the zone of one."""
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True
