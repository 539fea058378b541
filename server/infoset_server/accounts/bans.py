"""Addresses nobody may come from. Users are banned by name, in their own documents."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from infoset_server.accounts.documents import DocumentKind
from infoset_server.accounts.errors import AccountError, UnknownError
from infoset_server.notes import Notes


@dataclass(frozen=True)
class Ban:
    """`network` is an address or a range (`2001:db8::/64`); `until_ms` is milliseconds since 1970."""

    network: str
    until_ms: int
    reason: str = ""


BANS: Final = DocumentKind("ban", Ban)


class Bans:
    """The banned addresses."""

    def __init__(self, notes: Notes, max_bans: int, now_ms: Callable[[], int]) -> None:
        self._notes = notes
        self._max_bans = max_bans
        self._now_ms = now_ms
        self._bans: dict[IPv4Network | IPv6Network, Ban] = {}

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes back what was noted by an earlier server."""
        for ban in BANS.read(documents):
            with suppress(AccountError):
                self._bans[read_network(ban.network)] = ban

    def __iter__(self) -> Iterator[Ban]:
        return iter(list(self._bans.values()))

    def add(self, text: str, until_ms: int, reason: str = "") -> Ban:
        """Bans an address or a range. Raises AccountError."""
        network = read_network(text)
        if len(self._bans) >= self._max_bans and network not in self._bans:
            raise AccountError(f"this server keeps {self._max_bans} bans at most")
        ban = Ban(str(network), until_ms, reason)
        self._bans[network] = ban
        self._notes.put(BANS.name, ban.network, BANS.write(ban))
        return ban

    def lift(self, text: str) -> None:
        """Ends a ban. Raises UnknownError."""
        ban = self._bans.pop(read_network(text), None)
        if ban is None:
            raise UnknownError(f"{text} is not banned")
        self._notes.drop(BANS.name, ban.network)

    def covers(self, address: str) -> bool:
        """Whether nobody may come from this address now."""
        if not self._bans:
            return False
        try:
            ip = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(ip, "ipv4_mapped", None) or ip
        now_ms = self._now_ms()
        return any(mapped in net and now_ms < ban.until_ms for net, ban in self._bans.items())

    def drop_expired(self) -> None:
        """Forgets bans that are over."""
        for ban in [ban for ban in self if ban.until_ms <= self._now_ms()]:
            self.lift(ban.network)


def read_network(text: str) -> IPv4Network | IPv6Network:
    """An address or a range of them. Raises AccountError."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        raise AccountError(
            f"{text!r}: expected an address or a range, such as 192.0.2.7 or 2001:db8::/64"
        ) from None
