"""Who is calling, and whom: address, web origin, whether others can listen in, and the name the server was called by.

A web page can point a name of its own at any address, and then ask whatever listens there (DNS rebinding). So a name
that nobody gave to this server is answered with nothing but a refusal. Limits per address count those as one who
share it, or a network of IPv6.
"""

import logging
import socket
from asyncio import BaseTransport
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final

from infoset_server.config import ConnectionLimits

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
    from cryptography import x509  # few servers have a certificate of their own

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


@dataclass(frozen=True, slots=True)
class Caller:
    """The far end of a connection, and where it has arrived.

    `origin` is that of the web page it comes from, `None` for a program. `is_private`: the bytes are
    under TLS or never leave this machine, so that secrets may be sent. `door` names the one through which
    a sandboxed program comes (`listener.open_door`); everybody else has none. `tell` is then for what its owner
    should know of it. `local` is the address and port of ours at which the connection has arrived; None behind
    a proxy, whose that is. `is_tls`: the client speaks TLS, as far as we know.
    """

    address: str
    origin: str | None = None
    is_private: bool = True
    door: str | None = None
    tell: Callable[[str], None] | None = None
    local: tuple[str, int] | None = None
    is_tls: bool = False


def is_loopback(address: str) -> bool:
    """Whether `address` (text, perhaps not an address at all) is of this machine alone."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return ip.is_loopback or (mapped is not None and mapped.is_loopback)


def is_trusted(address: str, proxies: Collection[str]) -> bool:
    """Whether the address is that of a proxy whose word is taken."""
    if not proxies or not is_address(address):
        return False
    ip = ip_address(address.partition("%")[0])
    return any(ip in ip_network(proxy, strict=False) for proxy in proxies)


def caller_on(transport: BaseTransport, trusted_proxies: Collection[str]) -> Caller:
    """Who calls over a socket, before a word has been said. A proxy among `trusted_proxies` may name another."""
    peername, sockname = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
    address = peername[0] if peername else ""
    is_tls = transport.get_extra_info("sslcontext") is not None
    is_private = is_tls or not peername or is_loopback(address)
    local = None
    if isinstance(sockname, tuple) and not is_trusted(address, trusted_proxies):
        local = sockname[0], sockname[1]
    return Caller(address, None, is_private, local=local, is_tls=is_tls)


PREFIX = 64  # bits of an IPv6 address that a household has of its own; it may use all that follow


def share_of(address: str) -> str:
    """An IPv4 address, the network of an IPv6 one, or what is no address as it is."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip_network((ip, PREFIX), strict=False))


def is_exempt(address: str, limits: ConnectionLimits) -> bool:
    """Whether it is the server's own machine, and no proxy on it, which the operator does not hold to the limits of others."""
    is_own = is_loopback(address) and not is_trusted(address, limits.trusted_proxies)
    return limits.exempt_loopback and is_own


class Shares:
    """As the settings say: the server's own machine and its proxies are not one client's."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits

    def of(self, address: str) -> str | None:
        """What counts together with this address; None for what is not counted."""
        if is_trusted(address, self._limits.trusted_proxies):
            return None
        if is_exempt(address, self._limits):
            return None
        return share_of(address)
