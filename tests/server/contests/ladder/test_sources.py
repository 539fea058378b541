"""Which version a program of the server is: another one as soon as anything in it changes."""

from pathlib import Path

from infoset_server.contests.ladder.sources import fingerprint
from infoset_server.programs.manifest import BotEntry, read_dropped


def dropped(path: Path) -> BotEntry:
    (entry,) = read_dropped(path)
    return entry


def test_a_dropped_file_is_another_version_when_it_changes_and_not_when_others_do(
    tmp_path: Path,
) -> None:
    file, neighbour = tmp_path / "ferris.py", tmp_path / "other.py"
    file.write_text("one")
    before = fingerprint(dropped(file))
    neighbour.write_text("whatever")
    assert fingerprint(dropped(file)) == before
    file.write_text("two")
    assert fingerprint(dropped(file)) != before


def test_a_folder_is_another_version_when_any_file_in_it_changes(tmp_path: Path) -> None:
    folder = tmp_path / "ferris"
    (folder / "data").mkdir(parents=True)
    (folder / "bot.toml").write_text('command = ["./run"]')
    (folder / "run").write_text("#!/bin/sh")
    (folder / "data" / "book").write_text("e4")
    (folder / "link").symlink_to("/etc/hostname")
    before = fingerprint(dropped(folder))
    (folder / "data" / "book").write_text("d4")
    after = fingerprint(dropped(folder))
    assert before != after
    assert len(after) == 10


def test_a_listed_bot_is_what_its_command_says() -> None:
    one = BotEntry(name="x", command=("{python}", "-m", "infoset", "bot", "a"))
    other = one.model_copy(update={"command": ("{python}", "-m", "infoset", "bot", "b")})
    assert fingerprint(one) == fingerprint(one.model_copy())
    assert fingerprint(one) != fingerprint(other)
