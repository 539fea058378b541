"""What a bot is made of, as a run notes it."""

import contextlib
import sys
from pathlib import Path

import pytest

from infoset.cli import own_version
from infoset.errors import CommandError
from infoset_bots.lab.arena.files import MAX_FILES, changes
from infoset_bots.lab.arena.plan import Entry
from infoset_bots.lab.arena.players import (
    VERSION,
    files_behind,
    require_apart,
    unknown_files,
    what_changed,
)

BOT = """
from __future__ import annotations
from pathlib import Path
import numpy as np
import infoset
import helper
from parts.deep import thing
from . import beside

class Mine(infoset.Bot):
    def __init__(self, weights: str = "usual.npz") -> None:
        import later
        self.book = Path(__file__).parent / "book.json"
        open("notes.log", "a")
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot's folder, full of files, some of them its own; its parent is where we are."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    (folder / "parts").mkdir(parents=True)
    (folder / "bot.py").write_text(BOT)
    (folder / "helper.py").write_text("import numpy\nimport deeper\nNAMES = ['table.csv']\n")
    for name in ("deeper", "later", "beside", "other_bot", "parts/__init__", "parts/deep"):
        (folder / f"{name}.py").write_text("")
    for name in ("usual.npz", "book.json", "table.csv", "stray.csv", "notes.log"):
        (folder / name).write_text(name)
    (tmp_path / "w.npz").write_text("w")
    return folder


CODE = [
    "mine/beside.py",
    "mine/bot.py",
    "mine/deeper.py",
    "mine/helper.py",
    "mine/later.py",
    "mine/parts/__init__.py",
    "mine/parts/deep.py",
]
DATA = ["mine/book.json", "mine/table.csv", "mine/usual.npz"]


def test_modules_beside_a_bot_and_data_that_its_source_names_are_parts_of_it(bot: Path) -> None:
    assert sorted(files_behind("mine/bot.py")) == sorted([*CODE, *DATA])
    assert sorted(files_behind("mine/bot.py:Mine")) == sorted([*CODE, *DATA])
    assert sorted(files_behind("mine/bot.py", with_quoted=False)) == CODE


def test_what_a_parameter_names_is_a_part_of_the_bot(bot: Path) -> None:
    assert "w.npz" in files_behind("mine/bot.py:Mine:weights=w.npz", with_quoted=False)
    (bot.parent / "nets" / ".git").mkdir(parents=True)
    (bot.parent / "nets" / ".git" / "index").write_text("")
    (bot.parent / "nets" / "a.npz").write_text("a")
    for left in ("arena-runs/a-1/plan.json", "strong/plan.json", "strong/results.jsonl", "x.log"):
        (bot.parent / "nets" / left).parent.mkdir(parents=True, exist_ok=True)
        (bot.parent / "nets" / left).write_text("")
    (bot.parent / "nets" / "m_7Q2-seat1.ndjson").write_text("")
    (bot.parent / "nets" / "around").symlink_to(bot.parent)  # is not gone round and round
    assert set(files_behind("mine/bot.py:weights=nets")) == {*CODE, *DATA, "nets/a.npz"}
    assert set(files_behind("mine/bot.py:weights=nets", with_quoted=False)) == set(CODE)
    assert files_behind("random") == {VERSION: own_version()}
    assert set(files_behind("minimax:weights=w.npz,depth=1")) == {VERSION, "w.npz"}
    assert files_behind("person") == {}


def test_a_folder_that_a_parameter_names_holds_so_many_files_at_most(bot: Path) -> None:
    (bot.parent / "many").mkdir()
    for number in range(MAX_FILES + 1):
        (bot.parent / "many" / str(number)).touch()
    with pytest.raises(CommandError, match=f"many: expected at most {MAX_FILES} files"):
        files_behind("mine/bot.py:weights=many")


def test_the_words_of_a_command_are_parts_of_the_bot(bot: Path) -> None:
    (bot / "play.js").write_text('import x from "./lib.js"; open("book.json")')
    (bot / "lib.js").write_text("")
    words = f"json:{sys.executable} mine/play.js --net=w.npz --fast {{seed}}"
    assert set(files_behind(words, with_quoted=False)) == {
        sys.executable,
        "mine/play.js",
        "w.npz",
    }
    assert {"mine/lib.js", "mine/book.json"} < set(files_behind(words))
    assert {"mine/helper.py", "mine/book.json"} < set(
        files_behind(f"cmd:{sys.executable} mine/bot.py")
    )


def test_a_program_on_the_path_is_called_as_the_command_calls_it(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another machine it may lie elsewhere. A word that names a folder is not followed: results of runs are there."""
    tool = bot / "bin" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent))
    assert set(files_behind("cmd:tool . mine --net= --log=mine/notes.log")) == {"tool"}


