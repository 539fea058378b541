"""Who looks on at one match, through whose eyes, and what they are told.

What changes in the match is published once for each view, and taken to the watchers by their `ViewGroup`;
what must not be lost (the beginning, deadlines, who is there, the end) is sent to them directly, behind
what they have been shown by then.

`Spectators` see the match as it is. `DelayedSpectators` see another one, which takes the kept steps of
the match when their time has come: what is not to be seen yet has not happened there, so nothing about
it can be asked, lag, or wait in a queue.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from infoset_games.notices import TimedOut, Told
from infoset_games.steps import START, Step
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.accounts.clients import Client
from infoset_server.bus.port import Bus, Registration, StreamPosition
from infoset_server.common.ids import MatchId, UserId
from infoset_server.matches.match_messages import MatchMessages
from infoset_server.matches.settings import Delay
from infoset_server.matches.view_group import PICTURES, VIEWS, Shown, ViewClass, ViewGroup
from infoset_server.matches.views import ALL, PUBLIC, Viewer, read_view
from infoset_server.network.outbox import Delivery

logger = logging.getLogger(__name__)

STEPS_AT_ONCE: Final = 8  # taken before others get their turn
CONSENT_ENDED: Final = "you may not watch this seat any longer"

Players = Callable[[], list[dict[str, Any]]]


@dataclass(frozen=True)
class Showing:
    """Where a match is shown: the bus, and how many changes may wait there for one group.

    `epoch` gives that of whoever owns the match. `when_settled` calls back when what the match is in memory
    may be shown: at once, or as soon as it is kept.
    """

    bus: Bus
    max_pending: int
    epoch: Callable[[], int]
    when_settled: Callable[[Callable[[], None]], None]


class Spectators:
    """The watchers of a match that is shown as it is."""

    is_delayed = False

    def __init__(
        self, match_id: MatchId, words: MatchMessages, players: Players, showing: Showing
    ) -> None:
        """`words` are those of the match that is shown, `players` gives its `SeatInfo` values."""
        self.viewers: dict[Client, Viewer] = {}
        self._id = match_id
        self._words = words
        self._players = players
        self._showing = showing
        self._groups: dict[ViewClass, ViewGroup] = {}  # those with watchers
        self._unshown: dict[Client, None] = {}  # who has not been shown anything yet
        self._answering: Registration | None = None
        self._open_to: dict[int, set[UserId | None]] = {}  # seats that consent; None: to everybody

    @property
    def clients(self) -> list[Client]:
        """Everybody who looks on."""
        return list(self.viewers)

    # Comings and goings.

    def admit(self, client: Client, viewer: Viewer = PUBLIC) -> None:
        """`client` looks on as soon as `begin` shows it the match."""
        self.viewers[client] = viewer
        self._unshown[client] = None
        client.watching.add(self._id)

    def begin(self, clients: Sequence[Client]) -> None:
        """Shows the match to those who have been admitted."""
        for client in clients:
            start = self._words.start_watching(self._players(), self.viewers[client])
            client.line.send(Prepared(start))
            client.line.send(self.snapshot(client))

    def join(self, client: Client, viewer: Viewer = PUBLIC) -> None:
        """`client` looks on from now on; nothing happens if it does already."""
        if client not in self.viewers:
            self.admit(client, viewer)
            self.begin([client])

    def remove(self, client: Client) -> None:
        """`client` looks on no more; nothing happens if it did not."""
        client.watching.discard(self._id)
        if client in self.viewers:
            view = self._view_of(client)
            del self.viewers[client]
            self._unshown.pop(client, None)
            if view in self._groups:
                self._leave(view, client)

    def clear(self) -> None:
        """Nobody looks on any more."""
        for client in self.clients:
            self.remove(client)

    def _view_of(self, client: Client) -> ViewClass:
        return ViewClass(self.viewers[client], "obs" in client.line.features)

    def _group_of(self, client: Client) -> ViewGroup:
        """The group of the client's view, which begins with its first watcher."""
        view = self._view_of(client)
        group = self._groups.get(view)
        if group is None:
            showing = self._showing
            place = StreamPosition(showing.epoch(), self._words.match.ver)
            group = ViewGroup(showing.bus, self._id, view, place, showing.max_pending)
            self._groups[view] = group
            if self._answering is None:
                self._answering = showing.bus.serve(PICTURES, self._id, self._picture)
        return group

    def _leave(self, view: ViewClass, client: Client) -> None:
        """A group ends with its last watcher."""
        group = self._groups[view]
        group.remove(client)
        if group.is_empty:
            group.close()
            del self._groups[view]
        if not self._groups and self._answering is not None:
            self._answering.close()
            self._answering = None

    # Consent.

    def allow(self, seat: int, user: UserId | None, most: int) -> bool:
        """The player of `seat` lets `user`, or with None everybody, watch the seat.

        False, and nothing changes, where `most` have been named already.
        """
        allowed = self._open_to.setdefault(seat, set())
        if user not in allowed and len(allowed) >= most:
            return False
        allowed.add(user)
        return True

    def forbid(self, seat: int, user: UserId | None) -> None:
        """Takes consent back, from `user` or with None from everybody, and ends what it allowed."""
        if user is None:
            self._open_to.pop(seat, None)
        else:
            self._open_to.get(seat, set()).discard(user)
        for client in self.clients:
            if self.viewers[client] == seat and not self.may_see(seat, client.user.id):
                self.remove(client)
                ended = ProtocolError(ErrorCode.FORBIDDEN, CONSENT_ENDED, match_id=self._id)
                client.line.refuse(None, ended)

    def may_see(self, seat: int, user: UserId) -> bool:
        """Does the seat let this user look over its shoulder?"""
        allowed = self._open_to.get(seat, set())
        return None in allowed or user in allowed

    def consents(self) -> dict[str, list[UserId | None]]:
        """Whom each seat lets watch (None: everybody), as plain values."""
        return {
            str(seat): sorted(users, key=lambda user: user or "")
            for seat, users in sorted(self._open_to.items())
            if users
        }

    def restore_consents(self, seats: Mapping[int, Sequence[str | None]]) -> None:
        """Takes back what `consents` told before a restart."""
        for seat, users in seats.items():
            self._open_to[seat] = {None if user is None else UserId(user) for user in users}

    # What is told.

    def snapshot(self, client: Client) -> Prepared:
        """All that `client` may know now. What it is sent next goes on from there."""
        if client in self.viewers:
            self._unshown.pop(client, None)
            self._group_of(client).has_seen(client, self._words.match.ver)
        return Prepared(self._words.position(self.viewers.get(client, PUBLIC)))

    async def _picture(self, view: str) -> Shown:
        """The same for a group that has missed something, as soon as it may be shown."""
        settled = asyncio.Event()
        self._showing.when_settled(settled.set)
        await settled.wait()
        viewer = read_view(view, self._words.match.game.seats)
        if viewer == ALL:
            raise ValueError("everything is shown when the match is over")
        return self._whole(viewer)

    def _whole(self, viewer: Viewer) -> Shown:
        position = Prepared(self._words.position(viewer))
        return Shown(self._showing.epoch(), self._words.match.ver, position)

    def shown_steps(self, steps: Sequence[Step]) -> Sequence[Step]:
        """Those of the kept `steps` that spectators have seen."""
        return tuple(steps)

    def tell(self, prepared: Prepared, kind: Delivery, key: str | None) -> None:
        """Something about the match that is the same for everybody."""
        self._send(prepared, kind, key)

    def tell_events(self, told: Told, shared: dict[int, Prepared]) -> None:
        """One state change. `shared` has the messages without observation by the id of their items."""
        self._publish(told, shared)

    def _send(self, prepared: Prepared, kind: Delivery, key: str | None) -> None:
        """To every watcher, behind all that was published so far."""
        for group in list(self._groups.values()):  # who cannot take it may leave meanwhile
            group.send(prepared, kind, key)
        for client in list(self._unshown):
            client.line.send(prepared, kind, key)

    def _publish(self, told: Told, shared: dict[int, Prepared]) -> None:
        """A state change, once for each view that somebody looks at."""
        epoch = self._showing.epoch()
        for view in self._groups:
            shown = Shown(epoch, told.ver, self._events(told, view, shared))
            self._showing.bus.publish(VIEWS, f"{self._id}.{view.name}", shown)

    def _events(self, told: Told, view: ViewClass, shared: dict[int, Prepared]) -> Prepared:
        """The message for a view, from `shared` if an equal one is there already."""
        with_obs = told.is_undo or view.with_obs
        known = None if with_obs else shared.get(id(told.views[view.viewer]))
        if known is None:
            known = Prepared(self._words.events(told, view.viewer, with_obs))
            if not with_obs:
                shared[id(told.views[view.viewer])] = known
        return known

    def follow(self, kept: int, version: int) -> None:
        """`kept` steps of the match are stored and told to the players, who are at `version` now."""

    def recall(self, versions: Sequence[int], ages_s: Iterable[float]) -> None:
        """After a restart: to which version each kept step led, and how long ago it was kept, for those who ask."""

    def end(self, result: Prepared, kept: int) -> None:
        """The match is over after `kept` steps."""
        self._conclude(result)

    def _conclude(self, result: Prepared) -> None:
        """Tells the result to those who have been shown everything."""
        for view, group in list(self._groups.items()):
            group.catch_up()
            if group.lags(self._words.match.ver):  # something was lost on its way
                self._show_end(view, group)
        self._send(result, Delivery.MUST, None)
        self.clear()

    def _show_end(self, view: ViewClass, group: ViewGroup) -> None:
        """The last position. Should the rules fail to show it, the result is told all the same."""
        try:
            group.show_whole(self._whole(view.viewer))
        except Exception:
            logger.exception("match %s: its end cannot be shown to spectators", self._id)


