"""Who is kept out: banned addresses, and people who are kept apart by a block."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from infoset_server.accounts.register import Register
from infoset_server.accounts.users import AccountError, UnknownError, User
from infoset_server.storage.notes import DocumentKind, Notes


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


class Blocks:
    """Kept with each user: those they do not want to meet."""

    def __init__(self, register: Register, most: int) -> None:
        """`most` is how many one user may keep away. `on_changed` is told of both."""
        self.on_changed: list[Callable[[User, User], object]] = []
        self._register = register
        self._most = most

    def of(self, user: User) -> list[User]:
        """Whom a user keeps away, the latest last; without those whom the server has forgotten."""
        found = (self._register.find(blocked) for blocked in user.blocked)
        return [one for one in found if one is not None]

    def add(self, user: User, other: User) -> None:
        """Keeps `other` away from `user`. Raises AccountError where there are as many as there may be."""
        if other.id in user.blocked:
            return
        known = [one.id for one in self.of(user)]
        if len(known) >= self._most:
            raise AccountError(f"you keep {self._most} users away; there may be no more")
        user.blocked = [*known, other.id]
        self._changed(user, other)

    def remove(self, user: User, other: User) -> None:
        """`other` may come near again."""
        if other.id in user.blocked:
            user.blocked = [one for one in user.blocked if one != other.id]
            self._changed(user, other)

    def _changed(self, user: User, other: User) -> None:
        self._register.note(user)
        for tell in self.on_changed:
            tell(user, other)
