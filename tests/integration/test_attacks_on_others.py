"""Some of the attacks on a server that is not root. All: `python -m tests.integration.other_user tests/integration/test_attacks.py`."""

import pytest
from tests.integration.other_user import obstacle, run_tests

SOME = (
    "fork_bomb",
    "fill_memory",
    "fill_sockets",
    "read_secrets",
    "read_proc",
    "become_root",
    "mount",
)
DATA = "tests/server/programs/sandbox/test_probe.py"


def test_a_server_that_is_not_root_shuts_programs_in_as_well() -> None:
    tests = [
        f"tests/integration/test_attacks.py::test_an_attack_is_contained_and_told[{name}]"
        for name in SOME
    ]
    assert f"{len(SOME)} passed" in told_of(tests)


def test_a_server_that_is_not_root_keeps_its_data_folder_apart_as_well() -> None:
    assert "4 passed" in told_of([DATA, "-k", "data_folder or comparison_of_paths"])


def told_of(tests: list[str]) -> str:
    """What pytest says of tests that another user runs, and that pass."""
    why = obstacle()
    if why is not None:
        pytest.skip(f"LOUD: nothing is tried on a server of another user: {why}")
    done = run_tests(tests)
    assert done.returncode == 0, done.stdout[-4_000:]
    if "skipped" in done.stdout:
        pytest.skip(f"LOUD: user namespaces are not for everybody here: {done.stdout[-200:]}")
    return done.stdout
