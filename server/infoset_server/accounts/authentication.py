"""Logs people in: what a `hello` brings is looked at, and somebody comes out, a challenge, or nobody.

Whatever is wrong, a stranger is told the same; the log knows why. A user with an ed25519 key signs a nonce together
with the address that was called, so that no secret crosses the wire and no other server can pass the login on.
"""

import base64
import binascii
import logging
import math
import re
import secrets
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.key_login import DIALLED, login_text, old_login_text
from infoset_protocol.messages import AuthAnswer, Hello  # fmt: skip
from infoset_protocol.version import PROTOCOL_MAJOR
from infoset_server.accounts.credentials import (
    Credential,
    Credentials,
    HouseTokens,
    Tickets,
    digest,
)
from infoset_server.accounts.exclusions import Bans
from infoset_server.accounts.register import Register
from infoset_server.accounts.users import AccountError, User
from infoset_server.common.text import clean_name
from infoset_server.network.caller import Caller, is_loopback, own_names
from infoset_server.network.rate_limits import BucketTable

NONCE_BYTES: Final = 32
PREFIX: Final = "ed25519:"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An open question to whoever says that it holds the private key of `pub`.

    It belongs to one connection, and ends with it or with the answer.
    """

    pub: str
    server: str
    proto: int
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(NONCE_BYTES))

    def text(self, address: str | None) -> bytes:
        """What a client signs that has dialled `address`; None: one of protocol 1.0, which does not say."""
        if address is None:
            return old_login_text(self.nonce, self.server, self.proto)
        return login_text(self.nonce, self.server, self.proto, address)


def is_signed(challenge: Challenge, answer: AuthAnswer) -> bool:
    """Whether that key has signed the challenge. Never raises."""
    try:
        key = Ed25519PublicKey.from_public_bytes(read_base64url(challenge.pub))
        key.verify(read_base64url(answer.sig), challenge.text(answer.address))
    except (ValueError, InvalidSignature):
        return False
    return True


def read_public_key(text: str) -> str:
    """The one way to write this public key: base64url without padding. Raises AccountError.

    `ed25519:` may stand in front of it, as `infoset token key` prints it.
    """
    try:
        raw = read_base64url(text.strip().removeprefix(PREFIX))
        Ed25519PublicKey.from_public_bytes(raw)
    except ValueError:
        raise AccountError("expected a public ed25519 key: 32 bytes in base64url") from None
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def read_base64url(text: str) -> bytes:
    """The bytes, with or without padding. Raises ValueError."""
    padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
    try:
        return base64.b64decode(padded, altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


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


logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody is let in: as whom, with which scopes, and by which credential, if any."""

    user: User
    scopes: frozenset[str]
    credential: Credential | None = None


Admission: TypeAlias = Entry | Challenge


@dataclass(frozen=True)
class LoginRules:
    """What the configuration says about logins."""

    server: str
    guests: bool = True
    tokens_in_clear: bool = False
    old_key_logins: bool = True
    addresses: OwnAddresses = field(default_factory=OwnAddresses)


