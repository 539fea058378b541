"""Who directs a tournament: calls tables, waits for players, hears how matches end. A building without a server."""

import asyncio
import copy
from collections.abc import Iterable
from typing import Any

import orjson
import pytest
from tests.server.contests.tournaments.files import tournament_file
from tests.server.matches.guests import Guest
from tests.server.matches.match_parts import HandClock
from tests.server.rooms.halls import Building

from infoset_protocol.messages import Resign
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import Role
from infoset_server.common.ids import MatchId
from infoset_server.config import RoomLimits, TournamentLimits
from infoset_server.contests.tournaments.definition import read_tournament
from infoset_server.contests.tournaments.director import Director, News
from infoset_server.contests.tournaments.documents import (
    KINDS,
    TABLE,
    TOURNAMENT,
    WAVE,
    TournamentDocuments,
    read_tournaments,
)
from infoset_server.contests.tournaments.endings import ENDING
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.tournament import MOST_VOIDS, Tournament
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.contests.tournaments.view import View, schedule_rows
from infoset_server.matches.report import MatchReport, Outcome
from infoset_server.matches.runner import MatchRunner
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.upload_source import NoUploads
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.match_registry import Concern, LeftMatch

ABSENCE_MS = 60_000
FINISHED = Outcome("finished", False, (1, 2), (1.0, -1.0), ())
RULES = ("absence_s = 60", "max_absences = 1", "match_limit_s = 600")


class Drawer:
    """Keeps documents as bytes, as a store does; counts what was noted of tables."""

    def __init__(self) -> None:
        self.documents: dict[str, dict[str, bytes]] = {kind: {} for kind in KINDS}
        self.table_notes = 0

    def put(self, kind: str, key: str, body: Any) -> None:
        self.table_notes += kind == "tournament_table"
        self.documents[kind][key] = orjson.dumps(body)

    def drop(self, kind: str, key: str) -> None:
        self.documents[kind].pop(key, None)


class Cup:
    """A round robin of Crossfire among accounts, who are here, and house bots. `life` directs it."""

    def __init__(self, time: HandClock, players: Iterable[str], bots: Iterable[str] = ()) -> None:
        self.time = time
        self.drawer = Drawer()
        self.people = ClientRegistry()
        self.guests: dict[str, Guest] = {}
        entrants = []
        for name in players:
            user = self.people.accounts.register.add_account(name, Role.PLAYER)
            entrants.append(Entrant(name, user=user.id))
            self.guests[name] = Guest(name, user)
        entrants += [Entrant(name, bot=name) for name in bots]
        text = tournament_file("round_robin", *RULES, bots=())
        self.tournament = Tournament(read_tournament(text), 2, None, entrants)
        self.bots = tuple(bots)
        self.live()

    def live(self, news: News | None = None) -> None:
        """A server starts; nobody is here yet."""
        self.building = Building(self.time, *self.bots)
        self.services = TournamentServices(
            self.building.matchmaker,
            self.people,
            RoomLimits(),
            TournamentLimits(),
            lambda: self.time.now_ms,
            lambda client: False,
        )
        self.director = Director(
            self.tournament, self.services, TournamentDocuments(self.drawer), news
        )
        self.building.play.on_set_up.append(self.director.match_begins)
        self.building.play.on_over.append(lambda room, report: self._over(report))

    def _over(self, report: MatchReport) -> None:
        if self.director.plays(report.match_id):
            self.director.match_over(report)

    def come(self, *names: str) -> None:
        """These are here."""
        for name in names:
            guest = self.guests[name]
            self.people.clients[guest.connection] = guest.client

    async def begin(self) -> None:
        """It starts, and the first tables are drawn and called."""
        self.tournament.start(self.time.now_ms)
        TournamentDocuments(self.drawer).put(self.tournament)  # as the organiser's command does
        self.director.begin()
        await self.settle()

    async def settle(self) -> None:
        """Everything that follows from what has happened, drawing in its thread included."""
        for _ in range(3):
            await asyncio.sleep(0)
            draws = [task for task in asyncio.all_tasks() if task.get_name() == "draw of cup"]
            await asyncio.gather(*draws)

    def ready(self, *names: str) -> None:
        """These say that they are ready, at the table to which they were called."""
        for name in names:
            client = self.guests[name].client
            for room_id in list(client.rooms):
                self.building.lobby.rooms[room_id].set_ready(client, True)

    @property
    def match(self) -> MatchRunner:
        """The only one that runs."""
        (live,) = self.building.play.running.values()
        return live

    def resign(self, name: str) -> None:
        self.match.resign(self.guests[name].client, Resign(match_id=self.match.id))


