"""Settings of accounts, of the audit log, and of what the server tells those who run it."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Milliseconds, Networks, Seconds, Section


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
    max_follows_per_user: Count = Field(default=200, description="People whom one user follows.")
    ticket_s: Seconds = Field(
        default=30.0, description="From the fetching of a browser's ticket to its login."
    )
    max_tickets: Count = Field(
        default=1_000, description="Tickets open at a time; the oldest go first."
    )
    card_s: Seconds = Field(
        default=5_400.0, description="How long the code on a printed card works: a double lesson."
    )
    move_s: Seconds = Field(
        default=600.0,
        description="How long the code works with which somebody goes on on another device.",
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


class AuditSettings(Section):
    """The log of what organisers do, `audit.jsonl` in `data_dir`."""

    max_bytes: Bytes = Field(
        default=4 << 20, description="Size at which a file is put aside and a new one begun."
    )
    files: Count = Field(default=10, description="Files put aside that are kept.")


class StatusSettings(Section):
    """What the server tells of itself (docs/operation.md)."""

    metrics_for: Networks = Field(
        default=(),
        description="Addresses or ranges that may read `/metrics`, besides this machine.",
    )
    min_free_percent: float = Field(
        default=5.0,
        ge=0,
        le=100,
        allow_inf_nan=False,
        description="Free share of the disk with `data_dir` below which `/health` is red.",
    )
    slow_ms: Milliseconds = Field(
        default=250,
        description="Answers to actions that took longer are reported in the log, by match.",
    )
    slow_minutes: int = Field(
        default=10, ge=1, le=60, description="How far back `infoset admin slow` can look."
    )
    report_s: Seconds = Field(default=60.0, description="Interval of these reports.")
