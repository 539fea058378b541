"""Tickets of web pages."""

from tests.server.accounts.town import Town

from infoset_server.accounts.roles import Role
from infoset_server.accounts.secret import Kind


def test_only_so_many_tickets_are_open_and_the_oldest_go_first() -> None:
    town = Town(accounts__max_tickets=2)
    user = town.accounts.register.add_account("ann", Role.PLAYER)
    one, _ = town.accounts.credentials.issue(user, Kind.USER)
    tickets = [town.accounts.tickets.issue(one, None) for _ in range(3)]
    redeemed = [town.accounts.tickets.redeem(ticket, None) for ticket in tickets]
    assert redeemed == [None, one, one]
    assert tickets[0].startswith("inf_ticket_")
