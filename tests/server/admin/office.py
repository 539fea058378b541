"""A console with a clock that stands still, an organisation that only remembers, and clients. No tests here."""

from pathlib import Path
from typing import Any, cast

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.accounts.users import ALL_SCOPES, SCOPES, Role, User
from infoset_server.admin.audit import AuditLog
from infoset_server.admin.commands import Operator, Result, Stakes
from infoset_server.admin.console import Console, Refusal
from infoset_server.admin.match_commands import SlowCommands
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import NotFoundError
from infoset_server.config import AuditSettings, load_config
from infoset_server.network.connection import Connection
from infoset_server.rooms.slow_matches import SlowMatch, SlowMatches

ADMIN_TOKEN = "inf_admin_of_this_test"


class FakeConnection:
    """Notes how it is closed."""

    def __init__(self, peer: str) -> None:
        self.peer = peer
        self.closed: list[CloseCode] = []

    def close(self, code: CloseCode, reason: str) -> None:
        self.closed.append(code)


class Ledger:
    """Remembers what it was asked; there is a room R, a match m_1 and a house bot `random`."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.hosts: set[UserId] = set()  # of R and m_1
        self.stored = 0  # how often it was waited for that all is stored

    def _note(self, what: str, place: str | None, *more: Any) -> None:
        if place not in (None, "R"):
            raise NotFoundError(f"room {place}")
        self.asked.append((what, place, *more))

    def open(self, place: str | None) -> None:
        self._note("open", place)

    def close(self, place: str | None) -> None:
        self._note("close", place)

    def freeze(self, place: str | None) -> None:
        self._note("freeze", place)

    def announce(self, text: str, place: str | None) -> int:
        self._note("announce", place, text)
        return 3

    async def re_run(self, match_id: str) -> str:
        self.asked.append(("re_run", match_id))
        return "m_2"

    async def end(self, match_id: str) -> None:
        self.asked.append(("end", match_id))

    def report(self, minutes: int, most: int) -> list[SlowMatch]:
        self.asked.append(("slow", minutes, most))
        return [SlowMatch(MatchId("m_1"), None, 7, 0.0025, 0.3, 0, is_running=True)][:most]

    async def export(self, match_id: str) -> str:
        if match_id != "m_1":
            raise NotFoundError(f"match {match_id}")
        return "the record\n"

    def stakes_of_room(self, place: str) -> Stakes:
        if place != "R":
            raise NotFoundError(f"room {place}")
        return Stakes(frozenset(self.hosts))

    async def stakes_of_match(self, match_id: str) -> Stakes:
        if match_id != "m_1":
            raise NotFoundError(f"match {match_id}")
        return Stakes(frozenset(self.hosts))

    def rivals(self, user: str) -> frozenset[UserId]:
        return frozenset()

    async def settled(self) -> None:
        self.stored += 1

    def disable_bot(self, bot: str, is_disabled: bool) -> None:
        if bot != "random":
            raise NotFoundError(f"house bot {bot}")
        self.asked.append(("disable_bot", bot, is_disabled))


class Office:
    """The console of a server; whoever is asked for here is an administrator unless said otherwise."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.now_ms = 1_790_000_000_000
        self.now_s = 1_000.0
        config = load_config(
            None, {name.replace("__", "."): value for name, value in settings.items()}
        )
        self.accounts = Accounts(config, None, lambda: self.now_ms, lambda: self.now_s)
        self.people = ClientRegistry(self.accounts)
        self.audit = AuditLog(folder, AuditSettings(), lambda: self.now_ms)
        self.ledger = Ledger()
        slow = SlowCommands(cast(SlowMatches, self.ledger))
        self.console = Console(
            self.people, self.audit, ADMIN_TOKEN, None, self.ledger, slow.commands()
        )
        self.admin = Operator(None, ALL_SCOPES)

    def teacher(self, name: str) -> Operator:
        """An organiser with an account."""
        user = self.accounts.register.add_account(name, Role.ORGANISER)
        self.ledger.hosts.add(user.id)
        return Operator(user, SCOPES[Role.ORGANISER])

    def arrive(self, user: User, peer: str = "192.0.2.7") -> FakeConnection:
        """`user` is here now."""
        fake = FakeConnection(peer)
        connection = cast(Connection, fake)
        self.people.clients[connection] = Client(user, connection)
        return fake

    async def do(self, name: str, by: Operator | None = None, /, **arguments: Any) -> Result:
        """Gives a command, which must be done."""
        result = await self.console.run(name, arguments, by or self.admin)
        assert isinstance(result, Result), result
        return result

    async def refuse(self, name: str, by: Operator | None = None, /, **arguments: Any) -> Refusal:
        """Gives a command, which must be refused."""
        result = await self.console.run(name, arguments, by or self.admin)
        assert isinstance(result, Refusal), result
        return result