@dataclass(frozen=True, slots=True)
class Mark:
    """So many steps of the match had been kept, and led to this version, at this time (s)."""

    kept: int
    version: int
    at_s: float


class DelayedSpectators(Spectators):
    """The watchers of a match that is shown later. After its end everything is shown at once."""

    is_delayed = True

    def __init__(
        self,
        match_id: MatchId,
        words: MatchMessages,
        players: Players,
        showing: Showing,
        delay: Delay,
        steps: Callable[[], Sequence[Step]],
    ) -> None:
        """`words` are those of a match of their own, set up anew; `steps` gives those of the real one."""
        super().__init__(match_id, words, players, showing)
        self._match = words.match
        self._delay = delay
        self._steps = steps
        self._loop = asyncio.get_running_loop()
        self._marks: deque[Mark] = deque()  # not due yet; at most one for each step
        self._kept = 0  # steps of the newest mark
        self._version = 0  # of the match
        self._due = 0  # steps that may be shown
        self._shown = 0  # steps that are
        self._timer: asyncio.Handle | None = None
        self._result: Prepared | None = None
        self._is_closed = False  # nothing more is shown

    def shown_steps(self, steps: Sequence[Step]) -> Sequence[Step]:
        """As Spectators."""
        return tuple(steps[: self._shown])

    def tell(self, prepared: Prepared, kind: Delivery, key: str | None) -> None:
        """Who is here and who is not would tell of the present; deadlines are told with their steps."""

    def tell_events(self, told: Told, shared: dict[int, Prepared]) -> None:
        """Told when the steps are taken here."""

    def follow(self, kept: int, version: int) -> None:
        """Notes from when on the new steps may be shown, and shows what may be shown by now."""
        if self._result is None and not self._is_closed:
            self._version = version
            if kept > self._kept:
                self._kept = kept
                self._marks.append(Mark(kept, version, self._loop.time()))
            self._go_on()

    def recall(self, versions: Sequence[int], ages_s: Iterable[float]) -> None:
        """As Spectators. What may be shown by now is shown at once: nobody looks on yet."""
        if self._result is not None or self._is_closed:
            return
        now_s = self._loop.time()
        self._kept, self._version = len(versions), versions[-1]
        self._marks = deque(
            Mark(kept, version, now_s - age_s)
            for kept, (version, age_s) in enumerate(zip(versions, ages_s, strict=True), 1)
        )
        self._go_on()
        while self._shown < self._due and not self._is_closed:
            self._go_on()

    def end(self, result: Prepared, kept: int) -> None:
        """Shows the rest, a little at a time, then the result."""
        if self._is_closed:
            self._conclude(result)
            return
        self._result = result
        self._marks.clear()
        self._due = kept
        self._go_on()

    def clear(self) -> None:
        """Nobody looks on, and nothing is shown any more."""
        super().clear()
        self._is_closed = True
        self._marks.clear()
        self._stop_timer()

    def _go_on(self) -> None:
        """Takes steps whose time has come; sees to it that it is called when there are more."""
        self._stop_timer()
        while self._marks and self._is_due(self._marks[0]):
            self._due = self._marks.popleft().kept
        try:
            self._take(min(self._due, self._shown + STEPS_AT_ONCE))
        except Exception:
            logger.exception("match %s: nothing more can be shown to spectators", self._id)
            self.clear()
            return
        if self._shown < self._due:
            self._timer = self._loop.call_soon(self._go_on)
        elif self._result is not None:
            self._conclude(self._result)
        elif self._marks and self._delay.ms:
            self._timer = self._loop.call_at(self._ripe_s(self._marks[0]), self._go_on)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_due(self, mark: Mark) -> bool:
        if self._delay.ms:
            return self._ripe_s(mark) <= self._loop.time()
        return mark.version + self._delay.versions <= self._version

    def _ripe_s(self, mark: Mark) -> float:
        return mark.at_s + self._delay.ms / 1000

    def _take(self, until: int) -> None:
        """Takes the steps up to number `until` and tells what they tell."""
        for step in self._steps()[self._shown : until]:
            notices = self._match.redo(step, 0)
            self._shown += 1
            if step.kind == START:  # what chance brought before the first decision has no events
                for client in self.clients:
                    client.line.send(self.snapshot(client))
            for notice in notices:
                if isinstance(notice, Told):
                    self._publish(notice, {})
                elif isinstance(notice, TimedOut):
                    self._send(Prepared(self._words.timeout(notice)), Delivery.MUST, None)
