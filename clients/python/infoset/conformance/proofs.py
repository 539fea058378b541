"""Judges how a client logs in by key: what it has signed, and for which address."""

import base64
from typing import Final

from infoset_protocol.key_login import DIALLED, login_text, old_login_text
from infoset_protocol.messages import AuthAnswer, Hello
from infoset_protocol.version import PROTOCOL_MAJOR

NONCE: Final = "AAAA"
SERVER: Final = "conformance"
SINCE: Final = 1  # the minor whose clients sign the address


def find_fault(hello: Hello, answer: AuthAnswer) -> str | None:
    """What is wrong with an answer to the challenge of `NONCE` by `SERVER`, if anything is.

    A client of protocol 1.0 signs the text of that.
    """
    if answer.address is None:
        if hello.minor >= SINCE:
            return "it signed the text of protocol 1.0, which any server can pass on to another"
        text = old_login_text(NONCE, SERVER, PROTOCOL_MAJOR)
    elif not DIALLED.fullmatch(answer.address):
        return f"`auth.address` was {answer.address!r}"
    else:
        text = login_text(NONCE, SERVER, PROTOCOL_MAJOR, answer.address)
    if not is_signed(hello.auth.pub or "", answer.sig, text):
        return "`auth.sig` was not the signature of its key over the text"
    return None


def is_signed(pub: str, sig: str, text: bytes) -> bool:
    """Is `sig` the signature over `text` by the key of which `pub` is the public half?"""
    from cryptography.exceptions import InvalidSignature  # few clients log in by key
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(read_base64url(pub)).verify(read_base64url(sig), text)
    except (ValueError, InvalidSignature):
        return False
    return True


def read_base64url(text: str) -> bytes:
    """The bytes, with or without padding. Raises ValueError."""
    digits = text.rstrip("=")
    return base64.b64decode(digits + "=" * (-len(digits) % 4), altchars=b"-_", validate=True)
