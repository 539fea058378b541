"""Who is calling, as far as the network tells: address, web origin, whether others can listen in."""

from asyncio import BaseTransport
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from infoset_server.network.names import is_address


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
