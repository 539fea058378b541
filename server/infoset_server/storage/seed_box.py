"""Locks away what would tell every card of a match. The key lies beside the data, not in the database."""

import os
import secrets
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from infoset_games.luck import LUCK

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
SEED_BYTES: Final = 32


class SeedBoxError(Exception):
    """A box cannot be opened: it is damaged, of another match, or locked with another key."""


class SeedBox:
    """Seals and opens with one key (AES-256-GCM); the match's id is part of the lock."""

    def __init__(self, key: bytes) -> None:
        """Raises ValueError for a key that is not 32 bytes long."""
        if len(key) != KEY_BYTES:
            raise ValueError(f"key: expected {KEY_BYTES} bytes, got {len(key)}")
        self._cipher = AESGCM(key)

    def seal(self, match_id: str, secret: bytes) -> bytes:
        """What only `open` with the same key and match gives back."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, secret, match_id.encode())

    def open(self, match_id: str, box: bytes) -> bytes:
        """Raises SeedBoxError."""
        try:
            return self._cipher.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], match_id.encode())
        except (InvalidTag, ValueError):
            raise SeedBoxError(
                f"match {match_id}: its seed cannot be read; is this the server key it was made with?"
            ) from None


def fresh_seed() -> str:
    """The secret of a match: 256 bits, and the algorithm by which they bring its luck."""
    return f"{LUCK}:{secrets.token_urlsafe(SEED_BYTES)}"


def load_key(path: Path) -> bytes:
    """The server's key, made at its first start. Readable by nobody else. Raises OSError or ValueError."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return bytes.fromhex(path.read_text(encoding="ascii").strip())
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    return key
