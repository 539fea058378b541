"""The stored form of a match: its head, which is enough to set it up. Its steps are in step_records.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import ValidationError

from infoset_games.core import Json
from infoset_games.luck import seed_commitment
from infoset_games.steps import RecordError
from infoset_protocol.messages import CreateRoom
from infoset_server.matches.settings import Lasting
from infoset_server.storage.port import NewMatch, StoredMatch
from infoset_server.storage.seed_box import SeedBox, SeedBoxError


@dataclass(frozen=True)
class HeadSeat:
    """Who sat down. `house_bot` is the manifest name where a hosted process plays; `berserk` as `Terms` has it."""

    user: str
    name: str
    kind: str
    house_bot: str | None = None
    berserk: bool = False


@dataclass(frozen=True)
class LadderPart:
    """What makes a match one of a ladder: by seat, which entry plays and the rating it has before.

    With `keeps_seed` its deal is to be played again, so that nobody may know the seed. Ratings are not told of a match
    that counts for nothing, and none is there of an entry that has not been rated yet.
    """

    ladder: str
    entries: tuple[str, ...]
    ratings: tuple[int | None, ...]
    keeps_seed: bool = False
    tells_ratings: bool = True


@dataclass(frozen=True)
class SharedDeal:
    """The seed that several matches are dealt from. It travels as `box`, sealed under `name`: who knows it knows every card."""

    name: str
    box: bytes
    seed: str


def open_deal(name: str, box: bytes, seeds: SeedBox) -> SharedDeal:
    """What was sealed under this name. Raises SeedBoxError."""
    return SharedDeal(name, box, seeds.open(name, box).decode())


@dataclass(frozen=True)
class HeadRoom:
    """The room of the match; with a `classroom`, the business of that class alone.

    `tickets` are those of the seeks that the match has answered, `part` what it is on a ladder.
    """

    room: str
    host: str
    host_name: str
    lasting: Lasting
    code: str | None = None
    classroom: str | None = None
    tickets: tuple[str, ...] = ()
    part: LadderPart | None = None


@dataclass(frozen=True)
class MatchHead:
    """What a match is. `asked` is the request its settings were made from; `seed` and `deal` are secret."""

    match_id: str
    rules: str
    asked: CreateRoom
    room: HeadRoom
    seats: tuple[HeadSeat, ...]
    seed: str
    deal: Json
    created_at: int


def write_head(head: MatchHead, box: SeedBox) -> NewMatch:
    """The head as it is stored: seed and deal are sealed, the rest is plain."""
    secret = orjson.dumps({"seed": head.seed, "deal": head.deal})
    room = dict(vars(head.room))
    tickets, part = room.pop("tickets"), room.pop("part")
    options = {
        "asked": head.asked.to_plain(),
        "room": room,
        "seats": [write_seat(seat) for seat in head.seats],
    }
    if tickets:
        options["tickets"] = tickets  # beside the room, where an older server reads over them
    if part is not None:
        options["part"] = vars(part)  # the same
    return NewMatch(
        match_id=head.match_id,
        game=head.asked.game,
        rules_version=head.rules,
        seed_box=box.seal(head.match_id, secret),
        seed_commitment=seed_commitment(head.seed),
        options=orjson.dumps(options),
        created_at=head.created_at,
    )


class SealedError(RecordError):
    """What a match was dealt cannot be read with the key that this server has."""


def write_seat(seat: HeadSeat) -> dict[str, Any]:
    """A seat as it is stored: `berserk` only where it is, so that an older server can read all other matches."""
    plain = dict(vars(seat))
    if not seat.berserk:
        del plain["berserk"]
    return plain


def read_head(stored: StoredMatch, box: SeedBox) -> MatchHead:
    """The inverse of `write_head`. Raises RecordError, or SealedError where it cannot be read with this key."""
    new = stored.head
    try:
        options: dict[str, Any] = orjson.loads(new.options)
        secret = orjson.loads(box.open(new.match_id, new.seed_box))
        return MatchHead(
            match_id=new.match_id,
            rules=new.rules_version,
            asked=CreateRoom.model_validate(options["asked"]),
            room=read_place(new),
            seats=read_seats(new),
            seed=secret["seed"],
            deal=secret["deal"],
            created_at=new.created_at,
        )
    except SeedBoxError as error:
        raise SealedError(str(error)) from None
    except (ValueError, TypeError, KeyError, ValidationError) as error:
        raise RecordError(f"match {new.match_id}, head: {error}") from None


def read_seats(new: NewMatch) -> tuple[HeadSeat, ...]:
    """Who sat down, which needs no key. Raises RecordError."""
    try:
        options: dict[str, Any] = orjson.loads(new.options)
        return tuple(HeadSeat(**seat) for seat in options["seats"])
    except (ValueError, TypeError, KeyError) as error:
        raise RecordError(f"match {new.match_id}, head: {error}") from None


def read_place(new: NewMatch) -> HeadRoom:
    """The room of the match, which needs no key. Raises RecordError."""
    try:
        options: dict[str, Any] = orjson.loads(new.options)
        part = options.get("part")
        return HeadRoom(
            **options["room"],
            tickets=tuple(options.get("tickets", ())),
            part=None if part is None else read_part(part),
        )
    except (ValueError, TypeError, KeyError) as error:
        raise RecordError(f"match {new.match_id}, head: {error}") from None


def read_part(values: Mapping[str, Any]) -> LadderPart:
    """What a match is on a ladder, from its fields. Raises TypeError or KeyError."""
    lists = {name: tuple(values[name]) for name in ("entries", "ratings")}
    return LadderPart(**{**values, **lists})
