"""What an upload says about itself, and what its owner hears where that cannot be."""

from pathlib import Path

import pytest

from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.upload_source import UploadError
from infoset_server.uploads.unpacking import check_games, check_name, check_tools, read_upload


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def test_a_manifest_is_read(tmp_path: Path) -> None:
    entry = read_upload(write(tmp_path, bot_toml='name = "a"\nlanguage = "rust"'), None)
    assert (entry.name, entry.language, entry.folder) == ("a", "rust", None)
    assert entry.build_commands == (("cargo", "build", "--release", "--offline"),)


def test_a_name_given_with_the_upload_outweighs_the_manifest(tmp_path: Path) -> None:
    write(tmp_path, bot_toml='name = "a"\ncommand = ["./run"]')
    assert read_upload(tmp_path, "b").name == "b"


@pytest.mark.parametrize(
    ("file", "says"),
    [("my_py", ["-m", "infoset", "bot", "my.py"]), ("my_sh", ["words", "--", "sh", "my.sh"])],
)
def test_a_single_file_needs_no_manifest(tmp_path: Path, file: str, says: list[str]) -> None:
    entry = read_upload(write(tmp_path, **{file: ""}), None)
    assert entry.name == "my"
    assert entry.argv()[-len(says) :] == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('command = ["x"]', "name: expected one"),
        ('name = "x"', "bot.toml: command: expected it, or `run`"),
        ('name = "x"\nlanguage = "cobol"', "bot.toml: language: "),
        ('name = "x"\ncommand = ["x"]\nbuild = [["a"], [3]]', r"bot.toml: build\.1\.0: "),
        ('name = "x"\ncommand = ["x"]\n[resources]\nmemory_mb = 1', r"resources\.memory_mb: "),
        ('name = "x"\nrun = ["x"]\nspeaks = "latin"', "bot.toml: speaks: "),
        ('name = "x"\nrun = ["x"]\ncommand = ["y"]', "command: expected without `run`"),
        ('name = "x"\ncommand = ["x"]\nenvironment = ["KEY"]', "environment: expected in the list"),
        ("nonsense", "bot.toml: "),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(UploadError, match=says) as refused:
        read_upload(write(tmp_path, bot_toml=text), None)
    assert str(tmp_path) not in str(refused.value)


def test_an_archive_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UploadError, match=r"expected a file bot\.toml at the top, or a single"):
        read_upload(write(tmp_path, a_py="", b_py=""), None)


def test_games_and_tools_must_be_here() -> None:
    entry = BotEntry(name="x", command=("y",), games=("colonizers", "chess"))
    with pytest.raises(UploadError, match=r"games: expected some of .*catan.*, got chess"):
        check_games(entry)
    assert "crossfire" in check_games(BotEntry(name="x", command=("y",)))
    many = BotEntry(name="x", command=("y",), games=("catan", "crossfire", "catan", "catan"))
    assert check_games(many) == ("catan", "crossfire")  # a check match of each
    check_tools(BotEntry(name="x", language="shell"), [])
    check_tools(BotEntry(name="x", command=("y",)), [])


def test_a_missing_tool_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infoset_server.uploads.unpacking.find_tool", lambda tool, folders: False)
    with pytest.raises(UploadError, match="language: this server has no go"):
        check_tools(BotEntry(name="x", language="go"), [])


def test_the_name_of_a_house_bot_is_taken() -> None:
    check_name("ferris", {"random"})
    with pytest.raises(UploadError, match="a bot of the server is called random"):
        check_name("random", {"random"})
