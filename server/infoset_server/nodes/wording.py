"""Users, rooms, seats and reports, as the hall and a play node tell each other of them."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, cast

import msgspec

from infoset_protocol.codec import Prepared
from infoset_protocol.messages import CreateRoom
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.accounts.users import Role
from infoset_server.cluster import play_frames as play
from infoset_server.common.ids import ClassId, MatchId, UserId
from infoset_server.matches.match_records import HeadRoom, LadderPart
from infoset_server.matches.replays import Finished
from infoset_server.matches.report import Conduct, MatchReport, Outcome
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import Lasting, RoomSettings
from infoset_server.programs.upload_source import LentVersion
from infoset_server.rooms.far_match import FarMatch


def guest_of(user: User) -> play.Guest:
    """What a node is told of a user."""
    return play.Guest(user.id, user.name, str(user.role), user.is_bot, user.owner, user.classroom)


def read_guest(guest: play.Guest, house_bot: str | None = None) -> User:
    """A user as a node knows them."""
    return User(
        UserId(guest.id),
        guest.name,
        house_bot=house_bot,
        role=Role(guest.role),
        is_bot=guest.is_bot,
        owner=None if guest.owner is None else UserId(guest.owner),
        classroom=None if guest.classroom is None else ClassId(guest.classroom),
    )


def write_place(room: HeadRoom, settings: RoomSettings) -> play.Place:
    """A room and what was agreed on in it."""
    asked = settings.asked.to_plain()
    return play.Place(
        room.room,
        room.host,
        room.host_name,
        room.lasting,
        room.code,
        room.classroom,
        asked,
        room.tickets,
        None if room.part is None else play.Part(*vars(room.part).values()),
    )


def read_place(place: play.Place) -> tuple[HeadRoom, CreateRoom]:
    """The inverse of `write_place`. Raises ValidationError."""
    lasting = cast(Lasting, place.lasting)
    head = HeadRoom(
        place.room,
        place.host,
        place.host_name,
        lasting,
        place.code,
        place.classroom,
        place.tickets,
        None if place.part is None else LadderPart(*msgspec.structs.astuple(place.part)),
    )
    return head, CreateRoom.model_validate(place.asked)


def chair_of(match_seat: MatchSeat, line: int = 0) -> play.Chair:
    """Who sits on a seat."""
    user = match_seat.user
    return play.Chair(guest_of(user), match_seat.kind, user.house_bot, match_seat.berserk, line)


def chairs_of(
    far: FarMatch, people: ClientRegistry, visit: Callable[[Client], int]
) -> tuple[play.Chair, ...]:
    """Who sits on the seats of a match; `visit` numbers the clients that hold them."""
    users = dict.fromkeys(one.user for one in far.match_seats if one.user.house_bot is None)
    holders = {
        client.seats[far.id]: visit(client)
        for user in users
        for client in people.clients_of(user)
        if far.id in client.seats
    }
    return tuple(chair_of(one, holders.get(one.seat, 0)) for one in far.match_seats)


def write_lent(lent: LentVersion) -> play.Lent:
    """An uploaded version that a node is to run."""
    return play.Lent(
        lent.title,
        lent.bot,
        lent.owner,
        lent.digest,
        lent.size,
        dict(lent.manifest),
        lent.is_fresh,
    )


def read_lent(lent: play.Lent) -> LentVersion:
    """The inverse of `write_lent`."""
    return LentVersion(
        lent.title,
        lent.bot,
        UserId(lent.owner),
        lent.digest,
        lent.size,
        lent.manifest,
        lent.is_fresh,
    )


def write_report(
    report: MatchReport, finished: Finished | None, *, is_contest: bool = False
) -> play.Over:
    """How a match ended; `is_contest` where it is one of a ladder."""
    assert report.outcome is not None, "what goes on elsewhere is not reported"
    assert report.told is not None, "a match that is over has a result"
    return play.Over(
        report.match_id,
        asdict(report.outcome),
        tuple(report.users),
        tuple(report.missed_by),
        report.told.plain,
        None if finished is None else asdict(finished),
        is_contest,
        dict(report.logs or {}),
    )


def read_report(over: play.Over) -> MatchReport:
    """The inverse of `write_report`. Raises TypeError or KeyError."""
    return MatchReport(
        MatchId(over.match_id),
        read_outcome(over.outcome),
        user_ids(over.users),
        user_ids(over.missed_by),
        Prepared(over.told),
        over.logs,
    )


def read_outcome(values: dict[str, Any]) -> Outcome:
    """An outcome from its fields. Raises TypeError or KeyError."""
    conduct = tuple(Conduct(**one) for one in values["conduct"])
    places, scores = tuple(values["places"]), tuple(values["scores"])
    return Outcome(**values | {"conduct": conduct, "places": places, "scores": scores})


def user_ids(values: Iterable[str]) -> frozenset[UserId]:
    """They are ids of users."""
    return frozenset(map(UserId, values))
