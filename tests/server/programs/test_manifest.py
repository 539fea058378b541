"""Bots named in a manifest and bots dropped into a folder."""

import shlex
import stat
import sys
from pathlib import Path

import pytest

from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files
from infoset_server.handlers.rooms import bot_info
from infoset_server.programs.manifest import (
    RUNTIMES,
    BotEntry,
    ManifestError,
    bot_name,
    dropped_paths,
    listed_bots,
    read_dropped,
    read_manifest,
)


def write(path: Path, text: str, *, executable: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if executable:
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_the_shipped_manifest_is_good() -> None:
    names = [entry.name for entry in listed_bots(None)]
    assert "random" in names
    assert "heuristic" in names


def test_the_document_says_how_strong_the_shipped_bots_are() -> None:
    document = (Path(__file__).parents[3] / "docs" / "hosting-bots.md").read_text("utf-8")
    said = document.partition("<!-- levels -->")[2].partition("<!-- end -->")[0].splitlines()
    rows = [
        f"| `{entry.name}` | {one.level} | {one.rating} ± {one.margin} |"
        for entry in listed_bots(None)
        for one in entry.levels
    ]
    measured = [line for line in said if "±" in line]
    assert rows
    assert sorted(rows) == sorted(measured)


LEVELS = """
[[bot]]
name = "strong"
command = ["play"]
levels = [{{ game = "catan", level = {level}, rating = 1480, margin = 25 }}]
"""


def test_a_bot_tells_how_strong_it_is(tmp_path: Path) -> None:
    path = write(tmp_path / "bots.toml", LEVELS.format(level=3))
    (entry,) = listed_bots(path)
    told = {"game": "catan", "level": 3, "of": 5, "rating": 1480, "margin": 25}
    assert bot_info(entry)["levels"] == [told]


def test_a_level_above_the_highest_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "bots.toml", LEVELS.format(level=6))
    with pytest.raises(ManifestError, match=r"levels\.0: level: expected at most 5, got 6"):
        listed_bots(path)


def test_a_manifest_runs_its_bots_in_its_folder(tmp_path: Path) -> None:
    path = write(
        tmp_path / "bots.toml",
        '[[bot]]\nname = "mine"\ngames = ["colonizers"]\ncommand = ["{python}", "mine.py"]\n',
    )
    [entry] = listed_bots(path)
    assert entry.folder == tmp_path.resolve()
    assert entry.argv() == [sys.executable, "mine.py"]
    assert entry.plays("colonizers")
    assert not entry.plays("catan")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected \\[\\[bot\\]\\] tables"),
        ('[bot]\nname = "x"', "expected \\[\\[bot\\]\\] tables"),
        ('[[bot]]\nname = "x"\ncommand = ["y"]\n[other]', "nothing else"),
        ('[[bot]]\nname = "x"', "command: expected it, or `run`"),
        ('[[bot]]\nname = "X Y"\ncommand = ["y"]', "name: "),
        ('[[bot]]\nname = "x"\ncommand = []', "command: "),
        ('[[bot]]\nname = "x"\ncommand = ["y"]\nspeed = 3', "speed: "),
        ('[[bot]]\nname = "x"\ncommand = ["y"]\nmax_processes = 0', "max_processes: "),
        ('[[bot]]\nname = "x"\ncommand = ["y"]\nenvironment = ["A B"]', "environment.0: "),
        ('[[bot]]\nname = "x"\ncommand = ["y"]\nenvironment = ["INFOSET_URL"]', "environment: "),
        ("not toml", "bots.toml: "),
    ],
)
def test_a_bad_manifest_is_refused_by_field(tmp_path: Path, text: str, says: str) -> None:
    path = write(tmp_path / "bots.toml", text)
    with pytest.raises(ManifestError, match=says):
        read_manifest(path, None)


def test_a_missing_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=r"bots\.toml"):
        read_manifest(tmp_path / "bots.toml", None)


