"""Which addresses are this server's own: a login signed for another one was meant for somebody else. Asks nobody."""

import re
from collections.abc import Iterable
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from infoset_protocol.key_login import DIALLED
from infoset_server.network.caller import Caller, is_loopback
from infoset_server.network.names import own_names

WEB_PORTS: Final = (80, 443)  # where a proxy listens
PARTS: Final = re.compile(r"(infosets?)://(.+):([0-9]+)")


class OwnAddresses:
    """What is listed; without a list, what the connection itself and the machine's names tell."""

    def __init__(self, listed: Iterable[str] = (), hosts: Iterable[str] = ()) -> None:
        """`listed` are hosts with port, `hosts` are names under which a proxy may pass the server on."""
        self._listed = frozenset(address.lower() for address in listed)
        self._hosts = frozenset(host.lower() for host in hosts if not is_this_machine(host))

    def include(self, dialled: str, caller: Caller) -> bool:
        """Can `caller` have reached us by what it says it has dialled? Never raises."""
        parts = PARTS.fullmatch(dialled.lower())
        if parts is None or not DIALLED.fullmatch(dialled):
            return False
        scheme, where, port = parts.groups()
        if caller.is_tls and scheme != "infosets":
            return False  # somebody between us has taken the TLS off
        if self._listed:
            return f"{where}:{port}" in self._listed
        return self._is_ours(where.strip("[]"), int(port), caller)

    def _is_ours(self, host: str, port: int, caller: Caller) -> bool:
        """A number or a local name must be where the connection has arrived: many machines have those."""
        local = caller.local
        if host in self._hosts and port in WEB_PORTS:
            return True
        if local is None or port != local[1]:
            return False
        if host == "localhost":
            return is_loopback(local[0])
        number = read_number(host)
        if number is not None:
            return number == read_number(local[0])
        return host in self._hosts or host in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names that the machine has for itself."""
        return own_names("") - {"localhost", "localhost.local"}


def is_this_machine(host: str) -> bool:
    """Does every machine call itself so, or is it a number, which many may have?"""
    return host.lower() == "localhost" or read_number(host.strip("[]")) is not None


def read_number(host: str) -> IPv4Address | IPv6Address | None:
    """An IP address without its zone; None for a name."""
    try:
        number = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(number, "ipv4_mapped", None)
    return number if mapped is None else mapped
