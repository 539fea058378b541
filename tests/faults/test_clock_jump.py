"""The wall clock of the server's machine is set anew while matches run: nobody is late because of it.

libfaketime (Debian: faketime) plays the administrator. As on a real machine the monotonic clock goes on.
"""

import time
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import Any, Final

import pytest
from tests.faults.peers import Peer, Plain
from tests.faults.servers import Child, running_server

LIBRARY: Final = "/usr/lib/*/faketime/libfaketimeMT.so.1"
MOVE_MS: Final = 2_000
HOURS_3_MS: Final = 3 * 3_600_000
BUSY_MS: Final = HOURS_3_MS // 2  # the machine may be busy, but not for hours
CLOCKS: Final[dict[str, dict[str, Any]]] = {
    "per_move": {"kind": "per_move", "move_ms": MOVE_MS},
    "bank": {"kind": "bank", "main_ms": MOVE_MS, "inc_ms": MOVE_MS},  # one miss leaves time
    "correspondence": {"kind": "correspondence", "move_days": 1},
}


class Administrator:
    """Sets the wall clock of a server."""

    def __init__(self, server: Child, setting: Path) -> None:
        self.server = server
        self._setting = setting

    def set_clock(self, offset: str) -> None:
        """So much beside the right time, such as `+3h`."""
        self._setting.write_text(offset + "\n", encoding="ascii")


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Administrator]:
    """Of a server for all tests here."""
    found = glob(LIBRARY)
    if not found:
        pytest.skip(
            "NOT TESTED WITH A CLOCK THAT JUMPS: libfaketime is missing (tests/tools/programs.sh)"
        )
    folder = tmp_path_factory.mktemp("town")
    setting = folder / "clock"
    setting.write_text("+0\n", encoding="ascii")
    with pytest.MonkeyPatch.context() as environment:
        for name, value in {
            "LD_PRELOAD": found[0],
            "FAKETIME_TIMESTAMP_FILE": str(setting),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }.items():
            environment.setenv(name, value)
        with running_server(folder / "data", {"store.ballast_mb": 0}) as server:
            yield Administrator(server, setting)


@pytest.fixture
def administrator(town: Administrator) -> Administrator:
    """With the clock right, to begin with."""
    town.set_clock("+0")
    return town


def wall_ms(peer: Peer) -> int:
    """The server's wall clock."""
    now_ms: int = peer.ask("ping")["now_ms"]
    return now_ms


def open_match(peer: Peer, clock: Plain) -> tuple[Plain, float]:
    """The first turn of a match against house bots, and a moment right before it was asked."""
    peer.hello()
    room = peer.ask("create_room", game="colonizers", clock=clock, max_timeouts=1_000)["room"]
    for seat in range(1, 4):
        peer.ask("add_bot", room=room["room"], seat=seat, bot="random")
    peer.ask("join", room=room["room"], seat=0)
    before_s = time.monotonic()
    peer.ask("start", room=room["room"])
    return peer.wait_type("your_turn"), before_s


@pytest.mark.parametrize("kind", CLOCKS)
@pytest.mark.parametrize("offset", ["+3h", "-3h"])
def test_no_time_out_comes_early_or_late(
    administrator: Administrator, offset: str, kind: str
) -> None:
    peer = Peer(administrator.server.port)
    with peer:
        turn, before_s = open_match(peer, CLOCKS[kind])
        check_times(administrator, offset, peer, turn, before_s, kind == "correspondence")
    assert administrator.server.problems() == []


def check_times(
    administrator: Administrator,
    offset: str,
    peer: Peer,
    turn: Plain,
    before_s: float,
    is_slow: bool,
) -> None:
    """Sets the clock during a decision, which ends when it would have ended anyway: not at once, and not hours later.

    It was asked after `before_s`. How much longer than its time it takes depends on the machine.
    """
    before_ms = wall_ms(peer)
    administrator.set_clock(offset)
    jumped_ms = wall_ms(peer) - before_ms
    assert abs(jumped_ms) > BUSY_MS  # else nothing is shown
    if is_slow:
        assert not [message for message in peer.fence() if message["type"] == "timeout"]
    else:
        missed = peer.wait_type("timeout")
        assert time.monotonic() - before_s >= MOVE_MS / 1000
        assert missed["decision"] == turn["decision"]
        turn = peer.wait_type("your_turn")
    assert take(peer, turn)["elapsed_ms"] < BUSY_MS
    peer.ask("resign", match_id=turn["match_id"])


def take(peer: Peer, turn: Plain) -> Plain:
    """Answers this turn, or where the machine was too busy for that, the next one; returns the `act_ok`."""
    while True:
        said = peer.ask("act", match_id=turn["match_id"], decision=turn["decision"], index=0)
        if said["type"] == "act_ok":
            return said
        assert said["code"] == "stale_decision", said
        turn = peer.wait_type("your_turn")
