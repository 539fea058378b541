"""Tokens and keys: told once, kept as hashes, limited, revoked."""

import hashlib

import pytest
from tests.server.accounts.town import Town

from infoset_server.accounts.credentials import Credential, Kind
from infoset_server.accounts.users import AccountError, Role, UnknownError, User


@pytest.fixture
def crab(town: Town) -> User:
    return town.accounts.register.add_account("crab", Role.PLAYER, is_bot=True)


def test_a_token_tells_its_kind_has_256_bits_and_is_kept_as_a_hash(town: Town, crab: User) -> None:
    one, token = town.accounts.credentials.issue(crab, Kind.BOT)
    assert token.startswith("inf_bot_")
    assert len(token.removeprefix("inf_bot_")) == 43  # base64url of 32 bytes
    assert one.hash == hashlib.sha256(token.encode()).hexdigest()
    assert token not in town.shelf.text


def test_a_user_has_only_so_many(crab: User) -> None:
    town = Town(accounts__max_tokens_per_user=1)
    town.accounts.credentials.issue(crab, Kind.BOT)
    with pytest.raises(AccountError, match="1 tokens and keys at most"):
        town.accounts.credentials.add_key(crab, "k")


def test_a_key_belongs_to_one_user(town: Town, crab: User) -> None:
    other = town.accounts.register.add_account("lobster", Role.PLAYER)
    town.accounts.credentials.add_key(crab, "k")
    with pytest.raises(AccountError, match="in use"):
        town.accounts.credentials.add_key(other, "k")


def test_a_public_key_is_no_token(town: Town, crab: User) -> None:
    credentials = town.accounts.credentials
    credentials.add_key(crab, "k")
    _, token = credentials.issue(crab, Kind.BOT)
    assert credentials.find("k") is None
    assert credentials.find("k", is_key=True) is not None
    assert credentials.find(token, is_key=True) is None


def test_whoever_wants_to_know_is_told_of_each_that_is_revoked(town: Town, crab: User) -> None:
    credentials = town.accounts.credentials
    gone: list[Credential] = []
    credentials.on_revoked.append(gone.append)
    first, token = credentials.issue(crab, Kind.BOT)
    second = credentials.add_key(crab, "k")
    assert credentials.revoke_all(crab) == 2
    assert gone == [first, second]
    assert credentials.find(token) is None
    with pytest.raises(UnknownError, match=first.id):
        credentials.revoke(first.id)


def test_an_expired_one_is_revoked_when_its_time_comes(town: Town, crab: User) -> None:
    credentials = town.accounts.credentials
    gone: list[Credential] = []
    credentials.on_revoked.append(gone.append)
    one, token = credentials.issue(crab, Kind.BOT, expires_ms=town.now_ms + 5)
    credentials.drop_expired()
    assert credentials.find(token) is one
    town.now_ms += 5
    assert credentials.find(token) is None
    credentials.drop_expired()
    assert gone == [one]
