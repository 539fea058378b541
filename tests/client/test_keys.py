"""Keys: made, kept for their owner alone, read back, used."""

import base64
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)

from infoset.errors import CredentialError
from infoset.keys import LoginKey
from infoset.secret_files import write_secret


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_key_read_back_is_the_same_and_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    key = LoginKey.fresh()
    key.save(tmp_path / "my.key")
    assert LoginKey.load(tmp_path / "my.key").public == key.public
    assert (tmp_path / "my.key").stat().st_mode & 0o777 == 0o600
    assert len(key.public) == 43


def test_a_signature_is_over_the_text_as_it_is() -> None:
    key = LoginKey.fresh()
    public = Ed25519PublicKey.from_public_bytes(raw(key.public))
    public.verify(raw(key.sign(b"n0nce\n")), b"n0nce\n")


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "my.key").write_text("precious")
    with pytest.raises(CredentialError, match="not overwritten"):
        LoginKey.fresh().save(tmp_path / "my.key")
    with pytest.raises(CredentialError, match="No such file"):
        write_secret(tmp_path / "missing" / "token", "x")
    assert (tmp_path / "my.key").read_text() == "precious"


def pem(
    key: Ed25519PrivateKey | X25519PrivateKey,
    lock: KeySerializationEncryption = NoEncryption(),  # noqa: B008  # has no state
) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "PEM form"),
        (b"inf_bot_token", "PEM form"),
        (pem(X25519PrivateKey.generate()), "an ed25519 key"),
        (pem(Ed25519PrivateKey.generate(), BestAvailableEncryption(b"x")), "without a password"),
    ],
)
def test_a_file_that_holds_no_such_key_is_named(tmp_path: Path, content: bytes, what: str) -> None:
    (tmp_path / "my.key").write_bytes(content)
    with pytest.raises(CredentialError, match=what):
        LoginKey.load(tmp_path / "my.key")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CredentialError, match=r"my\.key: No such file"):
        LoginKey.load(tmp_path / "my.key")
