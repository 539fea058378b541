"""How the conformance server judges a login by key."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from infoset.conformance.proofs import NONCE, SERVER, find_fault
from infoset.keys import LoginKey
from infoset_protocol.key_login import dialled, login_text, old_login_text
from infoset_protocol.messages import AuthAnswer, Hello

ADDRESS = dialled("127.0.0.1", 7421, tls=False)
KEY = LoginKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))
OLD = KEY.sign(old_login_text(NONCE, SERVER, 1))
NEW = KEY.sign(login_text(NONCE, SERVER, 1, ADDRESS))


def hello(minor: int) -> Hello:
    auth = {"kind": "key", "pub": KEY.public}
    return Hello.model_validate({"type": "hello", "proto": [1], "minor": minor, "auth": auth})


@pytest.mark.parametrize(("minor", "address", "sig"), [(1, ADDRESS, NEW), (0, None, OLD)])
def test_each_minor_signs_its_own_text(minor: int, address: str | None, sig: str) -> None:
    assert find_fault(hello(minor), AuthAnswer(sig=sig, address=address)) is None


@pytest.mark.parametrize(
    ("address", "sig", "fault"),
    [
        (None, OLD, "any server can pass on"),
        (ADDRESS, OLD, "not the signature"),
        ("infoset://127.0.0.1:7422", NEW, "not the signature"),
        ("127.0.0.1:7421", NEW, "`auth.address` was"),
        (ADDRESS, "%", "not the signature"),
    ],
)
def test_what_could_be_passed_on_or_is_wrong_is_blamed(
    address: str | None, sig: str, fault: str
) -> None:
    assert fault in (find_fault(hello(1), AuthAnswer(sig=sig, address=address)) or "")
