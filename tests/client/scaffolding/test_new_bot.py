"""What `infoset new-bot` writes, and what it refuses. That it plays: tests/integration/test_starters.py."""

import ast
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from infoset.cli import ENTRY_POINT_GROUP, main
from infoset.scaffolding.starters import STARTERS

COMMAND = EntryPoint("new-bot", "infoset.commands.new_bot:command", ENTRY_POINT_GROUP)
ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "first-bot.md"
SCREEN = 48  # lines
WIDTH = 132  # characters


def new_bot(*arguments: str) -> int:
    return main(["new-bot", *arguments], [COMMAND])


@pytest.fixture(params=STARTERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bot(language: str, tmp_path: Path) -> Path:
    """The folder of a new bot."""
    assert new_bot("--lang", language, "ferris", "--into", str(tmp_path)) == 0
    return tmp_path / "ferris"


def test_the_command_is_one_of_infoset() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"][ENTRY_POINT_GROUP][COMMAND.name] == COMMAND.value


def test_a_new_bot_has_all_its_parts(bot: Path, language: str) -> None:
    for part in ("README.md", "bot.toml", "check.py", STARTERS[language].source):
        assert (bot / part).is_file()


def test_nothing_is_left_open_in_a_new_bot(bot: Path) -> None:
    for file in bot.rglob("*"):
        assert file.is_dir() or "@@" not in file.read_text("utf-8")
        assert file.suffix != ".in"


def test_the_readme_fits_a_screen_and_names_what_is_there(bot: Path, language: str) -> None:
    readme = (bot / "README.md").read_text("utf-8")
    starter = STARTERS[language]
    assert len(readme.splitlines()) <= SCREEN
    assert max(map(len, readme.splitlines())) <= WIDTH
    assert f"`{starter.source}`" in readme
    assert f"`{starter.function}`" in readme
    source = (bot / starter.source).read_text("utf-8")
    assert starter.function in source
    assert '"build"' in source or "build)" in source  # what it prefers, by its verb


def test_a_new_bot_has_the_sdk_of_its_language_in_its_folder(bot: Path, language: str) -> None:
    sdk = STARTERS[language].sdk
    if sdk is None:
        assert language in ("python", "shell")
        return
    vendored = sdk.vendored()
    assert vendored
    for path, text in vendored.items():
        assert (bot / path).read_text("utf-8") == text
        assert not any(word in path for word in ("test", "samples", "node_modules", "target"))


def test_the_manifest_has_what_a_server_wants(bot: Path, language: str) -> None:
    manifest = tomllib.loads((bot / "bot.toml").read_text("utf-8"))
    starter = STARTERS[language]
    assert manifest["name"] == "ferris"
    assert manifest["about"] == f"Builds when it can, in {starter.title}."
    words = shlex.split(starter.program)
    assert manifest["command"][-len(words) + 1 :] == words[1:] or manifest["command"] == words
    assert (manifest["command"][0] == "{python}") is (language in ("python", "shell"))


def test_a_python_bot_finds_its_own_modules_where_a_server_runs_it(
    tmp_path: Path, unused_port: int
) -> None:
    """A server sets PYTHONSAFEPATH, so that what lies beside a bot hides no module of its own Python."""
    assert new_bot("--lang", "python", "ferris", "--into", str(tmp_path)) == 0
    bot = tmp_path / "ferris"
    source = (bot / "bot.py").read_text("utf-8")
    (bot / "bot.py").write_text(f"import taste\n{source}", "utf-8")
    (bot / "taste.py").write_text("import sys\nprint('tasted', file=sys.stderr)\n", "utf-8")
    words = tomllib.loads((bot / "bot.toml").read_text("utf-8"))["command"]
    url = f"infoset://127.0.0.1:{unused_port}"
    ended = subprocess.run(
        [sys.executable if word == "{python}" else word for word in words] + ["--seek", "catan"],
        cwd=bot,
        env=os.environ | {"PYTHONSAFEPATH": "1", "INFOSET_URL": url, "INFOSET_TOKEN": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (
        ended.stderr
        == f"tasted\ninfoset: {url}: connection refused: no server is listening there\n"
    )


def test_the_check_needs_nothing_but_python(bot: Path) -> None:
    tree = ast.parse((bot / "check.py").read_text("utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imported for alias in node.names}
    assert names == {"os", "re", "subprocess", "sys", "tempfile", "tomllib", "Path"}


def test_the_shell_bot_may_be_executed(tmp_path: Path) -> None:
    assert new_bot("--lang", "shell", "ferris", "--into", str(tmp_path)) == 0
    assert os.access(tmp_path / "ferris" / "bot.sh", os.X_OK)


@pytest.mark.parametrize("name", ["Ferris", "9lives", "my-bot", "../up", "", "x" * 33, "a b"])
def test_a_name_that_no_server_would_offer_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new_bot("--lang", "python", "--into", str(tmp_path), "--", name) == 1
    assert "expected a small letter" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ferris").mkdir()
    (tmp_path / "ferris" / "mine.txt").write_text("mine")
    assert new_bot("--lang", "go", "ferris", "--into", str(tmp_path)) == 1
    assert "exists already" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "ferris").iterdir()] == ["mine.txt"]


def test_a_language_without_a_starter_is_shown_two_ways_to_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new_bot("--lang", "ruby", "ferris", "--into", str(tmp_path)) == 1
    told = capsys.readouterr().err
    assert "--lang ruby" in told
    assert [language for language in STARTERS if language not in told] == []
    assert "infoset bridge --mode words" in told
    assert "protocol/README.md" in told
    assert list(tmp_path.iterdir()) == []


def test_a_missing_toolchain_is_named_and_the_bot_written_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None)
    assert new_bot("--lang", "java", "ferris", "--into", str(tmp_path)) == 0
    assert "install what is not found here: javac, java, mvn" in capsys.readouterr().err
    assert (tmp_path / "ferris" / STARTERS["java"].source).is_file()


def test_the_document_names_every_language_with_its_commands() -> None:
    _, _, rest = DOCUMENT.read_text("utf-8").partition("| language | ")
    rows = rest.partition("\n\n")[0].splitlines()[2:]
    for row, (language, starter) in zip(rows, sorted(STARTERS.items()), strict=True):
        named, source, tools, *commands = (cell.strip() for cell in row.split("|")[1:-1])
        assert named == f"`{language}`"
        assert source == f"`{starter.source}`"
        assert [tool for tool in starter.tools if f"`{tool}`" not in tools] == []
        assert commands == [
            "<br>".join(f"`{line}`" for line in lines) or "-"
            for lines in (starter.fetch, starter.build)
        ]
