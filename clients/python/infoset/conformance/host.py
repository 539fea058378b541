"""Seats the clients of the conformance server at tables, and notes what they do wrong. Knows no bytes."""

import asyncio
from typing import Final

from infoset.conformance.cases import COMPARED, LEVELS, Trouble
from infoset.conformance.chapters import Chapter
from infoset.conformance.findings import Outcome
from infoset.conformance.guest import Guest, cut_distance
from infoset.conformance.programme import Programme
from infoset.conformance.table import Table
from infoset.conformance.weather import Sky
from infoset.conformance.wires import Connection, WebSocketConnection
from infoset_protocol.messages import Hello


class Host:
    """Listens, lets clients in, gives them the cases of `programme`, and notes what they do wrong."""

    def __init__(
        self, programme: Programme, seed: str, patience_s: float, give_s: float | None = None
    ) -> None:
        """`patience_s` bounds every wait for the client.

        One that asks for nothing for `give_s` (a tenth of the patience) is given a seat, as house bots are.
        """
        self.programme = programme
        self.patience_s: Final = patience_s
        self.give_s: Final = patience_s / 10 if give_s is None else give_s
        self.changed: Final = asyncio.Event()  # something was decided about a case
        self._seed: Final = seed
        self._guests: dict[str, Guest] = {}
        self._count = 0
        self._server: asyncio.Server | None = None
        self._visits: set[asyncio.Task[None]] = set()
        self.connections = 0

    def forget_everybody(self) -> None:
        """The next client is a new one: what the last one left behind is given up."""
        for guest in self._guests.values():
            if guest.table is not None:
                table, guest.table = guest.table, None
                guest.connection = None
                table.abandon()
        self._guests.clear()

    def blame(self, what: str, expected: str, where: Chapter) -> None:
        """Notes a miss of the case that is being played."""
        outcome = self.programme.current
        if outcome is not None:
            outcome.miss(what, expected, where)
            self.changed.set()

    @property
    def has_guests(self) -> bool:
        """Has anybody said hello since everybody was forgotten?"""
        return bool(self._guests)

    @property
    def is_playing(self) -> bool:
        """Is there a match that has begun and is not over?"""
        return any(guest.table is not None for guest in self._guests.values())

    def next_number(self) -> int:
        """A number for a session or match, never used before."""
        self._count += 1
        return self._count

    # Who is who.

    def find(self, hello: Hello) -> Guest | None:
        """Who says hello, if it has been here before."""
        if hello.resume is not None:
            for guest in self._guests.values():
                if guest.session_id == hello.resume.session:
                    return guest
        return self._guests.get(_key(hello))

    def welcome_new(self, hello: Hello) -> Guest:
        """A new guest; what an earlier one has left behind unfinished is a miss."""
        for guest in list(self._guests.values()):
            if guest.table is not None and guest.connection is None:
                guest.table.outcome.miss(
                    "it came back as somebody else while its match was running",
                    "the same `auth` as before (for a guest: `name` and `token`), or `resume`",
                    Chapter.LOGGING_IN_ANEW,
                )
                guest.table.abandon()
        number = self.next_number()
        key = _key(hello) or f"nobody {number}"
        guest = Guest(key, number)
        guest.on_leave = lambda _: self.changed.set()
        self._guests[key] = guest
        self.changed.set()
        return guest

    def seat(self, guest: Guest, outcome: Outcome) -> Table:
        """A table for a case."""
        case = outcome.case
        # What will be compared is dealt alike.
        name = LEVELS[case.level] if case.level in COMPARED else case.name
        seed = f"{self._seed}/{case.game}/{case.level}/{name}/{case.number}"
        match_id = f"m_{self.next_number()}"
        guest.sky = Sky(case.weather, seed)
        if guest.connection is not None:
            guest.connection.pieces = guest.sky.pieces
            if isinstance(guest.connection, WebSocketConnection):
                guest.connection.is_fragmented = case.level == 3
            self._check_transport(outcome, guest.connection)
        if case.trouble is Trouble.CUT:
            guest.cut_in = cut_distance(guest, case)
        table = Table(outcome, match_id, seed, self.patience_s, guest)
        guest.table = table
        self.changed.set()
        return table

    def _check_transport(self, outcome: Outcome, connection: Connection) -> None:
        wanted = outcome.case.transport
        if connection.name != wanted:
            outcome.miss(
                f"it speaks {connection.name}",
                f"{wanted}, as the scheme of INFOSET_URL and {{url}} says",
                Chapter.RUN,
            )


def _key(hello: Hello) -> str:
    """What a client is recognised by; empty for a guest without a secret."""
    auth = hello.auth
    if auth.kind == "guest" and not auth.token:
        return ""
    return f"{auth.kind} {auth.name if auth.kind == 'guest' else ''} {auth.token} {auth.pub}"
