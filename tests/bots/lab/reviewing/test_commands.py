"""What `infoset blunders` and `infoset luck` have in common: what they refuse before hours of work, and how they go on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.bots.runs import call

from infoset import extras
from infoset.errors import CommandError, MissingExtraError
from infoset_bots.lab.reviewing import commands
from infoset_bots.lab.reviewing.commands import blunders, luck

CHEAP = {
    blunders: ("--processes", "0", "--worlds", "8", "--decisions", "1", "--reference", "random"),
    luck: ("--processes", "0"),
}
COMMANDS = pytest.mark.parametrize("command", CHEAP, ids=lambda command: command.__name__)


def ask(command: Callable[..., object], run: Path, *words: str) -> int:
    return call(command, str(run), *CHEAP[command], *words)


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is worked out: whoever begins with it has refused too late."""

    def begin(*arguments: object) -> None:
        raise AssertionError("hours of work have begun")

    monkeypatch.setattr(commands, "judge", begin)
    monkeypatch.setattr(commands, "measure", begin)


@COMMANDS
def test_a_missing_library_is_named_before_anything_is_done(
    command: Callable[..., object], colonies: Path, lazy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "scipy" else name)
    with pytest.raises(
        MissingExtraError, match=f"infoset {command.__name__} needs the extra `lab`"
    ):
        ask(command, colonies)


@COMMANDS
@pytest.mark.parametrize(
    ("file", "why"),
    [("nowhere/loss.json", "No such file or directory"), (".", "Is a directory")],
)
def test_a_file_that_cannot_be_written_is_named_before_anything_is_done(
    command: Callable[..., object],
    file: str,
    why: str,
    colonies: Path,
    tmp_path: Path,
    lazy: None,
) -> None:
    with pytest.raises(CommandError, match=why):
        ask(command, colonies, "--json", str(tmp_path / file))


def test_a_file_of_decisions_that_cannot_be_written_is_named_before_anything_is_done(
    colonies: Path, tmp_path: Path, lazy: None
) -> None:
    with pytest.raises(CommandError, match=r"nowhere/each\.jsonl: No such file or directory"):
        ask(blunders, colonies, "--each", str(tmp_path / "nowhere" / "each.jsonl"))


@COMMANDS
def test_one_match_needs_no_intervals_and_no_library(
    command: Callable[..., object], colonies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "scipy" else name)
    assert ask(command, colonies / "matches" / "0.jsonl") == 0
