"""Who plays on the conformance server: outlives its connections, and what is said to it meanwhile."""

import asyncio
from collections.abc import Callable
from typing import Final

from infoset.conformance.cases import Case, Trouble
from infoset.conformance.chapters import Chapter
from infoset.conformance.findings import Outcome
from infoset.conformance.table import Table
from infoset.conformance.weather import FAIR, Sky
from infoset.conformance.wires import Connection
from infoset.conformance.words import Message
from infoset_protocol.errors import CloseCode
from infoset_protocol.session import ServerSession

RETRY_MS: Final = 50  # after a restart
MANY_PINGS: Final = 10  # with so many, some must have been answered
STAY_AWAY_S: Final = 1.5  # so long it must stay away after 4409


class Guest:
    """Who plays: outlives its connections."""

    def __init__(self, key: str, number: int) -> None:
        self.key: Final = key
        self.session_id: Final = f"s_{number}"
        self.tokens: list[str] = []  # resume tokens, the newest last
        self.session: ServerSession | None = None
        self.connection: Connection | None = None
        self.table: Table | None = None
        self.sky = Sky(FAIR, key)
        self.has_obs = False
        self.has_delta = False
        self.has_compute = False
        self.is_back = False
        self.cuts = 0  # of connections in this match, in the middle of a message
        self.was_given = False
        self.arrived_seq = 0  # of the last message that was written as a whole
        self.shunned = False  # it was told 4409
        self.cut_in: int | None = None  # messages until the connection is cut
        self.on_leave: Callable[[Guest], None] = lambda guest: None
        self.on_free: Callable[[], None] = lambda: None  # it may be given another seat

    def say(self, plain: Message, re: int | None = None) -> int:
        """Sends a message, with the weather's news before it, or keeps it for a resume."""
        assert self.session is not None
        news = self.sky.news() if self.connection is not None else None
        if news is not None:
            self._say(news, None)
        return self._say(self.sky.embellish(plain), re)

    def _say(self, plain: Message, re: int | None) -> int:
        assert self.session is not None
        before = self.session.seq
        frame = self.session.send(plain, re)
        seq = self.session.seq if self.session.seq > before else 0
        self.write(frame, seq)
        return seq

    def write(self, frame: bytes, seq: int = 0) -> None:
        """Puts a frame on the wire, dressed for the weather; or only a part of it."""
        connection, session = self.connection, self.session
        if connection is None or session is None:
            return
        dressed = self.sky.dress(frame, session.encoding, session.max_frame_out)
        if self.sky.weather.keep_alives:
            connection.keep_alive()
        if self.cut_in is not None:
            self.cut_in -= 1
            if self.cut_in <= 0:
                self.cut_in = None
                size = len(connection.wrap(dressed))
                connection.send_part(dressed, hash_int(self.session_id, seq) % size)
                self.connection = None
                self.cuts += 1
                return
        connection.send(dressed)
        if seq:
            self.arrived_seq = seq

    def hang_up(self, trouble: Trouble) -> None:
        """Ends the connection as the case wants it."""
        connection, session = self.connection, self.session
        if connection is None or session is None:
            return
        if trouble in (Trouble.RESTART, Trouble.REPLACED):
            is_restart = trouble is Trouble.RESTART
            code = CloseCode.RESTARTING if is_restart else CloseCode.REPLACED
            reason = "the server restarts" if is_restart else "another connection is here"
            retry_ms = RETRY_MS if is_restart else None
            self.write(session.send(*session.farewell(code, reason, retry_ms)))
            connection.close(int(code), reason)
        else:
            connection.cut()
        self.connection = None
        if trouble in (Trouble.DROP, Trouble.RESTART, Trouble.REPLACED):
            self.tokens.clear()  # the session is forgotten, the seat is not
        if trouble is Trouble.REPLACED and self.table is not None:
            self.shunned = True
            asyncio.get_running_loop().call_later(STAY_AWAY_S, self.table.abandon)

    @property
    def is_here(self) -> bool:
        """Has it a connection?"""
        return self.connection is not None

    def send_away(self, reason: str) -> None:
        """Says `bye` and closes: there is nothing more to do here."""
        connection, session = self.connection, self.session
        if connection is not None and session is not None:
            self.write(session.send(*session.close(CloseCode.NORMAL, reason)))
            connection.close(int(CloseCode.NORMAL), reason)

    def leave_table(self) -> None:
        """The match is over."""
        if self.table is not None and self.connection is not None:
            judge_pongs(self.table.outcome, self.connection)
        self.table = None
        self.cut_in = None
        self.cuts = 0
        self.on_leave(self)
        if self.was_given and self.is_here:
            self.on_free()


def judge_pongs(outcome: Outcome, connection: Connection) -> None:
    """A client of a WebSocket answers pings; the last few answers may still be on their way."""
    if connection.pings >= MANY_PINGS and connection.pongs < connection.pings // 2:
        outcome.miss(
            f"it answered {connection.pongs} of {connection.pings} pings",
            "a pong for each ping, as WebSocket libraries send by themselves",
            Chapter.READING,
        )


def hash_int(*parts: object) -> int:
    """A number that looks random and is the same in every run."""
    text = "/".join(map(str, parts)).encode()
    value = 2166136261
    for byte in text:  # FNV-1a
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


def cut_distance(guest: Guest, case: Case) -> int:
    """How many messages pass until the connection is cut the next time."""
    return 3 + hash_int(guest.session_id, guest.arrived_seq) % (2 * case.every)
