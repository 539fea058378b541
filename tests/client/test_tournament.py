"""`infoset tournament`: what is sent for which words."""

import argparse
from pathlib import Path
from typing import Any

import pytest

from infoset.commands import admin, tournament
from infoset.errors import CommandError
from infoset.exits import FAILED, WRONG_USE


class Line:
    """A command line, and the server at its other end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.sent: list[tuple[str, dict[str, Any], str]] = []
        self.answer: dict[str, Any] = {}
        self.folder = folder
        (folder / "admin.token").write_text("from_data\n", encoding="utf-8")
        monkeypatch.delenv(admin.TOKEN_VARIABLE, raising=False)
        monkeypatch.setattr(tournament, "post", self._post)

    def _post(self, address: Any, path: str, body: dict[str, Any], token: str) -> dict[str, Any]:
        self.sent.append((path, body, token))
        return self.answer

    def run(self, *arguments: str) -> int:
        parser = argparse.ArgumentParser()
        run = tournament.command(parser)
        return run(parser.parse_args(["--data", str(self.folder), *arguments]))


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Line:
    return Line(monkeypatch, tmp_path)


@pytest.mark.parametrize(
    ("words", "path", "body"),
    [
        ("list", "tournaments", {}),
        ("start cup", "tournament-start", {"tournament": "cup"}),
        ("standings cup --public --json", "tournament-standings", {"tournament": "cup", "public": True, "json": True}),
        ("rule cup R1.2 1 2 2", "tournament-rule", {"tournament": "cup", "table": "R1.2", "places": [1, 2, 2]}),
        ("adjust cup ann --points -1 --reason late", "tournament-adjust", {"tournament": "cup", "entrant": "ann", "points": -1.0, "reason": "late"}),
        ("enter cup --bot ferris@3 --name F", "tournament-enter", {"tournament": "cup", "bot": "ferris@3", "name": "F"}),
        ("release cup --round 2", "tournament-release", {"tournament": "cup", "round": 2}),
    ],
)  # fmt: skip
def test_a_verb_becomes_a_request(line: Line, words: str, path: str, body: dict[str, Any]) -> None:
    assert line.run(*words.split()) == 0
    assert line.sent == [(f"/admin/{path}", body, "from_data")]


def test_the_file_itself_is_sent(line: Line) -> None:
    path = line.folder / "cup.toml"
    path.write_text('id = "cup"', encoding="utf-8")
    assert line.run("create", str(path)) == 0
    assert line.sent == [("/admin/tournament-create", {"file": 'id = "cup"'}, "from_data")]


def test_a_file_that_cannot_be_read_is_named(line: Line) -> None:
    with pytest.raises(CommandError, match=r"none\.toml"):
        line.run("create", str(line.folder / "none.toml"))
    (line.folder / "image.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(CommandError, match=r"image\.toml"):
        line.run("create", str(line.folder / "image.toml"))
    assert line.sent == []


def test_tables_and_files_are_shown(line: Line, capsys: pytest.CaptureFixture[str]) -> None:
    line.answer = {"message": "Cup: over", "rows": [{"place": 1, "name": "ann"}]}
    line.run("standings", "cup")
    assert capsys.readouterr().out == "Cup: over\nplace  name\n1      ann\n"
    line.answer = {"file": "{}"}
    line.run("--out", str(line.folder / "cup.json"), "export", "cup")
    assert (line.folder / "cup.json").read_text(encoding="utf-8") == "{}"


def test_without_a_verb_the_help_is_shown(line: Line, capsys: pytest.CaptureFixture[str]) -> None:
    assert line.run() == WRONG_USE
    assert "VERB" in capsys.readouterr().err
    assert line.sent == []


@pytest.mark.parametrize("words", ["enter cup", "enter cup --my-bot ferris", "leave cup", "offers"])
def test_who_wants_to_take_part_himself_needs_his_own_account(
    line: Line, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("INFOSET_TOKEN", raising=False)
    assert line.run(*words.split()) == FAILED
    assert "an account is needed" in capsys.readouterr().err
    assert line.sent == []