class DeafMatch(FarMatch):
    """A match that another server plays, and that ends as often as it is told to: what was ordered is lost."""

    def __init__(self, match_id: MatchId) -> None:
        self.id = match_id
        self.orders_lost = 0

    def abort(self, ending: str) -> None:
        self.orders_lost += 1


class OnePair(NoUploads):
    """All bots are uploaded ones, and two programs have places."""

    max_running = 2

    def __init__(self, bots: Iterable[str]) -> None:
        self.entries: dict[str, BotEntry] = {
            name: UploadedEntry(name=name, command=("true",)) for name in bots
        }

    def entry(self, bot: str) -> BotEntry | None:
        return self.entries.get(bot)


class UploadedEntry(BotEntry):
    """Of a bot that somebody has uploaded."""

    @property
    def is_uploaded(self) -> bool:
        return True


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


@pytest.fixture
async def cup(time: HandClock) -> Cup:
    """Two who are here, at the table to which they were called."""
    made = Cup(time, ("ann", "bob"))
    made.come("ann", "bob")
    await made.begin()
    return made


async def test_those_who_are_to_play_are_called_to_a_room_of_their_own(cup: Cup) -> None:
    (call,) = cup.director.calls.values()
    assert call.room.is_table
    assert {member.user.name for member in call.room.members} == {"ann", "bob"}
    assert call.until_ms == cup.time.now_ms + ABSENCE_MS
    assert not call.room.is_playing
    assert "your table is room" in cup.guests["ann"].last("chat_msg")["text"]
    assert cup.director.busy_users() == {guest.user.id for guest in cup.guests.values()}
    assert sorted(cup.director.missing(call)) == [0, 1]


async def test_the_match_of_a_table_is_noted_before_anybody_hears_of_it(cup: Cup) -> None:
    noted: list[bool] = []

    def look(room: object, live: MatchRunner) -> None:
        tables = cup.drawer.documents["tournament_table"].values()
        noted.append(any(orjson.loads(table)["match"] == live.id for table in tables))

    cup.building.play.on_set_up.append(look)
    cup.ready("ann", "bob")
    assert noted == [True]
    assert cup.director.calls == {}
    assert cup.director.plays(cup.match.id)
    assert cup.director.busy_tables() == [0]


async def test_a_match_in_another_room_is_none_of_the_tournament(cup: Cup) -> None:
    room = cup.building.room(Guest("cy"), Guest("dee"))
    live = cup.building.begin(room)
    assert not cup.director.plays(live.id)
    assert list(cup.director.calls) == [0]


async def test_the_result_of_a_table_counts_and_the_tournament_ends(cup: Cup) -> None:
    cup.ready("ann", "bob")
    cup.resign("ann")
    await cup.settle()
    sitting = cup.tournament.sitting(0)
    assert sitting.is_decided
    assert cup.tournament.course.scores() == [0, 1]
    assert cup.tournament.state == "over"
    assert cup.building.lobby.rooms == {}


async def test_how_a_match_ended_is_noted_once(cup: Cup) -> None:
    cup.ready("ann", "bob")
    live = cup.match
    before = cup.drawer.table_notes
    cup.resign("ann")
    await cup.settle()
    assert cup.drawer.table_notes == before + 1
    assert not cup.director.plays(live.id)


async def test_a_match_that_goes_on_elsewhere_has_not_ended(cup: Cup) -> None:
    cup.ready("ann", "bob")
    match_id = cup.match.id
    cup.director.match_over(MatchReport(match_id, None))
    await cup.settle()
    assert cup.director.plays(match_id)
    assert cup.tournament.table(0).match is not None


async def test_a_match_that_was_aborted_is_played_again(cup: Cup) -> None:
    cup.ready("ann", "bob")
    first = cup.match.id
    cup.match.abort("shutdown")
    await cup.settle()
    assert cup.tournament.table(0).voids == [first]
    assert not cup.tournament.sitting(0).is_decided
    assert list(cup.director.calls) == [0]
    cup.ready("ann", "bob")
    assert cup.match.id != first


async def test_a_table_without_results_for_ever_counts_as_tied(cup: Cup) -> None:
    for _ in range(MOST_VOIDS + 1):
        cup.ready("ann", "bob")
        cup.match.abort("shutdown")
        await cup.settle()
    assert cup.tournament.sitting(0).is_decided
    first, second = cup.tournament.course.scores()
    assert first == second


