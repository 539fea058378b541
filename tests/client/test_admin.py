"""`infoset admin`: what is sent, with which token, and how the answer is shown."""

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from infoset.commands import admin, tournament
from infoset.errors import CommandError, CredentialError
from infoset.exits import FAILED, WRONG_USE
from infoset.settings import URL_VARIABLE
from infoset_bots.lab.abtests import command as abtests


class Line:
    """A command line, and the server at its other end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.sent: list[tuple[str, dict[str, Any], str]] = []
        self.asked_at: Any = None
        self.answer: dict[str, Any] = {}
        self.folder = folder
        (folder / "admin.token").write_text("from_data\n")
        monkeypatch.delenv(admin.TOKEN_VARIABLE, raising=False)
        monkeypatch.delenv(URL_VARIABLE, raising=False)
        monkeypatch.setattr(admin, "post", self._post)

    def _post(self, address: Any, path: str, body: dict[str, Any], token: str) -> dict[str, Any]:
        self.sent.append((path, body, token))
        self.asked_at = address
        return self.answer

    def run(self, *arguments: str) -> int:
        parser = argparse.ArgumentParser()
        run = admin.command(parser)
        return run(parser.parse_args(["--data", str(self.folder), *arguments]))


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Line:
    return Line(monkeypatch, tmp_path)


@pytest.mark.parametrize(
    ("arguments", "path", "body"),
    [
        ("close", "/admin/close", {}),
        ("close --room R", "/admin/close", {"room": "R"}),
        ("ban --address 192.0.2.7 --minutes 5", "/admin/ban", {"address": "192.0.2.7", "minutes": 5}),
        ("slow --minutes 2", "/admin/slow", {"minutes": 2}),
        ("users --guests", "/admin/users", {"guests": True}),
        ("add-class 7b --pupils 3", "/admin/add-class", {"name": "7b", "pupils": 3}),
        ("add-token crab --scopes play watch", "/admin/add-token", {"user": "crab", "scopes": ["play", "watch"]}),
        ("webhook-add https://club.example/r --ladder open", "/admin/webhook-add", {"url": "https://club.example/r", "ladder": "open"}),
    ],
)  # fmt: skip
def test_a_verb_becomes_a_request(
    line: Line, arguments: str, path: str, body: dict[str, Any]
) -> None:
    assert line.run(*arguments.split()) == 0
    assert line.sent == [(path, body, "from_data")]


class Terminal(io.StringIO):
    """Where somebody types an answer."""

    def isatty(self) -> bool:
        return True


CHANGE: Final = ("change-ladder", "mini", "--seasons", "fresh", "--season-days", "0")
CHANGED: Final = {"ladder": "mini", "seasons": "fresh", "season_days": 0.0}


@pytest.mark.parametrize(("typed", "is_done"), [("y\n", True), ("\n", False), ("no\n", False)])
def test_what_would_come_of_a_change_is_shown_and_asked_about(
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    is_done: bool,
) -> None:
    line.answer = {"message": "ratings begin anew"}
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    assert line.run(*CHANGE) == (0 if is_done else FAILED)
    bodies = [body for _, body, _ in line.sent]
    assert bodies == [{**CHANGED, "preview": True}, *([CHANGED] if is_done else [])]
    assert "ratings begin anew\nGo on? [y/N]" in capsys.readouterr().err


def test_nobody_is_asked_where_nothing_comes_of_it_or_the_answer_is_given(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert line.run(*CHANGE) == 0
    line.answer = {"message": "ratings begin anew"}
    assert line.run(*CHANGE, "--yes") == 0
    assert line.run(*CHANGE, "--preview") == 0
    preview = {**CHANGED, "preview": True}
    assert [body for _, body, _ in line.sent] == [preview, CHANGED, CHANGED, preview]
    with pytest.raises(CommandError, match="expected --yes"):
        line.run(*CHANGE)
    assert line.sent[-1][1] == preview


def test_what_is_empty_is_sent_as_it_is(line: Line) -> None:
    line.run("change-ladder", "mini", "--title", "", "--hosted", "--uploads", "off", "--yes")
    assert line.sent[-1][1] == {"ladder": "mini", "title": "", "hosted": [], "uploads": "off"}


def test_the_token_is_taken_from_a_file_the_environment_or_the_data_folder(
    line: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("from_file")
    line.run("classes")
    monkeypatch.setenv(admin.TOKEN_VARIABLE, "from_environment")
    line.run("classes")
    line.run("--token-file", str(tmp_path / "mine"), "classes")
    assert [token for _, _, token in line.sent] == ["from_data", "from_environment", "from_file"]


@pytest.mark.parametrize(
    ("command", "verb"),
    [
        (admin.command, ("ban", "--address", "192.0.2.7")),
        (admin.command, ("webhook-add", "https://club.example/r")),
        (tournament.command, ("enter", "cup")),
        (abtests.command, ("submit", "a.py", "b.py")),
    ],
    ids=["admin", "webhook-add", "tournament", "ab"],
)
def test_server_token_and_file_may_be_named_before_the_verb_or_behind_it(
    command: Callable[[argparse.ArgumentParser], Any], verb: tuple[str, ...]
) -> None:
    parser = argparse.ArgumentParser()
    command(parser)
    where = ("--url", "play.example", "--data", "d", "--token-file", "t", "--out", "o")
    others = ("--url", "other.example", "--data", "x", "--token-file", "x", "--out", "x")
    for words in ((*where, *verb), (*verb, *where), (*others, *verb, *where)):
        args = parser.parse_args(words)
        assert (args.url, args.data) == ("play.example", Path("d"))
        assert (args.token_file, args.out) == (Path("t"), Path("o"))
    args = parser.parse_args(verb)
    assert (args.url, args.data) == (None, admin.DEFAULT_DATA)
    assert (args.token_file, args.out) == (None, None)


def test_the_token_of_a_data_folder_goes_to_the_server_of_that_folder(
    line: Line, tmp_path: Path
) -> None:
    data = tmp_path / "elsewhere"
    data.mkdir()
    (data / "admin.token").write_text("of_the_folder")
    (data / "server.url").write_text("infoset://127.0.0.1:8000\n")
    (tmp_path / "own").write_text("of_an_account")
    for arguments, port in (
        (["--data", str(data)], 8000),
        (["--data", str(data), "--url", "infoset://127.0.0.1:9000"], 9000),
        (["--data", str(data), "--token-file", str(tmp_path / "own")], 7421),
    ):
        line.run(*arguments, "users")
        assert line.asked_at.port == port


def test_a_missing_token_is_told_with_its_file_and_what_to_name_instead(
    line: Line, tmp_path: Path
) -> None:
    with pytest.raises(CredentialError, match=r"admin\.token: No such file.*; name .* --data"):
        line.run("--data", str(tmp_path / "elsewhere"), "classes")
    with pytest.raises(CredentialError, match=r"own: No such file or directory$"):
        line.run("--token-file", str(tmp_path / "own"), "classes")


def test_no_verb_is_answered_with_all_of_them(
    line: Line, capsys: pytest.CaptureFixture[str]
) -> None:
    assert line.run() == WRONG_USE
    said = capsys.readouterr().err
    assert all(f"\n    {verb}" in said for verb in admin.VERBS)


def test_rows_are_shown_in_columns_with_times_of_day(
    line: Line, capsys: pytest.CaptureFixture[str]
) -> None:
    line.answer = {
        "message": "2 users",
        "rows": [
            {"name": "a\x1b[2J", "here": True, "seen_ms": 0, "until_ms": (1 << 53) - 1},
            {"name": "bartholomew", "here": False, "seen_ms": None},
        ],
    }
    line.run("users")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "2 users"
    assert said[1].split() == ["name", "here", "seen", "until"]
    assert said[2].startswith("a?[2J        yes   19")
    assert said[2].endswith("for ever")
    assert said[3] == "bartholomew  no"


def test_a_secret_stands_alone_on_stdout_or_in_a_file_for_its_owner(
    line: Line, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line.answer = {"message": "t_1 for crab", "secret": "inf_bot_x"}
    line.run("add-token", "crab")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("inf_bot_x\n", "t_1 for crab\n")
    out = tmp_path / "crab.token"
    line.run("--out", str(out), "add-token", "crab")
    assert capsys.readouterr().out == ""
    assert (out.read_text(), out.stat().st_mode & 0o777) == ("inf_bot_x\n", 0o600)
    with pytest.raises(CredentialError, match="not overwritten"):
        line.run("--out", str(out), "add-token", "crab")


def test_a_file_is_written_where_it_shall_go(line: Line, tmp_path: Path) -> None:
    line.answer = {"message": "2 cards", "file": "<html>"}
    for _ in range(2):
        line.run("--out", str(tmp_path / "cards.html"), "cards", "7b")
    assert (tmp_path / "cards.html").read_text() == "<html>"
    with pytest.raises(CommandError, match="No such file"):
        line.run("--out", str(tmp_path / "missing" / "cards.html"), "cards", "7b")
