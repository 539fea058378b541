"""Which rules are running, and whether they are those of the source."""

import os
from pathlib import Path

from infoset_games import core
from infoset_games.build_info import is_compiled, stale_modules
from infoset_games.colonizers import state


def test_the_rules_are_compiled_together_or_not_at_all() -> None:
    assert is_compiled() == (not str(core.__file__).endswith(".py"))
    assert is_compiled() == (not str(state.__file__).endswith(".py"))


def test_a_source_newer_than_its_extension_is_stale(tmp_path: Path) -> None:
    for name in ("fresh", "changed", "plain"):
        (tmp_path / f"{name}.py").touch()
        os.utime(tmp_path / f"{name}.py", (1000, 2000 if name == "changed" else 1000))
    for name in ("fresh", "changed", "shared__mypyc"):
        extension = tmp_path / f"{name}.cpython-311-x86_64-linux-gnu.so"
        extension.touch()
        os.utime(extension, (1500, 1500))
    assert stale_modules(tmp_path) == ["changed.py"]
