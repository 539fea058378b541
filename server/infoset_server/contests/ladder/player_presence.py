"""Over which connections the entries of people and their programs play, and whose entries are still in play."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from infoset_server.accounts.clients import Client
from infoset_server.common.ids import UserId
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.ladder import Ladder

PLAYING: Final = (EntryState.QUEUED, EntryState.DRAINING, EntryState.BENCHED)


class PlayerPresence:
    """Who is here, on all ladders."""

    def __init__(self, ladders: Mapping[str, Ladder]) -> None:
        self._ladders = ladders

    def arrived(self, client: Client, now_s: float) -> None:
        """`client` is here (again): entries of its user that lost their connection play over it."""
        for _, entry in self._entries():
            if entry.owner == client.user.id and not entry.is_here:
                entry.client = client
                entry.since_s = now_s

    def gone(self, client: Client, others: Sequence[Client], *, is_over: bool) -> None:
        """`client` is gone for good: its entries play over the last of `others`, its user's, or wait for one.

        Where it `is_over` with the client and not with the server, what it sought ends.
        """
        for ladder, entry in self._entries():
            if entry.client is client:
                entry.client = others[-1] if others else None
                if entry.is_brief and is_over:
                    ladder.roster.drain(entry)

    def owners(self) -> set[UserId]:
        """Users who must not be forgotten: they have entries that play, or may play again."""
        return {
            UserId(entry.owner)
            for _, entry in self._entries()
            if entry.bot is None and entry.state in PLAYING
        }

    def _entries(self) -> Iterator[tuple[Ladder, Entry]]:
        for ladder in self._ladders.values():
            for entry in ladder.entries.values():
                yield ladder, entry
