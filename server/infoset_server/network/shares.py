"""What limits per address count as one: those who share an address, or a network of IPv6. Counts nothing itself."""

from ipaddress import IPv6Address, ip_address, ip_network

from infoset_server.config import ConnectionLimits
from infoset_server.network.caller import is_loopback, is_trusted

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


class Shares:
    """As the settings say: the server's own machine and its proxies are not one client's."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits

    def of(self, address: str) -> str | None:
        """What counts together with this address; None for what is not counted."""
        if is_trusted(address, self._limits.trusted_proxies):
            return None
        if self._limits.exempt_loopback and is_loopback(address):
            return None
        return share_of(address)
