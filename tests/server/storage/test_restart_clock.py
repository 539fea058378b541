"""Ages of what an earlier run has written down: true, or less, whatever becomes of the wall clock."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from infoset_server.storage import restart_clock
from infoset_server.storage.restart_clock import KEY, RestartClock, boot_name


class Machine:
    """A machine with two clocks, on which servers run one after another."""

    def __init__(self, boot: str | None = "boot 1") -> None:
        self.boot = boot
        self.wall_ms = 1_000_000
        self.steady_ms = 5_000
        self.stored: dict[str, bytes] = {}
        self.restart_clock = self.start()

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self.stored[key] = orjson.dumps(body)

    def drop(self, kind: str, key: str) -> None:
        del self.stored[key]

    def start(self) -> RestartClock:
        """The next server."""
        self.restart_clock = RestartClock(
            self, lambda: self.wall_ms, lambda: self.steady_ms, self.boot
        )
        self.restart_clock.restore(dict(self.stored))
        return self.restart_clock

    def wait(self, ms: int) -> None:
        self.wall_ms += ms
        self.steady_ms += ms
        self.restart_clock.check()

    def set_wall(self, ms: int) -> None:
        """Sets the wall clock forward or back."""
        self.wall_ms += ms

    def restart(self, boot: str | None) -> None:
        """The machine itself starts again."""
        self.boot = boot
        self.steady_ms = 10


def test_ages_are_exact_over_restarts_of_the_server() -> None:
    machine = Machine()
    at_ms = machine.wall_ms
    machine.wait(700)
    machine.start()
    machine.wait(300)
    assert machine.restart_clock.age_ms(at_ms) == 1_000
    assert machine.restart_clock.age_ms(machine.wall_ms) == 0


@pytest.mark.parametrize("jump_ms", [-3_600_000, -1, 1, 3_600_000])
@pytest.mark.parametrize("when", ["running", "down"])
def test_a_clock_that_is_set_makes_nothing_older(jump_ms: int, when: str) -> None:
    machine = Machine()
    machine.wait(10)
    before_ms = machine.wall_ms
    machine.wait(100)
    machine.set_wall(jump_ms)
    if when == "running":
        machine.wait(1)
    after_ms = machine.wall_ms
    machine.start()
    machine.wait(500)
    since_ms = 101 if when == "running" else 100
    assert machine.restart_clock.age_ms(before_ms) <= 500 + since_ms
    assert machine.restart_clock.age_ms(after_ms) <= 500
    if jump_ms > 0:
        assert machine.restart_clock.age_ms(before_ms) == 500 + since_ms


def test_a_clock_that_is_set_back_and_forward_again_makes_nothing_older() -> None:
    machine = Machine()
    machine.set_wall(-50_000)
    machine.wait(1)
    at_ms = machine.wall_ms
    machine.set_wall(50_000)
    machine.wait(10)
    machine.start()
    assert machine.restart_clock.age_ms(at_ms) <= 10


def test_what_is_older_than_the_machines_start_is_as_old_as_the_first_server_since() -> None:
    machine = Machine()
    at_ms = machine.wall_ms
    machine.wait(1_000)
    machine.restart("boot 2")
    machine.set_wall(7_000_000)
    machine.start()
    assert machine.restart_clock.age_ms(at_ms) == 0
    machine.wait(250)
    machine.start()
    assert machine.restart_clock.age_ms(at_ms) == 250


def test_where_starts_of_the_machine_cannot_be_told_apart_only_this_run_counts() -> None:
    machine = Machine(boot=None)
    at_ms = machine.wall_ms
    machine.wait(1_000)
    machine.start()
    machine.wait(20)
    assert machine.restart_clock.age_ms(at_ms) == 20


@pytest.mark.parametrize(
    "body", [b"[", b"[]", b'{"boot":"boot 1"}', b'{"boot":"boot 1","since_ms":[]}']
)
def test_damaged_times_are_not_used(body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    at_ms = machine.wall_ms
    machine.wait(1_000)
    machine.stored[KEY] = body
    machine.start()
    assert machine.restart_clock.age_ms(at_ms) == 0
    assert "not used" in caplog.text


def test_the_time_since_the_machines_start_has_a_name_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restart_clock, "BOOT_ID", tmp_path / "boot_id")
    assert boot_name() is None
    (tmp_path / "boot_id").write_text("d3b0\n")
    assert boot_name() == "d3b0"
