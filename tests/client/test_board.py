"""`infoset board`: boards of one's own are checked, shown, and written as files."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from infoset.cli import run_command
from infoset.commands.board import command
from infoset_games.catan.layouts import PRINTED, read_layout_text, write_layout

Board = Callable[..., tuple[int, str, str]]


@pytest.fixture
def board(capsys: pytest.CaptureFixture[str]) -> Board:
    """Runs the command; its exit code, and what it wrote to stdout and stderr."""
    from importlib.metadata import EntryPoint

    def run(*words: str) -> tuple[int, str, str]:
        plugin = EntryPoint("board", "infoset.commands.board:command", "infoset.commands")
        code = run_command(plugin, words)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_a_board_is_shown_with_the_numbers_of_its_places(board: Board) -> None:
    code, out, _ = board("beginner", "--plain")
    assert code == 0
    assert "#18" in out
    assert "53" in out
    assert "\x1b" not in out


def test_colours_can_be_asked_for(board: Board) -> None:
    assert "\x1b" in board("thesis", "--color", "always")[1]


@pytest.mark.parametrize("name", ["beginner", "random", "fully_random"])
def test_what_is_written_as_text_is_read_again(board: Board, tmp_path: Path, name: str) -> None:
    text = board(name, "--text", "--seed", "7")[1]
    as_option = json.loads(board(name, "--json", "--seed", "7")[1])
    assert read_layout_text(text) == as_option
    file = tmp_path / "island.txt"
    file.write_text(text)
    assert json.loads(board(str(file), "--json")[1]) == as_option


def test_a_named_board_is_the_printed_one(board: Board) -> None:
    assert json.loads(board("beginner", "--json")[1]) == write_layout(PRINTED["beginner"])


def test_a_board_that_cannot_be_is_refused_in_a_sentence(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "island.txt"
    file.write_text(board("random", "--text")[1].replace("desert", "ore 3", 1))
    code, out, err = board(str(file))
    assert (code, out) == (1, "")
    assert err == f"infoset: {file}: hexes: expected 3 of ore, got 4\n"
    assert "layouts are beginner, thesis" in board("atlantis")[2]


def test_json_and_text_exclude_each_other() -> None:
    parser = argparse.ArgumentParser()
    command(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["random", "--json", "--text"])
