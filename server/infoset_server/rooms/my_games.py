"""What of all that runs, waits and is over is somebody's own, and who wants to hear when it is their turn.

What a seat is asked is noted when it has been told, so that nobody learns here of a step that is not stored yet.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.common.ids import MatchId, UserId
from infoset_server.matches.replays import Finished, FinishedMatches
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import write_clock
from infoset_server.network.outbox import Delivery
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_seat import RoomSeat

Item = dict[str, Any]
Asked = dict[int, int]  # the decision that is open, by seat

NEVER_MS: Final = 1 << 60  # behind every deadline


class MyGames:
    """The games of all users."""

    def __init__(
        self,
        people: ClientRegistry,
        matchmaker: Matchmaker,
        finished: FinishedMatches,
        clock_s: Callable[[], float],
    ) -> None:
        self._clock_s = clock_s
        self._followers: dict[UserId, dict[Client, None]] = {}
        self._people = people
        self._lobby = matchmaker.lobby
        self._pairing = matchmaker.pairing
        self._play: MatchRegistry = matchmaker.play
        self._finished = finished
        self._running: dict[UserId, dict[MatchId, MatchRunner]] = {}
        self._asked: dict[MatchId, Asked | None] = {}  # None: nobody has been asked yet
        self._far_asked: dict[MatchId, Asked] = {}  # the same of matches on other servers

    def follow(self, client: Client, *, on: bool) -> None:
        """The client is told from now on what becomes of its user's matches, or no more."""
        mine = self._followers.setdefault(client.user.id, {})
        if on:
            mine[client] = None
        else:
            mine.pop(client, None)
        if not mine:
            del self._followers[client.user.id]

    # What becomes of matches.

    def set_up(self, room: Room, live: MatchRunner) -> None:
        """A match is about to begin, or goes on."""
        self._asked[live.id] = live.match.unanswered() or None
        for user in users_of(live):
            self._running.setdefault(user, {})[live.id] = live
        live.on_moved.append(partial(self._moved, live))

    def _moved(self, live: MatchRunner) -> None:
        if live.is_over:
            return
        before, now = self._asked[live.id], live.match.unanswered()
        self._asked[live.id] = now
        if self._followers:  # each act comes by here, and often nobody follows anything
            self._tell_moved(live, before, now)

    def _tell_moved(self, live: MatchRunner, before: Asked | None, now: Asked) -> None:
        """Tells those who follow it what seats are asked, and are asked no more."""
        for match_seat in live.match_seats:
            seat = match_seat.seat
            if before is None or before.get(seat) != now.get(seat):
                for client in self._followers.get(match_seat.user.id, ()):
                    send(client, self._match_item(client, live, seat))

    def far_asked(self, far: FarMatch) -> None:
        """Another server has told whose turn it is in a match."""
        now = {seat: question.decision for seat, question in (far.questions or {}).items()}
        before, self._far_asked[far.id] = self._far_asked.get(far.id), now
        for match_seat in far.match_seats:
            seat = match_seat.seat
            if before is None or before.get(seat) != now.get(seat):
                for client in self._followers.get(match_seat.user.id, ()):
                    send(client, self._far_item(client, far, seat))

    def over(self, report: MatchReport) -> None:
        """A match is played here no more."""
        self._asked.pop(report.match_id, None)
        self._far_asked.pop(report.match_id, None)
        finished = self._finished.find(report.match_id)
        for user in report.users:
            mine = self._running.get(user, {})
            mine.pop(report.match_id, None)
            if not mine:
                self._running.pop(user, None)
            if finished is not None:
                for item in over_items(finished, user):
                    for client in self._followers.get(user, ()):
                        send(client, item)

    # The list.

    def of(self, client: Client, over: int) -> Iterator[Item]:
        """Everything of the client's user, and the `over` newest of what has ended: what is urgent first."""
        running = [
            self._match_item(client, live, match_seat.seat)
            for live in self._running.get(client.user.id, {}).values()
            for match_seat in live.match_seats
            if match_seat.user is client.user
        ]
        yield from sorted([*running, *self._far_items(client)], key=urgency)
        yield from self._room_items(client.user)
        yield from self._seek_items(client.user)
        yield from self._over_items(client.user, over)

    def _match_item(self, client: Client, live: MatchRunner, seat: int) -> Item:
        number = (self._asked.get(live.id) or {}).get(seat)
        item = match_item(self._play.room_of(live), live, seat)
        item["state"] = "waiting" if number is None else "turn"
        item["here"] = live.match_seats[seat].client is client
        if number is not None:
            item["decision"] = number
            open_one = live.match.open.get(seat)
            if open_one is not None and open_one.number == number:
                left_ms = open_one.left_ms(live.now_ms())
                if left_ms is not None:
                    item["left_ms"] = left_ms
        return item

    def _far_items(self, client: Client) -> Iterator[Item]:
        """Matches that another server plays."""
        for far in self._play.far.values():
            for match_seat in far.match_seats:
                if match_seat.user is client.user:
                    yield self._far_item(client, far, match_seat.seat)

    def _far_item(self, client: Client, far: FarMatch, seat: int) -> Item:
        """One of these, as far as its server has told whose turn it is, and who sits there."""
        item = match_item(self._play.room_of(far), far, seat)
        item["here"] = client.seats.get(far.id) == seat
        question = (far.questions or {}).get(seat)
        if question is None:
            return item
        item |= {"state": "turn", "decision": question.decision}
        if question.due_s is not None:
            item["left_ms"] = max(0, round((question.due_s - self._clock_s()) * 1000))
        return item

    def _room_items(self, user: User) -> Iterator[Item]:
        """The rooms that the user is in, or may come back to, and in which nothing is played."""
        mine = {room for client in self._people.clients_of(user) for room in client.rooms}
        for room in self._lobby.rooms.values():
            if (room.id in mine or user.id in room.awaited) and not room.is_playing:
                yield room_item(room, user)

    def _seek_items(self, user: User) -> Iterator[Item]:
        for seek in self._pairing.open:
            if seek.client.user is user:
                settings = seek.settings
                yield {
                    "state": "seek",
                    "game": settings.game.name,
                    "ticket": seek.ticket,
                    "clock": write_clock(settings.terms.clock),
                }

    def _over_items(self, user: User, most: int) -> Iterator[Item]:
        for finished in islice(self._finished.of(user.id), most):
            yield from over_items(finished, user.id)


