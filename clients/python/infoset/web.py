"""One request to the HTTP side of a server: enrolment, tickets, the organiser's commands."""

import http.client
import json
import ssl
from collections.abc import Mapping
from typing import Any, Final

from infoset.address import Address
from infoset.errors import AddressError, ConnectError, WebError

TIMEOUT_S: Final = 30.0
MAX_ANSWER_BYTES: Final = 64 << 20  # records of long matches are the largest


def post(
    address: Address,
    path: str,
    body: Mapping[str, Any],
    token: str | None = None,
    tls: ssl.SSLContext | None = None,
) -> dict[str, Any]:
    """Sends a JSON object and returns the one that comes back.

    Raises WebError where the server refuses, ConnectError where it cannot be reached or answers with
    something else, AddressError for a token that would travel in the clear.
    """
    return _read(address, post_bytes(address, path, body, token, tls))


def post_bytes(
    address: Address,
    path: str,
    body: Mapping[str, Any] | bytes,
    token: str | None = None,
    tls: ssl.SSLContext | None = None,
) -> bytes:
    """As `post`, for what is not JSON: sends a JSON object or bytes, returns the bytes that come back."""
    if token is not None and not address.can_carry_token:
        raise AddressError(
            f"{address}: a token may only be sent under TLS; use infosets:// or wss://"
        )
    is_raw = isinstance(body, bytes)
    headers = {"Content-Type": "application/octet-stream" if is_raw else "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    connection = _connection(address, tls)
    try:
        sent = body if isinstance(body, bytes) else json.dumps(body)
        connection.request("POST", path, sent, headers)
        answer = connection.getresponse()
        content, status = answer.read(MAX_ANSWER_BYTES), answer.status
    except (OSError, http.client.HTTPException) as error:
        raise ConnectError(f"{address}: {error}") from error
    finally:
        connection.close()
    if status >= 400:
        plain = _read(address, content)
        raise WebError(status, str(plain.get("error", "refused")), plain.get("retry_ms"))
    return content


def _connection(address: Address, tls: ssl.SSLContext | None) -> http.client.HTTPConnection:
    if not address.tls:
        return http.client.HTTPConnection(address.host, address.port, timeout=TIMEOUT_S)
    context = tls or ssl.create_default_context()
    return http.client.HTTPSConnection(
        address.host, address.port, timeout=TIMEOUT_S, context=context
    )


def _read(address: Address, body: bytes) -> dict[str, Any]:
    try:
        plain = json.loads(body)
    except ValueError:
        plain = None
    if not isinstance(plain, dict):
        raise ConnectError(f"{address}: what answers there is no Infoset server, or an older one")
    return plain
