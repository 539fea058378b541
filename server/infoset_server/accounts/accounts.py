"""Everything about accounts in one object: made once, restored from documents, handed to whoever needs it."""

import time
from collections.abc import Callable, Mapping
from typing import Final

from infoset_server.accounts.authentication import Authenticator, LoginRules, OwnAddresses
from infoset_server.accounts.classrooms import CARDS, CLASSROOMS, Classrooms
from infoset_server.accounts.credentials import CREDENTIALS, Credentials, HouseTokens, Tickets
from infoset_server.accounts.enrolment import Enrolment
from infoset_server.accounts.exclusions import BANS, Bans, Blocks
from infoset_server.accounts.following import Following
from infoset_server.accounts.moving import Moves
from infoset_server.accounts.register import Register
from infoset_server.accounts.users import USERS
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import ServerConfig
from infoset_server.network.caller import Shares
from infoset_server.network.rate_limits import BucketTable, Rate
from infoset_server.storage.notes import NoNotes, Notes

KINDS: Final = (  # of documents, as `restore` wants them
    USERS.name,
    CREDENTIALS.name,
    CLASSROOMS.name,
    CARDS.name,
    BANS.name,
)


class Accounts:
    """Users, what proves to be one, classes, bans."""

    def __init__(
        self,
        config: ServerConfig | None = None,
        notes: Notes | None = None,
        now_ms: Callable[[], int] = wall_clock_ms,
        clock_s: Callable[[], float] = time.monotonic,
        *,
        server_id: str | None = None,
    ) -> None:
        """`notes` is where everything is noted that shall outlive the server.

        `server_id` is what keys sign over on a server that was given no name.
        """
        config = config or ServerConfig()
        settings, limits = config.accounts, config.connections
        notes = notes or NoNotes()
        self.now_ms = now_ms
        self.register = Register(
            notes,
            settings.max_guests,
            settings.max_accounts,
            now_ms,
            settings.max_guests_per_address,
        )
        self.credentials = Credentials(notes, settings.max_tokens_per_user, now_ms)
        self.classrooms = Classrooms(notes, self.register, self.credentials, settings, now_ms)
        self.blocks = Blocks(self.register, settings.max_blocks_per_user)
        self.following = Following(self.register, settings.max_follows_per_user)
        self.bans = Bans(notes, settings.max_bans, now_ms)
        self.tickets = Tickets(settings.ticket_s, settings.max_tickets, clock_s)
        self.house = HouseTokens()
        tries = Rate(settings.enrolments_per_min / 60, settings.enrolments_per_min)
        per_min = limits.hellos_per_user_per_min
        hellos = Rate(per_min / 60, per_min)
        codes = BucketTable(tries, limits.max_tracked_addresses)
        self.enrolment = Enrolment(self.classrooms, self.credentials, codes, clock_s)
        self.moves = Moves(
            self.register,
            self.credentials,
            codes,
            settings.move_s,
            clock_s=clock_s,
            now_ms=now_ms,
        )
        self.login = Authenticator(
            LoginRules(
                config.name if server_id is None else server_id,
                settings.guests,
                settings.tokens_in_clear,
                settings.old_key_logins,
                OwnAddresses(limits.addresses, limits.allowed_hosts),
            ),
            self.register,
            self.credentials,
            self.tickets,
            self.house,
            self.bans,
            BucketTable(hellos, settings.max_accounts),
            now_ms=now_ms,
            clock_s=clock_s,
            share_of=Shares(limits).of,
        )

    def restore(self, documents: Mapping[str, Mapping[str, bytes]]) -> None:
        """Takes back what an earlier server noted: for each of KINDS its documents by key."""
        self.register.restore(documents.get(USERS.name, {}))
        self.credentials.restore(
            documents.get(CREDENTIALS.name, {}), lambda user: self.register.find(user) is not None
        )
        self.classrooms.restore(documents.get(CLASSROOMS.name, {}), documents.get(CARDS.name, {}))
        self.bans.restore(documents.get(BANS.name, {}))

    def learn(self, users: Mapping[str, bytes]) -> None:
        """Takes in those users that another server has noted and that are not known here."""
        news = {key: body for key, body in users.items() if self.register.find(key) is None}
        self.register.restore(news)

    def drop_expired(self) -> None:
        """Forgets what is over: tokens, cards, classes, bans. To be called now and then."""
        self.credentials.drop_expired()
        self.classrooms.drop_expired()
        self.bans.drop_expired()
