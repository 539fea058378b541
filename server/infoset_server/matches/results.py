"""How matches ended, kept for players who may not have heard of it.

A result is a `match_over`, or for a match that cannot go on, the `error` that says so. It is kept for a
player until they are told it and 30 s have passed in which their connection did not break: a link may be dead for
so long before anybody notices. One document holds it for all players of a match. It is stored before the
match is closed in the store, so that a result is either told, or kept, or told when the match is set up again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from infoset_protocol.codec import Prepared
from infoset_server.common.ids import MatchId, UserId
from infoset_server.config import ResultLimits
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

RESULT: Final = "result"  # kind of documents
UNSURE_S: Final = 30.0  # a link may be dead for so long before the server notices
DAY_MS: Final = 86_400_000


@dataclass(frozen=True)
class Ended:
    """A match that ended at `at_ms` (wall clock), and who may not have heard of it yet."""

    result: Prepared
    at_ms: int
    users: set[UserId]


class Results:
    """At most so many matches, and so many of one player; the oldest go first. Times of telling in seconds."""

    def __init__(self, limits: ResultLimits, notes: Notes, wall_ms: Callable[[], int]) -> None:
        self._limits = limits
        self._notes = notes
        self._wall_ms = wall_ms
        self._loop = asyncio.get_running_loop()
        self._matches: dict[MatchId, Ended] = {}  # oldest first
        self._told_s: dict[UserId, dict[MatchId, float | None]] = {}  # None: not told
        self._unsure: deque[tuple[float, UserId, MatchId]] = deque()  # by time of telling
        self._timer: asyncio.TimerHandle | None = None

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes in what was noted before a restart: who was just being told is told again."""
        found = []
        for key, body in documents.items():
            try:
                found.append((MatchId(key), read_ended(body)))
            except (ValueError, TypeError, KeyError, AttributeError) as problem:
                logger.warning("the result of match %s is told to nobody: %s", key, problem)
                self._notes.drop(RESULT, key)
        for match_id, ended in sorted(found, key=lambda one: one[1].at_ms):
            self._enter(match_id, ended, dict.fromkeys(ended.users))
        self.drop_expired()

    def add(
        self,
        match_id: MatchId,
        result: Prepared,
        users: Collection[UserId],
        missed: Collection[UserId],
    ) -> None:
        """A match of `users` has ended, and all but those who `missed` it have been told just now.

        One that was noted before a restart already stays as it was.
        """
        if match_id in self._matches or not users:
            return
        ended = Ended(result, self._wall_ms(), set(users))
        now_s = self._loop.time()
        self._enter(
            match_id, ended, {user: None if user in missed else now_s for user in sorted(users)}
        )
        if match_id in self._matches:
            self._note(match_id)

    def has_any(self, user: UserId) -> bool:
        """Is a result kept for `user`?"""
        return user in self._told_s

    def take(self, user: UserId) -> list[Prepared]:
        """What `user` has not been told, oldest first; it counts as told now."""
        mine = self._told_s.get(user, {})
        missed = [match_id for match_id, told_s in mine.items() if told_s is None]
        now_s = self._loop.time()
        for match_id in missed:
            self._tell(user, match_id, now_s)
        return [self._matches[match_id].result for match_id in missed]

    def doubt(self, user: UserId) -> None:
        """A link of `user` broke: what they were told lately they have perhaps not heard."""
        mine = self._told_s.get(user, {})
        for match_id, told_s in mine.items():
            if told_s is not None and self._loop.time() - told_s <= UNSURE_S:
                mine[match_id] = None

    def goes_on(self, user: UserId, since_ms: int) -> None:
        """`user` goes on with a session that began at that time (wall clock): it tells them every result since.

        They have it no sooner than one that was told just now. Over another node they came back before what was
        told last went to them.
        """
        now_s = self._loop.time()
        for match_id in self._told_s.get(user, {}):
            if self._matches[match_id].at_ms >= since_ms:
                self._tell(user, match_id, now_s)

    def drop_expired(self) -> None:
        """Forgets what has been kept too long. To be called now and then."""
        until_ms = self._wall_ms() - self._limits.keep_days * DAY_MS
        for match_id, ended in list(self._matches.items()):
            if ended.at_ms < until_ms:
                self._drop(match_id)

    def drop(self, match_id: str) -> None:
        """Nobody is told any more how this match ended."""
        if MatchId(match_id) in self._matches:
            self._drop(MatchId(match_id))

    def close(self) -> None:
        """Users who were told lately may be told again after a restart."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _enter(
        self, match_id: MatchId, ended: Ended, told_s: Mapping[UserId, float | None]
    ) -> None:
        self._matches[match_id] = ended
        for user, when_s in told_s.items():
            if when_s is None:
                self._told_s.setdefault(user, {})[match_id] = None
            else:
                self._tell(user, match_id, when_s)
            mine = self._told_s[user]
            if len(mine) > self._limits.max_per_user:
                self._forget(user, next(iter(mine)))
        while len(self._matches) > self._limits.max_matches:
            self._drop(next(iter(self._matches)))

    def _tell(self, user: UserId, match_id: MatchId, now_s: float) -> None:
        self._told_s.setdefault(user, {})[match_id] = now_s
        self._unsure.append((now_s, user, match_id))
        self._arm_timer()

    def _arm_timer(self) -> None:
        """One timer, for whoever was told first."""
        if self._timer is None and self._unsure:
            self._timer = self._loop.call_at(self._unsure[0][0] + UNSURE_S, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        while self._unsure and self._unsure[0][0] + UNSURE_S <= self._loop.time():
            told_s, user, match_id = self._unsure.popleft()
            if self._told_s.get(user, {}).get(match_id) == told_s:  # and no doubt since
                self._forget(user, match_id)
        self._arm_timer()

    def _forget(self, user: UserId, match_id: MatchId) -> None:
        """The result need not be kept for `user` any longer."""
        mine = self._told_s[user]
        del mine[match_id]
        if not mine:
            del self._told_s[user]
        ended = self._matches[match_id]
        ended.users.discard(user)
        if ended.users:
            self._note(match_id)
        else:
            del self._matches[match_id]
            self._notes.drop(RESULT, match_id)

    def _drop(self, match_id: MatchId) -> None:
        """The result is not kept for anybody any longer."""
        for user in list(self._matches[match_id].users):
            self._forget(user, match_id)

    def _note(self, match_id: MatchId) -> None:
        ended = self._matches[match_id]
        body = {"over": ended.result.plain, "users": sorted(ended.users), "at_ms": ended.at_ms}
        self._notes.put(RESULT, match_id, body)


def read_ended(body: bytes) -> Ended:
    """Raises ValueError, TypeError, KeyError or AttributeError for what was not noted here."""
    values: dict[str, Any] = orjson.loads(body)
    if values["over"].get("type") not in ("match_over", "error") or not values["users"]:
        raise ValueError("expected how a match ended, and its players")
    return Ended(
        Prepared(values["over"]),
        int(values["at_ms"]),
        {UserId(user) for user in values["users"]},
    )
