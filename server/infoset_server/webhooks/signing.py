"""Secrets and signatures of messages, by the symmetric scheme of Standard Webhooks 1.0 (standardwebhooks.com)."""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Final

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
VERSION: Final = "v1"


def fresh_secret() -> str:
    """A secret as a receiver is given it."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, message_id: str, at_s: int, body: bytes) -> str:
    """The signature of one attempt, which was made `at_s` seconds after 1970."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = f"{message_id}.{at_s}.".encode() + body
    return f"{VERSION},{b64encode(hmac.digest(key, signed, 'sha256')).decode()}"


def headers(known: Iterable[str], message_id: str, at_s: int, body: bytes) -> list[tuple[str, str]]:
    """The headers of one attempt, with a signature for each secret that the receiver may know."""
    signatures = [signature(secret, message_id, at_s, body) for secret in known]
    return [
        ("webhook-id", message_id),
        ("webhook-timestamp", str(at_s)),
        ("webhook-signature", " ".join(signatures)),
    ]
