"""Which OpenSpiel is installed: its version is part of the rules; where there is none, the extra is named."""

import sys
from importlib import import_module
from importlib.metadata import EntryPoint

import pytest

from infoset_games.descriptor import GROUP
from infoset_games.registry import Registry, RulesVersionError, UnknownGameError

FAMILY = EntryPoint("openspiel", "infoset_games.shipped:OPENSPIEL", GROUP)


def test_without_openspiel_its_games_are_unknown_and_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in sys.modules if name.startswith("infoset_games.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(UnknownGameError, match=r"the extra `openspiel`"):
        Registry([FAMILY]).find("openspiel_hearts")


@pytest.mark.parametrize(
    ("installed", "rules"),
    [("2.0.2", "1.20002"), ("2.0.2rc1", "1.20002"), ("2.1", "1.20100"), ("3.0.0.dev4", "1.30000")],
)
def test_the_version_of_openspiel_is_that_of_the_rules(
    installed: str, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nothing has its version")
    family = import_module("infoset_games.openspiel.family")
    monkeypatch.setattr(family, "version", lambda name: installed)
    monkeypatch.setattr(family, "_classes", {})
    assert family.find("hearts").rules == f"openspiel_hearts/{rules}"


def test_a_record_of_another_openspiel_is_refused_with_both_versions() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nothing has its version")
    with pytest.raises(
        RulesVersionError, match=r"openspiel_hearts/1.10502, installed is openspiel"
    ):
        Registry([FAMILY]).make("openspiel/hearts", rules="openspiel_hearts/1.10502")
