"""Keys to log in with: ed25519 in a PEM file. The private half never leaves this machine."""

import base64
from pathlib import Path

from infoset.errors import CredentialError
from infoset.extras import needs
from infoset.secret_files import write_secret

try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        load_pem_private_key,
    )
except ModuleNotFoundError as error:
    raise needs("logging in by key", "keys") from error

MAX_KEY_BYTES = 16_384


class LoginKey:
    """The private half of a key. Make a new one with `fresh`, read one with `load`."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @classmethod
    def fresh(cls) -> "LoginKey":
        """A new key, kept nowhere yet."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, file: Path) -> "LoginKey":
        """The key in a PEM file, as `save` or `ssh-keygen -m PKCS8` write it. Raises CredentialError."""
        try:
            with file.open("rb") as pem:
                key = load_pem_private_key(pem.read(MAX_KEY_BYTES), password=None)
        except OSError as error:
            raise CredentialError(f"key file {file}: {error.strerror}") from error
        except (ValueError, TypeError):
            raise CredentialError(
                f"key file {file}: expected a private key in PEM form, without a password"
            ) from None
        if not isinstance(key, Ed25519PrivateKey):
            raise CredentialError(f"key file {file}: expected an ed25519 key")
        return cls(key)

    def save(self, file: Path) -> None:
        """Writes a new file that only you can read. Raises CredentialError where there is one already."""
        pem = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        write_secret(file, pem.decode())

    @property
    def public(self) -> str:
        """The public half, in base64url: what a server must know to let you in."""
        return _base64url(self._key.public_key().public_bytes_raw())

    def sign(self, text: bytes) -> str:
        """The signature over a text, in base64url."""
        return _base64url(self._key.sign(text))


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
