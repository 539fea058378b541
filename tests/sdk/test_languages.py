"""The random bots of a mixed night and of the benchmarks: each language whose tools are installed has one."""

from pathlib import Path

import pytest
from benchmarks.languages import LANGUAGES, Language, make_all
from tests.sdk.programs import RUN_S

from benchmarks import languages

pytestmark = pytest.mark.timeout(4 * RUN_S)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: str(one.name))
def test_its_bot_is_built(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing := language.missing():
        pytest.skip(f"NOT TESTED: {', '.join(missing)} NOT INSTALLED")
    monkeypatch.setattr(languages, "OUT", tmp_path)
    monkeypatch.setenv("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")  # nobody plays with it
    language.make()
    assert make_all([language]) == [language]