async def test_a_match_that_takes_too_long_ends_tied_at_once(cup: Cup) -> None:
    cup.ready("ann", "bob")
    cup.director.go_on()
    await cup.settle()
    await cup.time.pass_ms(600_000)
    await cup.settle()
    assert cup.building.play.running == {}
    assert cup.tournament.table(0).voids == []
    assert cup.tournament.sitting(0).is_decided


async def test_who_does_not_come_to_the_table_has_lost_there(time: HandClock) -> None:
    cup = Cup(time, ("ann", "bob", "cy"))
    cup.come("ann", "bob", "cy")
    await cup.begin()
    (call,) = cup.director.calls.values()
    seated = [cup.tournament.name_of(one) for one in call.seating]
    present, absent = seated
    cup.ready(present)
    await time.pass_ms(ABSENCE_MS - 1)
    await cup.settle()
    assert list(cup.director.calls) == [call.number]
    await time.pass_ms(1)
    await cup.settle()
    sitting = cup.tournament.sitting(call.number)
    missed = cup.tournament.find_entrant(absent)
    assert sitting.absent == {missed}
    assert sitting.is_decided
    assert call.room.id not in cup.building.lobby.rooms
    assert cup.tournament.course.withdrawn == {missed}  # absent as often as may be
    (following,) = cup.director.calls.values()
    assert missed not in following.seating


async def test_who_comes_late_but_in_time_is_not_absent(time: HandClock) -> None:
    cup = Cup(time, ("ann", "bob"))
    cup.come("ann")
    await cup.begin()
    (call,) = cup.director.calls.values()
    assert [member.user.name for member in call.room.members] == ["ann"]
    cup.ready("ann")
    cup.come("bob")
    call.room.wants_ready = False  # whoever is here is ready
    await time.pass_ms(ABSENCE_MS)
    assert cup.director.plays(cup.match.id)
    assert cup.tournament.sitting(0).absent == frozenset()


async def test_where_the_server_lets_nothing_begin_nobody_is_absent(cup: Cup) -> None:
    cup.building.matchmaker.close_place(None)
    cup.ready("ann", "bob")
    await cup.time.pass_ms(ABSENCE_MS)
    await cup.settle()
    (call,) = cup.director.calls.values()
    assert call.until_ms > cup.time.now_ms
    cup.building.matchmaker.reopen(None)
    assert cup.director.plays(cup.match.id)


async def test_house_bots_meet_without_being_asked(time: HandClock) -> None:
    cup = Cup(time, (), ("first", "second", "third"))
    await cup.begin()
    assert len(cup.building.play.running) == 3
    assert cup.director.calls == {}


async def test_who_is_withdrawn_while_a_match_runs_loses_it_and_it_ends(cup: Cup) -> None:
    cup.ready("ann", "bob")
    live = cup.match
    cup.tournament.withdraw(0)
    cup.director.changed()
    await cup.settle()
    assert live.is_over
    assert live.match.steps[-1].reason == "replayed"
    assert cup.tournament.sitting(0).is_decided
    assert cup.tournament.course.scores() == [0, 1]
    assert cup.tournament.state == "over"


def play_elsewhere(cup: Cup) -> DeafMatch:
    """The match that runs is one of another server from now on, which hears nothing."""
    (number,) = cup.director.busy_tables()
    match = cup.tournament.table(number).match
    assert match is not None
    cup.building.play.running.pop(match.id, None)
    deaf = cup.building.play.far[match.id] = DeafMatch(match.id)
    return deaf


@pytest.mark.parametrize("change", ["withdraw", "rule", "replay"])
async def test_a_match_that_is_to_end_is_told_so_until_it_does(cup: Cup, change: str) -> None:
    """By the next server, too: what the one before had ordered may not be stored."""
    cup.ready("ann", "bob")
    deaf = play_elsewhere(cup)
    end_match(cup.tournament, change)
    cup.director.changed()
    await cup.settle()
    assert deaf.orders_lost > 0
    told = deaf.orders_lost
    await cup.time.pass_ms(int(cup.services.limits.retry_s * 1000))
    assert deaf.orders_lost > told
    await restart(cup)
    deaf = cup.building.play.far[deaf.id] = DeafMatch(deaf.id)
    cup.director.begin()
    await cup.settle()
    assert deaf.orders_lost > 0
    cup.building.play.far.clear()
    cup.director.match_over(MatchReport(deaf.id, FINISHED))
    await cup.settle()
    assert cup.tournament.sitting(0).played == ()
    assert list(cup.director.calls) == ([0] if change == "replay" else [])


