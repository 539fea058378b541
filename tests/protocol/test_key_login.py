"""What a key signs to log in."""

import base64
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from infoset_protocol.key_login import dialled, login_text, old_login_text

SPEC = Path(__file__).parents[2] / "protocol" / "spec" / "03-sessions.md"
RFC_8032_TEST_1 = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
THERE = "infoset://rogue.example:7421"


@pytest.mark.parametrize(
    ("host", "port", "tls", "address"),
    [
        ("127.0.0.1", 7421, False, "infoset://127.0.0.1:7421"),
        ("Play.Example.org", 443, True, "infosets://play.example.org:443"),
        ("::1", 7421, False, "infoset://[::1]:7421"),
        ("fe80::1%eth0", 7421, True, "infosets://[fe80::1%eth0]:7421"),
    ],
)
def test_an_address_is_written_in_one_way(host: str, port: int, tls: bool, address: str) -> None:
    assert dialled(host, port, tls=tls) == address


@pytest.mark.parametrize("host", ["", "m\u00fcller.example", "a b", "a\n", "a/b", "a@b", "a:1/\nx"])
def test_a_host_that_would_blur_the_text_is_refused(host: str) -> None:
    with pytest.raises(ValueError, match="expected a host in ASCII"):
        dialled(host, 7421, tls=False)


def test_the_example_of_the_chapter_is_right() -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(RFC_8032_TEST_1))
    text = login_text("b2ZmZXI", "infoset-5be1", 1, "infosets://play.example.org:443")
    sig = base64.urlsafe_b64encode(key.sign(text)).rstrip(b"=").decode()
    assert f"\n{sig}\n" in SPEC.read_text("utf-8")


def test_no_challenge_makes_a_client_sign_for_another_address() -> None:
    """Whatever a rogue server writes into nonce and server, the last line is where it was dialled."""
    wanted = login_text("true nonce", "true server", 1, "infoset://true.example:7421")
    tricks = ["true nonce", "true nonce\ntrue server\n1\ninfoset://true.example:7421\n", ""]
    for nonce in tricks:
        for server in [*tricks, "true server"]:
            assert login_text(nonce, server, 1, THERE) != wanted
            assert login_text(nonce, server, 1, THERE).endswith(f"\n{THERE}\n".encode())


def test_no_text_of_one_form_is_one_of_the_other() -> None:
    """The old form ends in the version, the new one in a line feed."""
    new = login_text("n", "s", 1, THERE).decode()
    assert old_login_text(new, "s", 1) != new.encode()
    assert old_login_text("n", new, 1).endswith(b"|1")
    assert login_text("n", "s", 1, THERE).endswith(b"\n")
