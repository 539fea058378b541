"""Signatures, looked at by the reference library of the specification."""

from base64 import b64decode

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from infoset_server.common.clock import wall_clock_ms
from infoset_server.webhooks.signing import PREFIX, fresh_secret, headers, signature

BODY = '{"type":"match.finished","data":{"name":"Žofie"}}'.encode()


def signed(*secrets: str, body: bytes = BODY, at_s: int | None = None) -> dict[str, str]:
    return dict(headers(secrets, "msg_1", wall_clock_ms() // 1000 if at_s is None else at_s, body))


def test_the_example_of_the_specification() -> None:
    """The vector that its libraries are tested with."""
    found = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_takes_what_we_sign() -> None:
    secret = fresh_secret()
    assert Webhook(secret).verify(BODY, signed(secret))["type"] == "match.finished"


def test_old_and_new_secrets_both_sign() -> None:
    old, new = fresh_secret(), fresh_secret()
    both = signed(new, old)
    assert len(both["webhook-signature"].split(" ")) == 2
    for secret in (old, new):
        Webhook(secret).verify(BODY, both)


@pytest.mark.parametrize("what", ["body", "id", "timestamp", "secret"])
def test_whatever_is_changed_does_not_fit(what: str) -> None:
    secret, body = fresh_secret(), BODY
    about = signed(secret)
    if what == "body":
        body = BODY + b" "
    elif what == "id":
        about["webhook-id"] = "msg_2"
    elif what == "timestamp":
        about["webhook-timestamp"] = str(int(about["webhook-timestamp"]) + 1)
    else:
        secret = fresh_secret()
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body, about)


def test_an_old_message_is_not_taken_again() -> None:
    secret = fresh_secret()
    with pytest.raises(WebhookVerificationError, match="too old"):
        Webhook(secret).verify(BODY, signed(secret, at_s=wall_clock_ms() // 1000 - 3600))


def test_secrets_are_long_and_differ() -> None:
    one, other = fresh_secret(), fresh_secret()
    assert one != other
    assert len(b64decode(one.removeprefix(PREFIX))) == 32
