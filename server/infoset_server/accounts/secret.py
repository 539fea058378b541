"""Secrets: made at random, kept as hashes only."""

import hashlib
import hmac
import secrets
from enum import StrEnum
from typing import Final

TOKEN_BYTES: Final = 32  # 256 random bits


class Kind(StrEnum):
    """What a token is for; stands in front of it, so that one found lying about can be told."""

    BOT = "bot"  # of a bot account
    USER = "user"  # of a person
    DEVICE = "device"  # got in exchange for a card's code
    HOUSE = "house"  # of a house bot's process
    TICKET = "ticket"  # of a web page, for one login
    ADMIN = "admin"  # of whoever runs the server


def fresh_token(kind: Kind) -> str:
    """A new secret, such as `inf_bot_...`."""
    return f"inf_{kind}_{secrets.token_urlsafe(TOKEN_BYTES)}"


def digest(secret: str) -> str:
    """What is kept of a secret. Secrets are random and long, so one round suffices."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compares two secrets or their digests, in a time that does not depend on where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
