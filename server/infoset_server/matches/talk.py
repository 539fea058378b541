"""What was said in a room or a match: for those who come back to it, and kept for the replay.

Who may say what, and who may hear it, is decided elsewhere.
"""

from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import UserId
from infoset_server.storage.notes import Notes

FEATURE: Final = "chat"  # of clients that show what was said
MOST_REMARKS: Final = 100
KIND: Final = "talk"  # of documents, one kind for each match

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Remark:
    """A `chat_msg` of `author` to these users, and when it was said."""

    message: Mapping[str, Any]
    author: UserId
    audience: frozenset[UserId]
    at_s: float


@dataclass(slots=True)
class Said:
    """How much the seats of one match have said."""

    all: int = 0
    _newest: dict[int, tuple[int, int]] = field(default_factory=dict)  # by seat: version, lines

    def now(self, seat: int, ver: int) -> int:
        """Lines of a seat at this version of the match."""
        at, lines = self._newest.get(seat, (ver, 0))
        return lines if at == ver else 0

    def count(self, seat: int, ver: int) -> None:
        """One more line."""
        self._newest[seat] = ver, self.now(seat, ver) + 1
        self.all += 1


class Talk:
    """The newest remarks at one place. They are gone with it, and with the server."""

    def __init__(self, clock_s: Callable[[], float]) -> None:
        self._clock_s = clock_s
        self._remarks: deque[Remark] = deque(maxlen=MOST_REMARKS)
        self.said = Said()

    def note(self, message: Mapping[str, Any], author: UserId, audience: frozenset[UserId]) -> None:
        """`message` was told to `audience`, or would have been to those of them who were not connected."""
        self._remarks.append(Remark(message, author, audience, self._clock_s()))

    def tell_again(self, client: Client) -> None:
        """Tells a new session of a user what was said to them before, if it shows such things."""
        if FEATURE not in client.line.features:
            return
        for remark in self._remarks:
            if client.user.id in remark.audience and remark.author not in client.user.blocked:
                ago_ms = int((self._clock_s() - remark.at_s) * 1000)
                client.line.send(Prepared({**remark.message, "ago_ms": ago_ms}))

    def clear(self) -> None:
        """Nobody comes back here."""
        self._remarks.clear()


class KeptTalk:
    """What players said at the table, one document for each line: in no record, no event, no observation."""

    def __init__(
        self,
        notes: Notes,
        when_stored: Callable[[Callable[[], None]], None],
        now_ms: Callable[[], int],
    ) -> None:
        """`when_stored` calls back when all that was noted by now is stored. `now_ms` is the time of day."""
        self._notes = notes
        self._when_stored = when_stored
        self._now_ms = now_ms
        self._lines = 0

    def keep(
        self, match_id: str, seat: int, ver: int, to: str, text: str, done: Callable[[], None]
    ) -> None:
        """Keeps a line of a seat to `all` or `players`; calls `done` when it is stored."""
        at_ms = self._now_ms()
        self._lines += 1  # lines of one millisecond
        line = {"seat": seat, "ver": ver, "at_ms": at_ms, "to": to, "text": text}
        self._notes.put(talk_kind(match_id), f"{at_ms}.{self._lines}", line)
        self._when_stored(done)


def talk_kind(match_id: str) -> str:
    """The kind of documents that hold what was said at the table of a match."""
    return f"{KIND}:{match_id}"


@dataclass(frozen=True)
class TalkTelling:
    """What was said told again, from version `first` to `last`. `documents` are the match's, by key.

    `silent` are seats whose words the viewer does not want; who has not played hears no word to players.
    """

    documents: Mapping[str, bytes]
    silent: Container[int]
    has_played: bool
    first: int
    last: int | None

    def entries(self) -> Iterator[Entry | None]:
        """The entries in order. Raises ValueError, KeyError or TypeError for what `KeptTalk` did not write."""
        for key in sorted(self.documents, key=_place_of):
            entry: Entry = orjson.loads(self.documents[key])
            is_for_them = entry["to"] == "all" or self.has_played
            is_asked = self.first <= entry["ver"] and (
                self.last is None or entry["ver"] <= self.last
            )
            is_told = is_for_them and is_asked and entry["seat"] not in self.silent
            yield entry if is_told else None


def _place_of(key: str) -> tuple[int, int]:
    at_ms, _, line = key.partition(".")
    return int(at_ms), int(line)