def test_files_are_run_by_what_their_ending_says(tmp_path: Path) -> None:
    write(tmp_path / "a.py", "")
    write(tmp_path / "b.sh", "")
    write(tmp_path / "c.js", "")
    write(tmp_path / "d", "#!/bin/sh\n", executable=True)
    commands = {entry.name: entry.argv() for entry in map(read_dropped, dropped_paths(tmp_path))}
    infoset = [sys.executable, "-m", "infoset"]
    bridge = [*infoset, "bridge", "--mode", "words", "--"]
    file = tmp_path.resolve()
    assert commands == {
        "a": [*infoset, "bot", str(file / "a.py")],
        "b": [*bridge, "sh", str(file / "b.sh")],
        "c": [*bridge, "node", str(file / "c.js")],
        "d": [*bridge, str(file / "d")],
    }


def test_a_folder_is_described_by_its_manifest(tmp_path: Path) -> None:
    write(tmp_path / "plain" / "bot.toml", 'command = ["./run"]')
    write(tmp_path / "other" / "bot.toml", 'name = "renamed"\ncommand = ["./run"]')
    entries = map(read_dropped, dropped_paths(tmp_path))
    assert [(entry.name, entry.folder) for entry in entries] == [
        ("renamed", tmp_path / "other"),
        ("plain", tmp_path / "plain"),
    ]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("My-Bot.py", "my_bot"),
        ("bot.v2.sh", "bot_v2"),
        ("7up.py", "bot_7up"),
        ("ümlaut.py", "bot__mlaut"),
        ("x" * 40, "x" * 32),
    ],
)
def test_a_file_name_becomes_a_slug(file: str, name: str) -> None:
    assert bot_name(Path(file)) == name


def entry(**fields: object) -> BotEntry:
    return BotEntry.model_validate({"name": "x"} | fields)


@pytest.mark.parametrize(
    ("language", "argv"),
    [
        ("python", [sys.executable, "-m", "infoset", "bot", "bot.py"]),
        ("javascript", ["--mode", "json", "--", "node", "bot.mjs"]),
        ("java", ["--mode", "words", "--", "java", "-cp", "build", "Bot"]),
        ("go", ["--mode", "json", "--", "./bot"]),
        ("rust", ["--mode", "words", "--", "./target/release/bot"]),
        ("c++", ["--mode", "words", "--", "./bot"]),
        ("executable", ["--mode", "words", "--", "./bot"]),
    ],
)
def test_a_language_says_how_a_bot_is_run(language: str, argv: list[str]) -> None:
    assert entry(language=language).argv()[-len(argv) :] == argv


def test_what_the_manifest_says_outweighs_the_language() -> None:
    told = entry(language="go", build=["make"], run=["./out"], speaks="words")
    assert told.build_commands == (("make",),)
    assert told.argv()[-3:] == ["words", "--", "./out"]
    assert entry(language="go", build=[]).build_commands == ()
    assert entry(language="go", command=["./out"]).argv() == ["./out"]
    assert entry(run=["./out"], speaks="socket").argv() == ["./out"]


def test_one_build_command_or_several() -> None:
    assert entry(run=["x"], build=["a", "b"]).build_commands == (("a", "b"),)
    assert entry(run=["x"], build=[["a", "b"], ["c"]]).build_commands == (("a", "b"), ("c",))


@pytest.mark.parametrize("language", STARTERS)
def test_what_new_bot_writes_is_built_and_run_as_its_readme_says(
    language: str, tmp_path: Path
) -> None:
    starter = STARTERS[language]
    write_project(tmp_path / "ferris", bot_files(language, "ferris"))
    bot = read_dropped(tmp_path / "ferris")
    assert bot.language in RUNTIMES
    is_built_at_home = "node_modules" in bot.leave_out
    built = [] if is_built_at_home else [shlex.split(line) for line in starter.build]
    assert [list(command) for command in bot.build_commands] == built
    program = shlex.split(starter.program)
    if program[0] == "python":  # by the command, which finds the modules beside the bot
        program = ["python", "-m", "infoset", "bot", *program[1:]]
    assert bot.argv("python")[-len(program) :] == program
