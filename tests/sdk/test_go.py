"""The Go SDK: its form, its own tests. Its samples: test_samples.py."""

import pytest
from tests.sdk.programs import build
from tests.sdk.sdks import CLIENTS, GO, Start

pytestmark = pytest.mark.timeout(700)
SOURCE = CLIENTS / "go"


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date."""
    return GO.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    build(["go", "test", "./..."], SOURCE)


def test_nothing_is_to_be_said_against_the_code(sample: Start) -> None:
    assert build(["gofmt", "-l", "."], SOURCE) == ""
    build(["go", "vet", "./..."], SOURCE)
