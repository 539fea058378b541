"""Those who look on at one match through the same eyes, and what they are shown of it. Knows no rules.

The owner of a match publishes each state change once for each kind of view (`VIEWS`, on the bus); a
group takes it from there to its watchers, in its own time: neither an `act` nor another player waits for
that. Where something is missing it asks the owner for the whole picture (`PICTURES`) and goes on from there.

    a change arrives that is | the group
    the next one             | shows it to those who do not know it yet
    old                      | leaves it: a picture has shown more already
    behind a gap             | asks for a picture, and shows it to those who know less, after `lagged`
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

import orjson

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.bus.port import (
    TEXT,
    Bus,
    BusError,
    Form,
    RequestTimeoutError,
    Seen,
    Service,
    StreamPosition,
    Topic,
)
from infoset_server.common.ids import MatchId
from infoset_server.matches.views import Viewer, write_view
from infoset_server.network.audience import Audience
from infoset_server.network.outbox import Delivery

logger = logging.getLogger(__name__)

NOTHING: Final = (0, -1)  # before every epoch and version
PATIENCE_S: Final = 10.0  # with the owner of a match; one that is being written to may take a while


@dataclass(frozen=True)
class ViewClass:
    """Whose watchers get equal bytes: those with the same eyes, and the same wish for observations."""

    viewer: Viewer
    with_obs: bool

    @property
    def name(self) -> str:
        """Its last words in a subject: `public.obs`, `seat:2.plain`."""
        return f"{write_view(self.viewer)}.{'obs' if self.with_obs else 'plain'}"


@dataclass(frozen=True)
class Shown:
    """Something that a view is shown, and where that view stands then."""

    epoch: int  # of whoever owns the match
    version: int
    message: Prepared


def write_shown(shown: Shown) -> bytes:
    """As JSON."""
    return orjson.dumps([shown.epoch, shown.version, shown.message.plain])


def read_shown(body: bytes) -> Shown:
    """Raises ValueError."""
    try:
        epoch, version, plain = orjson.loads(body)
        return Shown(epoch, version, Prepared(plain))
    except (KeyError, TypeError) as problem:
        raise ValueError(f"expected something that is shown, got {body[:80]!r}") from problem


SHOWN: Final = Form(write_shown, read_shown)
VIEWS: Final = Topic("view", SHOWN)  # .<match>.<eyes>.<obs or plain>: the state changes
PICTURES: Final = Service("picture", TEXT, SHOWN)  # .<match>: the whole view of the eyes asked for


class ViewGroup:
    """The watchers of one view class of one match. Made and used on the event loop."""

    def __init__(
        self, bus: Bus, match_id: MatchId, view: ViewClass, place: StreamPosition, max_pending: int
    ) -> None:
        """`place` is where the match stands for these eyes. At most `max_pending` changes wait."""
        self._bus = bus
        self._id = match_id
        self._view = view
        self._place = place
        self._audience: Audience[Client] = Audience()  # who has been shown all up to `place`
        self._apart: dict[Client, int] = {}  # the other watchers, and up to which version
        self._newest = NOTHING  # that was heard of while a picture was asked for
        self._is_behind = False
        self._reading: asyncio.Task[None] | None = None
        self._subscription = bus.subscribe(
            VIEWS,
            f"{match_id}.{view.name}",
            self._take,
            on_gap=self._read_again,
            max_pending=max_pending,
        )

    @property
    def is_empty(self) -> bool:
        """Does nobody look on?"""
        return not self._apart and not len(self._audience)

    def has_seen(self, client: Client, version: int) -> None:
        """`client` has been shown everything up to `version`, and is one of the watchers from now on."""
        if version == self._place.version:
            self._apart.pop(client, None)
            self._audience.add(client)
        else:
            self._audience.discard(client)
            self._apart[client] = version

    def remove(self, client: Client) -> None:
        """`client` looks on no more."""
        self._apart.pop(client, None)
        self._audience.discard(client)

    def catch_up(self) -> None:
        """Shows what has arrived so far now, so that what is sent next comes after it."""
        self._subscription.drain()

    def send(self, message: Prepared, delivery: Delivery, key: str | None) -> None:
        """Tells all watchers something, behind what has arrived so far."""
        self.catch_up()
        self._audience.send(message, delivery, key)
        for client in list(self._apart):
            client.line.send(message, delivery, key)

    def show_whole(self, picture: Shown) -> None:
        """Those who know less than the picture are told that they lag, and get it.

        So does everybody where the match has changed hands: what was shown last may never have happened.
        What a former owner says is not shown.
        """
        if picture.epoch < self._place.epoch:
            return
        is_new_owner = picture.epoch > self._place.epoch
        before = self._place.version
        self._place.move(picture.epoch, picture.version)
        if before < picture.version or is_new_owner:
            for message in self._lagging(picture, before):
                self._audience.send(message, Delivery.STREAM, self._id)
        for client, version in list(self._apart.items()):
            if version < picture.version or is_new_owner:
                for message in self._lagging(picture, version):
                    client.line.send(message, Delivery.STREAM, self._id)
                self._keeps_up(client)

    def _lagging(self, picture: Shown, version: int) -> tuple[Prepared, Prepared]:
        """What those are told who have been shown everything up to `version`."""
        dropped = max(picture.version - version, 1)
        lagged = {"type": "lagged", "dropped": dropped, "match_id": self._id}
        return Prepared(lagged), picture.message

    def _keeps_up(self, client: Client) -> None:
        """The client has been shown what the others have, unless it looks on no more."""
        if self._apart.pop(client, None) is not None:
            self._audience.add(client)

    def lags(self, version: int) -> bool:
        """Has somebody not been shown everything up to `version`?"""
        is_behind = self._place.version < version and len(self._audience) > 0
        return is_behind or any(known < version for known in self._apart.values())

    def close(self) -> None:
        """Nothing more is shown."""
        self._audience.clear()
        self._subscription.close()
        if self._reading is not None:
            self._reading.cancel()

    def _take(self, subject: str, shown: Shown) -> None:
        if self._reading is not None:  # the picture that is asked for shows it, or the next one
            self._newest = max(self._newest, (shown.epoch, shown.version))
            return
        match self._place.see(shown.epoch, shown.version):
            case Seen.NEXT:
                self._show(shown)
            case Seen.GAP:
                self._read_again()
            case Seen.OLD:
                pass

    def _show(self, change: Shown) -> None:
        self._audience.send(change.message, Delivery.STREAM, self._id)
        for client, version in list(self._apart.items()):
            if version < change.version:
                client.line.send(change.message, Delivery.STREAM, self._id)
            if version <= change.version:
                self._keeps_up(client)

    def _read_again(self, lost: int = 0) -> None:
        """Something is missing, `lost` messages if that is known."""
        self._is_behind = True
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(), name=f"pictures of {self._id}")

    async def _read(self) -> None:
        """Shows whole pictures until nothing newer has been heard of, or lost, meanwhile."""
        try:
            while self._is_behind:
                self._is_behind, self._newest = False, NOTHING
                picture = await self._picture()
                if picture is None:
                    return  # the match is over, or the next change tries again
                self.show_whole(picture)
                self._is_behind |= self._newest > (picture.epoch, picture.version)
        finally:
            self._reading = None

    async def _picture(self) -> Shown | None:
        """What the owner of the match says; None where there is none, or it cannot."""
        viewer = write_view(self._view.viewer)
        while True:
            try:
                return await self._bus.request(PICTURES, self._id, viewer, PATIENCE_S)
            except RequestTimeoutError as problem:
                logger.warning(
                    "match %s: spectators wait for the whole picture: %s", self._id, problem
                )
            except BusError as problem:
                logger.info("match %s: spectators get no whole picture: %s", self._id, problem)
                return None
