"""Login by an ed25519 key: a nonce goes out, a signature comes back. No secret crosses the wire."""

import base64
import binascii
import secrets
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from infoset_protocol.key_login import login_text, old_login_text
from infoset_protocol.messages import AuthAnswer
from infoset_server.accounts.errors import AccountError

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