def test_a_module_is_found_as_python_finds_it(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bot / "parts" / "deep.py").write_text(
        "from ... import w\nimport parts.more, helper\nTABLE = 'parts/table.csv'"
    )
    (bot.parent / "w.py").write_text("")
    (bot / "parts" / "more.py").write_text("")
    (bot / "parts" / "table.csv").write_text("")
    monkeypatch.syspath_prepend(str(bot))
    monkeypatch.chdir(bot.parent.parent)
    own = {"parts/__init__.py", "parts/deep.py", "parts/more.py"}
    assert set(files_behind("parts.deep:Mine", with_quoted=False)) == own
    assert set(files_behind("helper:Mine", with_quoted=False)) == {"helper.py"}
    monkeypatch.chdir(bot)
    assert "helper.py" in files_behind("parts.deep:Mine")
    assert "parts/table.csv" in files_behind("parts.deep:Mine")


def test_what_is_no_source_is_a_file_all_the_same(bot: Path) -> None:
    for text in (b"def (", b"\xff\xfe", b"(" * 5000, b"from ..... import x"):
        (bot / "bot.py").write_bytes(text)
        assert set(files_behind("mine/bot.py")) == {"mine/bot.py"}


@pytest.mark.parametrize(
    ("imports", "helper", "name"),
    [
        ("    def x(self):\n        import helper", "other", "helper"),
        ("    def x(self):\n        from parts.deep import thing", "", "parts"),
        ("    async def x(self):\n        import helper", "same", None),
        ("    import helper", "other", None),
        ("    def x(self):\n        import nowhere_beside_it", "other", None),
    ],
)
def test_two_bots_clash_whose_modules_one_process_cannot_keep_apart(
    tmp_path: Path, imports: str, helper: str, name: str | None
) -> None:
    for folder, text in (("old", "same"), ("new", helper)):
        (tmp_path / folder / "parts").mkdir(parents=True)
        (tmp_path / folder / "parts" / "deep.py").write_text(folder)
        (tmp_path / folder / "helper.py").write_text(f"'{text}'")
        (tmp_path / folder / "bot.py").write_text(
            f"import infoset\n\nclass Mine(infoset.Bot):\n{imports}\n"
        )
    bots = [f"{tmp_path / folder / 'bot.py'}:Mine" for folder in ("old", "new")]
    expected = (
        contextlib.nullcontext()
        if name is None
        else pytest.raises(CommandError, match=f"each has its own module '{name}'")
    )
    with expected:
        require_apart((*bots, "random", f"cmd:{sys.executable} x.py"))


def test_a_change_is_told_by_name() -> None:
    before, now = {"a": "1", "b": "1", "c": "1"}, {"a": "1", "b": "2", "d": "1"}
    assert changes(before, now) == ["b has changed", "c is gone", "d is new"]
    assert changes(before, before) == []


def test_a_run_of_an_earlier_version_noted_one_file(bot: Path) -> None:
    (bot / "bot.py").write_text("x")
    noted = Entry("a", "mine/bot.py", "2d711642b726b044")
    assert what_changed(noted) == []
    (bot / "bot.py").write_text("import helper, later")
    assert what_changed(noted) == ["its file has changed"]
    assert "mine/helper.py" in unknown_files(noted)
    assert "mine/bot.py" not in unknown_files(noted)
    assert unknown_files(Entry("a", "random")) == []
    assert unknown_files(Entry("a", "mine/bot.py", files=files_behind("mine/bot.py"))) == []