def users_of(live: MatchRunner) -> set[UserId]:
    """Who plays there, but for the server's programs."""
    return {one.user.id for one in live.match_seats if one.user.house_bot is None}


def urgency(item: Item) -> tuple[bool, int]:
    """What is asked comes first, and of that what has the least time left."""
    return item["state"] != "turn", item.get("left_ms", NEVER_MS)


def match_item(room: Room, live: MatchRunner | FarMatch, seat: int) -> Item:
    """What there is to say of a match, wherever it is played."""
    settings = live.settings
    return {
        "state": "waiting",
        "game": settings.game.name,
        "match_id": live.id,
        "room": room.id,
        "title": settings.title,
        "seat": seat,
        "players": [match_seat.user.name for match_seat in live.match_seats],
        "clock": write_clock(settings.terms.clock),
    }


def room_item(room: Room, user: User) -> Item:
    """A room in which nothing is played."""
    settings = room.settings
    item: Item = {
        "state": "room",
        "game": settings.game.name,
        "room": room.id,
        "title": settings.title,
        "players": [seat.info(number).get("name", "") for number, seat in enumerate(room.seats)],
        "clock": write_clock(settings.terms.clock),
    }
    seat = next((number for number, one in enumerate(room.seats) if sits(one, user)), None)
    return item if seat is None else item | {"seat": seat}


def sits(seat: RoomSeat, user: User) -> bool:
    """Is it the user's seat, now or when they are back?"""
    return seat.kept_for is user or (seat.client is not None and seat.client.user is user)


def over_items(finished: Finished, user: UserId) -> Iterator[Item]:
    """A finished match, once for each seat of the user."""
    for seat, name in enumerate(finished.users):
        if name == user:
            yield {
                "state": "over",
                "game": finished.game,
                "match_id": finished.replay,
                "seat": seat,
                "players": list(finished.players),
                "places": list(finished.places),
                "at_ms": finished.at_ms,
            }


def send(client: Client, item: Item) -> None:
    """A newer word of the same match takes the place of one that is not read yet."""
    told = Prepared({"type": "my_game", "item": item})
    client.line.send(told, Delivery.LATEST, f"my_game:{item['match_id']}:{item['seat']}")
