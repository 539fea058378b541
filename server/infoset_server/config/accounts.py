"""Users, tokens and classes."""

from pydantic import Field

from infoset_server.config.section import Count, Seconds, Section


class AccountSettings(Section):
    """Users, tokens and classes (docs/accounts.md)."""

    guests: bool = Field(default=True, description="Let people and bots in without an account.")
    tokens_in_clear: bool = Field(
        default=False,
        description="Accept tokens over connections that are neither under TLS nor from this machine: "
        "whoever shares the network can steal them.",
    )
    old_key_logins: bool = Field(
        default=True,
        description="Accept keys from clients older than protocol 1.1. What those sign does not say for which "
        "server, so that another server they log in to can log in here with it.",
    )
    max_guests: Count = Field(
        default=10_000, description="Guests remembered; the longest absent is forgotten first."
    )
    max_guests_per_address: Count = Field(
        default=1_000,
        description="Of those, guests who came first from one address; its longest absent is forgotten first.",
    )
    max_accounts: Count = Field(default=10_000, description="Accounts kept, guests not counted.")
    max_tokens_per_user: Count = Field(default=16, description="Tokens and keys of one user.")
    max_blocks_per_user: Count = Field(default=200, description="Users whom one user keeps away.")
    ticket_s: Seconds = Field(
        default=30.0, description="From the fetching of a browser's ticket to its login."
    )
    max_tickets: Count = Field(
        default=1_000, description="Tickets open at a time; the oldest go first."
    )
    card_s: Seconds = Field(
        default=5_400.0, description="How long the code on a printed card works: a double lesson."
    )
    enrolments_per_min: Count = Field(
        default=5, description="Codes that may be tried in vain from one address."
    )
    class_days: int = Field(
        default=200, ge=1, le=3_650, description="Days until a class and its pupils are deleted."
    )
    max_class_size: Count = Field(default=60, description="Pupils of one class.")
    max_classes: Count = Field(default=500, description="Classes on this server.")
    max_bans: Count = Field(default=1_000, description="Banned addresses and ranges.")
    join_url: str | None = Field(
        default=None,
        max_length=512,
        description="Page that takes a card's code behind `#`; the cards' QR codes lead there. "
        "Absent: they hold the code alone.",
    )
