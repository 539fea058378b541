"""The little HTTP on the game port: who may upgrade, two plain pages, what a request looks like. Has no files."""

import email.utils
import http
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from infoset_server.network.caller import (
    SETTING,
    Caller,
    ServerNames,
    is_address,
    is_loopback,
    is_trusted,
    plain_name,
)

UPGRADE_PATHS = ("/v1", "/")
NOBODY = Caller("")
UNKNOWN: Final = (
    "unknown"  # the address of somebody for whom a proxy speaks without saying who it is
)
READERS: Final = ("GET", "HEAD")  # methods that ask for a page and change nothing
FRAMES: Final = "X-Frame-Options"
FORWARDED: Final = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")


def no_page(path: str, caller: Caller, headers: Headers) -> Response | None:
    """For a server without pages."""
    return None


@dataclass(frozen=True, slots=True)
class HttpPolicy:
    """Whom the HTTP side answers. `on_loopback`: the client came in through a loopback address. `names` are the
    server's own.

    `caller` is who is at the other end of the socket: perhaps one of the `trusted_proxies`. `look` may
    have a page for a path and a caller; it is asked before the pages that are here.
    """

    server_name: str
    allowed_origins: Collection[str] = ()
    allowed_hosts: Collection[str] = ()
    on_loopback: bool = True
    caller: Caller = NOBODY
    trusted_proxies: Collection[str] = ()
    look: Callable[[str, Caller, Headers], Response | None] = no_page
    names: ServerNames = field(default_factory=ServerNames)


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A whole request with a body: what pages are asked."""

    method: str
    path: str
    headers: Headers
    body: bytes
    caller: Caller


Respond = Callable[[Response], None]


class Pages(Protocol):
    """Who answers requests with a body, `POST` that is, and those without that need to know the server."""

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """Calls `respond`, now or later, once. Raises nothing."""
        ...

    def is_far(self, path: str) -> bool:
        """Is the page at this path on another machine, or has to be waited for, so that `answer` is to be asked for it?"""
        ...

    def look(self, path: str, caller: Caller, headers: Headers) -> Response | None:
        """The page at `path`, if there is one for this caller. Raises nothing."""
        ...


class NoPages:
    """For a server without pages."""

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """There is nothing."""
        respond(plain_text(http.HTTPStatus.NOT_FOUND, "No such page.\n"))

    def is_far(self, path: str) -> bool:
        """There is nothing anywhere."""
        return False

    def look(self, path: str, caller: Caller, headers: Headers) -> Response | None:
        """There is nothing."""
        return no_page(path, caller, headers)


def show(target: str, headers: Headers, policy: HttpPolicy) -> Response:
    """The page that a request without a body asks for, or the reason why there is none."""
    path = path_of(target)
    if not is_host_allowed(headers, policy):
        return misdirected()
    page = policy.look(path, looker(headers, policy), headers)
    if page is not None:
        return unless_known(page, headers)
    if path == "/health":
        return as_json(http.HTTPStatus.OK, {"status": "ok", "server": policy.server_name})
    if path == "/":
        return plain_text(http.HTTPStatus.OK, _WELCOME.format(name=policy.server_name))
    return plain_text(http.HTTPStatus.NOT_FOUND, "No such page.\n")


_WELCOME = """{name} is an Infoset game server.

Clients connect to this same port:
  WebSocket        ws://HOST:PORT/v1, subprotocol infoset.1.json or infoset.1.msgpack
  TCP, JSON lines  one JSON object per line
  TCP, msgpack     4-byte big-endian length, then a msgpack map
