"""The little HTTP on the game port: who may upgrade, and two plain pages. Serves no files."""

import email.utils
import http
import json
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

UPGRADE_PATHS = ("/v1", "/")


@dataclass(frozen=True, slots=True)
class HttpPolicy:
    """Whom the HTTP side answers. `on_loopback`: the client came in through a loopback address."""

    server_name: str
    allowed_origins: Collection[str] = ()
    allowed_hosts: Collection[str] = ()
    on_loopback: bool = True


def answer(request: Request, policy: HttpPolicy) -> Response | None:
    """The response that ends this request, or `None` where a WebSocket upgrade may go on."""
    path = urlsplit(request.path).path
    if not is_host_allowed(request.headers, policy):
        return plain_text(
            http.HTTPStatus.MISDIRECTED_REQUEST, "This server does not go by that name.\n"
        )
    if "Upgrade" in request.headers:
        return _refuse_upgrade(request, path, policy)
    if request.method != "GET":
        response = plain_text(http.HTTPStatus.METHOD_NOT_ALLOWED, "Only GET is answered here.\n")
        response.headers["Allow"] = "GET"
        return response
    if path == "/health":
        body = json.dumps({"status": "ok", "server": policy.server_name})
        return _response(http.HTTPStatus.OK, body + "\n", "application/json")
    if path == "/":
        return plain_text(http.HTTPStatus.OK, _WELCOME.format(name=policy.server_name))
    return plain_text(http.HTTPStatus.NOT_FOUND, "No such page.\n")


_WELCOME = """{name} is an Infoset game server.

Clients connect to this same port:
  WebSocket        ws://HOST:PORT/v1, subprotocol infoset.1.json or infoset.1.msgpack
  TCP, JSON lines  one JSON object per line
  TCP, msgpack     4-byte big-endian length, then a msgpack map
"""


def _refuse_upgrade(request: Request, path: str, policy: HttpPolicy) -> Response | None:
    if path not in UPGRADE_PATHS:
        return plain_text(http.HTTPStatus.NOT_FOUND, "WebSocket clients connect to /v1.\n")
    if not is_origin_allowed(request.headers, policy):
        return plain_text(http.HTTPStatus.FORBIDDEN, "Pages of this origin may not connect.\n")
    return None


def is_origin_allowed(headers: Headers, policy: HttpPolicy) -> bool:
    """Programs send no `Origin` and pass; pages pass when listed or served under our own name."""
    origins = headers.get_all("Origin")
    if not origins:
        return True
    if len(origins) > 1:
        return False
    if "*" in policy.allowed_origins or origins[0] in policy.allowed_origins:
        return True
    own = urlsplit(origins[0]).netloc
    return own != "" and own.lower() == (_host_header(headers) or "").lower()


def is_host_allowed(headers: Headers, policy: HttpPolicy) -> bool:
    """On loopback, refuses names a stranger's page could have pointed at this machine."""
    if not policy.on_loopback:
        return True
    name = _host_name(_host_header(headers) or "")
    return name == "localhost" or name in policy.allowed_hosts or is_loopback(name)


def is_loopback(address: str) -> bool:
    """Whether `address` (text, perhaps not an address at all) is of this machine alone."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return ip.is_loopback or (mapped is not None and mapped.is_loopback)


def _host_header(headers: Headers) -> str | None:
    try:
        return headers.get("Host")
    except MultipleValuesError:
        return None


def _host_name(host: str) -> str:
    """`host` without its port: `[::1]:7421` gives `::1`. Empty where it makes no sense."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def plain_text(status: http.HTTPStatus, text: str) -> Response:
    """A response of one sentence, after which the connection ends."""
    return _response(status, text, "text/plain; charset=utf-8")


def _response(status: http.HTTPStatus, body: str, content_type: str) -> Response:
    content = body.encode()
    headers = Headers(
        [
            ("Date", email.utils.formatdate(usegmt=True)),
            ("Connection", "close"),
            ("Content-Length", str(len(content))),
            ("Content-Type", content_type),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ]
    )
    return Response(status.value, status.phrase, headers, content)
