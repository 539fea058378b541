"""Banned addresses: single ones, ranges, for a time."""

import pytest
from tests.server.accounts.town import Town

from infoset_server.accounts.users import AccountError, UnknownError


@pytest.mark.parametrize(
    ("banned", "address", "is_covered"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.9/24", "192.0.2.200", True),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("2001:db8::/64", "2001:db8::1", True),
        ("2001:db8::/64", "2001:db8:1::1", False),
        ("fe80::/10", "fe80::1%eth0", True),
        ("192.0.2.7", "", False),
        ("192.0.2.7", "memory", False),
    ],
)
def test_a_ban_covers_what_it_names(
    town: Town, banned: str, address: str, is_covered: bool
) -> None:
    town.accounts.bans.add(banned, town.now_ms + 1)
    assert town.accounts.bans.covers(address) is is_covered


def test_a_ban_ends_by_itself_or_is_lifted(town: Town) -> None:
    bans = town.accounts.bans
    bans.add("192.0.2.7", town.now_ms + 1)
    town.now_ms += 1
    assert not bans.covers("192.0.2.7")
    bans.add("192.0.2.7", town.now_ms + 1)
    bans.lift("192.0.2.7")
    assert not bans.covers("192.0.2.7")
    with pytest.raises(UnknownError):
        bans.lift("192.0.2.7")


@pytest.mark.parametrize("text", ["", "everybody", "192.0.2.0/33"])
def test_nonsense_is_refused(town: Town, text: str) -> None:
    with pytest.raises(AccountError, match="expected an address"):
        town.accounts.bans.add(text, town.now_ms + 1)


def test_there_are_only_so_many_bans() -> None:
    town = Town(accounts__max_bans=1)
    town.accounts.bans.add("192.0.2.7", 1)
    town.accounts.bans.add("192.0.2.7", 2)
    with pytest.raises(AccountError, match="1 bans at most"):
        town.accounts.bans.add("192.0.2.8", 1)
