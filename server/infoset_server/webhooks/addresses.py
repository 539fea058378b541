"""Where a message may go: an https address, and of the machines behind its name only those of the public Internet.

An address is read when it is given, and the machines behind its name are looked at each time before one of them is
connected to (`posting.py`): what a name stands for can change from one look to the next.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 500  # characters of an address
HTTPS: Final = 443
VISIBLE: Final = re.compile(r"[!-~]+")  # ASCII without blanks
NAME: Final = re.compile(r"(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?")

Ip = IPv4Address | IPv6Address

UNICAST: Final = IPv6Network("2000::/3")  # all that is given out of the Internet in IPv6
NAT64: Final = IPv6Network("64:ff9b::/96")
# What versions of Python take for public now and then: protocols between machines, former relays of 6to4, Teredo.
NEVER: Final = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23")))
ISATAP: Final = (0x0000_5EFE, 0x0200_5EFE)  # before the last 32 bits


class AddressError(ValueError):
    """It is no address to which messages can be sent; the text says why."""


@dataclass(frozen=True)
class Target:
    """An https address: `host` is a name or a number as it was written, `path` has the query, too."""

    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """For the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == HTTPS else f"{host}:{self.port}"


def read_target(text: str, ports: Collection[int]) -> Target:
    """The address. Raises AddressError, which says what was expected, also where its port is none of `ports`."""
    if len(text) > LONGEST or not VISIBLE.fullmatch(text):
        raise AddressError(
            f"expected an address of at most {LONGEST} characters of ASCII, without blanks"
        )
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", HTTPS if parts.port is None else parts.port
    except ValueError:
        raise AddressError("expected an address such as https://club.example/results") from None
    if parts.scheme != "https" or not host:
        raise AddressError("expected an address that begins with https://")
    if "@" in parts.netloc:
        raise AddressError("expected no name and password: messages are signed instead")
    if parts.fragment:
        raise AddressError("expected nothing behind #: a server never sees it")
    if not is_number(host) and not NAME.fullmatch(host):
        raise AddressError(f"expected the name of a machine, got {host}")
    if port not in ports:
        allowed = ", ".join(map(str, sorted(ports)))
        raise AddressError(f"expected one of the ports {allowed} (webhooks.ports), got {port}")
    path = parts.path or "/"
    return Target(host, port, f"{path}?{parts.query}" if parts.query else path)


def is_number(host: str) -> bool:
    """Is it an IP address rather than a name?"""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Tells machines of the public Internet from all others."""

    def __init__(self, allowed: Sequence[str] = ()) -> None:
        """`allowed` are ranges that are none of the public Internet, and may be sent to all the same."""
        self._allowed = [ip_network(text, strict=False) for text in allowed]

    def require(self, addresses: Sequence[str]) -> None:
        """Raises AddressError unless every one of the numbers behind a name may be connected to."""
        if not addresses:
            raise AddressError("its name leads nowhere")
        for text in addresses:
            address = ip_address(text)
            if not (self._is_allowed(address) or is_public(address)):
                raise AddressError(
                    "its name leads to a machine that is not of the public Internet "
                    "(webhooks.private_networks)"
                )

    def _is_allowed(self, address: Ip) -> bool:
        """In a range that is allowed, whatever address of IPv6 it is wrapped in."""
        meant = (address, *within(address))
        return any(one in network for one in meant for network in self._allowed)


def is_public(address: Ip) -> bool:
    """Is it of one machine of the public Internet, and does it lead to no other?"""
    inner = list(within(address))
    if inner:
        return all(map(is_public, inner))
    if isinstance(address, IPv6Address) and address not in UNICAST:
        return False
    is_never = any(address in network for network in NEVER)
    return address.is_global and not (address.is_multicast or is_never)


def within(address: Ip) -> Iterator[IPv4Address]:
    """The addresses of IPv4 to which an address of IPv6 may lead: some networks take them out and send there."""
    if isinstance(address, IPv4Address):
        return
    last = IPv4Address(int(address) & 0xFFFF_FFFF)
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
    elif address in NAT64:
        yield last
    elif address.sixtofour is not None:
        yield address.sixtofour
    elif (int(address) >> 32) & 0xFFFF_FFFF in ISATAP:
        yield last
