"""Tickets of web pages."""

from tests.server.accounts.town import Town

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role


def test_one_token_drives_out_its_own_tickets_and_nobody_elses() -> None:
    town = Town(accounts__max_tickets=100)
    user = town.accounts.register.add_account("ann", Role.PLAYER)
    greedy, other = (town.accounts.credentials.issue(user, Kind.USER)[0] for _ in range(2))
    kept = town.accounts.tickets.issue(other, None)
    many = [town.accounts.tickets.issue(greedy, None) for _ in range(200)]
    assert len(town.accounts.tickets) == 9
    assert town.accounts.tickets.redeem(kept, None) is other
    assert town.accounts.tickets.redeem(many[-1], None) is greedy


def test_only_so_many_tickets_are_open_and_the_oldest_go_first() -> None:
    town = Town(accounts__max_tickets=2)
    user = town.accounts.register.add_account("ann", Role.PLAYER)
    one, _ = town.accounts.credentials.issue(user, Kind.USER)
    tickets = [town.accounts.tickets.issue(one, None) for _ in range(3)]
    redeemed = [town.accounts.tickets.redeem(ticket, None) for ticket in tickets]
    assert redeemed == [None, one, one]
    assert tickets[0].startswith("inf_ticket_")
