"""What tests cost: a plugin for pytest that tells the CPU time of the dearest folders, files and tests.

    python -m pytest -p tests.tools.cost tests/faults -n 3

A test is charged for its process and for all that it or its fixtures have started, whether that has ended or still runs;
what fixtures of a module or a session cost is charged to the test that had them made or removed. Tests that run at once in one
process do not exist, and two workers of pytest-xdist do not charge each other.
"""

from collections import defaultdict
from collections.abc import Generator
from typing import Any, Final

import psutil  # type: ignore[import-untyped]
import pytest

DEAREST: Final = 40
_ME: Final = psutil.Process()
_before_s = 0.0


def spent_s() -> float:
    """CPU seconds of this process and of all below it, ended or not."""
    total = _of(_ME)
    for child in _ME.children(recursive=True):
        try:
            total += _of(child)
        except psutil.Error:  # it has ended just now: its parent has its time
            continue
    return total


def _of(process: psutil.Process) -> float:
    return float(sum(process.cpu_times()[:4]))  # of its own, and of its children that have ended


def pytest_runtest_logstart() -> None:
    """A test begins."""
    global _before_s
    _before_s = spent_s()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """A part of a test has ended: what it cost goes with its report, which a worker sends on."""
    global _before_s
    report = yield
    now_s = spent_s()
    report.cpu_s = max(0.0, now_s - _before_s)
    _before_s = now_s
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tells the dearest."""
    folders: defaultdict[str, float] = defaultdict(float)
    files: defaultdict[str, float] = defaultdict(float)
    tests: defaultdict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if (cpu_s := getattr(report, "cpu_s", None)) is not None:
                file = report.nodeid.partition("::")[0]
                folders[file.rpartition("/")[0]] += cpu_s
                files[file] += cpu_s
                tests[report.nodeid] += cpu_s
    for what, costs in (("folders", folders), ("files", files), ("tests", tests)):
        terminalreporter.section(f"CPU seconds of {what}: {sum(costs.values()):.0f} in all")
        dearest = sorted(costs.items(), key=lambda item: -item[1])[:DEAREST]
        for name, cpu_s in dearest:
            terminalreporter.write_line(f"{cpu_s:8.1f}  {name}")
