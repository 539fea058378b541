"""A game as a package of its own, which a researcher goes on changing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from infoset_games.descriptor import Descriptor, describing
from infoset_games.registry import register

RULES = """
from infoset_games.testing.toys.leduc import Leduc
from {name}.more import RANKS


class Changing(Leduc):
    name = "{name}"
    rules = "{name}/1.0"
"""


@contextmanager
def installed(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The game `name`, whose package is written into `folder`; gives the package."""
    package = folder / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES.format(name=name))
    (package / "more.py").write_text("RANKS = 3\n")
    (package / "view.py").write_text("")
    monkeypatch.syspath_prepend(folder)
    made = import_module(f"{name}.rules").Changing
    try:
        with register(name, made), describing(name, Descriptor(rules=f"{name}.rules:Changing")):
            yield package
    finally:
        for module in [one for one in sys.modules if one.partition(".")[0] == name]:
            del sys.modules[module]