class Authenticator:
    """The door. Raises ProtocolError (fatal) for whoever is not let in."""

    def __init__(
        self,
        rules: LoginRules,
        register: Register,
        credentials: Credentials,
        tickets: Tickets,
        house: HouseTokens,
        bans: Bans,
        hellos: BucketTable,
        *,
        now_ms: Callable[[], int],
        clock_s: Callable[[], float],
        share_of: Callable[[str], str | None] = lambda address: None,
    ) -> None:
        """`share_of` says what an address counts for in limits per address. `hellos` counts by user; `now_ms` is the time of day, `clock_s` is monotonic."""
        self._rules = rules
        self._register = register
        self._credentials = credentials
        self._tickets = tickets
        self._house = house
        self._bans = bans
        self._hellos = hellos
        self._now_ms = now_ms
        self._clock_s = clock_s
        self._share_of = share_of
        self.present_names: list[Callable[[], Collection[str]]] = []  # of those who are here

    def begin(self, hello: Hello, caller: Caller) -> Admission:
        """What follows from a `hello`. A challenge must come back through `finish`."""
        self.check_address(caller)
        shown = hello.auth
        if caller.door is not None and shown.kind != "token":
            raise self._failed(caller, f"a sandboxed program as {shown.kind}")
        match shown.kind:
            case "guest":
                return self._guest(hello, caller)
            case "token":
                self.check_secrecy(caller)
                return self._token(shown.token or "", caller)
            case "ticket":
                self.check_secrecy(caller)
                return self._ticket(shown.token or "", caller)
            case "key":
                return self._challenge(shown.pub or "")

    def finish(self, challenge: Challenge, answer: AuthAnswer, caller: Caller) -> Entry:
        """Lets in whoever has signed the challenge, for this server and no other."""
        is_right = is_signed(challenge, answer)
        credential = self._credentials.find(challenge.pub, is_key=True)
        if not is_right or credential is None:
            raise self._failed(caller, "a key: nobody's, or not its signature")
        self._check_dialled(answer.address, caller)
        return self._holder(credential, caller)

    def _check_dialled(self, address: str | None, caller: Caller) -> None:
        """Refuses a signature that may have been made for another server."""
        if address is None:
            if not self._rules.old_key_logins:
                why = "this server takes keys only from clients of protocol 1.1 or newer"
                raise refused_key(caller, why)
        elif not self._rules.addresses.include(address, caller):
            why = (
                f"signed for {address}, which is no address of this server (connections.addresses)"
            )
            raise refused_key(caller, why)

    def holder_of(self, token: str, caller: Caller) -> Entry:
        """Who shows this token."""
        credential = self._credentials.find(token)
        if credential is None:
            raise self._failed(caller, "an unknown token")
        return self._holder(credential, caller)

    def is_secret(self, caller: Caller) -> bool:
        """May secrets of accounts travel on the caller's connection?"""
        return caller.is_private or self._rules.tokens_in_clear

    def check_secrecy(self, caller: Caller) -> None:
        """Refuses secrets that others may have heard, whatever they are."""
        if not self.is_secret(caller):
            raise ProtocolError(
                ErrorCode.AUTH_FAILED,
                "tokens and cards are accepted over TLS only; use it, or log in with a key "
                "(in a closed network the host can set accounts.tokens_in_clear)",
                fatal=True,
                close=CloseCode.AUTH_FAILED,
            )

    def check_address(self, caller: Caller) -> None:
        """Refuses whoever comes from a banned address."""
        if self._bans.covers(caller.address):
            raise shut_out("your address is banned from this server")

    def _token(self, token: str, caller: Caller) -> Entry:
        bot = self._house.bot_of(token, caller.door)
        if bot is not None:
            user = self._register.add_guest(bot, house_bot=bot)
            user.secret_hash = digest(token)
            user.is_sandboxed = caller.door is not None
            return Entry(user, user.scopes(self._now_ms()))
        if caller.door is not None:
            raise self._failed(caller, "a sandboxed program with a token that is not its own")
        return self.holder_of(token, caller)

    def _ticket(self, ticket: str, caller: Caller) -> Entry:
        credential = self._tickets.redeem(ticket, caller.origin)
        if credential is None or not self._credentials.is_valid(credential):
            raise self._failed(caller, "a ticket: unknown, used, late, or of another page")
        return self._holder(credential, caller)

    def _challenge(self, pub: str) -> Challenge:
        """Everybody is challenged alike, so that nobody learns which keys are known here."""
        return Challenge(pub, self._rules.server, PROTOCOL_MAJOR)

    def _holder(self, credential: Credential, caller: Caller) -> Entry:
        user = self._register.find(credential.user)
        if user is None:
            raise self._failed(caller, f"{credential.id}: its user is gone")
        scopes = self._let_in(user)
        self._credentials.used(credential)
        if credential.scopes is not None:
            scopes &= credential.scopes
        return Entry(user, scopes, credential)

    def _let_in(self, user: User) -> frozenset[str]:
        """Notes that somebody has proved to be `user`; returns what it may do. Raises ProtocolError."""
        now_ms = self._now_ms()
        if user.is_shut_out(now_ms):
            raise shut_out("this account is closed, or banned for the time being")
        keeper = self._register.find(user.keeper)
        if keeper is not None and keeper.is_shut_out(now_ms):
            raise shut_out("the account of its owner is closed, or banned for the time being")
        wait_s = self._hellos.take(user.id, self._clock_s())
        if wait_s:
            raise ProtocolError(
                ErrorCode.RATE_LIMITED,
                "too many requests (hello)",
                {"bucket": "hello"},
                fatal=True,
                retry_ms=math.ceil(wait_s * 1000),
            )
        self._register.seen(user)
        return user.scopes(now_ms)

    def _guest(self, hello: Hello, caller: Caller) -> Entry:
        user = self._known_guest(hello)
        if user is None:
            if not self._rules.guests:
                raise auth_failed()
            user = self._new_guest(hello, caller)
        return Entry(user, self._let_in(user))

    def _known_guest(self, hello: Hello) -> User | None:
        """A guest who has been here, by its secret, or without one by its last session."""
        if hello.auth.token:
            return self._register.guest_of(guest_name(hello), hello.auth.token)
        if hello.resume is None:
            return None
        user = self._register.resumed(hello.resume.session, hello.resume.token)
        if user is None or not user.is_guest or user.login is not None:
            logger.info("session %s cannot be resumed; a new guest", hello.resume.session)
            return None
        return user

    def _new_guest(self, hello: Hello, caller: Caller) -> User:
        name = guest_name(hello)
        secret = hello.auth.token
        login = (name, digest(secret)) if secret else None
        share = self._share_of(caller.address)
        return self._register.add_guest(self._free_name(name), login=login, share=share)

    def _free_name(self, name: str) -> str:
        """`name`, with a number behind it while somebody here bears it."""
        taken = {name for ask in self.present_names for name in ask()}
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name[:60]}-{number}"
        return free

    def _failed(self, caller: Caller, why: str) -> ProtocolError:
        logger.info("%s: login failed: %s", caller.address, why)
        return auth_failed()


def guest_name(hello: Hello) -> str:
    """The name a guest asks for."""
    return clean_name(hello.auth.name or "") or "guest"


def auth_failed() -> ProtocolError:
    """The same answer for every wrong credential."""
    return ProtocolError(
        ErrorCode.AUTH_FAILED,
        "wrong or expired credentials",
        fatal=True,
        close=CloseCode.AUTH_FAILED,
    )


def refused_key(caller: Caller, why: str) -> ProtocolError:
    """For the holder of a key whose signature says too little, or something else."""
    logger.warning("%s: login by key refused: %s", caller.address, why)
    return ProtocolError(
        ErrorCode.AUTH_FAILED, f"key: {why}", fatal=True, close=CloseCode.AUTH_FAILED
    )


def shut_out(msg: str) -> ProtocolError:
    """For somebody who has proved who it is, or comes from a known place, and may not come in."""
    return ProtocolError(ErrorCode.FORBIDDEN, msg, fatal=True, close=CloseCode.FORBIDDEN)