def end_match(one: Tournament, change: str) -> None:
    """What an organiser does that ends the match at the only table."""
    match change:
        case "withdraw":
            one.withdraw(0)
        case "rule":
            one.rule(0, (2, 1))
        case _:
            one.play_again(0)


async def test_a_match_that_takes_too_long_is_told_to_end_until_it_does(cup: Cup) -> None:
    cup.ready("ann", "bob")
    cup.director.go_on()
    await cup.settle()
    deaf = play_elsewhere(cup)
    await cup.time.pass_ms(600_000)
    told = deaf.orders_lost
    assert told > 0
    await cup.time.pass_ms(int(cup.services.limits.retry_s * 1000))
    assert deaf.orders_lost > told


async def test_nobody_waits_at_a_table_that_the_organiser_has_decided(cup: Cup) -> None:
    (call,) = cup.director.calls.values()
    cup.tournament.rule(0, (2, 1))
    cup.director.changed()
    assert cup.director.calls == {}
    assert call.room.id not in cup.building.lobby.rooms


async def test_while_it_is_paused_nobody_is_called_and_what_is_played_goes_on(
    time: HandClock,
) -> None:
    cup = Cup(time, ("ann", "bob", "cy"))
    cup.come("ann", "bob", "cy")
    await cup.begin()
    cup.tournament.pause()
    cup.director.changed()
    await cup.settle()
    assert cup.director.calls == {}
    cup.tournament.resume()
    cup.director.changed()
    await cup.settle()
    (call,) = cup.director.calls.values()
    cup.ready(*(cup.tournament.name_of(one) for one in call.seating))
    live = cup.match
    cup.tournament.pause()
    cup.director.changed()
    await cup.settle()
    assert not live.is_over


async def test_whose_account_is_gone_has_left(cup: Cup) -> None:
    cup.people.accounts.register.remove(cup.guests["ann"].user)
    cup.director.go_on()
    await cup.settle()
    assert cup.tournament.course.withdrawn == {0}
    assert cup.tournament.sitting(0).is_decided


def directed_again(cup: Cup) -> Tournaments:
    """The server ends without a word; the next one takes back all that was noted."""
    cup.director.close()
    cup.live()
    found = Tournaments(cup.services, cup.drawer)
    found.restore(cup.drawer.documents)
    return found


async def test_a_tournament_that_is_deleted_ends_its_calls(cup: Cup) -> None:
    cup.director.close()
    found = Tournaments(cup.services, cup.drawer)
    found.restore(cup.drawer.documents)
    found.begin()
    await cup.settle()
    (director,) = found.directors()
    assert list(director.calls) == [0]
    found.remove(director.tournament)
    assert (director.calls, found.directors()) == ({}, [])
    found.close()


async def test_a_match_of_a_deleted_tournament_is_told_to_end_until_it_does(
    cup: Cup, time: HandClock
) -> None:
    """By the next server, too, which knows nothing else of the tournament."""
    cup.ready("ann", "bob")
    lost = play_elsewhere(cup).id
    found = directed_again(cup)
    deaf = cup.building.play.far[lost] = DeafMatch(lost)
    found.begin()
    found.remove(found.director("cup").tournament)
    assert deaf.orders_lost == 1
    await time.pass_ms(int(cup.services.limits.retry_s * 1000))
    assert deaf.orders_lost > 1
    found.close()
    found = directed_again(cup)
    deaf = cup.building.play.far[lost] = DeafMatch(lost)
    assert found.directors() == []
    found.begin()
    assert deaf.orders_lost == 1
    cup.building.play.far.clear()
    found.match_over(MatchReport(lost, FINISHED))
    assert cup.drawer.documents == {kind: {} for kind in KINDS}
    found.close()


async def test_a_match_of_a_deleted_tournament_that_does_not_go_on_is_forgotten(cup: Cup) -> None:
    cup.ready("ann", "bob")
    lost = play_elsewhere(cup).id
    found = directed_again(cup)
    cup.building.play.far[lost] = DeafMatch(lost)
    found.begin()
    found.remove(found.director("cup").tournament)
    assert [*cup.drawer.documents[ENDING.name]] == [lost]
    found.close()
    found = directed_again(cup)
    found.begin()
    assert cup.drawer.documents == {kind: {} for kind in KINDS}
    found.close()


async def test_nothing_of_a_deleted_tournament_counts_for_the_next_of_its_name(cup: Cup) -> None:
    """Where a server before died when it had dropped a part of it: it did so in several transactions."""
    cup.ready("ann", "bob")
    play_elsewhere(cup)
    del cup.drawer.documents[TOURNAMENT.name]["cup"]
    assert cup.drawer.documents[WAVE.name]
    assert cup.drawer.documents[TABLE.name]
    found = directed_again(cup)
    assert cup.drawer.documents == {kind: {} for kind in KINDS}
    found.close()


