"""`infoset tabletop` from the command line: what it refuses, and that kill -9 costs no entry."""

import io
import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from infoset.cli import run_command
from infoset_bots.lab.tabletop.journal import resume
from infoset_games.catan.layouts import PRINTED, write_layout

PLUGIN = EntryPoint("tabletop", "infoset_bots.lab.tabletop.command:command", "infoset.commands")
PROGRAM = (
    "import sys; from tests.bots.lab.tabletop.test_command import PLUGIN; "
    "from infoset.cli import run_command; sys.exit(run_command(PLUGIN, sys.argv[1:]))"
)
SEATS = ("--person", "Ann", "--player", "Blue=heuristic", "--person", "Ben")


def call(monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return run_command(PLUGIN, words)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = Path.cwd()
    monkeypatch.chdir(tmp_path)
    return root


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--player", "random", "--player", "heuristic"), "at least one person"),
        (("--person", "Ann"), "expected 2 to 4"),
        (
            (*SEATS, "--layout", "nowhere.txt"),
            "nowhere.txt: there is no such file, and layouts are",
        ),
        ((*SEATS, "--layout", "beginner", "--option", "layout=thesis"), "expected one of --layout"),
        ((*SEATS, "--think", "0"), "--think: expected more than 0"),
        ((*SEATS, "--layout", "enter"), "ended before the board was laid"),
        (("--resume", "gone.jsonl"), "gone.jsonl: No such file"),
        (("--resume", "a.jsonl", *SEATS), "players, board and options are in the file"),
        ((*SEATS, "--file", "no/where.jsonl"), "no/where.jsonl: No such file"),
    ],
)
def test_what_makes_no_table_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    reason: str,
) -> None:
    assert call(monkeypatch, *words) == 1
    assert reason in capsys.readouterr().err


def test_a_board_of_ones_own_is_read_from_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = (
        "ore 10, sheep 2, wood 9\nwheat 12, brick 6, sheep 4, brick 10\n"
        "wheat 9, wood 11, desert, wood 3, ore 8\nwood 8, ore 3, wheat 4, sheep 5\n"
        "brick 5, wheat 6, sheep 11\n"
    )
    (tmp_path / "island.txt").write_text(rows)
    words = (*SEATS, "--layout", "island.txt", "--file", "a.jsonl", "--plain")
    assert call(monkeypatch, *words, typed="\n9\n") == 0
    shown = capsys.readouterr().out
    assert "Ann builds a settlement at vertex 9" in shown
    assert "left; go on with: infoset tabletop --resume a.jsonl" in shown
    assert call(monkeypatch, "--resume", "a.jsonl", typed="14\n") == 0
    assert "Ann builds a road at edge 14" in capsys.readouterr().out


def test_a_typed_board_is_played_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (
        "ore 10, sheep 2, wood 9\nwheat 12, brick 6, sheep 4, brick 10\n"
        "wheat 9, wood 11, desert, wood 3, ore 8\nwood 8, ore 3, wheat 4, sheep 5\n"
        "brick 5, wheat 6, sheep 11\n\n"
    )
    words = (*SEATS, "--layout", "enter", "--file", "a.jsonl")
    assert call(monkeypatch, *words, typed=f"{rows}\n0\n") == 0
    assert "Ann builds a settlement at vertex 0" in capsys.readouterr().out


def test_a_board_that_is_pointed_at_is_asked_for_until_it_is_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = write_layout(PRINTED["beginner"])
    twice = json.loads(json.dumps(board))
    twice["hexes"][9] = ["ore", 10]  # where the desert lies
    words = (*SEATS, "--layout", "enter", "--file", "a.jsonl", "--json")
    typed = "\n".join((json.dumps(twice), json.dumps(board), "", "0", ""))
    assert call(monkeypatch, *words, typed=typed) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    asked = said[0]["asked"]
    assert asked["wanted"] == "board"
    assert sum(asked["box"]["terrain"]) == len(asked["box"]["consts"]["hexes"])
    assert said[1]["lines"] == ["! that is no board: hexes: expected 3 of ore, got 4"]
    (table,) = (one for one in said if one["t"] == "table")
    assert table["match"]["options"]["layout"] == board


def test_without_a_file_the_table_is_kept_by_date(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert call(monkeypatch, *SEATS, typed="\n0\n") == 0
    (kept,) = tmp_path.glob("tabletop-*.jsonl")
    _, story, journal = resume(kept)
    journal.close()
    assert len(story.entries) == 1


def test_kill_9_costs_no_entry_that_was_answered(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (*SEATS, "--layout", "beginner", "--file", str(Path.cwd() / "a.jsonl"))
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=here,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=0,
    )
    with child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("\n17\n25\n")
        for line in child.stdout:
            if line.startswith("  Ann builds a road at edge 25"):
                break
        child.kill()
    assert child.returncode == -9
    assert call(monkeypatch, "--resume", "a.jsonl", typed="\n") == 0
    shown = capsys.readouterr().out
    assert "  Ann builds a road at edge 25\n" in shown
    assert ">> Blue places a settlement" in shown
