"""The Rust SDK: its own tests. Its samples: test_samples.py."""

import pytest
from tests.sdk.programs import alone, build
from tests.sdk.sdks import AS_OURS, CLIENTS, RUST, Start

pytestmark = pytest.mark.timeout(700)
SOURCE = CLIENTS / "rust"


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date."""
    return RUST.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    command = ["cargo", "test", "--release", "--features", "tls", "--tests"]
    with alone("rust") as folder:
        said = build(command, SOURCE, CARGO_TARGET_DIR=str(folder), **AS_OURS)
    assert said.count("test result: ok") >= 2, said


def test_the_code_is_formatted() -> None:
    RUST.need()
    build(["cargo", "fmt", "--check"], SOURCE)
