"""Tickets: a web page fetches one over HTTP and logs in with it at once. Never stored."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from infoset_server.accounts.credentials import Credential
from infoset_server.accounts.secret import Kind, digest, fresh_token

MOST_OF_ONE: Final = 8  # open tickets for one token, so that no account drives out those of others


@dataclass(frozen=True, slots=True)
class Ticket:
    """What one ticket stands for: the token shown for it, and the web origin it was given to."""

    credential: Credential
    origin: str | None
    expires_s: float


class Tickets:
    """Open tickets, each good for one login; the oldest goes where there are too many."""

    def __init__(self, valid_s: float, max_open: int, clock_s: Callable[[], float]) -> None:
        """`clock_s` is monotonic."""
        self.valid_s = valid_s
        self._max_open = max_open
        self._clock_s = clock_s
        self._open: OrderedDict[str, Ticket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def issue(self, credential: Credential, origin: str | None) -> str:
        """A ticket for a page of `origin`, or for a program."""
        mine = [key for key, one in self._open.items() if one.credential is credential]
        for key in mine[: max(0, len(mine) - MOST_OF_ONE + 1)]:
            del self._open[key]
        while len(self._open) >= self._max_open:
            self._open.popitem(last=False)
        token = fresh_token(Kind.TICKET)
        self._open[digest(token)] = Ticket(credential, origin, self._clock_s() + self.valid_s)
        return token

    def redeem(self, token: str, origin: str | None) -> Credential | None:
        """What the ticket stands for, once, in time, and to a page of the same origin only."""
        ticket = self._open.pop(digest(token), None)
        if ticket is None or self._clock_s() >= ticket.expires_s or ticket.origin != origin:
            return None
        return ticket.credential
