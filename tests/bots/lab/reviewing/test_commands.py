"""What `infoset blunders`, `infoset luck` and `infoset worlds` have in common: what they refuse before hours of work, and how they go on."""

from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.bots.runs import call, room_for

from infoset import extras
from infoset.cli import Run
from infoset.errors import BotLoadError, CommandError, MissingExtraError
from infoset_bots.lab.pools.port import Job, Task
from infoset_bots.lab.reviewing import commands, jobs
from infoset_bots.lab.reviewing.answers import Answers
from infoset_bots.lab.reviewing.commands import blunders, luck, worlds

Command = Callable[[ArgumentParser], Run]
CHEAP: dict[Command, tuple[str, ...]] = {
    blunders: ("--processes", "0", "--worlds", "8", "--decisions", "1", "--reference", "random"),
    luck: ("--processes", "0"),
    worlds: ("--processes", "0", "--worlds", "8", "--decisions", "2"),
}
COMMANDS = pytest.mark.parametrize("command", CHEAP, ids=lambda command: command.__name__)


def ask(command: Command, run: Path, *words: str) -> int:
    return call(command, str(run), *CHEAP[command], *words)


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is worked out: whoever begins with it has refused too late."""

    def begin(*arguments: object) -> None:
        raise AssertionError("hours of work have begun")

    monkeypatch.setattr(commands, "judge", begin)
    monkeypatch.setattr(commands, "measure", begin)
    monkeypatch.setattr(commands, "sample", begin)


@COMMANDS
def test_a_missing_library_is_named_before_anything_is_done(
    command: Command, colonies: Path, lazy: None, monkeypatch: pytest.MonkeyPatch
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
    command: Command,
    file: str,
    why: str,
    colonies: Path,
    tmp_path: Path,
    lazy: None,
) -> None:
    with pytest.raises(CommandError, match=why):
        ask(command, colonies, "--json", str(tmp_path / file))


@pytest.mark.parametrize("command", [blunders, worlds], ids=lambda command: command.__name__)
def test_a_file_of_decisions_that_cannot_be_written_is_named_before_anything_is_done(
    command: Command, colonies: Path, tmp_path: Path, lazy: None
) -> None:
    with pytest.raises(CommandError, match=r"nowhere/each\.jsonl: No such file or directory"):
        ask(command, colonies, "--each", str(tmp_path / "nowhere" / "each.jsonl"))


@COMMANDS
def test_one_match_needs_no_intervals_and_no_library(
    command: Command, colonies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "scipy" else name)
    assert ask(command, colonies / "matches" / "0.jsonl") == 0


# Going on.

WORK = {
    blunders: "judge_sitting",
    luck: "measured",
    worlds: "look_around",
}  # what does a job in this process


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The jobs that are done, as they are begun."""
    begun: list[str] = []

    def counting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def counts(*arguments: Any) -> Any:
            begun.append(name)
            return work(*arguments)

        return counts

    for name in WORK.values():
        monkeypatch.setattr(jobs, name, counting(name, getattr(jobs, name)))
    return begun


@COMMANDS
def test_what_was_worked_out_before_ctrl_c_is_not_worked_out_again(
    command: Command,
    colonies: Path,
    tmp_path: Path,
    counted: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole, again = tmp_path / "whole.json", tmp_path / "again.json"
    out = ("--seed", "1", "--out", str(tmp_path / "kept"))
    assert ask(command, colonies, "--seed", "1", "--json", str(whole)) == 0
    in_all = len(counted)
    add = Answers.add

    def add_and_stop(self: Answers, results: dict[str, bytes]) -> None:
        add(self, results)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Answers, "add", add_and_stop)
        assert ask(command, colonies, *out) == 130
    assert "the same command goes on with it" in capsys.readouterr().err
    with (tmp_path / "kept").open("a") as file:
        file.write('{"job": "cut')  # off by a kill
    counted.clear()
    assert ask(command, colonies, *out, "--json", str(again)) == 0
    assert len(counted) == in_all - 1
    assert again.read_bytes() == whole.read_bytes()
    counted.clear()
    assert ask(command, colonies, *out, "--json", str(again)) == 0
    assert counted == []
    assert again.read_bytes() == whole.read_bytes()


