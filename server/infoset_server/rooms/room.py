"""A room: where people meet for matches. Seats, readiness, the host's rights, and the match being played."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from infoset_games.contests.series import Series
from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, User
from infoset_server.common.ids import RoomId, UserId
from infoset_server.common.request_errors import (
    AlreadySeatedError,
    NotFoundError,
    NotHostError,
    RoomFullError,
    SeatTakenError,
    WrongStateError,
)
from infoset_server.matches.match_records import LadderPart, SharedDeal
from infoset_server.matches.opening import Opening
from infoset_server.matches.report import MatchReport, Outcome
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import Lasting, RoomSettings, with_options
from infoset_server.matches.talk import Talk
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room_seat import RoomSeat, players_on, seat_at
from infoset_server.rooms.series import RoomSeries
from infoset_server.storage.port import Claim


@dataclass(eq=False)
class Room:
    """One room. Changes itself only when the whole request is allowed; `on_change` follows each change."""

    id: RoomId
    settings: RoomSettings
    host: User
    on_change: Callable[["Room"], None]
    on_ready: Callable[["Room"], None]
    clock_s: Callable[[], float]
    lasting: Lasting = "meeting"
    members: list[Client] = field(default_factory=list)
    watchers: list[Client] = field(default_factory=list)
    seats: list[RoomSeat] = field(default_factory=list)
    awaited: set[UserId] = field(default_factory=set)  # members before a restart
    match: MatchRunner | FarMatch | None = None
    series: RoomSeries | None = None
    is_due: bool = False  # the next match of the series follows by itself
    played: int = 0
    touched_s: float = field(init=False)  # when it changed last, by `clock_s`
    wants_ready: bool = True  # of people at a table; programs always are
    shares: tuple[str, ...] = ()  # addresses from which it was asked for, as limits count them
    tickets: tuple[str, ...] = ()  # of the seeks that brought its seats together
    greeting: Prepared | None = None  # for people who come to a table and have to say that
    notice: Prepared | None = None  # for everybody who comes: why its match is not played
    opening: Opening | None = None  # where its matches begin, if not with a deal
    part: LadderPart | None = None  # what its match is on a ladder
    under: Callable[[], Claim | None] | None = None  # asks for the claim under which it begins
    deal: SharedDeal | None = None  # that its match is to begin with, if not a fresh one
    talk: Talk = field(init=False)

    def __post_init__(self) -> None:
        self.talk = Talk(self.clock_s)
        self.owner = self.host  # who opened it; a host may go, and another takes the place
        self.seats = [RoomSeat() for _ in range(self.settings.game.seats)]
        self.touched_s = self.clock_s()

    # What members do.

    def enter(self, client: Client) -> None:
        """`client` becomes a member, and host of a room whose host has gone; twice changes nothing."""
        if client in self.members:
            return
        self.members.append(client)
        client.rooms.add(self.id)
        if self.notice is not None:
            client.line.send(self.notice)
        self.talk.tell_again(client)
        self.awaited.discard(client.user.id)
        for seat in self.seats:
            if seat.kept_for is client.user:
                seat.client, seat.kept_for = client, None
                if self.is_table:
                    self._greet(seat, client)
        is_hosted = self.host.id in self.awaited or self.is_the_servers
        if not is_hosted and all(member.user is not self.host for member in self.members):
            self.host = client.user
        self._changed()
        if self.is_table:
            self.start_if_ready()

    def _greet(self, seat: RoomSeat, client: Client) -> None:
        """A user has come to their seat at a table: they are ready, or are told that they have to say so."""
        seat.ready = client.kind == "bot" or not self.wants_ready
        if not seat.ready and not self.is_playing and self.greeting is not None:
            client.line.send(self.greeting)

    def sit(self, client: Client, seat: int) -> None:
        """Takes a seat, leaving the one held before. Raises WrongState-, SeatTaken- or NotFoundError."""
        self._require_choice()
        target = seat_at(self.seats, seat)
        if target.client is not client:
            if not target.is_open:
                raise SeatTakenError(f"seat {seat} is taken")
            held = self.seat_of(client)
            if held is not None:
                self.seats[held] = RoomSeat()
            target.client = client
            self._changed()

    def sit_anywhere(self, client: Client) -> None:
        """Takes the first open seat. Raises RoomFull-, AlreadySeated- or WrongStateError."""
        self._require_open()
        if self.seat_of(client) is not None:
            raise AlreadySeatedError("you have a seat in this room")
        self.sit(client, self.first_open_seat())

    def first_open_seat(self) -> int:
        """The lowest open seat. Raises RoomFullError."""
        for number, seat in enumerate(self.seats):
            if seat.is_open:
                return number
        raise RoomFullError("every seat is taken")

    def stand_up(self, client: Client) -> None:
        """Leaves the seat but not the room. Raises WrongStateError while a match runs."""
        self._require_choice()
        held = self.seat_of(client)
        if held is None:
            raise WrongStateError("you have no seat to leave")
        self.seats[held] = RoomSeat()
        self._changed()

    def set_ready(self, client: Client, ready: bool) -> None:
        """Says whether `client` is willing to start. Raises WrongStateError without a seat."""
        self._require_open()
        self.seats[self.require_seat(client)].ready = ready
        self._changed()
        self.start_if_ready()

    def note_presence(self, client: Client) -> None:
        """A member's link was lost, or it is back."""
        self._changed()
        if client.line.is_here and not self.is_playing:
            self.start_if_ready()

    def replace(self, older: Client, newer: Client) -> None:
        """The user of `older` goes on with a newer connection."""
        self.members[self.members.index(older)] = newer
        held = self.seat_of(older)
        if held is not None:
            self.seats[held].client = newer
        older.rooms.discard(self.id)
        newer.rooms.add(self.id)
        self._changed()

    def come_back(self, client: Client, seat: int) -> None:
        """A player of the running match has a connection again: a member, on the old seat if it is free."""
        self.enter(client)
        if self.seat_of(client) is None and self.seats[seat].is_open:
            self.seats[seat].client = client
            self._changed()

    def stop_awaiting(self) -> None:
        """Members who have not come back since the restart are members no more."""
        self.awaited.clear()
        for seat in self.seats:
            seat.kept_for = None
        users = [member.user for member in self.members]
        if users and self.host not in users and not self.is_the_servers:
            self.host = users[0]
        self._changed()

    def watch(self, client: Client) -> None:
        """`client` follows every match played here; asking twice changes nothing."""
        if client not in self.watchers:
            self.watchers.append(client)
            client.watched_rooms.add(self.id)
            self._changed()

    def unwatch(self, client: Client) -> None:
        """`client` follows the room no more."""
        if client in self.watchers:
            self.watchers.remove(client)
            client.watched_rooms.discard(self.id)
            self._changed()

    def leave(self, client: Client) -> None:
        """`client` is no member any more; a running match keeps its seat, the next one does not."""
        if client in self.members:
            self.members.remove(client)
        client.rooms.discard(self.id)
        held = self.seat_of(client)
        if held is not None:
            self.seats[held] = self._left_seat(client)
        users = [member.user for member in self.members]
        if users and self.host not in users and not self.is_the_servers and not self.awaited:
            self.host = users[0]
        self._changed()

    def step_away(self, client: Client) -> None:
        """The session of `client` has ended, and its user may come back: seat, readiness and host wait for them."""
        held = self.seat_of(client)
        self.members.remove(client)
        client.rooms.discard(self.id)
        self.awaited.add(client.user.id)
        if held is not None:
            self.seats[held] = RoomSeat(kept_for=client.user, ready=self.seats[held].ready)
        self._changed()

    def forget(self, user: User) -> None:
        """The user, who is away, is not waited for any more."""
        self.awaited.discard(user.id)
        self.seats = [RoomSeat() if seat.kept_for is user else seat for seat in self.seats]
        if self.members and self.host is user and not self.is_the_servers:
            self.host = self.members[0].user
        self._changed()

    def _left_seat(self, client: Client) -> RoomSeat:
        """The seat that `client` has left: open, but at a table that waits for a match it stays theirs."""
        if not self.is_table or self.played:
            return RoomSeat()
        self.awaited.add(client.user.id)
        return RoomSeat(kept_for=client.user)

    # What the host does.

    def require_host(self, client: Client) -> None:
        """Raises NotHostError unless `client` is the host; nobody is at a table of a tournament."""
        if self.is_table:
            raise NotHostError("this is a table of a tournament; its organiser decides")
        if client.user is not self.host:
            raise NotHostError(f"only the host, {self.host.name}, may do this")

    def configure(self, settings: RoomSettings) -> None:
        """New settings for the next match; clears all ready flags. Raises WrongStateError."""
        self._require_open()
        if settings.game.seats != len(self.seats):
            self.seats = (self.seats + [RoomSeat() for _ in range(16)])[: settings.game.seats]
        self.settings = settings
        self.series, self.is_due = None, False
        for seat in self.seats:
            seat.ready = False
        self._changed()

    def add_bot(self, bot: str, seat: int | None) -> None:
        """Puts a house bot on a seat, the first open one if None. Raises SeatTaken- or RoomFullError."""
        self._require_open()
        number = self.first_open_seat() if seat is None else seat
        target = seat_at(self.seats, number)
        if not target.is_open:
            raise SeatTakenError(f"seat {number} is taken")
        target.bot = bot
        self._changed()
        self.start_if_ready()

    def empty_seat(self, seat: int) -> Client | None:
        """Takes whoever sits there off the seat; returns the member who sat there, if one did."""
        self._require_open()
        target = seat_at(self.seats, seat)
        if target.is_open:
            raise NotFoundError(f"a player on seat {seat}")
        self.seats[seat] = RoomSeat()
        if target.kept_for is not None:
            self.awaited.discard(target.kept_for.id)
        self._changed()
        return target.client

    # The match.

    def started(self, match: MatchRunner | FarMatch) -> None:
        """`match` is being played here from now on, or goes on as another object."""
        before, self.match, self.notice = self.match, match, None
        if before is not None and before.id == match.id:
            self._changed()
            return
        self.played += 1
        self.is_due = False
        best_of = self.settings.best_of
        if best_of is not None and (self.series is None or self.series.is_over):
            options = self.settings.asked.options
            self.series = RoomSeries(Series(best_of), players_on(self.seats), options)
        self._changed()

    def ended(self, report: MatchReport) -> None:
        """The match is over: the seats stay taken, readiness starts anew. A series changes the seats."""
        for seat in self.seats:
            seat.ready = False
            if seat.client is not None and seat.client not in self.members:
                self.seats[self.seats.index(seat)] = RoomSeat()
        if self.series is not None and report.outcome is not None:
            self._count(self.series, report.outcome)
        self._changed()

    def _count(self, before: RoomSeries, outcome: Outcome) -> None:
        """Counts a match of a series, and gets ready for the next."""
        self.series = before.after(outcome)
        if self.series is before:
            return
        if self.series.is_over:
            self.settings = with_options(self.settings, self.series.options)
        else:
            self.settings = with_options(self.settings, self.series.next_options(outcome))
            self.seats.reverse()
            self.is_due = True

    def _check_series(self, before: RoomSeries) -> None:
        """A player who has left between two matches of a series has given it up."""
        self.series = before.with_seats(players_on(self.seats))
        if self.series is not before:
            self.settings = with_options(self.settings, self.series.options)
            self.is_due = False

    def go_on(self) -> None:
        """The pause before the next match of a series is over: it begins as soon as everybody is here."""
        if self.is_due and self.members:
            for seat in self.seats:
                seat.ready = True
            self.start_if_ready()

    @property
    def agreed(self) -> RoomSettings:
        """The settings as they were asked for: without the map that a series plays twice."""
        if self.series is None:
            return self.settings
        return with_options(self.settings, self.series.options)

    @property
    def is_playing(self) -> bool:
        """Does a match run?"""
        return self.match is not None and not self.match.is_over

    @property
    def live(self) -> MatchRunner | None:
        """The match, where it is or was played on this server."""
        return self.match if isinstance(self.match, MatchRunner) else None

    @property
    def is_demo(self) -> bool:
        """Does it stay when everybody has left, the server its host?"""
        return self.lasting == "demo"

    @property
    def is_table(self) -> bool:
        """Was it made for a match of a tournament? Who sits where is settled then."""
        return self.lasting == "table"

    @property
    def is_slow(self) -> bool:
        """Does a decision take days, so that people come and go before the match, too?"""
        return self.lasting == "meeting" and self.settings.terms.clock.kind == "correspondence"

    @property
    def is_the_servers(self) -> bool:
        """Does its host stay its host, whoever comes?"""
        return self.is_demo or self.is_table

    @property
    def is_deserted(self) -> bool:
        """Is nobody here, nobody expected, and nothing played? Since `touched_s`, then."""
        is_here = any(member.line.is_here for member in self.members)
        is_awaited = bool(self.awaited) and not self.is_slow
        return not (is_here or is_awaited or self.is_the_servers or self.is_playing)

    @property
    def is_spent(self) -> bool:
        """Is its match over, nothing to follow, and nobody else in it? Its host may have opened the next one."""
        others = any(member.user.keeper != self.host.keeper for member in self.members)
        is_needed = others or self.awaited or self.is_the_servers or self.is_playing or self.is_due
        return self.played > 0 and not is_needed

    @property
    def is_full(self) -> bool:
        """Is every seat taken?"""
        return not any(seat.is_open for seat in self.seats)

    @property
    def can_replay(self) -> bool:
        """Would every seat be taken if the match being played were over, and nothing had to be waited for?"""
        return all(seat.bot is not None or seat.client in self.members for seat in self.seats)

    # Who is who.

    def require_seat(self, client: Client) -> int:
        """The seat of `client`. Raises WrongStateError."""
        held = self.seat_of(client)
        if held is None:
            raise WrongStateError("take a seat before you are ready")
        return held

    def watchers_besides(self, players: Iterable[User]) -> list[Client]:
        """Who may watch a match of `players`: nobody plays and watches, nor watches what is not public."""
        if self.settings.watch == "off":
            return []
        playing = {user.id for user in players}
        return [watcher for watcher in self.watchers if watcher.user.id not in playing]

    def seat_of(self, client: Client) -> int | None:
        """The seat of `client`, or None."""
        for number, seat in enumerate(self.seats):
            if seat.client is client:
                return number
        return None

    def _require_open(self) -> None:
        if self.is_playing:
            raise WrongStateError("a match is being played in this room")

    def _require_choice(self) -> None:
        """Raises WrongStateError where nobody may choose a seat now."""
        self._require_open()
        if self.is_table:
            raise WrongStateError("who sits where is settled at a table of a tournament")

    def start_if_ready(self) -> None:
        """Starts the match if everybody is there, ready, and none is being played.

        At correspondence pace, people who are ready may be away.
        """
        if not self.is_playing and all(self._is_ready(seat) for seat in self.seats):
            self.on_ready(self)

    def _is_ready(self, seat: RoomSeat) -> bool:
        return seat.is_ready or (self.is_slow and seat.user is not None and seat.ready)

    def _changed(self) -> None:
        if self.series is not None and not self.is_playing:
            self._check_series(self.series)
        self.touched_s = self.clock_s()
        self.on_change(self)
