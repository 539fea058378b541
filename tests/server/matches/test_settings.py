"""The settings of rooms: what is filled in, what is kept, what is refused (more on the wire: integration/test_rooms)."""

from typing import Any

import pytest

from infoset_games.clocks import LagQuota
from infoset_protocol.messages import ClockSpec, CreateRoom, RoomChanges, WatchDelay
from infoset_server.common.request_errors import BadOptionError, GameUnknownError
from infoset_server.config import DefaultClock, LagLimits, RoomLimits
from infoset_server.matches.settings import (
    Delay,
    change_settings,
    read_clock,
    read_settings,
    write_clock,
)

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
        (ClockSpec(kind="bank", main_ms=1_000, delay_ms=10**10), "clock.delay_ms"),
        (ClockSpec(kind="correspondence"), "clock.move_days"),
        (ClockSpec(kind="correspondence", move_days=0), "clock.move_days"),
        (ClockSpec(kind="correspondence", move_days=29), "clock.move_days"),
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


@pytest.mark.parametrize(
    "plain",
    [
        {"kind": "bank", "main_ms": 60_000, "inc_ms": 1_000, "delay_ms": 2_000, "grace_ms": 5},
        {"kind": "correspondence", "move_days": 14},
    ],
)
def test_a_clock_is_written_as_it_was_asked_for(plain: dict[str, Any]) -> None:
    assert write_clock(read_clock(ClockSpec(**plain), LIMITS.clock)) == plain


def test_the_quota_for_lag_is_the_servers() -> None:
    limits = RoomLimits(lag=LagLimits(start_ms=1, gain_ms=2, max_ms=3))
    terms = read_settings(CreateRoom(game="colonizers"), limits).terms
    assert terms.lag == LagQuota(start_ms=1, gain_ms=2, max_ms=3)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(GameUnknownError) as refusal:
        read_settings(CreateRoom(game="chess"), LIMITS)
    assert refusal.value.data is not None
    assert "colonizers" in refusal.value.data["known"]


@pytest.mark.parametrize(
    ("asked", "delay"),
    [
        ({}, None),
        ({"watch": "off", "watch_delay": WatchDelay(ms=5)}, None),
        ({"watch": "delayed"}, Delay(ms=180_000)),
        ({"watch": "delayed", "watch_delay": WatchDelay(versions=3)}, Delay(versions=3)),
        ({"watch": "delayed", "watch_delay": WatchDelay(ms=7)}, Delay(ms=7)),
    ],
)
def test_spectators_are_delayed_as_the_room_wants_it(
    asked: dict[str, Any], delay: Delay | None
) -> None:
    assert read_settings(CreateRoom(game="colonizers", **asked), LIMITS).delay == delay


def test_a_delay_that_is_changed_away_is_gone() -> None:
    asked = CreateRoom(game="colonizers", watch="delayed", watch_delay=WatchDelay(versions=3))
    settings = read_settings(asked, LIMITS)
    assert change_settings(settings, RoomChanges(watch="public"), LIMITS).delay is None
    later = change_settings(settings, RoomChanges(watch_delay=WatchDelay(ms=9)), LIMITS)
    assert later.delay == Delay(ms=9)
    with pytest.raises(BadOptionError):
        change_settings(settings, RoomChanges(watch_delay=WatchDelay(ms=0)), LIMITS)
