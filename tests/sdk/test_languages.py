"""The random bots of a mixed night and of the benchmarks: each language whose tools are installed has one."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.languages import LANGUAGES, Language, make_all
from tests.sdk.programs import RUN_S, alone
from tests.sdk.sdks import AS_OURS, RUST

from benchmarks import languages

pytestmark = pytest.mark.timeout(4 * RUN_S)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: str(one.name))
def test_its_bot_is_built(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing := language.missing():
        pytest.skip(f"NOT TESTED: {', '.join(missing)} NOT INSTALLED")
    monkeypatch.setattr(languages, "OUT", tmp_path)
    if language.name == RUST.name:
        bring_crates(language.out)
        for name, value in AS_OURS.items():
            monkeypatch.setenv(name, value)
    # Nobody plays with it: nothing is optimised.
    quick = replace(language, build=tuple(word.replace("-O2", "-O0") for word in language.build))
    assert make_all([quick]) == [quick]
    program = Path(quick.command()[0])
    assert program.is_file() or shutil.which(program)


def bring_crates(folder: Path) -> None:
    """Puts into a folder of Cargo's the crates that our samples are built with, which are most of the work: that a bot is
    built with them is asked here. Files keep their times, by which Cargo knows what is up to date.
    """
    RUST.start()
    with alone(RUST.folder) as made:
        for part in (".fingerprint", "build", "deps"):
            shutil.copytree(made / "release" / part, folder / "release" / part)