@COMMANDS
def test_another_question_is_worked_out_anew(
    command: Command, colonies: Path, tmp_path: Path, counted: list[str]
) -> None:
    out = ("--out", str(tmp_path / "kept"))
    assert ask(command, colonies, *out, "--seed", "1") == 0
    in_all = len(counted)
    assert ask(command, colonies, *out, "--seed", "2") == 0
    assert len(counted) == 2 * in_all


def test_a_reference_that_cannot_play_the_game_is_refused_before_it_is_asked(
    colonies: Path, tmp_path: Path, counted: list[str]
) -> None:
    bot = tmp_path / "picky.py"
    bot.write_text(
        "import infoset\n\nclass Picky(infoset.Bot):\n    def check_game(self, game):\n"
        "        raise ValueError(f'w.npz: not for {game.name} with {game.options()[\"colony\"]} colonies')\n"
    )
    with pytest.raises(
        BotLoadError, match=r"cannot play colonizers: w\.npz: not for colonizers with 2"
    ):
        ask(blunders, colonies, "--reference", str(bot))
    assert counted == []


def test_a_reference_that_was_changed_is_asked_anew(
    colonies: Path, tmp_path: Path, counted: list[str]
) -> None:
    bot = tmp_path / "judge.py"
    text = "import infoset\n\nclass Judge(infoset.Bot):\n    def decide(self, turn): return {}\n"
    out = ("--seed", "1", "--out", str(tmp_path / "kept"), "--reference", str(bot))
    bot.write_text(text.format("turn.n - 1"))
    assert ask(blunders, colonies, *out) == 0
    in_all = len(counted)
    bot.write_text(text.format("0"))
    assert ask(blunders, colonies, *out) == 0
    assert len(counted) == 2 * in_all
    data = tmp_path / "weights.json"
    for times, weights in ((3, "1"), (4, "2"), (4, "2"), (4, "1")):
        bot.write_text(text.format("0") + f"    book = {str(data)!r}\n")
        data.write_text(weights)
        assert ask(blunders, colonies, *out) == 0
        assert len(counted) == times * in_all


@COMMANDS
def test_a_run_that_could_not_go_on_is_refused(
    command: Command, colonies: Path, tmp_path: Path, lazy: None
) -> None:
    with pytest.raises(CommandError, match="--out: expected --seed with it"):
        ask(command, colonies, "--out", str(tmp_path / "kept"))
    file = tmp_path / "notes.txt"
    file.write_text("milk\neggs\n")
    with pytest.raises(CommandError, match=r"notes\.txt, line 1: expected what an earlier run"):
        ask(command, colonies, "--seed", "1", "--out", str(file))
    assert file.read_text() == "milk\neggs\n"
    with (
        closing(Answers(tmp_path / "busy")),
        pytest.raises(CommandError, match="another process is writing"),
    ):
        ask(command, colonies, "--seed", "1", "--out", str(tmp_path / "busy"))


def test_a_disk_without_room_is_told_and_loses_no_answer(tmp_path: Path) -> None:
    task, jobs_done = Task("f", b""), [Job(number, b"%d" % number) for number in range(2)]
    kept = Answers(tmp_path / "kept")
    kept.add({kept.digest(task, jobs_done[0]): b"1"})
    size = (tmp_path / "kept").stat().st_size
    said = pytest.raises(CommandError, match=r"kept: File too large; what was kept before counts")
    with room_for(size + 10), said, closing(kept):
        kept.add({kept.digest(task, jobs_done[1]): b"2"})
    with closing(Answers(tmp_path / "kept")) as again:
        assert [again.find(task, job) for job in jobs_done] == [b"1", None]
