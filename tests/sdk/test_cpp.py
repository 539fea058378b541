"""The C++ SDK: its own tests. Its samples: test_samples.py."""

import pytest
from tests.sdk.programs import ROOT, VECTORS, build
from tests.sdk.sdks import CPP, Start

pytestmark = pytest.mark.timeout(700)


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date."""
    return CPP.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    assert "FAILED" not in build([*sample("tests"), VECTORS], ROOT)
