"""The settings of rooms: what is filled in, what is kept, what is refused (more on the wire: integration/test_rooms)."""

import pytest

from infoset_protocol.messages import ClockSpec, CreateRoom, RoomChanges
from infoset_server.config import DefaultClock, RoomLimits
from infoset_server.requests import BadOptionError, GameUnknownError
from infoset_server.settings import change_settings, read_clock, read_settings, write_clock

LIMITS = RoomLimits(clock=DefaultClock(move_ms=1_234, first_ms=0, grace_ms=5))


def test_what_is_not_asked_for_is_filled_in() -> None:
    settings = read_settings(CreateRoom(game="colonizers"), LIMITS)
    assert settings.title == "colonizers"
    assert settings.watch == "public"
    assert settings.code is None
    assert settings.terms.max_timeouts == 3
    assert settings.terms.on_timeout == "fallback"
    assert settings.terms.absent == "takeover"
    assert write_clock(settings.terms.clock) == {
        "kind": "per_move",
        "move_ms": 1_234,
        "grace_ms": 5,
    }


def test_changes_keep_what_they_do_not_name() -> None:
    asked = CreateRoom(game="colonizers", title="mine", unlisted=True, max_timeouts=7)
    before = read_settings(asked, LIMITS)
    after = change_settings(before, RoomChanges(options={"colony": 5}), LIMITS)
    assert after.game.options()["colony"] == 5
    assert (after.title, after.terms.max_timeouts, after.code) == ("mine", 7, before.code)
    listed = change_settings(after, RoomChanges(unlisted=False), LIMITS)
    assert listed.code is None


def test_equal_options_share_one_game() -> None:
    one = read_settings(CreateRoom(game="colonizers", options={"colony": 8}), LIMITS)
    other = read_settings(CreateRoom(game="colonizers"), LIMITS)
    assert one.game is other.game


@pytest.mark.parametrize(
    ("spec", "path"),
    [
        (ClockSpec(kind="per_move", move_ms=49), "clock.move_ms"),
        (ClockSpec(kind="bank", main_ms=0), "clock.main_ms"),
        (ClockSpec(kind="bank", main_ms=1_000, inc_ms=10**10), "clock.inc_ms"),
    ],
)
def test_a_bad_clock_is_refused_by_field(spec: ClockSpec, path: str) -> None:
    with pytest.raises(BadOptionError) as refusal:
        read_clock(spec, LIMITS.clock)
    assert refusal.value.data is not None
    assert refusal.value.data["path"] == path


def test_parts_of_another_kind_of_clock_are_ignored() -> None:
    clock = read_clock(ClockSpec(kind="bank", main_ms=60_000, move_ms=5), LIMITS.clock)
    assert write_clock(clock) == {"kind": "bank", "main_ms": 60_000}
    assert write_clock(read_clock(ClockSpec(kind="none", move_ms=5), LIMITS.clock)) == {
        "kind": "none"
    }


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(GameUnknownError) as refusal:
        read_settings(CreateRoom(game="chess"), LIMITS)
    assert refusal.value.data is not None
    assert "colonizers" in refusal.value.data["known"]