"""


def refuse_upgrade(request: Request, policy: HttpPolicy) -> Response | None:
    """The response that ends a handshake, or `None` where the WebSocket may be opened."""
    if not is_host_allowed(request.headers, policy):
        return misdirected()
    if path_of(request.path) not in UPGRADE_PATHS:
        return plain_text(http.HTTPStatus.NOT_FOUND, "WebSocket clients connect to /v1.\n")
    if not is_origin_allowed(request.headers, policy):
        return plain_text(http.HTTPStatus.FORBIDDEN, "Pages of this origin may not connect.\n")
    return None


def path_of(target: str) -> str:
    """The path in what a request asks for, without its query; empty where it makes no sense."""
    try:
        return urlsplit(target).path
    except ValueError:
        return ""


def is_origin_allowed(headers: Headers, policy: HttpPolicy) -> bool:
    """Programs send no `Origin` and pass; pages pass when listed or served under our own name."""
    origins = headers.get_all("Origin")
    if not origins:
        return True
    if len(origins) > 1:
        return False
    if "*" in policy.allowed_origins or origins[0] in policy.allowed_origins:
        return True
    own = _netloc(origins[0])
    return own != "" and own.lower() == (_host_header(headers) or "").lower()


def is_host_allowed(headers: Headers, policy: HttpPolicy) -> bool:
    """Refuses names that a stranger's page could have pointed at us; the log is told.

    An address is no name. A request without any `Host` comes from no browser.
    """
    if not policy.on_loopback and not policy.allowed_hosts and "Host" not in headers:
        return True
    name = plain_name(_host_name(_host_header(headers) or ""))
    if _is_ours(name, policy):
        return True
    policy.names.note_strange(name)
    return False


def _is_ours(name: str, policy: HttpPolicy) -> bool:
    if name in map(plain_name, policy.allowed_hosts):
        return True
    if policy.on_loopback and (name == "localhost" or is_loopback(name)):
        return True
    if policy.allowed_hosts:
        return False
    return policy.names.has(name) or (not policy.on_loopback and is_address(name))


def caller_of(headers: Headers, policy: HttpPolicy) -> Caller:
    """Who sends a request with these headers: behind a trusted proxy, whoever that speaks for.

    Each proxy adds on the right whom it was asked by, so the last address that is not a trusted proxy's
    is the first that nobody can have made up. A program of this machine that speaks for nobody is itself, also
    where proxies run on it; but nobody becomes one by what a header says.
    """
    origin = _single(headers, "Origin")
    direct = policy.caller
    forwarded = is_forwarded(headers)
    is_itself = is_loopback(direct.address) and not forwarded
    if is_itself or not is_trusted(direct.address, policy.trusted_proxies):
        return replace(direct, origin=origin, local=None if forwarded else direct.local)
    address = direct.address
    for hop in reversed(",".join(headers.get_all("X-Forwarded-For")).split(",")):
        if not is_address(hop.strip()):
            break
        address = hop.strip()
        if not is_trusted(address, policy.trusted_proxies):
            break
    if is_loopback(address):
        address = UNKNOWN
    scheme = (_single(headers, "X-Forwarded-Proto") or "").rpartition(",")[2].strip().lower()
    is_tls = scheme in ("https", "wss")
    return Caller(address, origin, is_tls, is_tls=is_tls)


def looker(headers: Headers, policy: HttpPolicy) -> Caller:
    """Who looks at a page. Nobody in particular where a proxy that is not trusted speaks for somebody.

    Such a proxy may run on this machine, and must not lend its address to the world.
    """
    if is_forwarded(headers) and not is_trusted(policy.caller.address, policy.trusted_proxies):
        return NOBODY
    return caller_of(headers, policy)


def is_forwarded(headers: Headers) -> bool:
    """Does a proxy speak for somebody else?"""
    return any(name in headers for name in FORWARDED)


def _host_header(headers: Headers) -> str | None:
    return _single(headers, "Host")


def _single(headers: Headers, name: str) -> str | None:
    """A header that should be there once; `None` where it is missing, or there are several."""
    try:
        return headers.get(name)
    except MultipleValuesError:
        return None


def _netloc(origin: str) -> str:
    """Name and port of an origin. Empty where it makes no sense."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _host_name(host: str) -> str:
    """`host` without its port: `[::1]:7421` gives `::1`. Empty where it makes no sense."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def misdirected() -> Response:
    """To somebody who calls us by a name that is not ours."""
    return plain_text(
        http.HTTPStatus.MISDIRECTED_REQUEST,
        "This server does not go by that name. Use its address, or ask whoever runs it to add the name to the "
        f"setting {SETTING}.\n",
    )


def plain_text(status: http.HTTPStatus, text: str) -> Response:
    """A response of one sentence."""
    return _response(status, text, "text/plain; charset=utf-8")


def as_json(status: http.HTTPStatus, body: dict[str, Any]) -> Response:
    """A response for programs."""
    return _response(status, json.dumps(body, ensure_ascii=False) + "\n", "application/json")


def with_body(status: http.HTTPStatus, content: bytes, about: Headers) -> Response:
    """A response with any body; `about` is what to say of it: its type, and how long it may be kept.

    No site may show it in a frame.
    """
    headers = Headers(
        [
            ("Date", email.utils.formatdate(usegmt=True)),
            ("Content-Length", str(len(content))),
            ("X-Content-Type-Options", "nosniff"),
            (FRAMES, "DENY"),
        ]
    )
    headers.update(about)
    return Response(status.value, status.phrase, headers, content)


def unless_known(page: Response, asked: Headers) -> Response:
    """The page, or a short word that it is the one the asker has (RFC 9110, 13.1.2)."""
    tag = page.headers.get("ETag")
    known = {
        one.strip().removeprefix("W/") for one in (_single(asked, "If-None-Match") or "").split(",")
    }
    if tag is None or (tag not in known and "*" not in known):
        return page
    status = http.HTTPStatus.NOT_MODIFIED
    del page.headers["Content-Length"]
    return Response(status.value, status.phrase, page.headers, b"")


def _response(status: http.HTTPStatus, body: str, content_type: str) -> Response:
    about = Headers([("Content-Type", content_type), ("Cache-Control", "no-store")])
    return with_body(status, body.encode(), about)
