"""The Java SDK: its own tests. Its samples: test_samples.py."""

import pytest
from tests.sdk.programs import CACHE
from tests.sdk.sdks import CLIENTS, JAVA, Start

pytestmark = pytest.mark.timeout(700)


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date; the tests of the SDK have passed."""
    return JAVA.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    reports = list((CACHE / JAVA.folder / "surefire-reports").glob("*.xml"))
    tests = (CLIENTS / "java" / "src" / "test").rglob("*Test.java")
    assert {report.name.split(".")[1] for report in reports} == {test.stem for test in tests}
    assert all('errors="0"' in report.read_text("utf-8") for report in reports)