async def test_what_is_kept_of_a_tournament_that_cannot_be_read_stays(cup: Cup) -> None:
    cup.ready("ann", "bob")
    cup.drawer.documents[TOURNAMENT.name]["cup"] = b"{}"
    before = copy.deepcopy(cup.drawer.documents)
    found = directed_again(cup)
    assert found.directors() == []
    assert cup.drawer.documents == before
    found.close()


async def test_a_tournament_that_is_open_starts_when_its_time_has_come(time: HandClock) -> None:
    cup = Cup(time, ("ann", "bob"))
    cup.come("ann", "bob")
    start = f"start = {_moment(time.now_ms + 60_000)}"
    text = tournament_file("round_robin", *RULES, start, bots=())
    cup.tournament.file = read_tournament(text)
    cup.tournament.open()
    cup.director.begin()
    await time.pass_ms(59_999)
    await cup.settle()
    assert not cup.tournament.has_begun
    await time.pass_ms(1)
    await cup.settle()
    assert cup.tournament.is_running
    assert list(cup.director.calls) == [0]


def _moment(ms: int) -> str:
    seconds = ms // 1000
    return f"1970-01-01T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"


async def test_one_that_cannot_start_is_a_draft_again(
    time: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    cup = Cup(time, ("ann",))
    start = f"start = {_moment(time.now_ms)}"
    cup.tournament.file = read_tournament(tournament_file("round_robin", *RULES, start, bots=()))
    cup.tournament.open()
    cup.director.begin()
    await cup.settle()
    assert cup.tournament.state == "draft"
    assert "tournament cup cannot start" in caplog.text


# After a restart.


async def restart(cup: Cup) -> None:
    """The server ends without a word; the next one reads what was noted."""
    cup.director.close()
    (cup.tournament,) = read_tournaments(cup.drawer.documents)
    cup.live()


async def test_a_match_that_does_not_go_on_after_a_restart_has_no_result(cup: Cup) -> None:
    cup.ready("ann", "bob")
    lost = cup.match.id
    cup.people.clients.clear()
    await restart(cup)
    cup.director.begin()
    await cup.settle()
    assert cup.tournament.table(0).voids == [lost]
    assert list(cup.director.calls) == [0]


async def test_a_match_that_another_server_has_is_waited_for(cup: Cup) -> None:
    cup.ready("ann", "bob")
    match_id = MatchId(cup.match.id)
    await restart(cup)
    cup.building.play.left[match_id] = LeftMatch("is elsewhere", Concern())
    cup.director.begin()
    await cup.settle()
    assert cup.director.plays(match_id)
    assert cup.tournament.table(0).voids == []
    assert cup.director.calls == {}


async def test_a_server_that_stops_calls_nobody(time: HandClock) -> None:
    cup = Cup(time, ("ann", "bob"))
    cup.come("ann", "bob")
    cup.building.matchmaker.stopping = True
    await cup.begin()
    assert cup.director.calls == {}
    assert cup.tournament.course.sittings == ()


async def test_who_directs_no_more_does_nothing(cup: Cup) -> None:
    cup.director.close()
    await cup.time.pass_ms(10 * ABSENCE_MS)
    cup.director.go_on()
    await cup.settle()
    assert cup.tournament.sitting(0).absent == frozenset()


async def test_a_called_table_says_whom_it_waits_for_and_whether_for_places(
    time: HandClock,
) -> None:
    bots = ("first", "second", "third", "fourth")
    cup = Cup(time, (), bots)
    house = cup.building.house
    uploads = OnePair(bots)
    house.uploads, house.offers = uploads, uploads.entries
    await cup.begin()
    view = View.of_all(cup.director)
    told = [(table["status"], table.get("waits_for_places")) for table in view.document()["tables"]]
    assert told[:2] == [("playing", None), ("called", True)]
    rows = [(row["status"], row["waiting"]) for row in schedule_rows(view, None)]
    assert rows[:2] == [("playing", ""), ("called", "places for its programs")]


async def test_a_table_that_waits_for_people_names_them(cup: Cup) -> None:
    cup.ready("ann")
    view = View.of_all(cup.director)
    (table,) = view.document()["tables"]
    assert [cup.tournament.name_of(one) for one in table["missing"]] == ["bob"]
    assert "waits_for_places" not in table
    assert [row["waiting"] for row in schedule_rows(view, None)] == ["bob"]
