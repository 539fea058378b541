"""Reads the address of a server: `infoset://host:7421`, `wss://host`, with the encoding. No I/O.

| scheme                    | goes over                                          |
| ------------------------- | -------------------------------------------------- |
| `infoset`, `infosets`     | plain TCP, TCP with TLS; port 7421 unless given     |
| `ws`, `wss`               | WebSocket, with TLS; ports 80 and 443, path `/v1`    |
| `...+msgpack`, `...+json` | the same with that encoding; JSON unless given      |

An address without a scheme (`localhost:7421`) is `infoset://`.
"""

import ipaddress
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

from infoset.errors import AddressError
from infoset_protocol.codec import Encoding
from infoset_protocol.version import DEFAULT_PORT

DEFAULT_URL: Final = f"infoset://127.0.0.1:{DEFAULT_PORT}"
WEB_PATH: Final = "/v1"

_SCHEMES: Final[dict[str, tuple[Literal["tcp", "websocket"], bool, int]]] = {
    "infoset": ("tcp", False, DEFAULT_PORT),
    "infosets": ("tcp", True, DEFAULT_PORT),
    "ws": ("websocket", False, 80),
    "wss": ("websocket", True, 443),
}


@dataclass(frozen=True)
class Address:
    """Where a server is and how to talk to it."""

    transport: Literal["tcp", "websocket"]
    host: str
    port: int
    tls: bool = False
    path: str = WEB_PATH
    encoding: Encoding = Encoding.JSON

    @property
    def url(self) -> str:
        """The address in writing, without the encoding."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if self.transport == "tcp":
            return f"{'infosets' if self.tls else 'infoset'}://{host}:{self.port}"
        return f"{'wss' if self.tls else 'ws'}://{host}:{self.port}{self.path}"

    @property
    def can_carry_token(self) -> bool:
        """May a secret token go this way: under TLS, or without leaving this machine?"""
        return self.tls or is_loopback(self.host)

    def __str__(self) -> str:
        return self.url


def is_loopback(host: str) -> bool:
    """Is `host` this very machine?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_address(text: str, encoding: Encoding | str | None = None) -> Address:
    """Reads an address; `encoding` overrides the one in its scheme. Raises AddressError."""
    parts = _split(text)
    scheme, _, suffix = parts.scheme.lower().partition("+")
    if scheme not in _SCHEMES:
        raise AddressError(
            f"{text!r}: unknown scheme {scheme!r}; expected one of {', '.join(_SCHEMES)}"
        )
    transport, tls, default_port = _SCHEMES[scheme]
    try:
        port = parts.port
    except ValueError:
        raise AddressError(f"{text!r}: the port must be a number from 1 to 65535") from None
    if not parts.hostname:
        raise AddressError(f"{text!r}: the host is missing; expected for instance {DEFAULT_URL}")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise AddressError(f"{text!r}: expected only a host, a port and a path")
    return Address(
        transport=transport,
        host=parts.hostname,
        port=default_port if port is None else port,
        tls=tls,
        path=parts.path if parts.path not in ("", "/") else WEB_PATH,
        encoding=_read_encoding(text, encoding or suffix or Encoding.JSON),
    )


def _split(text: str) -> SplitResult:
    text = text.strip()
    try:
        return urlsplit(text if "://" in text else f"infoset://{text}")
    except ValueError as error:
        raise AddressError(f"{text!r}: {error}") from None


def _read_encoding(text: str, name: str) -> Encoding:
    try:
        return Encoding(name)
    except ValueError:
        known = ", ".join(encoding.value for encoding in Encoding)
        raise AddressError(f"{text!r}: unknown encoding {name!r}; expected {known}") from None
