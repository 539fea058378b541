"""Uploads in pieces: in order, bounded, checked, one's own."""

import hashlib

import pytest

from infoset_server.common.ids import UserId
from infoset_server.config.programs import UploadLimits
from infoset_server.programs.upload_source import UnknownBotError, UploadError
from infoset_server.uploads.admission import PATIENCE_S, Intake

OLGA, EVE = UserId("u_olga"), UserId("u_eve")
BODY = b"0123456789"
DIGEST = hashlib.sha256(BODY).hexdigest()


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def intake(clock: Clock) -> Intake:
    return Intake(2 * len(BODY), clock)


def begin(intake: Intake, owner: UserId = OLGA, digest: str | None = DIGEST) -> str:
    return intake.begin(owner, "ferris", len(BODY), digest).id


def test_pieces_make_the_whole(intake: Intake) -> None:
    upload = begin(intake)
    assert intake.add(OLGA, upload, 0, BODY[:4]) == 4
    assert intake.add(OLGA, upload, 4, BODY[4:]) == 10
    parcel = intake.finish(OLGA, upload)
    assert (bytes(parcel.body), parcel.name) == (BODY, "ferris")
    with pytest.raises(UnknownBotError):
        intake.finish(OLGA, upload)


def test_who_cannot_tell_the_digest_sends_the_whole_all_the_same(intake: Intake) -> None:
    upload = begin(intake, digest=None)
    intake.add(OLGA, upload, 0, BODY)
    assert bytes(intake.finish(OLGA, upload).body) == BODY


def test_a_piece_may_come_twice_but_not_leave_a_gap(intake: Intake) -> None:
    upload = begin(intake)
    intake.add(OLGA, upload, 0, BODY[:4])
    assert intake.add(OLGA, upload, 0, BODY[:4]) == 4
    with pytest.raises(UploadError, match="offset: expected 4, and 10 bytes in all"):
        intake.add(OLGA, upload, 5, b"x")
    with pytest.raises(UploadError, match="10 bytes in all"):
        intake.add(OLGA, upload, 4, b"x" * 7)


def test_what_is_missing_or_changed_is_told(intake: Intake) -> None:
    upload = begin(intake)
    intake.add(OLGA, upload, 0, BODY[:4])
    with pytest.raises(UploadError, match="6 bytes are missing"):
        intake.finish(OLGA, upload)
    upload = begin(intake, digest="0" * 64)
    intake.add(OLGA, upload, 0, BODY)
    with pytest.raises(UploadError, match="not what was sent"):
        intake.finish(OLGA, upload)


def test_an_upload_is_its_owners_business(intake: Intake) -> None:
    upload = begin(intake)
    with pytest.raises(UnknownBotError):
        intake.add(EVE, upload, 0, BODY)


def test_only_so_much_is_under_way_and_one_of_each_owner(intake: Intake, clock: Clock) -> None:
    first = begin(intake)
    begin(intake)
    with pytest.raises(UnknownBotError):
        intake.add(OLGA, first, 0, BODY)
    begin(intake, EVE)
    with pytest.raises(UploadError, match="2 uploads are under way, large ones"):
        begin(intake, UserId("u_third"))
    clock.now_s = PATIENCE_S
    begin(intake, UserId("u_third"))


def test_what_has_come_is_under_way_until_it_is_taken_in(intake: Intake, clock: Clock) -> None:
    """Whoever sends faster than archives are unpacked does not fill the memory."""
    parcels = []
    for _ in range(2):
        upload = begin(intake)
        intake.add(OLGA, upload, 0, BODY)
        parcels.append(intake.finish(OLGA, upload))
    clock.now_s = PATIENCE_S
    with pytest.raises(UploadError, match="2 uploads are under way, large ones"):
        begin(intake)
    intake.taken_in(parcels[0])
    begin(intake)


def test_a_class_may_upload_small_ones_at_once(clock: Clock) -> None:
    limits = UploadLimits()
    intake = Intake(limits.max_open * limits.max_bytes, clock)
    uploads = {UserId(f"u_{number}"): begin(intake, UserId(f"u_{number}")) for number in range(40)}
    for owner, upload in uploads.items():
        intake.add(owner, upload, 0, BODY)
        assert intake.finish(owner, upload).owner == owner
