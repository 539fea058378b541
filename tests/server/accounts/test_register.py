"""Users: who is meant by a name, and how many there may be."""

import pytest
from tests.server.accounts.town import Town

from infoset_server.accounts.users import AccountError, Role, UnknownError


def test_a_name_means_the_account_that_bears_it_and_an_id_anybody(town: Town) -> None:
    register = town.accounts.register
    crab = register.add_account("crab", Role.PLAYER)
    guest = register.add_guest("crab")
    lone = register.add_guest("ann")
    assert register.named("crab") is crab
    assert register.named(guest.id) is guest
    assert register.named("ann") is lone


def test_a_name_that_two_bear_means_nobody(town: Town) -> None:
    register = town.accounts.register
    register.add_guest("ann")
    register.add_guest("ann")
    for name in ("ann", "nobody"):
        with pytest.raises(UnknownError, match=f"users go by '{name}'"):
            register.named(name)


def test_there_are_only_so_many_accounts_and_guests_do_not_count() -> None:
    town = Town(accounts__max_accounts=1, accounts__max_guests=1)
    register = town.accounts.register
    first, second = register.add_guest("ann"), register.add_guest("bob")
    register.add_account("crab", Role.PLAYER)
    with pytest.raises(AccountError, match="1 accounts at most"):
        register.add_account("lobster", Role.PLAYER)
    assert [user.name for user in register] == ["crab", "bob"]
    assert register.find(first.id) is None
    assert list(town.shelf.documents["user"]) == [second.id, register.named("crab").id]


def test_an_address_drives_out_its_own_guests_and_nobody_elses() -> None:
    """The attack: new guests, until everybody else's identity is forgotten."""
    register = Town(accounts__max_guests=10, accounts__max_guests_per_address=2).accounts.register
    other = register.add_guest("ann", share="192.0.2.8")
    home = register.add_guest("bob")
    many = [register.add_guest(f"g{number}", share="192.0.2.7") for number in range(20)]
    assert [user.name for user in register] == ["ann", "bob", "g18", "g19"]
    assert (register.find(other.id), register.find(home.id)) == (other, home)
    for user in many[-2:]:
        register.remove(user)
    register.add_guest("g20", share="192.0.2.7")


def test_a_guest_who_is_needed_is_not_forgotten_for_another() -> None:
    town = Town(accounts__max_guests=2)
    register = town.accounts.register
    needed, idle = register.add_guest("ann"), register.add_guest("bob")
    register.needed.append(lambda: {needed.id})
    register.add_guest("cleo")
    assert register.find(needed.id) is needed
    assert register.find(idle.id) is None


def test_somebody_seen_again_is_forgotten_later(town: Town) -> None:
    town = Town(accounts__max_guests=2)
    register = town.accounts.register
    ann, bob = register.add_guest("ann"), register.add_guest("bob")
    town.now_ms += 60_000
    register.seen(ann)
    restored = town.restart().register
    assert [user.name for user in restored] == ["bob", "ann"]
    restored.add_guest("cleo")
    assert restored.find(bob.id) is None
