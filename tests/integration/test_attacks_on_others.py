"""Some of the attacks on a server that is not root. All: `python -m tests.integration.other_user tests/integration/test_attacks.py`."""

import pytest
from tests.integration.other_user import obstacle, run_tests

SOME = ("fork_bomb", "fill_memory", "read_secrets", "become_root", "mount")


def test_a_server_that_is_not_root_shuts_programs_in_as_well() -> None:
    why = obstacle()
    if why is not None:
        pytest.skip(f"LOUD: attacks are not tried on a server of another user: {why}")
    tests = [
        f"tests/integration/test_attacks.py::test_an_attack_is_contained_and_told[{name}]"
        for name in SOME
    ]
    done = run_tests(tests)
    assert done.returncode == 0, done.stdout[-4_000:]
    if "skipped" in done.stdout:
        pytest.skip(f"LOUD: user namespaces are not for everybody here: {done.stdout[-200:]}")
    assert f"{len(SOME)} passed" in done.stdout
