"""How many processors may be used: of the machine, of those a process is kept to, of a container."""

import os
from pathlib import Path

import pytest

from infoset_games.processors import usable_processors


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """16 processors that this process may use."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(16)), raising=False)


def counted(folder: Path, mine: str, files: dict[str, str]) -> int:
    (folder / "mine").write_text(mine)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return usable_processors(folder, folder / "mine")


@pytest.mark.parametrize(
    ("limit", "count"),
    [("max 100000", 16), ("200000 100000", 2), ("150000 100000", 2), ("1000 100000", 1),
     ("3200000 100000", 16), ("?", 16)],
)  # fmt: skip
def test_a_container_has_what_its_group_may_use(tmp_path: Path, limit: str, count: int) -> None:
    assert counted(tmp_path, "0::/\n", {"cpu.max": limit + "\n"}) == count


def test_the_least_of_the_own_group_and_those_above_counts(tmp_path: Path) -> None:
    files = {"a/cpu.max": "400000 100000", "a/b/cpu.max": "max 100000"}
    assert counted(tmp_path, "0::/a/b\n", files) == 4


@pytest.mark.parametrize(("quota", "count"), [("-1", 16), ("300000", 3)])
def test_groups_of_version_1_count_too(tmp_path: Path, quota: str, count: int) -> None:
    mine = "3:cpuset:/\n1:cpu,cpuacct:/docker/of-the-host\n"
    top = "cpu,cpuacct"
    files = {f"{top}/cpu.cfs_quota_us": f"{quota}\n", f"{top}/cpu.cfs_period_us": "100000\n"}
    assert counted(tmp_path, mine, files) == count


def test_without_groups_the_processors_of_the_process_count(tmp_path: Path) -> None:
    assert usable_processors(tmp_path, tmp_path / "mine") == 16


def test_a_system_that_keeps_nobody_to_some_has_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert usable_processors(tmp_path, tmp_path / "mine") == 6
